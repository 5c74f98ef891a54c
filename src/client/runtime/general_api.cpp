// Errors, entry points, the profiler's switch.
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/state.h"
#include "client/trace/status_text.h"

namespace ringfence::runtime {
namespace {

constexpr unsigned newest_version = 13000;

}  // namespace

cudaError_t cudaGetLastError() {
    return std::exchange(thread_state().last_error, cudaSuccess);
}

cudaError_t cudaPeekAtLastError() {
    return thread_state().last_error;
}

const char* cudaGetErrorName(cudaError_t error) {
    const char* const name = client::runtime_status_text(error).name;
    return name == nullptr ? "unrecognized error code" : name;
}

const char* cudaGetErrorString(cudaError_t error) {
    const char* const text = client::runtime_status_text(error).text;
    return text == nullptr ? "unrecognized error code" : text;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** funcPtr, unsigned int cudaVersion,
                                             unsigned long long flags, cudaDriverEntryPointQueryResult* driverStatus) {
    CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SUCCESS;
    const CUresult status = driver::cuGetProcAddress_v2(symbol, funcPtr, static_cast<int>(cudaVersion), flags, &found);
    if (status != CUDA_SUCCESS) return report(status);
    if (driverStatus != nullptr) *driverStatus = static_cast<cudaDriverEntryPointQueryResult>(found);
    return cudaSuccess;
}

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** funcPtr, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* driverStatus) {
    return cudaGetDriverEntryPointByVersion(symbol, funcPtr, newest_version, flags, driverStatus);
}

cudaError_t cudaProfilerStart() {
    return run([] { return driver::cuProfilerStart(); });
}

cudaError_t cudaProfilerStop() {
    return run([] { return driver::cuProfilerStop(); });
}

}  // namespace ringfence::runtime
