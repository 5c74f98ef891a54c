// A GPU in software: PTX is compiled for the CPU, every memory access is checked.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "backend/device.h"
#include "base/result.h"
#include "cache/disk_cache.h"

namespace ringfence::backend {

struct SoftOptions {
    std::uint64_t memory_bytes = std::uint64_t{16} << 30;  // reserved, not used, until it is written to
    unsigned workers = 0;                                  // 0: one per core
    std::uint64_t launch_limit_ms = 60'000;                // a launch that runs longer is ended as endless; 0: never
    cache::DiskCacheOptions cache;                         // of compiled kernels
    bool use_cache = true;
    // False: kernels are compiled as fast as can be, and run as slowly; for programs that launch each but once.
    bool optimize = true;
    // Gets what kernels print, in order, a piece at a time. Empty: it goes to standard output.
    std::function<void(std::string_view)> print;
};

Result<std::unique_ptr<Device>> open_soft(const SoftOptions& options = {});

}  // namespace ringfence::backend
