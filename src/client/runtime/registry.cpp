#include "client/runtime/registry.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/mutex.h"
#include "client/driver/domain.h"
#include "client/driver/loader.h"
#include "client/driver/state.h"

namespace ringfence::runtime {

struct FatBinary {
    const void* wrapper = nullptr;
    Mutex mutex;
    driver::Library* library RF_GUARDED_BY(mutex) = nullptr;
    std::vector<const void*> functions;  // these two under the registry's mutex
    std::vector<const void*> variables;
    std::vector<driver::ManagedVariable> managed RF_GUARDED_BY(mutex);
};

namespace {

struct RegisteredFunction {
    FatBinary* binary = nullptr;
    const char* name = nullptr;
    CUfunction kernel = nullptr;
};

struct RegisteredVariable {
    FatBinary* binary = nullptr;
    const char* name = nullptr;
    std::size_t bytes = 0;
};

struct Registry {
    SharedMutex mutex;
    std::unordered_map<const void*, RegisteredFunction> functions RF_GUARDED_BY(mutex);
    std::unordered_map<const void*, RegisteredVariable> variables RF_GUARDED_BY(mutex);
    std::unordered_map<CUfunction, const void*> host_functions RF_GUARDED_BY(mutex);  // of kernels that were used
    std::vector<std::unique_ptr<FatBinary>> binaries RF_GUARDED_BY(mutex);
};

Registry& registry() {
    static Registry* const instance = new Registry();
    return *instance;
}

// Null: there are too many.
driver::Library* library_of(FatBinary& binary) {
    const MutexLock lock(binary.mutex);
    if (binary.library != nullptr) return binary.library;
    binary.library = driver::create_library(binary.wrapper);
    if (binary.library != nullptr) binary.library->managed = binary.managed;
    return binary.library;
}

CUresult load(FatBinary& binary, driver::Module*& module) {
    driver::Library* const library = library_of(binary);
    return library == nullptr ? CUDA_ERROR_OUT_OF_MEMORY : driver::load_library(*library, module);
}

bool is_kernel_handle(const void* pointer) {
    const auto kind = driver::from_api(pointer).kind();
    return kind == HandleKind::Function || kind == HandleKind::Kernel;
}

CUresult find_in(FatBinary& binary, const char* name, driver::GlobalVariable& variable) {
    driver::Module* module = nullptr;
    RF_CU(load(binary, module));
    return driver::find_global(*module, name, variable);
}

// Skips images without a kernel or variable: a file without kernels has an image too.
std::vector<driver::RegisteredImage> images_in_use() {
    const ReaderLock lock(registry().mutex);
    std::vector<driver::RegisteredImage> images;
    for (const auto& binary : registry().binaries) {
        if (binary->functions.empty() && binary->variables.empty()) continue;
        images.push_back({binary->wrapper});
    }
    return images;
}

}  // namespace

FatBinary* register_fat_binary(const void* wrapper) {
    driver::set_image_list(images_in_use);
    auto binary = std::make_unique<FatBinary>();
    FatBinary* const raw = binary.get();
    raw->wrapper = wrapper;
    const WriterLock lock(registry().mutex);
    registry().binaries.push_back(std::move(binary));
    return raw;
}

void unregister_fat_binary(FatBinary* binary) {
    // At the end of the process there is nobody left to look anything up.
    if (driver::state().is_ending.load() || driver::state().is_forked.load()) return;
    const WriterLock lock(registry().mutex);
    for (const void* function : binary->functions) {
        const auto found = registry().functions.find(function);
        if (found == registry().functions.end()) continue;
        registry().host_functions.erase(found->second.kernel);
        registry().functions.erase(found);
    }
    for (const void* variable : binary->variables)
        registry().variables.erase(variable);
    driver::Library* library = nullptr;
    {
        const MutexLock its_lock(binary->mutex);
        library = binary->library;
    }
    if (library != nullptr) driver::destroy_library(library);
    std::erase_if(registry().binaries, [&](const auto& owned) { return owned.get() == binary; });
}

void register_function(FatBinary* binary, const void* host_function, const char* name) {
    const WriterLock lock(registry().mutex);
    registry().functions.insert_or_assign(host_function, RegisteredFunction{binary, name, nullptr});
    binary->functions.push_back(host_function);
}

void register_variable(FatBinary* binary, const void* host_variable, const char* name, std::size_t bytes) {
    const WriterLock lock(registry().mutex);
    registry().variables.insert_or_assign(host_variable, RegisteredVariable{binary, name, bytes});
    binary->variables.push_back(host_variable);
}

void register_managed_variable(FatBinary* binary, void** place, const char* name, std::size_t bytes) {
    register_variable(binary, place, name, bytes);
    const MutexLock lock(binary->mutex);
    binary->managed.push_back({name, bytes, place});
}

CUresult initialize_managed_variables(FatBinary* binary) {
    CUresult status = driver::enter_primary();
    driver::Module* module = nullptr;
    if (status == CUDA_SUCCESS) status = load(*binary, module);
    // The program reads its variable next, whatever status we return. Its launches will fail and report the reason.
    const MutexLock lock(binary->mutex);
    for (const driver::ManagedVariable& managed : binary->managed) {
        if (*managed.place == nullptr) *managed.place = std::calloc(1, std::max<std::size_t>(managed.bytes, 1));
    }
    return status;
}

cudaError_t find_kernel(const void* function, CUfunction& kernel) {
    if (is_kernel_handle(function)) {
        kernel = driver::as_api<CUfunction>(driver::from_api(function));
        return cudaSuccess;
    }
    if (function == nullptr) return cudaErrorInvalidDeviceFunction;
    {
        const ReaderLock lock(registry().mutex);
        const auto found = registry().functions.find(function);
        if (found == registry().functions.end()) return cudaErrorInvalidResourceHandle;
        kernel = found->second.kernel;
        if (kernel != nullptr) return cudaSuccess;
    }
    const WriterLock lock(registry().mutex);
    const auto found = registry().functions.find(function);
    if (found == registry().functions.end()) return cudaErrorInvalidResourceHandle;
    driver::Library* const library = library_of(*found->second.binary);
    driver::Kernel* const made = library == nullptr ? nullptr : driver::make_kernel(*library, found->second.name);
    if (made == nullptr) return cudaErrorMemoryAllocation;
    kernel = found->second.kernel = driver::as_api<CUfunction>(made->handle);
    registry().host_functions.insert_or_assign(kernel, function);
    return cudaSuccess;
}

void* host_function_of(CUfunction kernel) {
    const ReaderLock lock(registry().mutex);
    const auto found = registry().host_functions.find(kernel);
    return found == registry().host_functions.end() ? kernel : const_cast<void*>(found->second);
}

cudaError_t find_variable(const void* symbol, driver::GlobalVariable& variable) {
    RegisteredVariable registered;
    {
        const ReaderLock lock(registry().mutex);
        const auto found = registry().variables.find(symbol);
        if (found == registry().variables.end()) return cudaErrorInvalidSymbol;
        registered = found->second;
    }
    const CUresult status = find_in(*registered.binary, registered.name, variable);
    return status == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidSymbol : static_cast<cudaError_t>(status);
}

}  // namespace ringfence::runtime
