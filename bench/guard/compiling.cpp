// Programs for compiling.py, which run under `ringfence run`:
//
//     guard_compiling launch [SECONDS]   launches and waits, again and again, for so long after each line it is given;
//                                        then a line of JSON: how long that took, in microseconds, and when the
//                                        longest ended
//     guard_compiling load FILE...       loads modules one after the other; a line of JSON for each
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "driver/driver.h"

namespace ringfence::compiling {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kernel_text = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry touch(.param .u64 to)
{
    .reg .b64 %rd<3>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [to];
    cvta.to.global.u64 %rd2, %rd1;
    mov.u32 %r1, 1;
    st.global.u32 [%rd2], %r1;
    ret;
}
)";

double microseconds_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

// All processes share this clock, so their times can be compared.
double seconds_at(Clock::time_point when) {
    return std::chrono::duration<double>(when.time_since_epoch()).count();
}

double share(const std::vector<double>& sorted, double part) {
    return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(static_cast<double>(sorted.size()) * part))];
}

int launch_again_and_again(double seconds) {
    driver::start();
    const driver::Handle kernel = driver::function(driver::load(kernel_text), "touch");
    const driver::Address memory = driver::memory(4);
    driver::Handle stream = nullptr;
    driver::check(driver::stream_create(&stream, 1), "cuStreamCreate");
    std::puts("ready");
    std::fflush(stdout);
    for (std::string line; std::getline(std::cin, line);) {
        std::vector<double> times;
        double longest = 0;
        Clock::time_point longest_ended;
        for (const Clock::time_point begin = Clock::now(); microseconds_since(begin) < seconds * 1e6;) {
            const Clock::time_point now = Clock::now();
            driver::check(driver::launch(kernel, {.stream = stream}, memory), "cuLaunchKernel");
            driver::check(driver::stream_synchronize(stream), "cuStreamSynchronize");
            times.push_back(microseconds_since(now));
            if (times.back() <= longest) continue;
            longest = times.back();
            longest_ended = Clock::now();
        }
        std::sort(times.begin(), times.end());
        std::printf(
            "{\"launches\": %zu, \"p50\": %.1f, \"p99\": %.1f, \"p999\": %.1f, \"max\": %.1f, \"max_at\": %.4f}\n",
            times.size(), share(times, 0.5), share(times, 0.99), share(times, 0.999), longest,
            seconds_at(longest_ended));
        std::fflush(stdout);
    }
    return 0;
}

int load_all(int count, char** files) {
    driver::start();
    for (int i = 0; i < count; ++i) {
        const std::string text = driver::read_text(files[i]);
        const Clock::time_point begin = Clock::now();
        driver::Handle module = nullptr;
        const int status = driver::module_load(&module, text.c_str());
        std::printf("{\"file\": \"%s\", \"status\": %d, \"seconds\": %.3f, \"ended\": %.4f}\n", files[i], status,
                    microseconds_since(begin) / 1e6, seconds_at(Clock::now()));
        std::fflush(stdout);
    }
    return 0;
}

}  // namespace
}  // namespace ringfence::compiling

int main(int count, char** words) {
    const std::string_view what = count > 1 ? words[1] : "";
    if (what == "launch") return ringfence::compiling::launch_again_and_again(count > 2 ? std::atof(words[2]) : 1);
    if (what == "load") return ringfence::compiling::load_all(count - 2, words + 2);
    std::fprintf(stderr, "usage: guard_compiling launch [SECONDS] | load FILE...\n");
    return 2;
}
