// cuLogs*: what the user is told on standard error, for the program itself.
#include <fstream>

#include "api/driver_functions.h"
#include "client/driver/state.h"
#include "client/session/log.h"

namespace ringfence::driver {
namespace {

// With no iterator: all that is kept.
std::string take_entries(CUlogIterator* iterator, std::size_t most) {
    CUlogIterator from_the_start = 0;
    return client::log().from(iterator == nullptr ? from_the_start : *iterator, most);
}

}  // namespace

CUresult cuLogsRegisterCallback(CUlogsCallback callbackFunc, void* userData, CUlogsCallbackHandle* callback_out) {
    if (callbackFunc == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const std::uint64_t number = client::log().listen([callbackFunc, userData](const std::string& text) {
        std::string copy = text;
        callbackFunc(userData, CU_LOG_LEVEL_ERROR, copy.data(), copy.size());
    });
    if (callback_out != nullptr) *callback_out = reinterpret_cast<CUlogsCallbackHandle>(number);
    return CUDA_SUCCESS;
}

CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle callback) {
    const bool was_there = client::log().stop_listening(reinterpret_cast<std::uint64_t>(callback));
    return was_there ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLogsCurrent(CUlogIterator* iterator_out, unsigned int flags) {
    if (iterator_out == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    *iterator_out = client::log().end();
    return CUDA_SUCCESS;
}

CUresult cuLogsDumpToFile(CUlogIterator* iterator, const char* pathToFile, unsigned int flags) {
    if (pathToFile == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    std::ofstream file(pathToFile, std::ios::trunc);
    file << take_entries(iterator, ~std::size_t{0});
    file.close();
    return file ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLogsDumpToMemory(CUlogIterator* iterator, char* buffer, std::size_t* size, unsigned int flags) {
    if (buffer == nullptr || size == nullptr || *size == 0 || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    const std::string text = take_entries(iterator, *size - 1);
    __builtin_memcpy(buffer, text.c_str(), text.size() + 1);
    *size = text.size();
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
