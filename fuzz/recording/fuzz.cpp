// A timeline that is to be simulated may come from anywhere. The input: the file.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sched/simulator/recording.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ringfence::sched;
    ringfence::Result<Recording> read = parse_recording({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (!read.ok()) {
        if (read.error().kind != ringfence::Error::Kind::bad_input || !read.error().location) std::abort();
        return 0;
    }
    Recording recording = read.take();
    recording.move_to(0);
    if (recording.streams.empty()) std::abort();
    for (const auto& jobs : recording.streams) {
        Time before = 0;
        for (const RecordedJob& job : jobs) {
            const bool is_in_time = job.submitted >= before && job.length > 0 && job.length <= longest_job;
            if (!is_in_time || job.submitted + job.length > recording.end || !is_of_device(job.resource)) std::abort();
            before = job.submitted;
        }
    }
    return 0;
}
