// A kernel that is compiled when the program runs, by NVRTC. Where NVRTC is not installed, what it makes of the same
// source is read from a file: runtime_compiled PTX-FILE. `--write` makes that file.
#include <cuda.h>
#include <dlfcn.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "check.h"

const char source[] = R"(
template <typename T> __device__ T clamp(T x, T low, T high) { return x < low ? low : x > high ? high : x; }
extern "C" __global__ void clamp_all(float* data, float low, float high, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] = clamp(data[i], low, high);
}
)";

template <typename Function>
Function* find(void* library, const char* name) {
    return reinterpret_cast<Function*>(dlsym(library, name));
}

std::string compile() {
    void* library = dlopen("libnvrtc.so.13", RTLD_NOW);
    if (!library) return {};
    using Program = void*;
    auto* create = find<int(Program*, const char*, const char*, int, const char* const*, const char* const*)>(
        library, "nvrtcCreateProgram");
    auto* build = find<int(Program, int, const char* const*)>(library, "nvrtcCompileProgram");
    auto* size = find<int(Program, std::size_t*)>(library, "nvrtcGetPTXSize");
    auto* text = find<int(Program, char*)>(library, "nvrtcGetPTX");
    Program program = nullptr;
    const char* options[] = {"--gpu-architecture=compute_90", "-default-device"};
    EXPECT(create(&program, source, "clamp.cu", 0, nullptr, nullptr) == 0, "NVRTC made no program");
    EXPECT(build(program, 2, options) == 0, "NVRTC did not compile");
    std::size_t bytes = 0;
    EXPECT(size(program, &bytes) == 0, "NVRTC gave no size");
    std::string ptx(bytes, '\0');
    EXPECT(text(program, ptx.data()) == 0, "NVRTC gave no PTX");
    ptx.resize(std::strlen(ptx.c_str()));
    return ptx;
}

int main(int count, char** words) {
    std::string ptx = compile();
    if (count == 3 && std::strcmp(words[2], "--write") == 0) {
        std::ofstream(words[1]) << ptx;
        return ptx.empty();
    }
    if (ptx.empty()) {
        EXPECT(count == 2, "there is no NVRTC here. usage: %s PTX-FILE", words[0]);
        std::ifstream file(words[1]);
        ptx.assign(std::istreambuf_iterator<char>(file), {});
        EXPECT(!ptx.empty(), "cannot read %s", words[1]);
    }

    CHECK(cudaFree(nullptr));  // the runtime makes the context; the driver API uses it
    CUmodule module;
    CUfunction function;
    CHECK(cuModuleLoadData(&module, ptx.c_str()));
    CHECK(cuModuleGetFunction(&function, module, "clamp_all"));
    int n = 500;
    float* data = e2e::device_copy(e2e::filled<float>(n, [](int i) { return i - 250; }));
    float low = -100, high = 33.5f;
    void* parameters[] = {&data, &low, &high, &n};
    CHECK(cuLaunchKernel(function, 4, 1, 1, 128, 1, 1, 0, nullptr, parameters, nullptr));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("clamped", e2e::fetch(data, n), [&](int i) {
        const float x = i - 250;
        return x < low ? low : x > high ? high : x;
    });
    CHECK(cuModuleUnload(module));
    CHECK(cudaFree(data));
    return e2e::passed();
}
