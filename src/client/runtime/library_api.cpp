// cudaLibrary*
//
// A library belongs to no context, nor do its kernels. Its variables do.
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

CUresult give(void** pointer, CUdeviceptr address) {
    if (pointer != nullptr) *pointer = reinterpret_cast<void*>(address);
    return CUDA_SUCCESS;
}

}  // namespace

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption*, void**, unsigned int,
                                cudaLibraryOption*, void**, unsigned int) {
    return run_without_context(
        [&] { return driver::cuLibraryLoadData(library, code, nullptr, nullptr, 0, nullptr, nullptr, 0); });
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* fileName, cudaJitOption*, void**, unsigned int,
                                    cudaLibraryOption*, void**, unsigned int) {
    return run_without_context(
        [&] { return driver::cuLibraryLoadFromFile(library, fileName, nullptr, nullptr, 0, nullptr, nullptr, 0); });
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
    return run_without_context([&] { return driver::cuLibraryUnload(library); });
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t* pKernel, cudaLibrary_t library, const char* name) {
    return run_without_context([&] { return driver::cuLibraryGetKernel(pKernel, library, name); });
}

cudaError_t cudaLibraryGetUnifiedFunction(void** fptr, cudaLibrary_t library, const char* symbol) {
    return run_without_context([&] { return driver::cuLibraryGetUnifiedFunction(fptr, library, symbol); });
}

cudaError_t cudaLibraryGetKernelCount(unsigned int* count, cudaLibrary_t lib) {
    return run_without_context([&] { return driver::cuLibraryGetKernelCount(count, lib); });
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned int numKernels, cudaLibrary_t lib) {
    return run_without_context([&] { return driver::cuLibraryEnumerateKernels(kernels, numKernels, lib); });
}

cudaError_t cudaLibraryGetGlobal(void** dptr, std::size_t* bytes, cudaLibrary_t library, const char* name) {
    return run([&]() -> CUresult {
        CUdeviceptr address = 0;
        RF_CU(driver::cuLibraryGetGlobal(&address, bytes, library, name));
        return give(dptr, address);
    });
}

cudaError_t cudaLibraryGetManaged(void** dptr, std::size_t* bytes, cudaLibrary_t library, const char* name) {
    return run([&]() -> CUresult {
        CUdeviceptr address = 0;
        RF_CU(driver::cuLibraryGetManaged(&address, bytes, library, name));
        return give(dptr, address);
    });
}

}  // namespace ringfence::runtime
