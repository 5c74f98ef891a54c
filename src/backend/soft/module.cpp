#include "backend/soft/module.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <utility>

#include "base/cuda_status.h"
#include "base/escape.h"

namespace ringfence::backend::soft {
namespace {

constexpr std::int32_t own_architecture = 90;

}  // namespace

std::int32_t target_of(std::string_view ptx) {
    constexpr std::string_view directive = ".target";
    constexpr std::string_view prefix = "sm_";
    const std::size_t target = ptx.find(directive);
    const std::size_t number = target == std::string_view::npos ? target : ptx.find(prefix, target);
    if (number == std::string_view::npos) return 0;
    std::int32_t architecture = 0;
    std::from_chars(ptx.data() + number + prefix.size(), ptx.data() + ptx.size(), architecture);
    return architecture;
}

SoftFunction::SoftFunction(const softgpu::KernelInfo& info, std::shared_ptr<softgpu::GpuModule> module,
                           std::int32_t architecture)
    : name_(info.name), module_(std::move(module)) {
    for (std::size_t i = 0; i < info.parameter_offsets.size(); ++i)
        info_.parameters.push_back({info.parameter_offsets[i], info.parameter_sizes[i]});
    info_.parameter_bytes = info.parameter_bytes;
    info_.static_shared = info.static_shared;
    info_.local_bytes = info.local_bytes;
    // Registers limit nothing here, but programs divide by their number, so report as many as let all threads run.
    const Properties device;
    info_.registers = device.registers_per_block / device.max_threads_per_multiprocessor;
    info_.max_threads_per_block = info.max_threads;
    info_.ptx_version = architecture;
    info_.binary_version = own_architecture;
}

Result<const Function*> SoftModule::function(std::string_view name) {
    const MutexLock lock(mutex_);
    const auto known = functions_.find(name);
    if (known != functions_.end()) return known->second.get();
    const std::span<const softgpu::KernelInfo> kernels = module_->kernels();
    const auto info = std::find_if(kernels.begin(), kernels.end(),
                                   [name](const softgpu::KernelInfo& kernel) { return kernel.name == name; });
    if (info == kernels.end()) {
        return Error::bad_input("there is no kernel '" + escape(name) + "'")
            .at({escape(file_name_), 0, 0})
            .with_status(cuda_status::not_found);
    }
    auto function = std::make_unique<SoftFunction>(*info, module_, architecture_);
    return functions_.emplace(name, std::move(function)).first->second.get();
}

Result<GlobalInfo> SoftModule::global(std::string_view name) {
    const std::optional<softgpu::VariableInfo> variable = module_->find_variable(name);
    if (!variable) {
        return Error::bad_input("there is no variable '" + escape(name) + "'")
            .at({escape(file_name_), 0, 0})
            .with_status(cuda_status::not_found);
    }
    return GlobalInfo{variable->address, variable->bytes};
}

std::vector<PlacedContents> SoftModule::take_placed_contents() {
    std::vector<PlacedContents> placed;
    for (softgpu::PlacedContents& one : module_->take_placed_contents())
        placed.push_back({one.address, std::move(one.contents)});
    return placed;
}

Result<std::vector<std::string>> SoftModule::function_names() {
    std::vector<std::string> names;
    for (const softgpu::KernelInfo& kernel : module_->kernels())
        names.push_back(kernel.name);
    return names;
}

}  // namespace ringfence::backend::soft
