// The libraries with CUDA's names: that they load, and that every declared function is there under its version.
#include <dlfcn.h>

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "api/driver_functions.h"
#include "api/names.h"
#include "api/runtime_functions.h"

namespace {

namespace driver = ringfence::driver;
namespace runtime = ringfence::runtime;
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
    void* cuda = load("libcuda.so.1");
    void* cudart = load("libcudart.so.13");
    ASSERT_NE(cuda, nullptr);
    ASSERT_NE(cudart, nullptr);
    const auto texture = reinterpret_cast<decltype(&driver::cuModuleGetTexRef)>(::dlsym(cuda, "cuModuleGetTexRef"));
    const auto semaphore = reinterpret_cast<decltype(&runtime::cudaDestroyExternalSemaphore)>(
        ::dlsym(cudart, "cudaDestroyExternalSemaphore"));
    CUtexref reference = nullptr;
    EXPECT_EQ(texture(&reference, nullptr, "name"), CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(semaphore(nullptr), cudaErrorNotSupported);
}

}  // namespace
