// A real card, through the vendor's driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend {

struct CudaOptions {
    // Not 0: the local memory of each thread that the context provides from the start. If a kernel needs more, all
    // other kernels wait when it is first launched.
    std::uint64_t local_bytes = 0;
    // Groups of streams can be restricted to some multiprocessors. Only one device in a process can have this.
    bool is_divisible = false;
};

// Card number `ordinal`, in a context of its own. Fails with a reason where there is no driver or no such card.
Result<std::unique_ptr<Device>> open_cuda(unsigned ordinal = 0, const CudaOptions& options = {});

// The same, with the driver library at `path`.
Result<std::unique_ptr<Device>> open_cuda_at(const std::string& path, unsigned ordinal = 0,
                                             const CudaOptions& options = {});

// The PCI address of card `ordinal`.
struct CardPlace {
    unsigned domain = 0;
    unsigned bus = 0;
    unsigned slot = 0;
};
Result<CardPlace> place_of_cuda_card(unsigned ordinal = 0);

// The CUDA version of the driver: 13000 for 13.0.
Result<int> cuda_driver_version();

// Compiles PTX to machine code with the driver's compiler.
using TextCompiler =
    std::function<Result<std::vector<std::byte>>(const std::string& ptx, const std::string& file_name)>;

// For card `ordinal`, in a context of its own, which the driver needs for compiling. When this returns, the compiler
// has been used once, so that all its files are loaded and the process can be confined. Use it on the calling thread.
Result<TextCompiler> open_cuda_compiler(unsigned ordinal = 0);

}  // namespace ringfence::backend
