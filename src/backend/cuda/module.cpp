#include "backend/cuda/module.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "backend/cuda/step_back.h"
#include "base/escape.h"

namespace ringfence::backend::cuda {
namespace {

// The log of the driver's compiler, line by line and printable.
std::string printable_log(std::string_view log) {
    log = log.substr(0, log.find('\0'));
    std::string text;
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size());
        if (end != 0) text += "\n  " + escape(log.substr(0, end));
        log.remove_prefix(std::min(end + 1, log.size()));
    }
    return text;
}

// The driver takes numeric options as pointers.
void* as_pointer(std::size_t number) {
    return reinterpret_cast<void*>(number);
}

// The options of the driver's compiler, and the buffers for its messages.
class CompilerLog {
public:
    explicit CompilerLog(std::optional<unsigned> optimization = {}) : count_(optimization ? 3 : 2) {
        values_.back() = as_pointer(optimization.value_or(0));
    }

    unsigned count() const { return count_; }
    int* options() { return options_.data(); }
    void** values() { return values_.data(); }
    Error error(const Context& context, Status status, const char* doing, const std::string& file_name) const {
        Error error = context.error(status, doing);
        error.message += printable_log({text_.data(), text_.size()});
        return std::move(error).at({escape(file_name), 0, 0});
    }

private:
    std::vector<char> text_ = std::vector<char>(16'384);
    unsigned count_;
    std::array<int, 3> options_ = {jit_option::error_log_buffer, jit_option::error_log_buffer_size_bytes,
                                   jit_option::optimization_level};
    std::array<void*, 3> values_ = {text_.data(), as_pointer(text_.size()), nullptr};
};

}  // namespace

Result<std::unique_ptr<CudaFunction>> CudaFunction::create(const Context& context, FunctionHandle handle,
                                                           std::string name) {
    std::unique_ptr<CudaFunction> function(new CudaFunction(context, handle, std::move(name)));
    RF_RETURN_IF_ERROR(function->read_attributes());
    RF_RETURN_IF_ERROR(function->read_parameters());
    return function;
}

Result<void> CudaFunction::read_attributes() {
    std::uint32_t allowed = 0;
    std::uint32_t ptx_version = 0;
    std::uint32_t binary_version = 0;
    const std::pair<int, std::uint32_t*> wanted[] = {
        {function_attribute::max_threads_per_block, &info_.max_threads_per_block},
        {function_attribute::shared_size_bytes, &info_.static_shared},
        {function_attribute::local_size_bytes, &info_.local_bytes},
        {function_attribute::num_regs, &info_.registers},
        {function_attribute::const_size_bytes, &info_.constant_bytes},
        {function_attribute::max_dynamic_shared_size_bytes, &allowed},
        {function_attribute::ptx_version, &ptx_version},
        {function_attribute::binary_version, &binary_version},
    };
    for (const auto& [attribute, target] : wanted) {
        int value = 0;
        RF_RETURN_IF_ERROR(context_.check(context_.api().function_attribute(&value, attribute, handle_),
                                          [&] { return "read the attributes of kernel '" + escape(name_) + "'"; }));
        *target = static_cast<std::uint32_t>(value);
    }
    dynamic_shared_allowed_ = allowed;
    info_.ptx_version = static_cast<std::int32_t>(ptx_version);
    info_.binary_version = static_cast<std::int32_t>(binary_version);
    return {};
}

Result<void> CudaFunction::read_parameters() {
    while (true) {
        std::size_t offset = 0;
        std::size_t bytes = 0;
        const Status status = context_.api().function_parameter(handle_, info_.parameters.size(), &offset, &bytes);
        // The driver returns this status after the last parameter.
        if (status == status::invalid_value) return {};
        RF_RETURN_IF_ERROR(
            context_.check(status, [&] { return "read the parameters of kernel '" + escape(name_) + "'"; }));
        info_.parameters.push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(bytes)});
        info_.parameter_bytes = std::max(info_.parameter_bytes, static_cast<std::uint32_t>(offset + bytes));
    }
}

Result<void> CudaFunction::raise_dynamic_shared(std::uint32_t bytes) const {
    const MutexLock lock(mutex_);
    if (bytes <= dynamic_shared_allowed_.load(std::memory_order_relaxed)) return {};
    RF_RETURN_IF_ERROR(context_.check(
        context_.api().set_function_attribute(handle_, function_attribute::max_dynamic_shared_size_bytes,
                                              static_cast<int>(bytes)),
        [&] {
            return "allow kernel '" + escape(name_) + "' " + std::to_string(bytes) + " bytes of dynamic shared memory";
        }));
    dynamic_shared_allowed_.store(bytes, std::memory_order_relaxed);
    return {};
}

Result<void> CudaFunction::allow_large_clusters() const {
    RF_RETURN_IF_ERROR(context_.check(
        context_.api().set_function_attribute(handle_, function_attribute::non_portable_cluster_size_allowed, 1),
        [&] { return "allow kernel '" + escape(name_) + "' clusters of more than 8 blocks"; }));
    large_clusters_allowed_.store(true, std::memory_order_relaxed);
    return {};
}

Result<std::vector<std::byte>> compile(const Context& context, const std::string& ptx, const std::string& file_name) {
    CompilerLog log;
    const DriverApi& api = context.api();
    LinkHandle link = nullptr;
    Status status = api.link_create(log.count(), log.options(), log.values(), &link);
    if (status != status::success) return log.error(context, status, "load the module", file_name);
    // The driver only reads the text, though its parameter is not const. The final zero is part of the text.
    void* const text = const_cast<char*>(ptx.c_str());  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    status = api.link_add(link, jit_input_ptx, text, ptx.size() + 1, "module", 0, nullptr, nullptr);
    void* code = nullptr;
    std::size_t bytes = 0;
    if (status == status::success) status = api.link_complete(link, &code, &bytes);
    std::vector<std::byte> cubin;
    if (status == status::success) {
        const auto* const begin = static_cast<const std::byte*>(code);
        cubin.assign(begin, begin + bytes);
    }
    api.link_destroy(link);
    if (status != status::success) return log.error(context, status, "load the module", file_name);
    return cubin;
}

Result<std::unique_ptr<CudaModule>> CudaModule::load(const Context& context, const void* image,
                                                     const LoadOptions& options) {
    CompilerLog log(options.optimization);
    std::unique_ptr<CudaModule> module(new CudaModule(context, options.file_name));
    const Status status = context.api().module_load(&module->handle_, image, log.count(), log.options(), log.values());
    if (status == status::success) return module;
    module->handle_ = nullptr;
    return log.error(context, status, "load the module", options.file_name);
}

Result<std::unique_ptr<CudaModule>> CudaModule::load_beside_others(const Context& context,
                                                                   std::span<const std::byte> cubin,
                                                                   const LoadOptions& options) {
    CompilerLog log;
    std::unique_ptr<CudaModule> module(new CudaModule(context, options.file_name));
    const DriverApi& api = context.api();
    Status status = api.library_load(&module->library_, cubin.data(), log.options(), log.values(), log.count(), nullptr,
                                     nullptr, 0);
    if (status != status::success) {
        module->library_ = nullptr;
        return log.error(context, status, "load the module", options.file_name);
    }
    module->library_bytes_ = cubin.size();
    // From here on all tenants wait anyway, so other libraries are unloaded now, too.
    context.retired_libraries().unload(context);
    status = api.library_module(&module->handle_, module->library_);
    if (status != status::success) return log.error(context, status, "load the module", options.file_name);
    RF_RETURN_IF_ERROR(module->bring_kernels());
    return module;
}

// Looking a kernel up copies its code to the card.
Result<void> CudaModule::bring_kernels() {
    RF_TRY(const std::vector<std::string> names, function_names());
    for (const std::string& name : names) {
        FunctionHandle handle = nullptr;
        RF_RETURN_IF_ERROR(context_.check(context_.api().module_function(&handle, handle_, name.c_str()),
                                          [&] { return "load kernel '" + escape(name) + "'"; }));
        step_back_for_others();
    }
    return {};
}

CudaModule::~CudaModule() {
    if (library_ != nullptr) {
        context_.retired_libraries().put(context_, library_, library_bytes_);
    } else if (handle_ != nullptr) {
        context_.api().module_unload(handle_);
    }
}

Error CudaModule::missing(const char* what, std::string_view name) const {
    return Error::bad_input(std::string("there is no ") + what + " '" + escape(name) + "'")
        .at({escape(file_name_), 0, 0})
        .with_status(status::not_found);
}

Result<const Function*> CudaModule::function(std::string_view name) {
    const MutexLock lock(mutex_);
    const auto known = functions_.find(name);
    if (known != functions_.end()) return known->second.get();
    const std::string key(name);
    FunctionHandle handle = nullptr;
    const Status status = context_.api().module_function(&handle, handle_, key.c_str());
    if (status == status::not_found) return missing("kernel", name);
    RF_RETURN_IF_ERROR(context_.check(status, [&] { return "look up kernel '" + escape(name) + "'"; }));
    RF_TRY(std::unique_ptr<CudaFunction> function, CudaFunction::create(context_, handle, key));
    return functions_.emplace(key, std::move(function)).first->second.get();
}

Result<GlobalInfo> CudaModule::global(std::string_view name) {
    const std::string key(name);
    DevicePointer address = 0;
    std::size_t bytes = 0;
    const Status status = context_.api().module_global(&address, &bytes, handle_, key.c_str());
    if (status == status::not_found) return missing("variable", name);
    RF_RETURN_IF_ERROR(context_.check(status, [&] { return "look up variable '" + escape(name) + "'"; }));
    return GlobalInfo{address, bytes};
}

Result<std::vector<std::string>> CudaModule::function_names() {
    const char* const doing = "list the kernels of a module";
    const DriverApi& api = context_.api();
    unsigned count = 0;
    RF_RETURN_IF_ERROR(context_.check(api.module_function_count(&count, handle_), doing));
    std::vector<FunctionHandle> functions(count);
    if (count != 0) RF_RETURN_IF_ERROR(context_.check(api.module_functions(functions.data(), count, handle_), doing));
    std::vector<std::string> names;
    for (FunctionHandle function : functions) {
        const char* name = nullptr;
        RF_RETURN_IF_ERROR(context_.check(api.function_name(&name, function), doing));
        names.emplace_back(name);
    }
    return names;
}

}  // namespace ringfence::backend::cuda
