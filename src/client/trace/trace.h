// Traces of API calls.
//
//   RINGFENCE_TRACE=1            a line per call on standard error:
//                                cuMemAlloc_v2(dptr=0x7ffd…, bytesize=1024) = CUDA_SUCCESS [dptr -> 0x7f…] 3.4 µs
//   RINGFENCE_TRACE=FILE         the same, appended to a file
//   RINGFENCE_TRACE_FILE=FILE    a timeline in the format of trace events, for Perfetto or chrome://tracing: calls by
//                                thread, and what streams do (client/trace/span.h)
//
// Lines are never mixed, even if several threads and processes write them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "api/names.h"
#include "client/trace/traced_value.h"

namespace ringfence::client {

enum class TraceState : std::uint8_t { Unknown, Off, On };

// Unknown until the environment was read, at the first call.
[[gnu::visibility("hidden")]] extern std::atomic<TraceState> trace_state;

inline bool may_be_tracing() {
    return trace_state.load(std::memory_order_relaxed) != TraceState::Off;
}

// Reads the environment at the first call.
bool is_tracing();
// True if a timeline is being written. A line of it has one event and ends with a comma.
bool has_timeline();
void write_to_timeline(std::string_view line);

// Nanoseconds of the monotonic clock.
std::uint64_t trace_clock();

struct TracedCall {
    Api api;
    const TracedValue* arguments;
    std::size_t argument_count;
    TracedValue result;
    std::uint64_t begin;
    std::uint64_t end;
};

void trace_call(const TracedCall& call);
// Writes a line that is not a CUDA call, not to the timeline. It must end with a line break.
void trace_line(std::string_view line);

// Adds a text to the trace of this thread's present call. `asking`: nanoseconds spent on getting the text, which are
// not counted for the call.
void note_on_call(std::string text, std::uint64_t asking);

}  // namespace ringfence::client
