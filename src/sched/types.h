// Types that all of src/sched uses: time, resources, and numbers of objects.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace ringfence::sched {

using Time = std::int64_t;  // nanoseconds; points in time count from an origin that the caller chooses
constexpr Time microsecond = 1'000;
constexpr Time millisecond = 1'000'000;
constexpr Time second = 1'000'000'000;
constexpr Time never = INT64_MAX;
constexpr Time longest_job = 1000 * second;  // longer ones are clamped to it, so that sums and products do not overflow

// The resource that a job needs. The first three belong to the device, and have separate queues and shares.
enum class Resource : std::uint8_t {
    Compute,
    CopyTo,    // to the device
    CopyFrom,  // from the device
    Client,    // an action of the client: a host function, a write to a word, an event
    Join,      // none: a point in a stream that waits for other jobs, as with events
};
constexpr std::size_t resource_count = 3;  // the device's resources
constexpr bool is_of_device(Resource resource) {
    return static_cast<std::size_t>(resource) < resource_count;
}

using VgpuId = std::uint32_t;
using SessionId = std::uint32_t;
using StreamId = std::uint32_t;
constexpr std::uint32_t nobody = UINT32_MAX;
// A session's number within its virtual GPU, for nested policies (nest.h). Sessions beyond the last share its number.
using MemberId = std::uint32_t;
constexpr MemberId most_members = 1024;

// A share of a resource, in millionths.
using Share = std::uint32_t;
constexpr Share whole = 1'000'000;

// Priorities of virtual GPUs: 0 is the default, higher ones go first (band.h says when).
constexpr std::uint32_t most_priority = 7;
// Priorities of jobs within their virtual GPU, from their streams.
constexpr std::uint32_t job_priorities = 4;

// A range of the device's multiprocessors: `count` of them, from `first` on. Count 0: all.
struct Partition {
    std::uint32_t first = 0;
    std::uint32_t count = 0;

    friend bool operator==(const Partition&, const Partition&) = default;
};

// Identifies a job. Ids are never reused, so a finished job is always recognised as finished.
struct JobId {
    std::uint32_t slot = nobody;
    std::uint32_t generation = 0;

    explicit operator bool() const { return slot != nobody; }
    friend bool operator==(const JobId&, const JobId&) = default;
};

}  // namespace ringfence::sched
