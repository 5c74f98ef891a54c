// The recorded work of a real program, from `ringfence run --trace-file`: the jobs of each stream, when they were
// submitted, and how long they took.
//
// The file has one event per line. Those with "cat":"stream" are work; all others are skipped. The file is not trusted:
// errors name the line, and sizes are limited.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sched/types.h"

namespace ringfence::sched {

constexpr std::size_t largest_recording = std::size_t{1} << 30;
constexpr std::size_t most_recorded_jobs = 4'000'000;
constexpr std::size_t most_recorded_streams = 1024;

struct RecordedJob {
    Time submitted = 0;
    Time length = 0;
    Resource resource = Resource::Compute;
    std::uint32_t kernel = 0;  // numbered by name, from 1; 0: no kernel
};

struct Recording {
    std::vector<std::vector<RecordedJob>> streams;  // each in the order of submission
    Time begin = 0;                                 // the first submission
    Time end = 0;                                   // of the last job, without waiting times

    // Shifts all times so that the recording begins at `time`.
    void move_to(Time time);
};

// Times in the result are those of the recorded machine's clock.
[[nodiscard]] Result<Recording> parse_recording(std::string_view text, const std::string& file);

}  // namespace ringfence::sched
