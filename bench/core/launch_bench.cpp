// Measures launches of a program that does nothing else: empty kernels through the driver's interface.
//
//   launch_bench [ROUNDS [LAUNCHES]]     microseconds of a launch, until all are done, of each round, as JSON
//
// Compiled by any C++ compiler; the driver is found when it runs, a card's or Ringfence's (see audited.py).
#include <dlfcn.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr const char* ptx =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry empty()\n{\n    ret;\n}\n";

void* library = nullptr;

template <typename... Arguments>
void call(const char* name, Arguments... arguments) {
    auto* function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name));
    const int status = function != nullptr ? function(arguments...) : -1;
    if (status == 0) return;
    std::fprintf(stderr, "launch_bench: %s: status %d\n", name, status);
    std::exit(1);
}

using Function = int (*)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**,
                         void**);

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 20;
    const int launches = argc > 2 ? std::atoi(argv[2]) : 5000;
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (library == nullptr) {
        std::fprintf(stderr, "launch_bench: %s\n", dlerror());
        return 1;
    }
    int device = 0;
    void* context = nullptr;
    void* module = nullptr;
    void* kernel = nullptr;
    call("cuInit", 0U);
    call("cuDeviceGet", &device, 0);
    call("cuDevicePrimaryCtxRetain", &context, device);
    call("cuCtxSetCurrent", context);
    call("cuModuleLoadData", &module, static_cast<const void*>(ptx));
    call("cuModuleGetFunction", &kernel, module, "empty");
    auto* launch = reinterpret_cast<Function>(dlsym(library, "cuLaunchKernel"));
    if (launch == nullptr) return 1;
    std::printf("[");
    for (int round = -1; round < rounds; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < launches; ++i) {
            if (launch(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr) != 0) return 1;
        }
        call("cuCtxSynchronize");
        const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
        // The first warms up.
        if (round >= 0) std::printf("%s%.5f", round == 0 ? "" : ", ", took.count() / launches);
    }
    std::printf("]\n");
    // As if it had ended: nothing here is to be measured any more.
    std::fflush(stdout);
    std::_Exit(0);
}
