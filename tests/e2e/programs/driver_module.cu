// The driver API alone: a context, a module from PTX text, launches with kernelParams and with one packed buffer.
#include <cuda.h>

#include <cstring>

#include "check.h"
#include "kernels_ptx.h"

void launch_saxpy(CUfunction saxpy, int count) {
    const auto x = e2e::filled<float>(count, [](auto i) { return float(i); });
    const auto y = e2e::filled<float>(count, [](auto i) { return 2.0f * i; });
    const std::size_t bytes = count * sizeof(float);
    CUdeviceptr device_x, device_y;
    CHECK(cuMemAlloc(&device_x, bytes));
    CHECK(cuMemAlloc(&device_y, bytes));
    CHECK(cuMemcpyHtoD(device_x, x.data(), bytes));
    CHECK(cuMemcpyHtoD(device_y, y.data(), bytes));
    float a = 3;
    unsigned n = count;
    void* parameters[] = {&device_x, &device_y, &a, &n};
    CHECK(cuLaunchKernel(saxpy, (count + 127) / 128, 1, 1, 128, 1, 1, 0, nullptr, parameters, nullptr));

    struct {
        CUdeviceptr x, y;
        float a;
        unsigned count;
    } packed = {device_x, device_y, 10, n / 2};
    std::size_t packed_bytes = sizeof(packed);
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &packed_bytes,
                     CU_LAUNCH_PARAM_END};
    CHECK(cuLaunchKernel(saxpy, (count + 127) / 128, 1, 1, 128, 1, 1, 0, nullptr, nullptr, extra));
    CHECK(cuCtxSynchronize());
    std::vector<float> result(count);
    CHECK(cuMemcpyDtoH(result.data(), device_y, bytes));
    e2e::expect_each("y", result, [&](int i) { return i < count / 2 ? 15.0f * i : 5.0f * i; });
    CHECK(cuMemFree(device_x));
    CHECK(cuMemFree(device_y));
}

void use_variables(CUmodule module) {
    CUfunction bump;
    CHECK(cuModuleGetFunction(&bump, module, "bump"));
    CUdeviceptr launches, step, data;
    std::size_t launches_bytes, step_bytes;
    CHECK(cuModuleGetGlobal(&launches, &launches_bytes, module, "launches"));
    CHECK(cuModuleGetGlobal(&step, &step_bytes, module, "step"));
    EXPECT(launches_bytes == 4 && step_bytes == 4, "sizes %zu %zu", launches_bytes, step_bytes);
    CHECK(cuMemAlloc(&data, 4));
    CHECK(cuMemsetD32(data, 1000, 1));
    void* parameters[] = {&data};
    for (int i = 0; i < 3; ++i)
        CHECK(cuLaunchKernel(bump, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr));
    const unsigned twenty = 20;
    CHECK(cuMemcpyHtoD(step, &twenty, 4));
    CHECK(cuLaunchKernel(bump, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr));
    unsigned value = 0, count = 0;
    CHECK(cuMemcpyDtoH(&value, data, 4));
    CHECK(cuMemcpyDtoH(&count, launches, 4));
    EXPECT(value == 1035 && count == 4, "%u after %u launches", value, count);
    CHECK(cuMemFree(data));
}

int main() {
    int devices = 0;
    EXPECT_STATUS(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGetCount(&devices));
    CHECK(cuInit(0));
    CUdevice device;
    CHECK(cuDeviceGet(&device, 0));
    CUcontext context, current;
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(cuCtxGetCurrent(&current));
    EXPECT(current == context, "another context is current");

    CUmodule module, twin;
    CHECK(cuModuleLoadData(&module, kernels_ptx));
    char log[4096] = "";
    CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log, reinterpret_cast<void*>(sizeof(log))};
    CHECK(cuModuleLoadDataEx(&twin, kernels_ptx, 2, options, values));
    CUfunction saxpy, missing;
    CHECK(cuModuleGetFunction(&saxpy, module, "saxpy"));
    EXPECT_STATUS(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&missing, module, "no_such_kernel"));
    launch_saxpy(saxpy, 1000);
    use_variables(module);
    use_variables(twin);  // its variables are its own
    EXPECT_STATUS(CUDA_ERROR_INVALID_PTX, cuModuleLoadData(&module, ".version 8.0\n.target sm_80\nnonsense\n"));
    CHECK(cuModuleUnload(twin));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return e2e::passed();
}
