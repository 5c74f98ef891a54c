// Reaches a limit, for limits.py: `limits CASE` says what happened in a line, `CASE: N, then STATUS`, and stays until
// its input ends, so that somebody can look at the counters. For bench/core/limits.py: `limits hammer CASE RATE` goes
// on asking for more, so often a second (0: as often as it can), and `limits work SECONDS` launches and copies, and
// says every 50 ms when that was and how often it did.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <thread>

#include "../../basic_kernels.h"
#include "program.h"

namespace {

constexpr std::size_t mebi = std::size_t{1} << 20;
constexpr int most = 5000;

const std::string kernels = std::string(ringfence::hungry_kernel) + R"(
.visible .entry spin(.param .u64 word, .param .u64 turns)
{
    .reg .b64 %rd<6>;
    .reg .b32 %r<2>;
    .reg .pred %p, %q;
    ld.param.u64 %rd1, [word];
    ld.param.u64 %rd2, [turns];
    mov.u64 %rd3, 0;
again:
    add.u64 %rd3, %rd3, 1;
    ld.volatile.global.u32 %r1, [%rd1];
    setp.ne.u32 %p, %r1, 0;
    @%p bra out;
    setp.lt.u64 %q, %rd3, %rd2;
    @%q bra again;
out:
    ret;
}
)";

struct Outcome {
    int done = 0;
    int status = 0;
};

// Until it fails.
Outcome repeat(const std::function<int()>& once, int times = most) {
    Outcome outcome;
    for (; outcome.done < times; ++outcome.done) {
        outcome.status = once();
        if (outcome.status != 0) break;
    }
    return outcome;
}

Outcome reach_device_memory(int times) {
    std::size_t free = 0;
    std::size_t total = 0;
    std::size_t device = 0;
    CHECK(cuMemGetInfo(&free, &total));
    CHECK(cuDeviceTotalMem(&device, 0));
    std::printf("total %zu MiB, device %zu MiB\n", total / mebi, device / mebi);
    return repeat(
        [] {
            Address memory = 0;
            return cuMemAlloc(&memory, 4 * mebi);
        },
        times);
}

Outcome reach_host_memory(std::size_t bytes) {
    return repeat([bytes] {
        void* memory = nullptr;
        return cuMemAllocHost(&memory, bytes);
    });
}

Outcome reach_graphs(int nodes) {
    return repeat([nodes] {
        Handle graph = nullptr;
        Handle instance = nullptr;
        CHECK(cuGraphCreate(&graph, 0));
        const HostNode call = {[](void*) {}, nullptr};
        for (int i = 0; i < nodes; ++i) {
            Handle node = nullptr;
            CHECK(cuGraphAddHostNode(&node, graph, nullptr, 0, &call));
        }
        const int status = cuGraphInstantiate(&instance, graph, 0);
        CHECK(cuGraphDestroy(graph));
        return status;
    });
}

Outcome reach_modules() {
    return repeat(
        [] {
            Handle module = nullptr;
            return cuModuleLoadData(&module, kernels.c_str());
        },
        200);
}

Outcome reach_functions() {
    return repeat(
        [] {
            Handle module = nullptr;
            Handle function = nullptr;
            CHECK(cuModuleLoadData(&module, kernels.c_str()));
            return cuModuleGetFunction(&function, module, "spin");
        },
        200);
}

Outcome reach_local_memory() {
    CHECK(cuCtxSetLimit(0, 1 << 16));
    std::size_t stack = 0;
    CHECK(cuCtxGetLimit(&stack, 0));
    std::printf("stack %zu\n", stack);
    Handle module = nullptr;
    CHECK(cuModuleLoadData(&module, kernels.c_str()));
    launch(find_function(module, "hungry"), 1, 1, 0, nullptr, device_memory(4));
    return {0, cuCtxSynchronize()};
}

// More than may be under way: the calls wait, and all is done in the end.
Outcome reach_work(bool are_copies) {
    void* word = nullptr;
    CHECK(cuMemAllocHost(&word, 4096));
    std::memset(word, 0, 4096);
    Handle module = nullptr;
    CHECK(cuModuleLoadData(&module, kernels.c_str()));
    const Address data = device_memory(4096);
    const unsigned long long turns = 3'000'000;
    launch(find_function(module, "spin"), 1, 1, 0, nullptr, reinterpret_cast<Address>(word), turns);
    Outcome outcome = repeat(
        [&] {
            return are_copies ? cuMemcpyHtoDAsync(data, word, 64, nullptr) : cuMemsetD32Async(data, 1, 16, nullptr);
        },
        2000);
    if (outcome.status == 0) outcome.status = cuCtxSynchronize();
    return outcome;
}

Outcome reach_kernel_time() {
    void* word = nullptr;
    CHECK(cuMemAllocHost(&word, 4096));
    std::memset(word, 0, 4096);
    Handle module = nullptr;
    CHECK(cuModuleLoadData(&module, kernels.c_str()));
    launch(find_function(module, "spin"), 1, 1, 0, nullptr, reinterpret_cast<Address>(word), ~0ULL);
    return {0, cuCtxSynchronize()};
}

Outcome reach_compile_time() {
    std::string text =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry slow(.param .u64 out)\n{\n"
        "    .reg .b64 %rd<2>;\n    .reg .f32 %f<4>;\n    ld.param.u64 %rd1, [out];\n"
        "    ld.global.f32 %f1, [%rd1];\n";
    for (int i = 0; i < 200'000; ++i)
        text += "    fma.rn.f32 %f1, %f1, %f1, %f" + std::to_string(i % 3 + 1) + ";\n";
    text += "    st.global.f32 [%rd1], %f1;\n    ret;\n}\n// " + std::to_string(std::random_device()()) + "\n";
    Handle module = nullptr;
    return {0, cuModuleLoadData(&module, text.c_str())};
}

// Some of each, so that there is something to give back when this process is killed.
Outcome have_some() {
    Handle module = nullptr;
    CHECK(cuModuleLoadData(&module, kernels.c_str()));
    (void)find_function(module, "spin");
    (void)device_memory(8 * mebi);
    void* host = nullptr;
    CHECK(cuMemAllocHost(&host, mebi));
    for (int i = 0; i < 3; ++i) {
        Handle made = nullptr;
        CHECK(cuStreamCreate(&made, 1));
        CHECK(cuEventCreate(&made, 0));
    }
    return {};
}

Outcome reach(const std::string& name) {
    if (name == "device_memory") return reach_device_memory(200);
    if (name == "device_memory_soft") return reach_device_memory(20);
    if (name == "host_memory") return reach_host_memory(8 * mebi);
    if (name == "host_segments") return reach_host_memory(4096);
    if (name == "streams")
        return repeat([] {
            Handle stream = nullptr;
            return cuStreamCreate(&stream, 0);
        });
    if (name == "events")
        return repeat([] {
            Handle event = nullptr;
            return cuEventCreate(&event, 0);
        });
    if (name == "graphs") return reach_graphs(1);
    if (name == "graph_nodes") return reach_graphs(5);
    if (name == "modules" || name == "module_bytes") return reach_modules();
    if (name == "functions") return reach_functions();
    if (name == "local_memory") return reach_local_memory();
    if (name == "submissions") return reach_work(false);
    if (name == "copies") return reach_work(true);
    if (name == "kernel_ms") return reach_kernel_time();
    if (name == "compile_ms") return reach_compile_time();
    if (name == "some") return have_some();
    fail(__FILE__, __LINE__, "there is no case %s", name.c_str());
}

using Clock = std::chrono::steady_clock;

// An instance of it, as often as one is wanted.
std::function<int()> instances_of_a_graph(int nodes) {
    Handle graph = nullptr;
    CHECK(cuGraphCreate(&graph, 0));
    static const HostNode call = {[](void*) {}, nullptr};
    for (int i = 0; i < nodes; ++i) {
        Handle node = nullptr;
        CHECK(cuGraphAddHostNode(&node, graph, nullptr, 0, &call));
    }
    return [graph] {
        Handle instance = nullptr;
        return cuGraphInstantiate(&instance, graph, 0);
    };
}

// The function of a module that the session has no room for.
std::function<int()> one_function_too_many() {
    Handle module = nullptr;
    Handle function = nullptr;
    for (int status = 0; status == 0;) {
        CHECK(cuModuleLoadData(&module, kernels.c_str()));
        status = cuModuleGetFunction(&function, module, "spin");
    }
    return [module] {
        Handle made = nullptr;
        return cuModuleGetFunction(&made, module, "spin");
    };
}

std::function<int()> launches_of(Handle function, Address data) {
    return [function, data] {
        Address at = data;
        void* arguments[] = {&at};
        return cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
    };
}

// A call that wants one more of the thing.
std::function<int()> way_to_hammer(const std::string& name, Handle module, Address data) {
    if (name == "graphs") return instances_of_a_graph(1);
    if (name == "graph_nodes") return instances_of_a_graph(5);
    if (name == "functions") return one_function_too_many();
    if (name == "local_memory") return launches_of(find_function(module, "hungry"), data);
    const std::function<int()> load = [] {
        Handle made = nullptr;
        return cuModuleLoadData(&made, kernels.c_str());
    };
    const std::map<std::string, std::function<int()>> ways = {
        {"device_memory",
         [] {
             Address made = 0;
             return cuMemAlloc(&made, mebi);
         }},
        {"host_memory",
         [] {
             void* made = nullptr;
             return cuMemAllocHost(&made, mebi);
         }},
        {"host_segments",
         [] {
             void* made = nullptr;
             return cuMemAllocHost(&made, 4096);
         }},
        {"streams",
         [] {
             Handle made = nullptr;
             return cuStreamCreate(&made, 1);
         }},
        {"events",
         [] {
             Handle made = nullptr;
             return cuEventCreate(&made, 0);
         }},
        {"modules", load},
        {"module_bytes", load},
        {"submissions", [data] { return cuMemsetD32Async(data, 1, 16, nullptr); }},
        {"copies",
         [data] {
             static const int word = 1;
             return cuMemcpyHtoDAsync(data, &word, sizeof(word), nullptr);
         }},
    };
    EXPECT(ways.contains(name), "there is no way to hammer at %s", name.c_str());
    return ways.at(name);
}

// Until somebody ends it.
void hammer(const std::string& name, int rate) {
    Handle module = nullptr;
    CHECK(cuModuleLoadData(&module, kernels.c_str()));
    const auto once = way_to_hammer(name, module, device_memory(4096));
    std::printf("ready\n");
    std::fflush(stdout);
    for (auto next = Clock::now();;) {
        (void)once();
        if (rate == 0) continue;
        next += std::chrono::nanoseconds(1'000'000'000 / rate);
        // One that was stopped for a while does not catch up.
        next = std::max(next, Clock::now() - std::chrono::milliseconds(5));
        std::this_thread::sleep_until(next);
    }
}

void work(double seconds) {
    Handle module = nullptr;
    CHECK(cuModuleLoadData(&module, kernels.c_str()));
    const Handle spin = find_function(module, "spin");
    const Address word = device_memory(4096);
    CHECK(cuMemsetD32(word, 1, 1024));
    std::vector<int> host(1024);
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    for (auto begin = Clock::now(); begin < end; begin = Clock::now()) {
        int rounds = 0;
        for (; Clock::now() - begin < std::chrono::milliseconds(50); ++rounds) {
            for (int i = 0; i < 10; ++i)
                launch(spin, 1, 32, 0, nullptr, word, 100ULL);
            CHECK(cuMemcpyDtoH(host.data(), word, 4096));
        }
        const std::chrono::duration<double> took = Clock::now() - begin;
        std::printf("%.6f %.6f %d\n", std::chrono::duration<double>(begin.time_since_epoch()).count(), took.count(),
                    rounds);
        std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char** argv) {
    EXPECT(argc >= 2, "limits CASE | hammer CASE RATE | work SECONDS");
    (void)begin();
    if (argc == 4 && std::string_view(argv[1]) == "hammer") hammer(argv[2], std::atoi(argv[3]));
    if (argc == 3 && std::string_view(argv[1]) == "work") {
        work(std::atof(argv[2]));
        return 0;
    }
    const Outcome outcome = reach(argv[1]);
    std::printf("%s: %d, then %d\n", argv[1], outcome.done, outcome.status);
    std::fflush(stdout);
    while (std::getchar() != EOF) {
    }
    return 0;
}
