#include "backend/soft/module.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "base/escape.h"

namespace ringfence::backend::soft {

SoftFunction::SoftFunction(const softgpu::KernelInfo& info, softgpu::GpuModule& module)
    : name_(info.name), module_(module) {
    for (std::size_t i = 0; i < info.parameter_offsets.size(); ++i)
        info_.parameters.push_back({info.parameter_offsets[i], info.parameter_sizes[i]});
    info_.parameter_bytes = info.parameter_bytes;
    info_.static_shared = info.static_shared;
    info_.local_bytes = info.local_bytes;
    info_.registers = info.registers;
    info_.max_threads_per_block = info.max_threads;
}

SoftModule::SoftModule(std::unique_ptr<softgpu::GpuModule> module, std::string file_name,
                       std::function<void()> wait_for_work)
    : module_(std::move(module)), file_name_(std::move(file_name)), wait_for_work_(std::move(wait_for_work)) {}

SoftModule::~SoftModule() {
    wait_for_work_();
}

Result<const Function*> SoftModule::function(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const auto known = functions_.find(name);
    if (known != functions_.end()) return known->second.get();
    const std::span<const softgpu::KernelInfo> kernels = module_->kernels();
    const auto info = std::find_if(kernels.begin(), kernels.end(),
                                   [name](const softgpu::KernelInfo& kernel) { return kernel.name == name; });
    if (info == kernels.end())
        return Error::bad_input("there is no kernel '" + escape(name) + "'").at({escape(file_name_), 0, 0});
    auto function = std::make_unique<SoftFunction>(*info, *module_);
    return functions_.emplace(name, std::move(function)).first->second.get();
}

Result<GlobalInfo> SoftModule::global(std::string_view name) {
    const std::optional<softgpu::VariableInfo> variable = module_->find_variable(name);
    if (!variable)
        return Error::bad_input("there is no variable '" + escape(name) + "'").at({escape(file_name_), 0, 0});
    return GlobalInfo{variable->address, variable->bytes};
}

}  // namespace ringfence::backend::soft
