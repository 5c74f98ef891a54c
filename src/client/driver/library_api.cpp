// cuLibrary*, cuKernel*
#include <algorithm>

#include "api/driver_functions.h"
#include "client/driver/function_attributes.h"
#include "client/driver/image.h"
#include "client/driver/loader.h"
#include "client/driver/read_image.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

Library* find_library(CUlibrary handle) {
    return tables().libraries.find(from_api(handle));
}

Kernel* find_kernel(CUkernel handle) {
    return tables().kernels.find(from_api(handle));
}

CUresult find_loaded(CUlibrary handle, Module*& module) {
    RF_CU(check_context());
    Library* const library = find_library(handle);
    if (library == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    return load_library(*library, module);
}

CUresult find_loaded(CUkernel handle, Function*& function) {
    RF_CU(check_context());
    Kernel* const kernel = find_kernel(handle);
    if (kernel == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    return load_kernel(*kernel, function);
}

CUresult find_variable(CUdeviceptr* dptr, std::size_t* bytes, CUlibrary library, const char* name) {
    if (name == nullptr || (dptr == nullptr && bytes == nullptr)) return CUDA_ERROR_INVALID_VALUE;
    Module* module = nullptr;
    RF_CU(find_loaded(library, module));
    GlobalVariable variable;
    RF_CU(find_global(*module, name, variable));
    if (dptr != nullptr) *dptr = variable.address;
    if (bytes != nullptr) *bytes = variable.bytes;
    return CUDA_SUCCESS;
}

CUresult make_library(std::span<const std::byte> image, CUlibrary& result) {
    const Library* const made = create_library(nullptr, image);
    if (made == nullptr) return CUDA_ERROR_OUT_OF_MEMORY;
    result = as_api<CUlibrary>(made->handle);
    return CUDA_SUCCESS;
}

}  // namespace

CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option*, void**, unsigned int, CUlibraryOption*,
                           void**, unsigned int) {
    RF_CU(check_initialized());
    if (library == nullptr || code == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const WholeImage image(code);
    if (image.bytes().empty()) return CUDA_ERROR_INVALID_IMAGE;
    // The program may free its image as soon as this returns.
    return make_library(image.bytes(), *library);
}

CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* fileName, CUjit_option*, void**, unsigned int,
                               CUlibraryOption*, void**, unsigned int) {
    RF_CU(check_initialized());
    if (library == nullptr || fileName == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::vector<std::byte> contents;
    RF_CU(read_image(fileName, contents));
    return make_library(contents, *library);
}

CUresult cuLibraryUnload(CUlibrary library) {
    RF_CU(check_initialized());
    Library* const found = find_library(library);
    if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    destroy_library(found);
    return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernel(CUkernel* pKernel, CUlibrary library, const char* name) {
    if (pKernel == nullptr || name == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const BorrowedContext context;
    RF_CU(context.status());
    Module* module = nullptr;
    RF_CU(find_loaded(library, module));
    Function* function = nullptr;
    RF_CU(find_function(*module, name, function));
    Kernel* const kernel = make_kernel(*find_library(library), name);
    if (kernel == nullptr) return CUDA_ERROR_OUT_OF_MEMORY;
    *pKernel = as_api<CUkernel>(kernel->handle);
    return CUDA_SUCCESS;
}

// Functions for host and device alike are for devices that call the host's (unifiedFunctionPointers): none is here, so
// no library has one.
CUresult cuLibraryGetUnifiedFunction(void** fptr, CUlibrary library, const char* symbol) {
    if (fptr == nullptr || symbol == nullptr) return CUDA_ERROR_INVALID_VALUE;
    return find_library(library) == nullptr ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_NOT_FOUND;
}

CUresult cuLibraryGetKernelCount(unsigned int* count, CUlibrary lib) {
    if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const BorrowedContext context;
    RF_CU(context.status());
    Module* module = nullptr;
    RF_CU(find_loaded(lib, module));
    std::vector<std::string> names;
    RF_CU(list_functions(*module, names));
    *count = static_cast<unsigned>(names.size());
    return CUDA_SUCCESS;
}

CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned int numKernels, CUlibrary lib) {
    if (kernels == nullptr || numKernels == 0) return CUDA_ERROR_INVALID_VALUE;
    const BorrowedContext context;
    RF_CU(context.status());
    Module* module = nullptr;
    RF_CU(find_loaded(lib, module));
    std::vector<std::string> names;
    RF_CU(list_functions(*module, names));
    for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), numKernels); ++i) {
        Kernel* const kernel = make_kernel(*find_library(lib), names[i]);
        if (kernel == nullptr) return CUDA_ERROR_OUT_OF_MEMORY;
        kernels[i] = as_api<CUkernel>(kernel->handle);
    }
    return CUDA_SUCCESS;
}

CUresult cuLibraryGetModule(CUmodule* pMod, CUlibrary library) {
    if (pMod == nullptr) return CUDA_ERROR_INVALID_VALUE;
    Module* module = nullptr;
    RF_CU(find_loaded(library, module));
    *pMod = as_api<CUmodule>(module->handle);
    return CUDA_SUCCESS;
}

CUresult cuLibraryGetGlobal(CUdeviceptr* dptr, std::size_t* bytes, CUlibrary library, const char* name) {
    return find_variable(dptr, bytes, library, name);
}

CUresult cuLibraryGetManaged(CUdeviceptr* dptr, std::size_t* bytes, CUlibrary library, const char* name) {
    CUdeviceptr address = 0;
    std::size_t size = 0;
    if (dptr == nullptr && bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(find_variable(&address, &size, library, name));
    const auto memory = session().allocations().find(address);
    if (!memory || memory->kind != client::MemoryKind::Managed) return CUDA_ERROR_NOT_FOUND;
    if (dptr != nullptr) *dptr = address;
    if (bytes != nullptr) *bytes = size;
    return CUDA_SUCCESS;
}

CUresult cuKernelGetFunction(CUfunction* pFunc, CUkernel kernel) {
    if (pFunc == nullptr) return CUDA_ERROR_INVALID_VALUE;
    Function* function = nullptr;
    RF_CU(find_loaded(kernel, function));
    *pFunc = as_api<CUfunction>(function->handle);
    return CUDA_SUCCESS;
}

CUresult cuKernelGetLibrary(CUlibrary* pLib, CUkernel kernel) {
    RF_CU(check_initialized());
    if (pLib == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const Kernel* const found = find_kernel(kernel);
    if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    *pLib = as_api<CUlibrary>(found->library);
    return CUDA_SUCCESS;
}

CUresult cuKernelGetAttribute(int* pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev) {
    RF_CU(check_device(dev));
    Function* function = nullptr;
    RF_CU(find_loaded(kernel, function));
    return get_attribute(*function, attrib, pi);
}

CUresult cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev) {
    RF_CU(check_device(dev));
    Function* function = nullptr;
    RF_CU(find_loaded(kernel, function));
    return set_attribute(*function, attrib, val);
}

CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev) {
    RF_CU(check_device(dev));
    Function* function = nullptr;
    RF_CU(find_loaded(kernel, function));
    return cuFuncSetCacheConfig(as_api<CUfunction>(function->handle), config);
}

CUresult cuKernelGetName(const char** name, CUkernel hfunc) {
    RF_CU(check_initialized());
    if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const Kernel* const kernel = find_kernel(hfunc);
    if (kernel == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    *name = kernel->name.c_str();
    return CUDA_SUCCESS;
}

CUresult cuKernelGetParamInfo(CUkernel kernel, std::size_t paramIndex, std::size_t* paramOffset,
                              std::size_t* paramSize) {
    Function* function = nullptr;
    RF_CU(find_loaded(kernel, function));
    return get_parameter(*function, paramIndex, paramOffset, paramSize);
}

}  // namespace ringfence::driver
