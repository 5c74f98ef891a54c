// Modules and kernels on the card.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backend/cuda/context.h"
#include "backend/device.h"
#include "base/mutex.h"

namespace ringfence::backend::cuda {

class CudaFunction final : public Function {
public:
    static Result<std::unique_ptr<CudaFunction>> create(const Context& context, FunctionHandle handle,
                                                        std::string name);

    std::string_view name() const override { return name_; }
    const FunctionInfo& info() const override { return info_; }
    FunctionHandle handle() const { return handle_; }

    // Raises the driver's limit on the kernel's dynamic shared memory, if this launch needs more.
    Result<void> allow_dynamic_shared(std::uint32_t bytes) const {
        if (bytes <= dynamic_shared_allowed_.load(std::memory_order_relaxed)) return {};
        return raise_dynamic_shared(bytes);
    }

    // Allows clusters that are larger than all cards support, if this launch has one.
    Result<void> allow_cluster(const Dim3& cluster) const {
        const bool is_portable = std::uint64_t{cluster.x} * cluster.y * cluster.z <= most_portable_cluster;
        return is_portable || large_clusters_allowed_.load(std::memory_order_relaxed) ? Result<void>{}
                                                                                      : allow_large_clusters();
    }

private:
    static constexpr std::uint64_t most_portable_cluster = 8;

    CudaFunction(const Context& context, FunctionHandle handle, std::string name)
        : context_(context), handle_(handle), name_(std::move(name)) {}
    Result<void> read_attributes();
    Result<void> read_parameters();
    Result<void> raise_dynamic_shared(std::uint32_t bytes) const;
    Result<void> allow_large_clusters() const;

    const Context& context_;
    FunctionHandle handle_;
    std::string name_;
    FunctionInfo info_;
    mutable Mutex mutex_;  // held while a limit is raised
    mutable std::atomic<std::uint32_t> dynamic_shared_allowed_ = 0;
    mutable std::atomic<bool> large_clusters_allowed_ = false;
};

// Compiles for the context's card. The error contains the driver's message and its compiler's log.
Result<std::vector<std::byte>> compile(const Context& context, const std::string& ptx, const std::string& file_name);

class CudaModule final : public Module {
public:
    // `image`: a cubin, or PTX ending with a zero, which is compiled. A kernel is copied to the card when it is looked
    // up. The error contains the driver's message and its compiler's log.
    static Result<std::unique_ptr<CudaModule>> load(const Context& context, const void* image,
                                                    const LoadOptions& options);
    // Loads a cubin and copies all its kernels to the card. Other threads cannot launch while the driver copies code:
    // loaded this way, they wait for one kernel at a time, and not while the driver reads the file.
    static Result<std::unique_ptr<CudaModule>> load_beside_others(const Context& context,
                                                                  std::span<const std::byte> cubin,
                                                                  const LoadOptions& options);
    ~CudaModule() override;
    CudaModule(const CudaModule&) = delete;
    CudaModule& operator=(const CudaModule&) = delete;

    Result<const Function*> function(std::string_view name) override;
    Result<GlobalInfo> global(std::string_view name) override;
    Result<std::vector<std::string>> function_names() override;

private:
    CudaModule(const Context& context, std::string file_name) : context_(context), file_name_(std::move(file_name)) {}

    Result<void> bring_kernels();
    Error missing(const char* what, std::string_view name) const;

    const Context& context_;
    std::string file_name_;
    ModuleHandle handle_ = nullptr;
    LibraryHandle library_ = nullptr;  // the library of the module, if it has one
    std::size_t library_bytes_ = 0;
    Mutex mutex_;
    std::map<std::string, std::unique_ptr<CudaFunction>, std::less<>> functions_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::cuda
