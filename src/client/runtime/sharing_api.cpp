// cudaIpc*: memory and events of other processes.
#include <cstring>

#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

template <typename To, typename From>
To same_bytes(const From& from) {
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

}  // namespace

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* devPtr) {
    return run(
        [&] { return driver::cuIpcGetMemHandle(reinterpret_cast<CUipcMemHandle*>(handle), address_of(devPtr)); });
}

cudaError_t cudaIpcOpenMemHandle(void** devPtr, cudaIpcMemHandle_t handle, unsigned int flags) {
    if (devPtr == nullptr) return report(cudaErrorInvalidValue);
    return run([&]() -> CUresult {
        CUdeviceptr address = 0;
        RF_CU(driver::cuIpcOpenMemHandle_v2(&address, same_bytes<CUipcMemHandle>(handle), flags));
        *devPtr = reinterpret_cast<void*>(address);
        return CUDA_SUCCESS;
    });
}

cudaError_t cudaIpcCloseMemHandle(void* devPtr) {
    return run([&] { return driver::cuIpcCloseMemHandle(address_of(devPtr)); });
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event) {
    return run([&] { return driver::cuIpcGetEventHandle(reinterpret_cast<CUipcEventHandle*>(handle), event); });
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle) {
    return run([&] { return driver::cuIpcOpenEventHandle(event, same_bytes<CUipcEventHandle>(handle)); });
}

}  // namespace ringfence::runtime
