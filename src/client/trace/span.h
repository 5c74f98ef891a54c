// The work of streams in the timeline: one track per stream, one span per piece of work.
#pragma once

#include <cstdint>
#include <string_view>

namespace ringfence::client {

struct TracedSpan {
    std::uint64_t stream = 0;    // the number of its track
    std::string_view name;       // the kernel's, for instance
    std::string_view arguments;  // JSON: `"bytes":4,"rows":1`; may be empty
    // Nanoseconds of the monotonic clock.
    std::uint64_t submitted = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

// Call it once, before the first span of the stream.
void write_track(std::uint64_t stream, std::string_view name);
void write_span(const TracedSpan& span);

}  // namespace ringfence::client
