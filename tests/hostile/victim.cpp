// A program that is in the middle of one kind of call when it, or its worker, is killed. Run under `ringfence run`.
//
//     hostile_victim KIND     prints "ready" when it is about to be there; then stays there, or comes back again and
//     again
//
// If a call fails it prints "failed STATUS" and ends: that is what is expected when the worker dies.
#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "../e2e/driver/driver_api.h"
#include "source_dir.h"

#define DEFINE(name, symbol, ...) int (*name)(__VA_ARGS__) = nullptr;
DRIVER_FUNCTIONS(DEFINE)
#undef DEFINE

namespace {

constexpr long long about_ten_seconds = 10'000'000'000;

void check(int status) {
    if (status == 0) return;
    std::printf("failed %d\n", status);
    std::fflush(stdout);
    std::_Exit(3);
}

void say_ready() {
    std::printf("ready\n");
    std::fflush(stdout);
}

void load_driver() {
    void* library = dlopen("libcuda.so.1", RTLD_NOW);
    if (library == nullptr) std::exit(1);
#define FIND(name, symbol, ...) name = reinterpret_cast<decltype(name)>(dlsym(library, symbol));
    DRIVER_FUNCTIONS(FIND)
#undef FIND
}

std::string read_kernels() {
    std::ifstream file(RINGFENCE_SOURCE_DIR "/tests/e2e/driver/kernels.ptx");
    return {std::istreambuf_iterator<char>(file), {}};
}

// Many kernels of one kind: seconds of compiling.
std::string big_module() {
    std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n";
    for (int kernel = 0; kernel < 300; ++kernel) {
        text +=
            ".visible .entry k" + std::to_string(kernel) + "(.param .u64 p)\n{\n.reg .b32 %r<3>;\nmov.u32 %r1, 1;\n";
        for (int line = 0; line < 200; ++line)
            text += "mad.lo.u32 %r1, %r1, " + std::to_string(line + 3) + ", %r1;\n";
        text += ".reg .b64 %d;\nld.param.u64 %d, [p];\nst.global.u32 [%d], %r1;\nret;\n}\n";
    }
    return text;
}

struct Program {
    Handle module = nullptr;
    Handle scale = nullptr;
    Address memory = 0;

    void begin() {
        load_driver();
        check(cuInit(0));
        Handle context = nullptr;
        check(cuDevicePrimaryCtxRetain(&context, 0));
        check(cuCtxSetCurrent(context));
        check(cuModuleLoadData(&module, read_kernels().c_str()));
        check(cuModuleGetFunction(&scale, module, "scale"));
        check(cuMemAlloc(&memory, 1 << 20));
    }
    void launch(long long cycles) {
        int factor = 1;
        int offset = 0;
        void* arguments[] = {&memory, &factor, &offset, &cycles};
        check(cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    }

    void allocate() {
        say_ready();
        for (;;) {
            Address address = 0;
            check(cuMemAlloc(&address, 1 << 20));
            check(cuMemFree(address));
        }
    }
    void copy() {
        std::vector<char> host(256 << 20, 'x');
        Address device = 0;
        check(cuMemAlloc(&device, host.size()));
        say_ready();
        for (;;) {
            check(cuMemcpyHtoD(device, host.data(), host.size()));
            check(cuMemcpyDtoH(host.data(), device, host.size()));
        }
    }
    void launch_long() {
        launch(about_ten_seconds);
        say_ready();
        check(cuCtxSynchronize());
        std::_Exit(0);
    }
    void launch_endless() {
        launch(std::numeric_limits<long long>::max());
        say_ready();
        check(cuCtxSynchronize());
    }
    // A store to an address that somebody else has.
    void launch_astray() {
        const char* const address = std::getenv("HOSTILE_FOREIGN");
        if (address == nullptr) std::_Exit(2);
        memory = std::strtoull(address, nullptr, 16);
        say_ready();
        launch(0);
        check(cuCtxSynchronize());
    }
    // More and more work, behind something that never ends.
    void fill_stream() {
        check(cuLaunchHostFunc(
            nullptr,
            [](void*) {
                say_ready();
                ::sleep(600);
            },
            nullptr));
        for (;;)
            (void)cuMemsetD32Async(memory, 7, 1000, nullptr);
    }
    void launch_often() {
        say_ready();
        for (;;)
            launch(0);
    }
    void synchronize() {
        say_ready();
        for (;;) {
            launch(1'000'000);
            check(cuCtxSynchronize());
        }
    }
    void load() {
        const std::string text = big_module();
        say_ready();
        for (;;) {
            Handle big = nullptr;
            check(cuModuleLoadData(&big, text.c_str()));
            check(cuModuleUnload(big));
        }
    }
    void call_host() {
        check(cuLaunchHostFunc(
            nullptr,
            [](void*) {
                say_ready();
                ::sleep(600);
            },
            nullptr));
        check(cuCtxSynchronize());
    }
    void launch_graph() {
        Handle stream = nullptr;
        Handle graph = nullptr;
        Handle ready = nullptr;
        check(cuStreamCreate(&stream, 1));
        check(cuStreamBeginCapture(stream, 0));
        check(cuMemsetD32Async(memory, 7, 1000, stream));
        check(cuLaunchHostFunc(
            stream, [](void*) { ::usleep(1000); }, nullptr));
        check(cuStreamEndCapture(stream, &graph));
        check(cuGraphInstantiate(&ready, graph, 0));
        say_ready();
        for (;;) {
            check(cuGraphLaunch(ready, stream));
            check(cuStreamSynchronize(stream));
        }
    }
    void allocate_host() {
        say_ready();
        for (;;) {
            void* host = nullptr;
            check(cuMemAllocHost(&host, 4 << 20));
            std::memset(host, 1, 4 << 20);
            check(cuMemFreeHost(host));
        }
    }
};

}  // namespace

int main(int argc, char** argv) {
    const std::map<std::string, void (Program::*)()> kinds = {
        {"allocate", &Program::allocate},           {"copy", &Program::copy},
        {"launch_long", &Program::launch_long},     {"launch_often", &Program::launch_often},
        {"synchronize", &Program::synchronize},     {"load", &Program::load},
        {"call_host", &Program::call_host},         {"launch_graph", &Program::launch_graph},
        {"allocate_host", &Program::allocate_host}, {"launch_endless", &Program::launch_endless},
        {"fill_stream", &Program::fill_stream},     {"launch_astray", &Program::launch_astray}};
    const auto kind = kinds.find(argc > 1 ? argv[1] : "");
    if (kind == kinds.end()) return 2;
    Program program;
    program.begin();
    (program.*kind->second)();
    return 0;
}
