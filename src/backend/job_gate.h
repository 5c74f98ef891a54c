// The gate at which a stream's work waits for its turn while others want the device, too (docs/scheduling.md).
//
// When all earlier work is done, the stream's thread enters the gate, does the next piece of work and leaves. Work that
// waits for something else (a word, an event, the host) never enters, so it never holds the device.
//
// Gates are for the software GPU's streams, each of which has a thread that waits here. A card's use job_queue.h.
//
// Each stream has one gate. One thread at a time calls enter(), leave() and forget(); any thread the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ringfence::backend {

// The resource of the device that a piece of work needs.
enum class JobKind : std::uint8_t { Compute, CopyTo, CopyFrom };

// What is known about a piece of work before it is done.
struct JobFacts {
    JobKind kind = JobKind::Compute;
    std::uint64_t kernel = 0;   // its number (Launch::kernel); 0: none
    std::uint64_t threads = 0;  // of its grid

    // NOLINTNEXTLINE(google-explicit-constructor): most have nothing else to say.
    JobFacts(JobKind what) : kind(what) {}
    JobFacts(JobKind what, std::uint64_t which, std::uint64_t how_many)
        : kind(what), kernel(which), threads(how_many) {}
};

// A range of the device's multiprocessors: `count` of them, from `first` on. Count 0: all.
struct Multiprocessors {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

class JobGate {
public:
    virtual ~JobGate() = default;

    // So many pieces of work were submitted to the stream: each will enter, or forget() is called for it.
    virtual void expect(std::size_t jobs) = 0;
    // Returns true when the work may begin. False: it is no longer wanted, and must not be done or leave().
    virtual bool enter(const JobFacts& job) = 0;
    // The work is done. `next`: the following work, which will enter at once. Naming it here keeps the virtual GPU from
    // seeming idle in between.
    virtual void leave(std::optional<JobFacts> next) = 0;
    // An expected piece of work, perhaps named as `next`, will not come.
    virtual void forget() = 0;
    // The stream's work is no longer wanted: a thread that waits in enter() returns.
    virtual void abandon() = 0;
    // The multiprocessors for the work that has entered. Call it between enter() and leave().
    [[nodiscard]] virtual Multiprocessors multiprocessors() const { return {}; }
    // True if others want the device, too. Work may enter in any case, and is counted then.
    [[nodiscard]] virtual bool is_needed() const = 0;
    // True if the stream waits here, so that none of its work is running.
    [[nodiscard]] virtual bool is_waiting() const = 0;
};

}  // namespace ringfence::backend
