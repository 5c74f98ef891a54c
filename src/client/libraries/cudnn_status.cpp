// The texts of cuDNN's statuses, and the functions that compare versions.
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "client/libraries/cudnn_call.h"

namespace {

using namespace ringfence::client::cudnn;

constexpr std::array texts = {
    std::pair{0, "CUDNN_STATUS_SUCCESS"},
    std::pair{1001, "CUDNN_STATUS_NOT_INITIALIZED"},
    std::pair{1002, "CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH"},
    std::pair{1003, "CUDNN_STATUS_SERIALIZATION_VERSION_MISMATCH"},
    std::pair{1004, "CUDNN_STATUS_DEPRECATED"},
    std::pair{1005, "CUDNN_STATUS_LICENSE_ERROR"},
    std::pair{1006, "CUDNN_STATUS_RUNTIME_IN_PROGRESS"},
    std::pair{1007, "CUDNN_STATUS_RUNTIME_FP_OVERFLOW"},
    std::pair{1008, "CUDNN_STATUS_SUBLIBRARY_LOADING_FAILED"},
    std::pair{2000, "CUDNN_STATUS_BAD_PARAM"},
    std::pair{2002, "CUDNN_STATUS_BAD_PARAM_NULL_POINTER"},
    std::pair{2003, "CUDNN_STATUS_BAD_PARAM_MISALIGNED_POINTER"},
    std::pair{2004, "CUDNN_STATUS_BAD_PARAM_NOT_FINALIZED"},
    std::pair{2005, "CUDNN_STATUS_BAD_PARAM_OUT_OF_BOUND"},
    std::pair{2006, "CUDNN_STATUS_BAD_PARAM_SIZE_INSUFFICIENT"},
    std::pair{2007, "CUDNN_STATUS_BAD_PARAM_STREAM_MISMATCH"},
    std::pair{2008, "CUDNN_STATUS_BAD_PARAM_SHAPE_MISMATCH"},
    std::pair{2009, "CUDNN_STATUS_BAD_PARAM_DUPLICATED_ENTRIES"},
    std::pair{2010, "CUDNN_STATUS_BAD_PARAM_ATTRIBUTE_TYPE"},
    std::pair{2011, "CUDNN_STATUS_BAD_PARAM_CUDA_GRAPH_MISMATCH"},
    std::pair{2012, "CUDNN_STATUS_BAD_PARAM_DESCRIPTOR_TYPE"},
    std::pair{3000, "CUDNN_STATUS_NOT_SUPPORTED"},
    std::pair{3001, "CUDNN_STATUS_NOT_SUPPORTED_GRAPH_PATTERN"},
    std::pair{3002, "CUDNN_STATUS_NOT_SUPPORTED_SHAPE"},
    std::pair{3003, "CUDNN_STATUS_NOT_SUPPORTED_DATA_TYPE"},
    std::pair{3004, "CUDNN_STATUS_NOT_SUPPORTED_LAYOUT"},
    std::pair{3005, "CUDNN_STATUS_NOT_SUPPORTED_INCOMPATIBLE_CUDA_DRIVER"},
    std::pair{3006, "CUDNN_STATUS_NOT_SUPPORTED_INCOMPATIBLE_CUDART"},
    std::pair{3007, "CUDNN_STATUS_NOT_SUPPORTED_ARCH_MISMATCH"},
    std::pair{3008, "CUDNN_STATUS_NOT_SUPPORTED_RUNTIME_PREREQUISITE_MISSING"},
    std::pair{3009, "CUDNN_STATUS_NOT_SUPPORTED_SUBLIBRARY_UNAVAILABLE"},
    std::pair{3010, "CUDNN_STATUS_NOT_SUPPORTED_SHARED_MEMORY_INSUFFICIENT"},
    std::pair{3011, "CUDNN_STATUS_NOT_SUPPORTED_PADDING"},
    std::pair{3012, "CUDNN_STATUS_NOT_SUPPORTED_BAD_LAUNCH_PARAM"},
    std::pair{3013, "CUDNN_STATUS_NOT_SUPPORTED_CUDA_GRAPH_NATIVE_API"},
    std::pair{3014, "CUDNN_STATUS_NOT_SUPPORTED_INVALID_DYNAMIC_SHAPE"},
    std::pair{4000, "CUDNN_STATUS_INTERNAL_ERROR"},
    std::pair{4001, "CUDNN_STATUS_INTERNAL_ERROR_COMPILATION_FAILED"},
    std::pair{4002, "CUDNN_STATUS_INTERNAL_ERROR_UNEXPECTED_VALUE"},
    std::pair{4003, "CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED"},
    std::pair{4004, "CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED"},
    std::pair{4005, "CUDNN_STATUS_INTERNAL_ERROR_BAD_LAUNCH_PARAM"},
    std::pair{4006, "CUDNN_STATUS_INTERNAL_ERROR_TEXTURE_CREATION_FAILED"},
    std::pair{5000, "CUDNN_STATUS_EXECUTION_FAILED"},
    std::pair{5001, "CUDNN_STATUS_EXECUTION_FAILED_CUDA_DRIVER"},
    std::pair{5002, "CUDNN_STATUS_EXECUTION_FAILED_CUBLAS"},
    std::pair{5003, "CUDNN_STATUS_EXECUTION_FAILED_CUDART"},
    std::pair{5004, "CUDNN_STATUS_EXECUTION_FAILED_CURAND"},
};

}  // namespace

// Of a status that is not here, that of its category.
RF_LIBRARY_FUNCTION(const char*, cudnnGetErrorString)(int status) {
    for (const int wanted : {status, status / 1000 * 1000}) {
        const auto* const found =
            std::find_if(texts.begin(), texts.end(), [&](const auto& one) { return one.first == wanted; });
        if (found != texts.end() && (wanted != 0 || status == 0)) return found->second;
    }
    return "CUDNN_UNKNOWN_STATUS";
}
RF_LIBRARY_FUNCTION(void, cudnnGetLastErrorString)(char* message, std::size_t size) {
    if (message == nullptr || size == 0) return;
    const std::size_t bytes = std::min(size - 1, last_error().size());
    std::memcpy(message, last_error().data(), bytes);
    message[bytes] = '\0';
}

// There is one library, so its parts have one version.
RF_LIBRARY_FUNCTION(int, cudnnGraphVersionCheck)() {
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnOpsVersionCheck)() {
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnCnnVersionCheck)() {
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnAdvVersionCheck)() {
    return success;
}
