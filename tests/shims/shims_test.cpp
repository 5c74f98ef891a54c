// The libraries with CUDA's names: that they load, and that every declared function is there under its version.
#include <dlfcn.h>

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "api/names.h"

namespace {

using ringfence::client::api_infos;

void* load(const char* name) {
    const std::string path = std::string(RINGFENCE_SHIM_FOLDER "/") + name;
    void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(library, nullptr) << ::dlerror();
    return library;
}

bool is_runtime(std::string_view name) {
    return name.starts_with("cuda") || name.starts_with("__cuda");
}

TEST(Shims, DriverExportsWhatIsDeclared) {
    void* library = load("libcuda.so.1");
    ASSERT_NE(library, nullptr);
    for (const auto& info : api_infos) {
        if (is_runtime(info.name)) continue;
        EXPECT_NE(::dlsym(library, info.name), nullptr) << info.name;
    }
}

TEST(Shims, DriverCanBeToldFromTheRealOne) {
    void* library = load("libcuda.so.1");
    ASSERT_NE(library, nullptr);
    EXPECT_NE(::dlsym(library, "ringfence_shim_version"), nullptr);
}

// Programs are linked against these versions and the dynamic linker checks them.
TEST(Shims, RuntimeHasItsSymbolVersion) {
    void* thirteen = load("libcudart.so.13");
    void* twelve = load("libcudart.so.12");
    ASSERT_NE(thirteen, nullptr);
    ASSERT_NE(twelve, nullptr);
    for (const char* name : {"cudaMalloc", "cudaLaunchKernel", "cudaMemcpy_ptds", "__cudaRegisterFatBinary"}) {
        EXPECT_NE(::dlvsym(thirteen, name, "libcudart.so.13"), nullptr) << name;
        EXPECT_NE(::dlvsym(twelve, name, "libcudart.so.12"), nullptr) << name;
    }
    EXPECT_EQ(::dlsym(thirteen, "cudaGetDeviceProperties_v2"), nullptr);
    EXPECT_NE(::dlsym(twelve, "cudaGetDeviceProperties_v2"), nullptr);
}

TEST(Shims, UnsupportedFunctionSaysSo) {
    void* driver = load("libcuda.so.1");
    void* runtime = load("libcudart.so.13");
    ASSERT_NE(driver, nullptr);
    ASSERT_NE(runtime, nullptr);
    const auto texture = reinterpret_cast<int (*)(void*)>(::dlsym(driver, "cuTexRefCreate"));
    const auto surface = reinterpret_cast<int (*)(unsigned long long)>(::dlsym(runtime, "cudaDestroySurfaceObject"));
    void* reference = nullptr;
    EXPECT_EQ(texture(&reference), 801);
    EXPECT_EQ(surface(0), 801);
}

}  // namespace
