// cudaLogs*: what the user is told on standard error, for the program itself.
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {

// None of them needs a context.
cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t callbackFunc, void* userData,
                                     cudaLogsCallbackHandle* callback_out) {
    // The levels have the same numbers.
    return report(
        driver::cuLogsRegisterCallback(reinterpret_cast<CUlogsCallback>(callbackFunc), userData, callback_out));
}

cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle callback) {
    return report(driver::cuLogsUnregisterCallback(callback));
}

cudaError_t cudaLogsCurrent(cudaLogIterator* iterator_out, unsigned int flags) {
    return report(driver::cuLogsCurrent(iterator_out, flags));
}

cudaError_t cudaLogsDumpToFile(cudaLogIterator* iterator, const char* pathToFile, unsigned int flags) {
    return report(driver::cuLogsDumpToFile(iterator, pathToFile, flags));
}

cudaError_t cudaLogsDumpToMemory(cudaLogIterator* iterator, char* buffer, std::size_t* size, unsigned int flags) {
    return report(driver::cuLogsDumpToMemory(iterator, buffer, size, flags));
}

}  // namespace ringfence::runtime
