// The words that all of src/sched uses: time, resources and names of things.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace ringfence::sched {

using Time = std::int64_t;  // nanoseconds; a point in time counts from a beginning that the caller chose
constexpr Time microsecond = 1'000;
constexpr Time millisecond = 1'000'000;
constexpr Time second = 1'000'000'000;
constexpr Time never = INT64_MAX;
constexpr Time longest_job = 1000 * second;  // longer ones count for this: sums and products of it do not overflow

// The resource that a job needs. The first three are the device's and have queues and shares of their own.
enum class Resource : std::uint8_t {
    Compute,
    CopyTo,    // to the device
    CopyFrom,  // from the device
    Client,    // something the client does: a host function, a word it writes, an event of its own
    Join,      // nothing: a point in a stream that waits for others, as events make them
};
constexpr std::size_t resource_count = 3;  // those of the device
constexpr bool is_of_device(Resource resource) {
    return static_cast<std::size_t>(resource) < resource_count;
}

using VgpuId = std::uint32_t;
using SessionId = std::uint32_t;
using StreamId = std::uint32_t;
constexpr std::uint32_t nobody = UINT32_MAX;
// A session within its virtual GPU, for a policy that orders these (nest.h). Sessions beyond the last count as one.
using MemberId = std::uint32_t;
constexpr MemberId most_members = 1024;

// A share of a resource, in millionths.
using Share = std::uint32_t;
constexpr Share whole = 1'000'000;

// Priorities of virtual GPUs: 0 is the usual one, and more goes first. See band.h for what that is worth.
constexpr std::uint32_t most_priority = 7;
// Priorities of jobs within their virtual GPU, as streams have them.
constexpr std::uint32_t job_priorities = 4;

// Some of the device's multiprocessors: so many, from that one on. 0: all.
struct Partition {
    std::uint32_t first = 0;
    std::uint32_t count = 0;

    friend bool operator==(const Partition&, const Partition&) = default;
};

// The name of a job. It is never used again: a job that has finished is known as such for ever.
struct JobId {
    std::uint32_t slot = nobody;
    std::uint32_t generation = 0;

    explicit operator bool() const { return slot != nobody; }
    friend bool operator==(const JobId&, const JobId&) = default;
};

}  // namespace ringfence::sched
