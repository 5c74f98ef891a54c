#include "client/driver/loader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/mutex.h"
#include "channel/placements.h"
#include "client/driver/domain.h"
#include "client/driver/image.h"
#include "client/driver/memory.h"
#include "client/driver/visible_bytes.h"
#include "client/session/tell.h"

namespace ringfence::driver {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

// Functions and variables of a module go with it.
void forget_contents(Module& module) {
    const MutexLock lock(module.mutex);
    for (const auto& [name, handle] : module.functions)
        tables().functions.erase(handle);
    for (const auto& [name, variable] : module.globals) {
        if (!session().is_host_address(variable.address)) session().allocations().remove(variable.address);
    }
}

void remember_global(const Module& module, const GlobalVariable& variable) {
    session().allocations().add({.address = variable.address,
                                 .bytes = variable.bytes,
                                 .kind = client::MemoryKind::Global,
                                 .context = module.context,
                                 .owner = module.handle.bits});
}

CUresult ask_for_function(const Module& module, std::string_view name, Function& function) {
    std::vector<std::byte> parameters;
    const wire::FindFunction record{.module = module.handle.bits, .function = function.handle.bits};
    RF_CU(as_result(session().call(record, function.info, bytes_of(name), &parameters)));
    function.parameters.resize(parameters.size() / sizeof(Parameter));
    if (!function.parameters.empty()) {
        std::memcpy(function.parameters.data(), parameters.data(), function.parameters.size() * sizeof(Parameter));
    }
    return CUDA_SUCCESS;
}

// Host memory for the variables, one behind the other.
CUresult place(std::span<const ManagedVariable> managed, std::uint64_t& memory,
               std::vector<channel::Placement>& placements) {
    constexpr std::uint64_t alignment = 256;
    std::uint64_t bytes = 0;
    for (const ManagedVariable& variable : managed) {
        placements.push_back({variable.name, bytes, std::max<std::uint64_t>(variable.bytes, 1)});
        bytes += (placements.back().bytes + alignment - 1) / alignment * alignment;
    }
    if (placements.empty()) return CUDA_SUCCESS;
    RF_CU(allocate_host(bytes, client::MemoryKind::Managed, CU_MEM_ATTACH_GLOBAL, memory));
    for (channel::Placement& placement : placements)
        placement.address += memory;
    return CUDA_SUCCESS;
}

// Statuses of an image that another domain may take: what the guard refuses, what it cannot read, machine code.
bool may_work_elsewhere(CUresult status) {
    return status == CUDA_ERROR_NOT_SUPPORTED || status == CUDA_ERROR_NO_BINARY_FOR_GPU ||
           status == CUDA_ERROR_INVALID_PTX || status == CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
}

CUresult send_image(const Module& module, std::span<const std::byte> image,
                    std::span<const channel::Placement> placements, std::string& said) {
    const VisibleBytes visible(session(), image);
    RF_CU(visible.status());
    wire::LoadModule::Reply reply;
    std::vector<std::byte> bytes;
    const wire::LoadModule record{.module = module.handle.bits, .image = visible.address(), .bytes = image.size()};
    const CUresult status = as_result(session().call(record, reply, channel::encode_placements(placements), &bytes));
    said = status == CUDA_SUCCESS ? std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())
                                  : channel::ClientChannel::last_failure_text();
    return status;
}

CUresult load_once(std::span<const std::byte> image, Module*& result, std::string& said,
                   std::span<const ManagedVariable> managed) {
    auto module = std::make_unique<Module>();
    Module* const raw = module.get();
    raw->context = current_context()->handle.bits;
    raw->handle = tables().modules.insert(std::move(module));
    if (raw->handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    std::vector<channel::Placement> placements;
    CUresult status = place(managed, raw->managed_memory, placements);
    if (status == CUDA_SUCCESS) status = send_image(*raw, image, placements, said);
    if (status != CUDA_SUCCESS) {
        if (raw->managed_memory != 0) (void)release(raw->managed_memory);
        tables().modules.erase(raw->handle);
        return status;
    }
    // Also when it is loaded again, after a reset of the device.
    for (std::size_t i = 0; i < managed.size(); ++i)
        *managed[i].place = reinterpret_cast<void*>(placements[i].address);
    result = raw;
    return CUDA_SUCCESS;
}

// As long as the process can still go elsewhere, a kernel that would be refused when it is used is a reason to go.
bool is_accepted(std::span<const std::byte> image, std::string& said) {
    const VisibleBytes visible(session(), image);
    if (visible.status() != CUDA_SUCCESS) return true;
    const wire::JudgeImage record{.image = visible.address(), .bytes = image.size()};
    const bool is_refused = may_work_elsewhere(as_result(session().call(record)));
    if (is_refused) said = channel::ClientChannel::last_failure_text();
    return !is_refused;
}

}  // namespace

CUresult load_module(std::span<const std::byte> image, Module*& result, std::string* log,
                     std::span<const ManagedVariable> managed) {
    if (!may_be_image(image)) return CUDA_ERROR_INVALID_IMAGE;
    const LoadUnderWay under_way;
    std::string said;
    if (session().is_guarded() && may_move_to_private_domain() && !is_accepted(image, said))
        (void)move_to_private_domain(said);
    CUresult status = load_once(image, result, said, managed);
    if (may_work_elsewhere(status) && session().is_guarded() && move_to_private_domain(said))
        status = load_once(image, result, said, managed);
    // No program expects these of an image that is all right, so few would say more than the number. A program that
    // did not ask for the load itself cannot even ask what was wrong.
    const bool is_unexpected = status == CUDA_ERROR_NOT_SUPPORTED || status == CUDA_ERROR_NO_BINARY_FOR_GPU;
    if (status != CUDA_SUCCESS && (is_unexpected || log == nullptr) && !said.empty()) client::tell(said);
    if (log != nullptr) *log = std::move(said);
    return status;
}

CUresult unload_module(Module* module) {
    forget_contents(*module);
    const CUresult status = as_result(session().call(wire::UnloadModule{.module = module->handle.bits}));
    if (module->managed_memory != 0) (void)release(module->managed_memory);
    tables().modules.erase(module->handle);
    return status;
}

CUresult find_function(Module& module, std::string_view name, Function*& result) {
    const MutexLock lock(module.mutex);
    const auto known = module.functions.find(std::string(name));
    if (known != module.functions.end()) {
        result = tables().functions.find(known->second);
        return CUDA_SUCCESS;
    }
    auto function = std::make_unique<Function>();
    Function* const raw = function.get();
    raw->module = module.handle;
    raw->name = name;
    raw->handle = tables().functions.insert(std::move(function));
    if (raw->handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    const CUresult status = ask_for_function(module, name, *raw);
    // A kernel that the guard refuses: as of a module, few programs would say more than the number.
    if (may_work_elsewhere(status)) client::tell(channel::ClientChannel::last_failure_text());
    if (status != CUDA_SUCCESS) {
        tables().functions.erase(raw->handle);
        return status;
    }
    const auto shared = static_cast<std::int32_t>(session().device().shared_per_block);
    raw->max_dynamic_shared.store(shared - static_cast<std::int32_t>(raw->info.static_shared));
    module.functions.emplace(raw->name, raw->handle);
    result = raw;
    return CUDA_SUCCESS;
}

CUresult find_global(Module& module, std::string_view name, GlobalVariable& variable) {
    const MutexLock lock(module.mutex);
    const auto known = module.globals.find(std::string(name));
    if (known != module.globals.end()) {
        variable = known->second;
        return CUDA_SUCCESS;
    }
    wire::FindGlobal::Reply reply;
    RF_CU(as_result(session().call(wire::FindGlobal{.module = module.handle.bits}, reply, bytes_of(name))));
    variable = {reply.address, reply.bytes};
    // A managed one lies in memory that is known already.
    if (!session().is_host_address(reply.address)) remember_global(module, variable);
    module.globals.emplace(name, variable);
    return CUDA_SUCCESS;
}

CUresult list_functions(Module& module, std::vector<std::string>& names) {
    wire::ListFunctions::Reply reply;
    std::vector<std::byte> text;
    RF_CU(as_result(session().call(wire::ListFunctions{.module = module.handle.bits}, reply, {}, &text)));
    names.clear();
    std::string_view rest(reinterpret_cast<const char*>(text.data()), text.size());
    while (!rest.empty()) {
        const std::size_t end = rest.find('\0');
        names.emplace_back(rest.substr(0, end));
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
    }
    return CUDA_SUCCESS;
}

Library* create_library(const void* image, std::span<const std::byte> copy_of) {
    auto library = std::make_unique<Library>();
    Library* const raw = library.get();
    raw->image = image;
    if (!copy_of.empty()) {
        raw->copy.assign(copy_of.begin(), copy_of.end());
        raw->image = raw->copy.data();
        raw->bytes = raw->copy.size();
    }
    raw->handle = tables().libraries.insert(std::move(library));
    return raw->handle.bits != 0 ? raw : nullptr;
}

void destroy_library(Library* library) {
    Handle its_module;
    {
        const MutexLock lock(library->mutex);
        for (const auto& [name, handle] : library->kernels)
            tables().kernels.erase(handle);
        its_module = library->module;
    }
    if (Module* module = tables().modules.find(its_module)) (void)unload_module(module);
    tables().libraries.erase(library->handle);
}

CUresult load_library(Library& library, Module*& module) {
    const MutexLock lock(library.mutex);
    if (library.failure != CUDA_SUCCESS) return library.failure;
    module = tables().modules.find(library.module);
    if (module != nullptr) return CUDA_SUCCESS;
    const auto* const bytes = static_cast<const std::byte*>(library.image);
    const WholeImage whole(library.bytes != 0 ? nullptr : library.image);
    const auto image = library.bytes != 0 ? std::span(bytes, library.bytes) : whole.bytes();
    const CUresult status = load_module(image, module, nullptr, library.managed);
    if (status != CUDA_SUCCESS) {
        // Asking again would not help, unless memory was short.
        if (status != CUDA_ERROR_OUT_OF_MEMORY) library.failure = status;
        return status;
    }
    library.module = module->handle;
    return CUDA_SUCCESS;
}

Kernel* make_kernel(Library& library, std::string_view name) {
    const MutexLock lock(library.mutex);
    const auto known = library.kernels.find(std::string(name));
    if (known != library.kernels.end()) return tables().kernels.find(known->second);
    auto kernel = std::make_unique<Kernel>();
    Kernel* const raw = kernel.get();
    raw->library = library.handle;
    raw->name = name;
    raw->handle = tables().kernels.insert(std::move(kernel));
    if (raw->handle.bits == 0) return nullptr;
    library.kernels.emplace(raw->name, raw->handle);
    return raw;
}

CUresult load_kernel(Kernel& kernel, Function*& function) {
    // Not there any more after a reset of the device: then it is loaded again.
    function = tables().functions.find({kernel.function.load(std::memory_order_acquire)});
    if (function != nullptr) [[likely]]
        return CUDA_SUCCESS;
    Library* const library = tables().libraries.find(kernel.library);
    if (library == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    Module* module = nullptr;
    RF_CU(load_library(*library, module));
    RF_CU(find_function(*module, kernel.name, function));
    kernel.function.store(function->handle.bits, std::memory_order_release);
    return CUDA_SUCCESS;
}

CUresult resolve_function(CUfunction handle, Function*& function) {
    const Handle number = from_api(handle);
    if (number.kind() == HandleKind::Kernel) {
        Kernel* const kernel = tables().kernels.find(number);
        return kernel == nullptr ? CUDA_ERROR_INVALID_HANDLE : load_kernel(*kernel, function);
    }
    function = tables().functions.find(number);
    return function == nullptr ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
}

}  // namespace ringfence::driver
