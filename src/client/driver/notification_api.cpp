// cu…AsyncNotification: a program that wants to be told when its memory is over its budget.
#include "api/driver_functions.h"
#include "client/driver/state.h"

namespace ringfence::driver {

// Nothing is ever sent: an allocation beyond the session's budget fails (docs/limits.md), so it is never over it.
CUresult cuDeviceRegisterAsyncNotification(CUdevice device, CUasyncCallback callbackFunc, void*,
                                           CUasyncCallbackHandle* callback) {
    RF_CU(check_device(device));
    if (callbackFunc == nullptr || callback == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const Handle handle = tables().notifications.insert(std::make_unique<Notification>());
    if (handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    *callback = as_api<CUasyncCallbackHandle>(handle);
    return CUDA_SUCCESS;
}

CUresult cuDeviceUnregisterAsyncNotification(CUdevice device, CUasyncCallbackHandle callback) {
    RF_CU(check_device(device));
    return tables().notifications.erase(from_api(callback)) == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

}  // namespace ringfence::driver
