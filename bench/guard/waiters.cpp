// A tenant whose streams wait, for as long as somebody wants them to (waiting_streams.py starts it).
//
//     guard_waiters --kind device-word|host-word|host-call|graph [--streams N]
//
// Behind each wait is work that must not be done before. When all streams wait it says "ready", and ends, without
// letting them go on, when its standard input does. It runs natively and under `ringfence run`.
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "driver/driver.h"

namespace ringfence::waiters {
namespace {

using driver::Address;
using driver::Handle;

constexpr int out_of_memory = 2;  // a CUresult
constexpr int calls_per_stream = 20;
constexpr std::chrono::milliseconds time_of_a_call{5};

// More of the driver's functions.
template <typename... Arguments>
auto find(const char* name) {
    void* const library = ::dlopen("libcuda.so.1", RTLD_NOW);
    void* const found = library != nullptr ? ::dlsym(library, name) : nullptr;
    if (found == nullptr) driver::give_up(std::string("the driver has no ") + name);
    return reinterpret_cast<int (*)(Arguments...)>(found);
}

class Waiters {
public:
    explicit Waiters(unsigned count) : streams_(count), memory_(driver::memory(count * sizeof(unsigned))) {
        driver::check(driver::fill_words(memory_, 0, count), "cuMemsetD32");
        for (Handle& stream : streams_)
            driver::check(driver::stream_create(&stream, 1), "cuStreamCreate");  // non-blocking
    }

    void wait_for(Address word) {
        const auto wait = find<Handle, Address, unsigned, unsigned>("cuStreamWaitValue32_v2");
        constexpr unsigned equal = 1;
        for (std::size_t i = 0; i < streams_.size(); ++i) {
            driver::check(wait(streams_[i], word, 1, equal), "cuStreamWaitValue32");
            put_work(i);
        }
    }
    void wait_for_device_word() {
        const Address word = driver::memory(sizeof(unsigned));
        driver::check(driver::fill_words(word, 0, 1), "cuMemsetD32");
        wait_for(word);
    }
    void wait_for_host_word() {
        const auto allocate = find<void**, std::size_t, unsigned>("cuMemHostAlloc");
        const auto address_of = find<Address*, void*, unsigned>("cuMemHostGetDevicePointer_v2");
        void* host = nullptr;
        constexpr unsigned device_map = 2;
        driver::check(allocate(&host, sizeof(unsigned), device_map), "cuMemHostAlloc");
        *static_cast<unsigned*>(host) = 0;
        Address word = 0;
        driver::check(address_of(&word, host, 0), "cuMemHostGetDevicePointer");
        wait_for(word);
    }
    void call_host() {
        const auto call = find<Handle, void (*)(void*), void*>("cuLaunchHostFunc");
        for (int turn = 0; turn < calls_per_stream; ++turn) {
            for (std::size_t i = 0; i < streams_.size(); ++i) {
                driver::check(call(streams_[i], sleep, nullptr), "cuLaunchHostFunc");
                put_work(i);
            }
        }
    }
    // One for each stream: launches of one graph come one after the other.
    void launch_graphs() {
        const auto begin = find<Handle, int>("cuStreamBeginCapture_v2");
        const auto end = find<Handle, Handle*>("cuStreamEndCapture");
        const auto instantiate = find<Handle*, Handle, unsigned long long>("cuGraphInstantiateWithFlags");
        const auto launch = find<Handle, Handle>("cuGraphLaunch");
        const auto call = find<Handle, void (*)(void*), void*>("cuLaunchHostFunc");
        for (std::size_t i = 0; i < streams_.size(); ++i) {
            Handle graph = nullptr;
            Handle ready = nullptr;
            driver::check(begin(streams_[i], 2), "cuStreamBeginCapture");  // relaxed
            put_work(i);
            driver::check(call(streams_[i], sleep, nullptr), "cuLaunchHostFunc");
            put_work(i);
            driver::check(end(streams_[i], &graph), "cuStreamEndCapture");
            int status = instantiate(&ready, graph, 0);
            if (status == 0) status = launch(ready, streams_[i]);
            if (status == out_of_memory) {
                std::fprintf(stderr, "%zu graphs wait: a session has no room for more\n", i);
                return;
            }
            driver::check(status, "cuGraphLaunch");
        }
    }

private:
    static void sleep(void*) { std::this_thread::sleep_for(time_of_a_call); }
    void put_work(std::size_t number) {
        static const auto fill = find<Address, unsigned, std::size_t, Handle>("cuMemsetD32Async");
        driver::check(fill(memory_ + number * sizeof(unsigned), 1, 1, streams_[number]), "cuMemsetD32Async");
    }

    std::vector<Handle> streams_;
    Address memory_;
};

bool begin(Waiters& waiters, std::string_view kind) {
    if (kind == "device-word") {
        waiters.wait_for_device_word();
    } else if (kind == "host-word") {
        waiters.wait_for_host_word();
    } else if (kind == "host-call") {
        waiters.call_host();
    } else if (kind == "graph") {
        waiters.launch_graphs();
    } else {
        return false;
    }
    return true;
}

int run(std::string_view kind, unsigned streams) {
    driver::start();
    Waiters waiters(streams);
    if (!begin(waiters, kind)) return 2;
    std::printf("ready\n");
    std::fflush(stdout);
    std::string line;
    while (std::getline(std::cin, line)) {
    }
    // As a program that is killed: what waits is the worker's to clean up.
    ::_exit(0);
}

}  // namespace
}  // namespace ringfence::waiters

int main(int count, char** words) {
    std::string_view kind;
    unsigned streams = 1000;
    for (int i = 1; i + 1 < count; i += 2) {
        if (std::string_view(words[i]) == "--kind") kind = words[i + 1];
        if (std::string_view(words[i]) == "--streams")
            streams = static_cast<unsigned>(std::clamp(std::atoi(words[i + 1]), 1, 1000));
    }
    const int status = ringfence::waiters::run(kind, streams);
    if (status == 2)
        std::fprintf(stderr, "usage: guard_waiters --kind device-word|host-word|host-call|graph [--streams N]\n");
    return status;
}
