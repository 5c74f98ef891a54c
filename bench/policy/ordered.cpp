// A program whose results tell whether each job ran once and in its stream's order, for swaps.py:
//
//   ordered MICROSECONDS
//
// Each of its streams has a number that every kernel changes by its own number, in a way that no other order, no lost
// and no repeated kernel gives again; copies of it back to the host lie between the kernels. It says "busy" when all
// streams have work, goes on until its input ends, and says how many kernels ran, the longest time in milliseconds in
// which none of them ended, and how many streams had a wrong number.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "../../tests/e2e/driver/program.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kernels = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry step(.param .u64 at, .param .u32 number, .param .u32 turns)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<6>;
    .reg .pred %p<2>;
    ld.param.u64 %rd1, [at];
    ld.param.u32 %r1, [number];
    ld.param.u32 %r2, [turns];
    ld.global.u32 %r3, [%rd1];
    mad.lo.u32 %r3, %r3, 1664525, %r1;
    mov.u32 %r4, 0;
again:
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p1, %r4, %r2;
    @%p1 bra again;
    st.global.u32 [%rd1], %r3;
    ret;
}
)";

constexpr std::size_t stream_count = 4;
constexpr std::size_t most_queued = 64;
constexpr std::uint32_t copy_each = 8;
constexpr unsigned without_timing = 2;  // CU_EVENT_DISABLE_TIMING

struct Lane {
    Handle stream = nullptr;
    Address number = 0;
    std::uint32_t* seen = nullptr;
    std::uint32_t expected = 0;
    std::uint32_t launched = 0;
    std::deque<Handle> queued;
    std::vector<Handle> free;

    void launch_next(Handle function, unsigned turns) {
        launch(function, 1, 1, 0, stream, number, ++launched, turns);
        expected = expected * 1664525 + launched;
        if (launched % copy_each == 0) CHECK(cuMemcpyDtoHAsync(seen, number, sizeof *seen, stream));
        if (free.empty()) CHECK(cuEventCreate(&free.emplace_back(), without_timing));
        CHECK(cuEventRecord(free.back(), stream));
        queued.push_back(free.back());
        free.pop_back();
    }
    void wait_for_oldest() {
        CHECK(cuEventSynchronize(queued.front()));
        free.push_back(queued.front());
        queued.pop_front();
    }
};

unsigned turns_for(double us, Handle function, Lane& lane) {
    constexpr unsigned sample = 1'000'000;
    const auto begin = Clock::now();
    launch(function, 1, 1, 0, lane.stream, lane.number, 0u, sample);
    CHECK(cuStreamSynchronize(lane.stream));
    const std::chrono::duration<double, std::micro> took = Clock::now() - begin;
    CHECK(cuMemsetD32(lane.number, 0, 1));
    return static_cast<unsigned>(us * sample / took.count()) + 1;
}

}  // namespace

int main(int argc, char** argv) {
    EXPECT(argc == 2, "ordered MICROSECONDS");
    (void)begin();
    Handle module = nullptr;
    CHECK(cuModuleLoadData(&module, kernels));
    const Handle function = find_function(module, "step");
    std::array<Lane, stream_count> lanes;
    for (Lane& lane : lanes) {
        CHECK(cuStreamCreate(&lane.stream, 1));
        lane.number = device_memory(sizeof(std::uint32_t));
        CHECK(cuMemsetD32(lane.number, 0, 1));
        void* memory = nullptr;
        CHECK(cuMemAllocHost(&memory, sizeof *lane.seen));
        lane.seen = static_cast<std::uint32_t*>(memory);
    }
    const unsigned turns = turns_for(std::atof(argv[1]), function, lanes[0]);
    CHECK(cuCtxSynchronize());  // the streams do not wait for what the null stream does

    std::atomic<bool> is_over = false;
    std::thread reader([&] {
        for (std::string line; std::getline(std::cin, line);) {
        }
        is_over = true;
    });
    bool has_said = false;
    std::chrono::duration<double, std::milli> longest{0};
    for (auto last = Clock::now(); !is_over;) {
        for (Lane& lane : lanes) {
            while (lane.queued.size() < most_queued)
                lane.launch_next(function, turns);
        }
        if (!has_said) {
            std::puts("busy");
            std::fflush(stdout);
            has_said = true;
        }
        for (Lane& lane : lanes)
            lane.wait_for_oldest();
        const auto now = Clock::now();
        longest = std::max<std::chrono::duration<double, std::milli>>(longest, now - last);
        last = now;
    }
    reader.join();
    std::uint64_t ran = 0;
    int wrong = 0;
    for (Lane& lane : lanes) {
        CHECK(cuStreamSynchronize(lane.stream));
        ran += lane.launched;
        wrong += fetch<std::uint32_t>(lane.number, 1)[0] != lane.expected ? 1 : 0;
    }
    std::printf("%llu %.3f %d\n", static_cast<unsigned long long>(ran), longest.count(), wrong);
    return wrong == 0 ? 0 : 1;
}
