// Measures CUDA's calls: the same program natively and under Ringfence (see compare.py).
//
//   core_bench                              all measurements, as lines of JSON
//   core_bench --processes N [--seconds S]  N processes launch empty kernels for S seconds; a line for each
//   --quick                                 small amounts, to see that it works
//
// Each number is the best of several rounds: what disturbs a round only makes it slower.
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

namespace {

#define CHECK(call) check((call), #call, __LINE__)

void check(cudaError_t status, const char* call, int line) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "core_bench.cu:%d: %s: %s\n", line, call, cudaGetErrorName(status));
    std::exit(1);
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Amounts {
    int rounds = 5;
    int launches = 10000;
    int calls = 2000;  // that wait
    std::size_t bytes = std::size_t{256} << 20;
};

__global__ void empty() {}

__global__ void add_one(int* data) {
    ++*data;
}

// How long a card takes to reach an address depends on the address, by a tenth of such a kernel's time. So the nodes of a
// graph use places that are apart, and what is compared is not luck.
constexpr int nodes = 100;
constexpr int distance = 1 << 14;

void report(const char* name, double value, const char* unit) {
    std::printf("{\"name\": \"%s\", \"value\": %.6g, \"unit\": \"%s\"}\n", name, value, unit);
    std::fflush(stdout);
}

// The least time of a call of `work`.
template <typename Work>
double best_seconds(int rounds, Work&& work) {
    double best = 1e30;
    for (int round = 0; round < rounds; ++round) {
        const auto start = Clock::now();
        work();
        best = std::min(best, seconds_since(start));
    }
    return best;
}

void measure_launches(const Amounts& amounts) {
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    empty<<<1, 1, 0, stream>>>();
    CHECK(cudaStreamSynchronize(stream));
    double submit = 1e30, whole = 1e30;
    for (int round = 0; round < amounts.rounds; ++round) {
        const auto start = Clock::now();
        for (int i = 0; i < amounts.launches; ++i)
            empty<<<1, 1, 0, stream>>>();
        submit = std::min(submit, seconds_since(start));
        CHECK(cudaStreamSynchronize(stream));
        whole = std::min(whole, seconds_since(start));
    }
    CHECK(cudaGetLastError());
    report("launch submit", submit / amounts.launches * 1e9, "ns");
    report("launches", amounts.launches / whole, "1/s");

    // As many as fit into any queue: what a program that does something between its launches sees.
    const int burst = 64;
    double short_burst = 1e30;
    for (int round = 0; round < amounts.rounds * 20; ++round) {
        const auto start = Clock::now();
        for (int i = 0; i < burst; ++i)
            empty<<<1, 1, 0, stream>>>();
        short_burst = std::min(short_burst, seconds_since(start));
        CHECK(cudaStreamSynchronize(stream));
    }
    report("launch submit, bursts of 64", short_burst / burst * 1e9, "ns");

    const double both = best_seconds(amounts.rounds, [&] {
        for (int i = 0; i < amounts.calls; ++i) {
            empty<<<1, 1, 0, stream>>>();
            CHECK(cudaStreamSynchronize(stream));
        }
    });
    report("launch + sync", both / amounts.calls * 1e6, "us");
    CHECK(cudaStreamDestroy(stream));
}

void measure_copies(const Amounts& amounts, const char* name, void* host, void* device) {
    const auto bandwidth = [&](void* to, void* from, cudaMemcpyKind kind) {
        CHECK(cudaMemcpy(to, from, amounts.bytes, kind));
        const double time = best_seconds(amounts.rounds, [&] { CHECK(cudaMemcpy(to, from, amounts.bytes, kind)); });
        return amounts.bytes / time * 1e-9;
    };
    report((std::string(name) + " H2D").c_str(), bandwidth(device, host, cudaMemcpyHostToDevice), "GB/s");
    report((std::string(name) + " D2H").c_str(), bandwidth(host, device, cudaMemcpyDeviceToHost), "GB/s");
}

void measure_bandwidth(const Amounts& amounts) {
    void *device = nullptr, *pinned = nullptr;
    CHECK(cudaMalloc(&device, amounts.bytes));
    CHECK(cudaMallocHost(&pinned, amounts.bytes));
    std::memset(pinned, 1, amounts.bytes);
    measure_copies(amounts, "pinned", pinned, device);
    CHECK(cudaFreeHost(pinned));
    std::vector<char> pageable(amounts.bytes, 1);
    measure_copies(amounts, "pageable", pageable.data(), device);

    char few[64] = {};
    const double down = best_seconds(amounts.rounds, [&] {
        for (int i = 0; i < amounts.calls; ++i)
            CHECK(cudaMemcpy(device, few, 64, cudaMemcpyHostToDevice));
    });
    const double up = best_seconds(amounts.rounds, [&] {
        for (int i = 0; i < amounts.calls; ++i)
            CHECK(cudaMemcpy(few, device, 64, cudaMemcpyDeviceToHost));
    });
    report("64 bytes H2D", down / amounts.calls * 1e6, "us");
    report("64 bytes D2H", up / amounts.calls * 1e6, "us");
    CHECK(cudaFree(device));
}

void measure_allocation(const Amounts& amounts) {
    const double time = best_seconds(amounts.rounds, [&] {
        for (int i = 0; i < amounts.calls; ++i) {
            void* memory = nullptr;
            CHECK(cudaMalloc(&memory, 1 << 20));
            CHECK(cudaFree(memory));
        }
    });
    report("1 MiB malloc + free", time / amounts.calls * 1e6, "us");
}

void measure_graph(const Amounts& amounts) {
    int* data = nullptr;
    CHECK(cudaMalloc(&data, sizeof(int) * nodes * distance));
    CHECK(cudaMemset(data, 0, sizeof(int) * nodes * distance));
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < nodes; ++i)
        add_one<<<1, 1, 0, stream>>>(data + i * distance);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    int launches = 1;
    const int calls = std::max(amounts.calls / 10, 1);
    const double time = best_seconds(amounts.rounds, [&] {
        for (int i = 0; i < calls; ++i, ++launches) {
            CHECK(cudaGraphLaunch(executable, stream));
            CHECK(cudaStreamSynchronize(stream));
        }
    });
    for (int i = 0; i < nodes; ++i) {
        int value = 0;
        CHECK(cudaMemcpy(&value, data + i * distance, sizeof(int), cudaMemcpyDeviceToHost));
        if (value == launches) continue;
        std::fprintf(stderr, "core_bench: node %d ran %d times, expected %d\n", i, value, launches);
        std::exit(1);
    }
    report("graph of 100 nodes + sync", time / calls * 1e6, "us");
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(data));
}

// --- several processes ---

// Where the processes meet before they begin together.
struct Meeting {
    std::atomic<int> ready{0};
    std::atomic<bool> begin{false};
};

// Launches for some time, never far ahead of the device; launches per second.
double launch_for(double seconds, Meeting& meeting) {
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int i = 0; i < 1000; ++i)
        empty<<<1, 1, 0, stream>>>();
    CHECK(cudaStreamSynchronize(stream));
    ++meeting.ready;
    while (!meeting.begin)
        usleep(100);
    long long launches = 0;
    const auto start = Clock::now();
    while (seconds_since(start) < seconds) {
        for (int i = 0; i < 500; ++i)
            empty<<<1, 1, 0, stream>>>();
        CHECK(cudaStreamSynchronize(stream));
        launches += 500;
    }
    return launches / seconds_since(start);
}

int run_processes(int processes, double seconds) {
    void* memory = mmap(nullptr, sizeof(Meeting), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 1;
    auto* meeting = new (memory) Meeting;
    std::vector<pid_t> children;
    for (int i = 0; i < processes; ++i) {
        const pid_t child = fork();
        if (child == 0) {
            const double rate = launch_for(seconds, *meeting);
            const std::string name = "process " + std::to_string(i);
            report(name.c_str(), rate, "1/s");
            std::exit(0);
        }
        children.push_back(child);
    }
    bool failed = false;
    const auto start = Clock::now();
    while (meeting->ready < processes && seconds_since(start) < 60)
        usleep(1000);
    failed = meeting->ready < processes;
    meeting->begin = true;
    for (pid_t child : children) {
        int status = 0;
        waitpid(child, &status, 0);
        failed = failed || status != 0;
    }
    if (failed) std::fprintf(stderr, "core_bench: a process failed\n");
    return failed;
}

int usage() {
    std::fprintf(stderr, "usage: core_bench [--quick] [--processes N [--seconds S]]\n");
    return 2;
}

}  // namespace

int main(int count, char** words) {
    Amounts amounts;
    int processes = 0;
    double seconds = 3;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "--quick") {
            amounts = {2, 200, 50, std::size_t{4} << 20};
        } else if (word == "--processes" && i + 1 < count) {
            processes = std::atoi(words[++i]);
        } else if (word == "--seconds" && i + 1 < count) {
            seconds = std::atof(words[++i]);
        } else {
            return usage();
        }
    }
    if (processes > 0) return run_processes(processes, seconds);
    CHECK(cudaFree(nullptr));
    measure_launches(amounts);
    measure_bandwidth(amounts);
    measure_allocation(amounts);
    measure_graph(amounts);
    return 0;
}
