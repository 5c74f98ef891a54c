// Launches, with the checks that need no answer from the worker.
#pragma once

#include "channel/launch_flags.h"
#include "client/driver/state.h"

namespace ringfence::driver {

struct LaunchShape {
    Dimensions grid;
    Dimensions block;
    std::uint32_t dynamic_shared = 0;
    std::uint32_t flags = 0;
    std::shared_ptr<const LaunchAttributes> attributes = nullptr;
};

// The most blocks in a cluster of the kernel: the number that all cards support, or this card's maximum if the kernel
// allows non-portable sizes.
std::uint32_t most_cluster_blocks(const Function& function);
CUresult check_launch(const Function& function, const LaunchShape& shape);
// The parameter space, from kernelParams or extra.
CUresult gather_parameters(const Function& function, void** parameters, void** extra, std::vector<std::byte>& space);
CUresult launch(Stream& stream, Function& function, std::uint64_t kernel, const LaunchShape& shape, void** parameters,
                void** extra);

}  // namespace ringfence::driver
