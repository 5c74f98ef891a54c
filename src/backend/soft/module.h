// Modules and kernels of the software GPU.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "base/mutex.h"
#include "softgpu/gpu.h"

namespace ringfence::backend::soft {

class SoftFunction final : public Function {
public:
    // `architecture`: see FunctionInfo::ptx_version.
    SoftFunction(const softgpu::KernelInfo& info, std::shared_ptr<softgpu::GpuModule> module,
                 std::int32_t architecture);

    std::string_view name() const override { return name_; }
    const FunctionInfo& info() const override { return info_; }
    // The kernel's code for blocks of this shape, compiled at the first call. It exists as long as the module.
    Result<const softgpu::Kernel*> kernel(const softgpu::Dimensions& block) const {
        return module_->kernel(name_, block);
    }
    // For work that may run after the user has destroyed the module.
    const std::shared_ptr<softgpu::GpuModule>& module() const { return module_; }

private:
    std::string name_;
    FunctionInfo info_;
    std::shared_ptr<softgpu::GpuModule> module_;
};

class SoftModule final : public Module {
public:
    SoftModule(std::shared_ptr<softgpu::GpuModule> module, std::string file_name, std::int32_t architecture)
        : module_(std::move(module)), file_name_(std::move(file_name)), architecture_(architecture) {}

    Result<const Function*> function(std::string_view name) override;
    Result<GlobalInfo> global(std::string_view name) override;
    std::vector<PlacedContents> take_placed_contents() override;
    Result<std::vector<std::string>> function_names() override;

private:
    std::shared_ptr<softgpu::GpuModule> module_;
    std::string file_name_;
    std::int32_t architecture_;
    Mutex mutex_;
    std::map<std::string, std::unique_ptr<SoftFunction>, std::less<>> functions_ RF_GUARDED_BY(mutex_);
};

// The number of the target: 90 for ".target sm_90a"; 0 if there is no target.
std::int32_t target_of(std::string_view ptx);

}  // namespace ringfence::backend::soft
