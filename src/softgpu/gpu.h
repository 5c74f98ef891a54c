// The software GPU: PTX modules, memory and launches on this machine's processor.
//
// Calls that take time (loading, running) may come from several threads at once. Running is synchronous here; streams
// and events are built on top (src/backend/soft).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cache/disk_cache.h"
#include "softgpu/placement.h"
#include "softgpu/runtime/executor.h"
#include "softgpu/runtime/kernel.h"
#include "softgpu/runtime/memory.h"

namespace ringfence::softgpu {

struct GpuOptions {
    std::uint64_t memory_bytes = std::uint64_t{16} << 30;
    unsigned workers = 0;  // 0: one per core
    bool use_cache = true;
    cache::DiskCacheOptions cache;
    bool vectorize = true;  // run several threads at once where the code allows it
    bool optimize = true;   // false: compile as fast as can be
    // Code of more IR instructions is compiled quickly first, and optimised when it has run for so long; that of
    // kernels with few statements of PTX never is, however many threads at once make it large.
    std::uint32_t few_statements = 300;
    std::uint32_t most_optimized_at_once = 12'000;
    std::uint64_t optimizing_ns_per_instruction = 150'000;
};

struct KernelInfo {
    std::string name;
    std::vector<std::uint32_t> parameter_offsets;
    std::vector<std::uint32_t> parameter_sizes;
    std::uint32_t parameter_bytes = 0;
    std::uint32_t static_shared = 0;
    std::uint32_t local_bytes = 0;
    std::uint32_t max_threads = 1024;
};

struct VariableInfo {
    std::string name;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
};

class GpuModule {
public:
    virtual ~GpuModule() = default;
    virtual std::span<const KernelInfo> kernels() const = 0;
    virtual std::optional<VariableInfo> find_variable(std::string_view name) const = 0;
    virtual std::vector<PlacedContents> take_placed_contents() = 0;
    // The input of Gpu::load_described(); empty if the module cannot be loaded that way.
    virtual std::string description() const = 0;
    // The kernel as it is best run with blocks of this shape; compiles it (or takes it from the cache) the first time.
    // The result lives as long as the module.
    virtual Result<const Kernel*> kernel(std::string_view name, const Dimensions& block) = 0;
};

class Gpu {
public:
    static Result<std::unique_ptr<Gpu>> create(const GpuOptions& options = {});
    virtual ~Gpu() = default;

    virtual DeviceMemory& memory() = 0;
    virtual Executor& executor() = 0;
    // Parses, checks and lays out a module. Errors are a rendered report of everything that is wrong with it.
    virtual Result<std::unique_ptr<GpuModule>> load(std::string ptx, const std::string& file_name,
                                                    std::span<const Placement> placements = {}) = 0;
    // A module that was loaded before, here or by another process of the same version(), with what it said of itself
    // then, which is believed. The PTX is read when a kernel is first asked for.
    virtual Result<std::unique_ptr<GpuModule>> load_described(std::string ptx, const std::string& file_name,
                                                              std::string_view description) = 0;
    static std::string_view version();
};

}  // namespace ringfence::softgpu
