// The common part of the programs of outside.py. Each holds workloads and executes the commands that it reads:
//
//     check NAME         runs it once from fresh memory; answers `NAME DIGEST SUM`
//     time NAME SAMPLES  answers `NAME MICROSECONDS...`, one number for each sample
//
// So that several of them, unguarded and guarded, are measured by turns and never at once. Plain C++17: nvcc compiles
// it too.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace outside {

struct Workload {
    std::string name;
    std::function<void()> prepare;  // fills its memory
    std::function<void()> launch;   // on the timed stream; does not wait
    std::function<std::vector<std::vector<std::uint8_t>>()> results;
};

struct Clock {
    std::function<void()> begin;
    std::function<double()> end;  // microseconds since begin, when all that was launched has ended
};

// The digest of all bytes.
inline std::uint64_t digest(const std::vector<std::vector<std::uint8_t>>& buffers) {
    std::uint64_t value = 0xcbf29ce484222325ULL;
    for (const auto& buffer : buffers) {
        std::size_t i = 0;
        for (; i + 8 <= buffer.size(); i += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, buffer.data() + i, 8);
            value = (value ^ word) * 0x100000001b3ULL;
            value ^= value >> 29;
        }
        for (; i < buffer.size(); ++i)
            value = (value ^ buffer[i]) * 0x100000001b3ULL;
    }
    return value;
}

// The sum of all buffers as floats: for results that are added up in any order, so that no digest is the same twice.
inline double sum_of_floats(const std::vector<std::vector<std::uint8_t>>& buffers) {
    double sum = 0;
    for (const auto& buffer : buffers) {
        for (std::size_t i = 0; i + 4 <= buffer.size(); i += 4) {
            float value = 0;
            std::memcpy(&value, buffer.data() + i, 4);
            if (std::isfinite(value)) sum += value;
        }
    }
    return sum;
}

// As many launches between two events as take some milliseconds, so that what one launch costs the host is hidden.
inline std::vector<double> time_samples(const Workload& workload, const Clock& clock, int samples, double sample_us) {
    const auto once = [&](int launches) {
        clock.begin();
        for (int i = 0; i < launches; ++i)
            workload.launch();
        return clock.end() / launches;
    };
    once(1);
    const double first = once(3);
    const int launches = std::max(1, static_cast<int>(std::min(100.0, sample_us / std::max(first, 1.0))));
    std::vector<double> times;
    for (int i = 0; i < samples; ++i)
        times.push_back(once(launches));
    return times;
}

inline int serve(const std::vector<Workload>& workloads, const Clock& clock, double sample_us) {
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string what, name;
        int samples = 1;
        words >> what >> name >> samples;
        const auto found = std::find_if(workloads.begin(), workloads.end(), [&](auto& w) { return w.name == name; });
        if (found == workloads.end()) {
            std::printf("error no workload %s\n", name.c_str());
        } else if (what == "check") {
            found->prepare();
            found->launch();
            const auto results = found->results();
            std::printf("%s %016llx %.9g\n", name.c_str(), static_cast<unsigned long long>(digest(results)),
                        sum_of_floats(results));
        } else {
            std::printf("%s", name.c_str());
            for (const double time : time_samples(*found, clock, samples, sample_us))
                std::printf(" %.3f", time);
            std::printf("\n");
        }
        std::fflush(stdout);
    }
    return 0;
}

}  // namespace outside
