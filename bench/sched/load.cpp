// A program that keeps a device busy, for shares.py:
//
//   load kernel MICROSECONDS...   launches kernels of these lengths, which fill the device; of several, one by chance
//   load kernel US:TURNS...       the same, as another one that is like it has found them to be
//   load to|from KIBIBYTES[:US]   copies between pinned memory and the device
//   load short MICROSECONDS RATE  launches a kernel and waits for it, so often a second
//
// Its input has the seconds to go on for, a line for each time. A busy one then says for each 20 ms when they ended
// and how many microseconds of the device's time were done, as measured when it began, alone; `short` says how long
// each launch and its wait took. A line `end` follows.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "../../tests/e2e/driver/program.h"

namespace {

using Clock = std::chrono::steady_clock;

// The loop depends on itself, so its length is the sum of its steps; the value is stored if it is one that it never
// has.
constexpr const char* kernels = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry spin(.param .u64 at, .param .u32 turns)
{
    .reg .b64 %rd<3>;
    .reg .b32 %r<5>;
    .reg .pred %p<3>;
    ld.param.u64 %rd1, [at];
    ld.param.u32 %r1, [turns];
    mov.u32 %r2, 0;
    mov.u32 %r3, %tid.x;
again:
    mad.lo.u32 %r3, %r3, 1664525, 1013904223;
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p1, %r2, %r1;
    @%p1 bra again;
    setp.ne.u32 %p2, %r2, %r1;
    @%p2 st.global.u32 [%rd1], %r3;
    ret;
}
)";

constexpr unsigned threads = 256;
constexpr unsigned blocks_per_multiprocessor = 4;
constexpr int multiprocessor_count = 16;  // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
constexpr double most_queued_us = 10'000;
constexpr std::size_t kibi = 1024;

double seconds_now() {
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// Something that takes the device's time, as much each time.
struct Job {
    void (*start)(const Job&, Handle stream) = nullptr;
    Handle function = nullptr;
    unsigned blocks = 1;
    unsigned turns = 0;
    Address device = 0;
    void* host = nullptr;
    std::size_t bytes = 0;
    double us = 0;
};

void start_kernel(const Job& job, Handle stream) {
    launch(job.function, job.blocks, job.blocks == 1 ? 1 : threads, 0, stream, job.device, job.turns);
}
void start_copy_to(const Job& job, Handle stream) {
    CHECK(cuMemcpyHtoDAsync(job.device, job.host, job.bytes, stream));
}
void start_copy_from(const Job& job, Handle stream) {
    CHECK(cuMemcpyDtoHAsync(job.host, job.device, job.bytes, stream));
}

// The time of one job, when several follow each other.
double measure(const Job& job, Handle stream, int times) {
    job.start(job, stream);
    CHECK(cuStreamSynchronize(stream));
    const double begin = seconds_now();
    for (int i = 0; i < times; ++i)
        job.start(job, stream);
    CHECK(cuStreamSynchronize(stream));
    return (seconds_now() - begin) * 1e6 / times;
}

Job kernel_of(const char* text, Handle stream) {
    Handle module = nullptr;
    CHECK(cuModuleLoadData(&module, kernels));
    int multiprocessors = 0;
    CHECK(cuDeviceGetAttribute(&multiprocessors, multiprocessor_count, 0));
    Job job{.start = start_kernel, .function = find_function(module, "spin"), .device = device_memory(4096)};
    // The software GPU's multiprocessors are the machine's cores: there one thread is busy enough.
    if (multiprocessors > 32) job.blocks = static_cast<unsigned>(multiprocessors) * blocks_per_multiprocessor;
    const double us = std::atof(text);
    if (const char* turns = std::strchr(text, ':')) {
        job.turns = static_cast<unsigned>(std::atoi(turns + 1));
        job.us = us;
        return job;
    }
    constexpr unsigned sample = 200'000;
    job.turns = sample;
    const double per_turn = measure(job, stream, 5) / sample;
    job.turns = static_cast<unsigned>(us / per_turn) + 1;
    job.us = measure(job, stream, us < 1000 ? 200 : us < 10'000 ? 20 : 4);
    return job;
}

Job copy_of(std::string_view direction, const char* text, Handle stream) {
    const std::size_t bytes = static_cast<std::size_t>(std::atoi(text)) * kibi;
    Job job{
        .start = direction == "to" ? start_copy_to : start_copy_from, .device = device_memory(bytes), .bytes = bytes};
    CHECK(cuMemAllocHost(&job.host, bytes));
    std::memset(job.host, 1, bytes);
    const char* us = std::strchr(text, ':');
    job.us = us != nullptr ? std::atof(us + 1) : measure(job, stream, 200);
    return job;
}

// Has as much queued as lasts for 10 ms, at least two jobs.
class Busy {
public:
    Busy(std::vector<Job> jobs, Handle stream) : jobs_(std::move(jobs)), stream_(stream) {}

    void go_on(double seconds) {
        const double end = seconds_now() + seconds;
        double said = seconds_now();
        double done = 0;
        while (seconds_now() < end) {
            add();
            done += wait_for_oldest();
            if (seconds_now() - said < 0.02) continue;
            said = seconds_now();
            std::printf("%.6f %.1f\n", said, done);
            done = 0;
        }
        while (!queued_.empty())
            wait_for_oldest();
    }

private:
    struct Queued {
        Handle event;
        double us;
    };

    void add() {
        while (queued_.size() < 2 || (queued_us_ < most_queued_us && queued_.size() < 200)) {
            const Job& job = jobs_[std::uniform_int_distribution<std::size_t>(0, jobs_.size() - 1)(chance_)];
            job.start(job, stream_);
            if (free_.empty()) CHECK(cuEventCreate(&free_.emplace_back(), 2));
            CHECK(cuEventRecord(free_.back(), stream_));
            queued_.push_back({free_.back(), job.us});
            queued_us_ += job.us;
            free_.pop_back();
        }
    }

    double wait_for_oldest() {
        const Queued oldest = queued_.front();
        queued_.erase(queued_.begin());
        CHECK(cuEventSynchronize(oldest.event));
        free_.push_back(oldest.event);
        queued_us_ -= oldest.us;
        return oldest.us;
    }

    std::vector<Job> jobs_;
    Handle stream_;
    std::vector<Queued> queued_;
    std::vector<Handle> free_;
    double queued_us_ = 0;
    std::mt19937 chance_{std::random_device{}()};
};

void launch_and_wait(const Job& job, Handle stream, double rate, double seconds) {
    const auto period = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / rate));
    const double end = seconds_now() + seconds;
    for (auto next = Clock::now(); seconds_now() < end; next += period) {
        std::this_thread::sleep_until(next);
        const double begin = seconds_now();
        job.start(job, stream);
        CHECK(cuStreamSynchronize(stream));
        std::printf("%.1f\n", (seconds_now() - begin) * 1e6);
    }
}

}  // namespace

int main(int argc, char** argv) {
    EXPECT(argc >= 3, "load kernel US... | to|from KIB | short US RATE");
    (void)begin();
    const std::string_view kind = argv[1];
    Handle stream = nullptr;
    CHECK(cuStreamCreate(&stream, 1));
    std::vector<Job> jobs;
    if (kind == "kernel") {
        for (int i = 2; i < argc; ++i)
            jobs.push_back(kernel_of(argv[i], stream));
    } else if (kind == "short") {
        jobs.push_back(kernel_of(argv[2], stream));
    } else {
        jobs.push_back(copy_of(kind, argv[2], stream));
    }
    std::printf("ready");
    for (const Job& job : jobs)
        std::printf(" %.3f:%u", job.us, job.turns);
    std::printf("\n");
    std::fflush(stdout);
    Busy busy(jobs, stream);
    for (double seconds = 0; std::cin >> seconds;) {
        if (kind == "short")
            launch_and_wait(jobs[0], stream, std::atof(argv[3]), seconds);
        else
            busy.go_on(seconds);
        std::printf("end\n");
        std::fflush(stdout);
    }
    return 0;
}
