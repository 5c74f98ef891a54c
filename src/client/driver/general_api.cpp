// Names of errors, entry points, the profiler's switch.
#include "api/driver_functions.h"
#include "client/driver/state.h"
#include "client/entries/proc_address.h"
#include "client/trace/status_text.h"

namespace ringfence::driver {

CUresult cuGetErrorName(CUresult error, const char** pStr) {
    if (pStr == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *pStr = client::driver_status_text(error).name;
    return *pStr == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult error, const char** pStr) {
    if (pStr == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *pStr = client::driver_status_text(error).text;
    return *pStr == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuGetProcAddress_v2(const char* symbol, void** pfn, int cudaVersion, cuuint64_t flags,
                             CUdriverProcAddressQueryResult* symbolStatus) {
    if (symbol == nullptr || pfn == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const bool is_per_thread = (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0;
    const auto found = client::find_proc(symbol, cudaVersion, is_per_thread);
    *pfn = found.function;
    auto status = CU_GET_PROC_ADDRESS_SUCCESS;
    if (found.status == client::ProcStatus::UnknownName) status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    if (found.status == client::ProcStatus::VersionTooOld) status = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
    if (symbolStatus != nullptr) {
        *symbolStatus = status;
        return CUDA_SUCCESS;
    }
    return status == CU_GET_PROC_ADDRESS_SUCCESS ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuGetProcAddress(const char* symbol, void** pfn, int cudaVersion, cuuint64_t flags) {
    return cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, nullptr);
}

CUresult cuProfilerStart() {
    return check_context();
}

CUresult cuProfilerStop() {
    return check_context();
}

}  // namespace ringfence::driver
