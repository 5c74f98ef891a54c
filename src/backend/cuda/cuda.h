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
    // Not 0: the context has so much local memory for each thread from the beginning. Should a kernel need more, all
    // others wait when it is first launched.
    std::uint64_t local_bytes = 0;
    // Groups of streams may have some of the multiprocessors only. For one device at a time in a process.
    bool is_divisible = false;
};

// Card number `ordinal`, in a context of its own. Fails with a reason where there is no driver or no such card.
Result<std::unique_ptr<Device>> open_cuda(unsigned ordinal = 0, const CudaOptions& options = {});

// The same, with the driver library at `path`.
Result<std::unique_ptr<Device>> open_cuda_at(const std::string& path, unsigned ordinal = 0,
                                             const CudaOptions& options = {});

// Where card `ordinal` sits.
struct CardPlace {
    unsigned domain = 0;
    unsigned bus = 0;
    unsigned slot = 0;
};
Result<CardPlace> place_of_cuda_card(unsigned ordinal = 0);

// The CUDA version of the driver: 13000 for 13.0.
Result<int> cuda_driver_version();

// PTX to machine code, by the driver's compiler and nothing else of the card.
using TextCompiler =
    std::function<Result<std::vector<std::byte>>(const std::string& ptx, const std::string& file_name)>;

// For card `ordinal`, in a context of its own, without which the driver compiles nothing. It has compiled something by
// now, so that all it needs is loaded: nothing has to be opened any more. For the thread that asks.
Result<TextCompiler> open_cuda_compiler(unsigned ordinal = 0);

}  // namespace ringfence::backend
