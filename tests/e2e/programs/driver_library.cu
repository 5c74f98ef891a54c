// Libraries and kernels without a context of their own: cuLibrary*, cuKernel*, and a launch by cuLaunchKernelEx.
#include <cuda.h>

#include <cstring>
#include <set>
#include <string>

#include "check.h"
#include "kernels_ptx.h"

int main() {
    CHECK(cuInit(0));
    CUdevice device;
    CUcontext context;
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxPushCurrent(context));

    CUlibrary library;
    CHECK(cuLibraryLoadData(&library, kernels_ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
    CUkernel saxpy;
    CHECK(cuLibraryGetKernel(&saxpy, library, "saxpy"));
    unsigned kernels = 0;
    CHECK(cuLibraryGetKernelCount(&kernels, library));
    EXPECT(kernels == 2, "%u kernels", kernels);
    std::vector<CUkernel> all(kernels);
    CHECK(cuLibraryEnumerateKernels(all.data(), kernels, library));
    std::set<std::string> names;
    for (CUkernel kernel : all) {
        const char* name = nullptr;
        CHECK(cuKernelGetName(&name, kernel));
        names.insert(name);
    }
    EXPECT(names.count("saxpy") && names.count("bump"), "the kernels' names are wrong");
    int threads = 0;
    CHECK(cuKernelGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, saxpy, device));
    EXPECT(threads == 1024, "%d threads per block", threads);

    const unsigned count = 300;
    CUdeviceptr x, y;
    CHECK(cuMemAlloc(&x, count * 4));
    CHECK(cuMemAlloc(&y, count * 4));
    const float one = 1, two = 2;
    unsigned bits_one, bits_two;
    std::memcpy(&bits_one, &one, 4);
    std::memcpy(&bits_two, &two, 4);
    CHECK(cuMemsetD32(x, bits_one, count));
    CHECK(cuMemsetD32(y, bits_two, count));
    float a = 0.5f;
    unsigned n = count;
    void* parameters[] = {&x, &y, &a, &n};
    CUfunction function;
    CHECK(cuKernelGetFunction(&function, saxpy));
    CHECK(cuLaunchKernel(function, 3, 1, 1, 128, 1, 1, 0, nullptr, parameters, nullptr));
    // A kernel may stand where a function is asked for.
    CHECK(cuLaunchKernel(reinterpret_cast<CUfunction>(saxpy), 3, 1, 1, 128, 1, 1, 0, nullptr, parameters, nullptr));
    CUlaunchConfig configuration = {};
    configuration.gridDimX = 3;
    configuration.gridDimY = configuration.gridDimZ = 1;
    configuration.blockDimX = 128;
    configuration.blockDimY = configuration.blockDimZ = 1;
    CHECK(cuLaunchKernelEx(&configuration, function, parameters, nullptr));
    std::vector<float> result(count);
    CHECK(cuMemcpyDtoH(result.data(), y, count * 4));
    e2e::expect_each("y", result, [](auto) { return 3.5f; });

    CUdeviceptr step;
    std::size_t bytes = 0;
    CHECK(cuLibraryGetGlobal(&step, &bytes, library, "step"));
    unsigned value = 0;
    CHECK(cuMemcpyDtoH(&value, step, 4));
    EXPECT(bytes == 4 && value == 5, "step: %zu bytes, %u", bytes, value);
    CUmodule module;
    CHECK(cuLibraryGetModule(&module, library));
    CHECK(cuModuleGetFunction(&function, module, "bump"));
    CHECK(cuMemFree(x));
    CHECK(cuMemFree(y));
    CHECK(cuLibraryUnload(library));
    CHECK(cuCtxPopCurrent(nullptr));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return e2e::passed();
}
