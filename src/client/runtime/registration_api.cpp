// Functions that compiler-generated code calls: registration, and the launch that <<<>>> becomes.
#include <cstring>

#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/launch.h"
#include "client/runtime/registry.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

FatBinary* from_handle(void** handle) {
    return reinterpret_cast<FatBinary*>(handle);
}

}  // namespace

void** __cudaRegisterFatBinary(void* fatCubin) {
    return reinterpret_cast<void**>(register_fat_binary(fatCubin));
}

void __cudaRegisterFatBinaryEnd(void**) {}

void __cudaUnregisterFatBinary(void** fatCubinHandle) {
    if (fatCubinHandle != nullptr) unregister_fat_binary(from_handle(fatCubinHandle));
}

void __cudaRegisterFunction(void** fatCubinHandle, const char* hostFun, char*, const char* deviceName, int, uint3*,
                            uint3*, dim3*, dim3*, int*) {
    register_function(from_handle(fatCubinHandle), hostFun, deviceName);
}

void __cudaRegisterVar(void** fatCubinHandle, char* hostVar, char*, const char* deviceName, int, std::size_t size, int,
                       int) {
    register_variable(from_handle(fatCubinHandle), hostVar, deviceName, size);
}

void __cudaRegisterManagedVar(void** fatCubinHandle, void** hostVarPtrAddress, char*, const char* deviceName, int,
                              std::size_t size, int, int) {
    register_managed_variable(from_handle(fatCubinHandle), hostVarPtrAddress, deviceName, size);
}

void __cudaRegisterHostVar(void** fatCubinHandle, const char* deviceName, char* hostVar, std::size_t size) {
    register_variable(from_handle(fatCubinHandle), hostVar, deviceName, size);
}

char __cudaInitModule(void** fatCubinHandle) {
    return initialize_managed_variables(from_handle(fatCubinHandle)) == CUDA_SUCCESS ? 1 : 0;
}

unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, std::size_t sharedMem, CUstream_st* stream) {
    thread_state().calls.push_back({gridDim, blockDim, sharedMem, stream});
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* gridDim, dim3* blockDim, std::size_t* sharedMem, void* stream) {
    auto& calls = thread_state().calls;
    if (calls.empty()) return report(cudaErrorMissingConfiguration);
    const CallConfiguration call = calls.back();
    calls.pop_back();
    *gridDim = call.grid;
    *blockDim = call.block;
    *sharedMem = call.shared;
    std::memcpy(stream, &call.stream, sizeof(call.stream));
    return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* hostFunction) {
    CUfunction found = nullptr;
    const cudaError_t status = find_kernel(hostFunction, found);
    if (status != cudaSuccess) return report(status);
    *kernel = reinterpret_cast<cudaKernel_t>(found);
    return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim, void** args, std::size_t sharedMem,
                               cudaStream_t stream) {
    return launch(kernel, gridDim, blockDim, args, sharedMem, stream, false);
}

}  // namespace ringfence::runtime
