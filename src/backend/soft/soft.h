// A GPU in software: PTX is compiled for the CPU, and every memory access is checked.
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
    std::uint64_t launch_limit_ms = 60'000;                // a launch that runs longer is ended; 0: no limit
    cache::DiskCacheOptions cache;                         // of compiled kernels
    bool use_cache = true;
    // False: compiles fast, to slow code; for programs that launch each kernel only once.
    bool optimize = true;
    // Gets what kernels print, in order. Empty: it goes to standard output.
    std::function<void(std::string_view)> print;
};

Result<std::unique_ptr<Device>> open_soft(const SoftOptions& options = {});

}  // namespace ringfence::backend
