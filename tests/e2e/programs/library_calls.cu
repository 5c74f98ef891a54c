// Libraries and kernels of the runtime (cudaLibrary*, cudaKernel*), from memory and from a file, and the driver's
// questions about functions.
#include <cuda.h>

#include <unistd.h>

#include <cstring>
#include <fstream>
#include <set>
#include <string>

#include "check.h"
#include "kernels_ptx.h"

__global__ void __launch_bounds__(256) own(int* out, float factor, char tag) {
    out[threadIdx.x] = int(factor) + tag;
}

std::string file_with(const char* text) {
    const char* folder = std::getenv("TMPDIR") != nullptr ? std::getenv("TMPDIR") : "/tmp";
    const std::string path = std::string(folder) + "/library_calls." + std::to_string(getpid()) + ".ptx";
    std::ofstream(path) << text;
    return path;
}

// A kernel belongs to no context, but its parameters are told within one only.
void expect_no_parameters_without_context(cudaKernel_t kernel) {
    CUcontext context = nullptr;
    CHECK(cuCtxGetCurrent(&context));
    CHECK(cuCtxSetCurrent(nullptr));
    size_t offset = 0, size = 0;
    EXPECT_STATUS(CUDA_ERROR_INVALID_CONTEXT, cuKernelGetParamInfo(kernel, 0, &offset, &size));
    CHECK(cuCtxSetCurrent(context));
}

void use(cudaLibrary_t library) {
    unsigned count = 0;
    CHECK(cudaLibraryGetKernelCount(&count, library));
    EXPECT(count == 2, "%u kernels", count);
    std::vector<cudaKernel_t> kernels(count);
    CHECK(cudaLibraryEnumerateKernels(kernels.data(), count, library));
    std::set<std::string> names;
    for (cudaKernel_t kernel : kernels) {
        const char* name = nullptr;
        CHECK(cuKernelGetName(&name, kernel));
        names.insert(name);
        CUlibrary of = nullptr;
        CHECK(cuKernelGetLibrary(&of, kernel));
        EXPECT(of == library, "another library");
    }
    EXPECT(names == (std::set<std::string>{"bump", "saxpy"}), "other names");

    cudaKernel_t saxpy;
    CHECK(cudaLibraryGetKernel(&saxpy, library, "saxpy"));
    expect_no_parameters_without_context(saxpy);
    const size_t offsets[] = {0, 8, 16, 20}, sizes[] = {8, 8, 4, 4};
    for (size_t i = 0; i < 4; ++i) {
        size_t offset = 77, size = 77;
        CHECK(cuKernelGetParamInfo(saxpy, i, &offset, &size));
        EXPECT(offset == offsets[i] && size == sizes[i], "parameter %zu: %zu bytes at %zu", i, size, offset);
    }
    size_t offset = 0, size = 0;
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE, cuKernelGetParamInfo(saxpy, 4, &offset, &size));
    CHECK(cuKernelSetCacheConfig(saxpy, CU_FUNC_CACHE_PREFER_L1, 0));
    CHECK(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 64 << 10, saxpy, 0));
    int value = 0;
    CHECK(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, saxpy, 0));
    EXPECT(value == 64 << 10, "%d bytes of shared memory", value);
    CHECK(cudaKernelSetAttributeForDevice(saxpy, cudaFuncAttributeMaxDynamicSharedMemorySize, 32 << 10, 0));
    CHECK(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, saxpy, 0));
    EXPECT(value == 32 << 10, "%d bytes of shared memory", value);

    const unsigned many = 100;
    float* x = e2e::device_copy(e2e::filled<float>(many, [](size_t i) { return i; }));
    float* y = e2e::device_copy(e2e::filled<float>(many, [](size_t) { return 1; }));
    float a = 2;
    unsigned n = many;
    void* arguments[] = {&x, &y, &a, &n};
    CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(saxpy), dim3(1), dim3(128), arguments, 0, nullptr));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("y", e2e::fetch(y, many), [](size_t i) { return 2 * i + 1; });
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));

    void* step = nullptr;
    CHECK(cudaLibraryGetGlobal(&step, &size, library, "step"));
    unsigned five = 0;
    CHECK(cudaMemcpy(&five, step, sizeof five, cudaMemcpyDeviceToHost));
    EXPECT(five == 5 && size == 4, "%u, %zu bytes", five, size);
    EXPECT_STATUS(cudaErrorSymbolNotFound, cudaLibraryGetGlobal(&step, &size, library, "nothing"));
    EXPECT_STATUS(cudaErrorSymbolNotFound, cudaLibraryGetKernel(&saxpy, library, "nothing"));
    // `step` is no managed variable.
    EXPECT_STATUS(cudaErrorSymbolNotFound, cudaLibraryGetManaged(&step, &size, library, "step"));
    cudaGetLastError();
}

void functions() {
    cudaKernel_t kernel;
    cudaFunction_t function;
    CHECK(cudaGetKernel(&kernel, (const void*)own));
    CHECK(cudaGetFuncBySymbol(&function, (const void*)own));
    const char* name = nullptr;
    CHECK(cuFuncGetName(&name, function));
    EXPECT(std::strstr(name, "own") != nullptr, "name %s", name);
    CUmodule module = nullptr;
    CHECK(cuFuncGetModule(&module, function));
    CUfunction same = nullptr;
    CHECK(cuModuleGetFunction(&same, module, name));
    EXPECT(same == function, "another function");
    CHECK(cuFuncLoad(function));
    CUfunctionLoadingState loaded;
    CHECK(cuFuncIsLoaded(&loaded, function));
    EXPECT(loaded == CU_FUNCTION_LOADING_STATE_LOADED, "not loaded");
    const size_t offsets[] = {0, 8, 12}, sizes[] = {8, 4, 1};
    for (size_t i = 0; i < 3; ++i) {
        size_t offset = 77, size = 77;
        CHECK(cudaFuncGetParamInfo((const void*)own, i, &offset, &size));
        EXPECT(offset == offsets[i] && size == sizes[i], "parameter %zu: %zu bytes at %zu", i, size, offset);
        CHECK(cuFuncGetParamInfo(function, i, &offset, &size));
        EXPECT(offset == offsets[i] && size == sizes[i], "parameter %zu: %zu bytes at %zu", i, size, offset);
    }
    cudaFuncAttributes attributes = {};
    CHECK(cudaFuncGetAttributes(&attributes, (const void*)own));
    EXPECT(attributes.maxThreadsPerBlock == 256, "%d threads", attributes.maxThreadsPerBlock);
    CHECK(cudaFuncSetCacheConfig((const void*)own, cudaFuncCachePreferShared));
    CUmoduleLoadingMode mode;
    CHECK(cuModuleGetLoadingMode(&mode));
    EXPECT(mode == CU_MODULE_LAZY_LOADING || mode == CU_MODULE_EAGER_LOADING, "mode %d", int(mode));
    // As a kernel it can be launched too.
    int* out = e2e::device_array<int>(32);
    float factor = 30;
    char tag = 4;
    void* arguments[] = {&out, &factor, &tag};
    CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(1), dim3(32), arguments, 0, nullptr));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("out", e2e::fetch(out, 32), [](size_t) { return 34; });
    CHECK(cudaFree(out));
}

void expect_no_context(const char* call) {
    CUcontext context = nullptr;
    CHECK(cuCtxGetCurrent(&context));
    EXPECT(context == nullptr, "%s has made a context current", call);
}

// Libraries and their kernels belong to no context, and these calls make none current.
void without_context() {
    cudaLibrary_t library;
    CHECK(cudaLibraryLoadData(&library, kernels_ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
    expect_no_context("cudaLibraryLoadData");
    unsigned count = 0;
    CHECK(cudaLibraryGetKernelCount(&count, library));
    EXPECT(count == 2, "%u kernels", count);
    expect_no_context("cudaLibraryGetKernelCount");
    cudaKernel_t kernels[2];
    CHECK(cudaLibraryEnumerateKernels(kernels, 2, library));
    expect_no_context("cudaLibraryEnumerateKernels");
    CHECK(cudaLibraryGetKernel(kernels, library, "saxpy"));
    expect_no_context("cudaLibraryGetKernel");
    CHECK(cudaLibraryUnload(library));
    expect_no_context("cudaLibraryUnload");
}

int main() {
    without_context();
    CHECK(cudaFree(nullptr));
    cudaLibrary_t library;
    CHECK(cudaLibraryLoadData(&library, kernels_ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
    use(library);
    CHECK(cudaLibraryUnload(library));
    const std::string path = file_with(kernels_ptx);
    CHECK(cudaLibraryLoadFromFile(&library, path.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    use(library);
    CHECK(cudaLibraryUnload(library));
    CUlibrary drivers;
    CHECK(cuLibraryLoadFromFile(&drivers, path.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    use(drivers);
    CHECK(cuLibraryUnload(drivers));
    std::remove(path.c_str());
    functions();
    return e2e::passed();
}
