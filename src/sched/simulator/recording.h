// The work of a real program, as `ringfence run --trace-file` writes it down: what each of its streams was given, when,
// and how long it took.
//
// One event per line. Those with "cat":"stream" are work; all others are passed over. The file may be anything: what is
// wrong is named with its line, and sizes have limits.
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
    std::uint32_t kernel = 0;  // by its name, from 1; 0: it is none
};

struct Recording {
    std::vector<std::vector<RecordedJob>> streams;  // each in the order in which it was given its work
    Time begin = 0;                                 // the first submission
    Time end = 0;                                   // of the last job, if none had waited

    // So that it begins then.
    void move_to(Time time);
};

// Times are those of the machine's clock.
[[nodiscard]] Result<Recording> parse_recording(std::string_view text, const std::string& file);

}  // namespace ringfence::sched
