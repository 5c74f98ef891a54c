// Random programs of streams, events, copies, fills, kernels, graphs and host functions, submitted by several threads.
//
//   random_order [--seeds A..B] [--operations N|A..B] [--without KINDS] [--limit SECONDS] [--verbose]
//
// A seed gives a list of operations on small buffers; with --operations A..B it gives their number, too. Where two of
// them touch the same buffer and one writes it, the later one must come after the earlier one: by the order of one
// stream, by an event, or because one of them is on the legacy default stream. Nothing else is ordered. So the result
// is that of doing the list in order, which the host does too. --limit: a list that takes longer ends the program, and
// the longest is told, so that a deadlock or one that was hardly ever let on the device shows.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>

#include "check.h"
#include "random_order/program.h"

namespace {

using namespace random_order;

__global__ void mix(unsigned* to, const unsigned* from, unsigned value, long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
    const unsigned i = threadIdx.x;
    to[i] = mixed(to[i], from[i], value, i);
}

struct HostCall {
    unsigned* to;
    const unsigned* from;
    unsigned value;
};

void CUDART_CB call_mix(void* argument) {
    const HostCall& call = *static_cast<HostCall*>(argument);
    mix_on_host(call.to, call.from, call.value);
}

class Machine {
public:
    Machine(const std::vector<Operation>& program, const Buffers& start)
        : program_(program), calls_(program.size()), submitted_(program.size()), events_(program.size()) {
        for (int i = 0; i < buffers; ++i) {
            void* memory = nullptr;
            CHECK(i < device_buffers ? cudaMalloc(&memory, words * 4) : cudaMallocHost(&memory, words * 4));
            memory_.push_back(static_cast<unsigned*>(memory));
            CHECK(cudaMemcpy(memory, start[i].data(), words * 4, cudaMemcpyDefault));
        }
        int least = 0, greatest = 0;  // numbers; the greatest priority has the lowest
        CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
        for (int i = 1; i < streams; ++i) {
            CHECK(cudaStreamCreateWithPriority(&streams_[i], is_blocking(i) ? cudaStreamDefault : cudaStreamNonBlocking,
                                               std::max(greatest, least - i % 3)));
        }
        for (auto& event : events_)
            CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
        CHECK(cudaDeviceSynchronize());
    }

    ~Machine() {
        for (int i = 0; i < buffers; ++i)
            CHECK(i < device_buffers ? cudaFree(memory_[i]) : cudaFreeHost(memory_[i]));
        for (int i = 1; i < streams; ++i)
            CHECK(cudaStreamDestroy(streams_[i]));
        for (auto event : events_)
            CHECK(cudaEventDestroy(event));
    }

    Buffers run() {
        std::vector<std::thread> workers;
        for (int t = 0; t < threads; ++t) {
            workers.emplace_back([this, t] {
                CHECK(cudaSetDevice(0));
                for (std::size_t i = 0; i < program_.size(); ++i) {
                    if (program_[i].thread == t) submit(i);
                }
            });
        }
        for (auto& worker : workers)
            worker.join();
        CHECK(cudaDeviceSynchronize());
        Buffers result(buffers);
        for (int i = 0; i < buffers; ++i) {
            result[i].resize(words);
            CHECK(cudaMemcpy(result[i].data(), memory_[i], words * 4, cudaMemcpyDefault));
        }
        return result;
    }

private:
    void submit(int index) {
        const Operation& one = program_[index];
        for (int earlier : one.after) {
            while (!submitted_[earlier])
                std::this_thread::yield();
        }
        const cudaStream_t stream = streams_[one.stream];
        for (int earlier : one.by_event)
            CHECK(cudaStreamWaitEvent(stream, events_[earlier], 0));
        perform(index, stream);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(events_[index], stream));
        submitted_[index] = true;
        wait(one.wait, stream, events_[index]);
    }

    void perform(int index, cudaStream_t stream) {
        const Operation& one = program_[index];
        unsigned* to = memory_[one.to];
        const unsigned* from = memory_[one.from];
        switch (one.kind) {
            case Kind::Kernel: mix<<<1, words, 0, stream>>>(to, from, one.value, 0); break;
            case Kind::Slow: mix<<<1, words, 0, stream>>>(to, from, one.value, 300'000); break;
            case Kind::Copy: CHECK(cudaMemcpyAsync(to, from, words * 4, cudaMemcpyDefault, stream)); break;
            case Kind::Fill: CHECK(cudaMemsetAsync(to, one.value % 256, words * 4, stream)); break;
            case Kind::Host:
                calls_[index] = {to, from, one.value};
                CHECK(cudaLaunchHostFunc(stream, call_mix, &calls_[index]));
                break;
            case Kind::Graph: launch_graph(one, stream); break;
            case Kind::Pageable: {
                const std::vector<unsigned> values(words, one.value);
                CHECK(cudaMemcpyAsync(to, values.data(), words * 4, cudaMemcpyDefault, stream));
                // Pinned memory may be read later than this call; ordinary memory as the source of a copy to it too.
                if (one.to >= device_buffers) CHECK(cudaStreamSynchronize(stream));
                break;
            }
        }
    }

    void launch_graph(const Operation& one, cudaStream_t stream) {
        cudaGraph_t graph;
        cudaGraphExec_t executable;
        cudaGraphNode_t fill, kernel;
        CHECK(cudaGraphCreate(&graph, 0));
        cudaMemsetParams memset = {};
        memset.dst = memory_[one.to];
        memset.value = one.value % 256;
        memset.elementSize = 1;
        memset.width = words * 4;
        memset.height = 1;
        CHECK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &memset));
        unsigned* to = memory_[one.to];
        unsigned* from = memory_[one.from];
        unsigned value = one.value;
        long long cycles = 0;
        void* arguments[] = {&to, &from, &value, &cycles};
        cudaKernelNodeParams launch = {};
        launch.func = reinterpret_cast<void*>(mix);
        launch.gridDim = dim3(1);
        launch.blockDim = dim3(words);
        launch.kernelParams = arguments;
        CHECK(cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &launch));
        CHECK(cudaGraphInstantiate(&executable, graph, 0));
        CHECK(cudaGraphLaunch(executable, stream));
        CHECK(cudaGraphExecDestroy(executable));  // the launch goes on
        CHECK(cudaGraphDestroy(graph));
    }

    static void wait(Wait how, cudaStream_t stream, cudaEvent_t event) {
        if (how == Wait::Stream) CHECK(cudaStreamSynchronize(stream));
        if (how == Wait::Event) CHECK(cudaEventSynchronize(event));
        if (how == Wait::Device) CHECK(cudaDeviceSynchronize());
        if (how != Wait::Query) return;
        const cudaError_t status = cudaEventQuery(event);
        EXPECT(status == cudaSuccess || status == cudaErrorNotReady, "cudaEventQuery: status %d", status);
        cudaGetLastError();
    }

    const std::vector<Operation>& program_;
    std::vector<HostCall> calls_;
    std::vector<std::atomic<bool>> submitted_;
    std::vector<cudaEvent_t> events_;
    std::vector<unsigned*> memory_;
    cudaStream_t streams_[streams] = {};
};

void run_seed(unsigned seed, int operations, unsigned without) {
    const auto program = Generator(seed, without).make(operations);
    Buffers expected(buffers);
    for (int i = 0; i < buffers; ++i) {
        expected[i] = e2e::filled<unsigned>(words, [&](auto word) { return e2e::scramble(seed + i * words + word); });
    }
    const Buffers result = Machine(program, expected).run();
    for (const Operation& one : program)
        do_in_order(one, expected);
    for (int i = 0; i < buffers; ++i) {
        const auto what = "seed " + std::to_string(seed) + ", buffer " + std::to_string(i);
        e2e::expect_each(what.c_str(), result[i], [&](auto word) { return expected[i][word]; });
    }
}

}  // namespace

int main(int count, char** arguments) {
    unsigned first = 1, last = 10;
    int fewest = 120, most = 120;
    unsigned without = 0;  // bits of Kind
    unsigned limit = 0;    // 0: none
    bool verbose = false;
    for (int i = 1; i < count; ++i) {
        const std::string word = arguments[i];
        if (word == "--verbose") {
            verbose = true;
        } else if (word == "--limit" && i + 1 < count) {
            limit = std::atoi(arguments[++i]);
        } else if (word == "--operations" && i + 1 < count) {
            if (std::sscanf(arguments[++i], "%d..%d", &fewest, &most) == 1) most = fewest;
        } else if (word == "--without" && i + 1 < count) {
            without = std::atoi(arguments[++i]);
        } else if (word != "--seeds" || i + 1 >= count || std::sscanf(arguments[++i], "%u..%u", &first, &last) != 2) {
            std::fprintf(stderr,
                         "usage: random_order [--seeds A..B] [--operations N|A..B] [--without KINDS] "
                         "[--limit SECONDS] [--verbose]\n");
            return 2;
        }
    }
    most = std::max(fewest, most);
    std::chrono::duration<double, std::milli> longest{};
    for (unsigned seed = first; seed <= last; ++seed) {
        if (verbose) std::printf("seed %u\n", seed);
        alarm(limit);
        const auto start = std::chrono::steady_clock::now();
        run_seed(seed, fewest + int(seed % unsigned(most - fewest + 1)), without);
        longest = std::max<decltype(longest)>(longest, std::chrono::steady_clock::now() - start);
    }
    alarm(0);
    if (limit != 0) std::printf("longest %.0f ms\n", longest.count());
    return e2e::passed();
}
