// External memory: the runtime's descriptions have the driver's layout.
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

static_assert(sizeof(cudaExternalMemoryHandleDesc) == sizeof(CUDA_EXTERNAL_MEMORY_HANDLE_DESC));
static_assert(sizeof(cudaExternalMemoryBufferDesc) == sizeof(CUDA_EXTERNAL_MEMORY_BUFFER_DESC));

CUexternalMemory as_driver_memory(cudaExternalMemory_t memory) {
    return reinterpret_cast<CUexternalMemory>(memory);
}

}  // namespace

cudaError_t cudaImportExternalMemory(cudaExternalMemory_t* extMem_out,
                                     const cudaExternalMemoryHandleDesc* memHandleDesc) {
    return run([&] {
        return driver::cuImportExternalMemory(reinterpret_cast<CUexternalMemory*>(extMem_out),
                                              reinterpret_cast<const CUDA_EXTERNAL_MEMORY_HANDLE_DESC*>(memHandleDesc));
    });
}

cudaError_t cudaExternalMemoryGetMappedBuffer(void** devPtr, cudaExternalMemory_t extMem,
                                              const cudaExternalMemoryBufferDesc* bufferDesc) {
    if (devPtr == nullptr) return report(cudaErrorInvalidValue);
    return run([&]() -> CUresult {
        CUdeviceptr address = 0;
        RF_CU(driver::cuExternalMemoryGetMappedBuffer(
            &address, as_driver_memory(extMem), reinterpret_cast<const CUDA_EXTERNAL_MEMORY_BUFFER_DESC*>(bufferDesc)));
        *devPtr = reinterpret_cast<void*>(address);
        return CUDA_SUCCESS;
    });
}

cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t extMem) {
    return run([&] { return driver::cuDestroyExternalMemory(as_driver_memory(extMem)); });
}

}  // namespace ringfence::runtime
