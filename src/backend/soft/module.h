// Modules and kernels of the software GPU.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "backend/device.h"
#include "softgpu/gpu.h"

namespace ringfence::backend::soft {

class SoftFunction final : public Function {
public:
    SoftFunction(const softgpu::KernelInfo& info, softgpu::GpuModule& module);

    std::string_view name() const override { return name_; }
    const FunctionInfo& info() const override { return info_; }
    // Its code for blocks of this shape; compiles that the first time.
    Result<const softgpu::Kernel*> kernel(const softgpu::Dimensions& block) const {
        return module_.kernel(name_, block);
    }

private:
    std::string name_;
    FunctionInfo info_;
    softgpu::GpuModule& module_;
};

class SoftModule final : public Module {
public:
    // `wait_for_work` returns when no kernel is running any more.
    SoftModule(std::unique_ptr<softgpu::GpuModule> module, std::string file_name, std::function<void()> wait_for_work);
    ~SoftModule() override;
    SoftModule(const SoftModule&) = delete;
    SoftModule& operator=(const SoftModule&) = delete;

    Result<const Function*> function(std::string_view name) override;
    Result<GlobalInfo> global(std::string_view name) override;

private:
    std::unique_ptr<softgpu::GpuModule> module_;
    std::string file_name_;
    std::function<void()> wait_for_work_;
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<SoftFunction>, std::less<>> functions_;
};

}  // namespace ringfence::backend::soft
