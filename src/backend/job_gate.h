// Where a stream's work waits for its turn on the device, while others want the device too (docs/scheduling.md).
//
// A stream comes to a piece of work when all before it is done. It then enters the gate, does the work and leaves. Work
// that waits for something else (a word, an event, the host) never stands at the gate, so it never holds the device.
//
// This is for streams that have a thread, which waits here: the software GPU's. A card's have a queue (job_queue.h).
//
// One gate for each stream. One thread at a time calls enter(), leave() and forget(); the rest comes from any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ringfence::backend {

// The resource of the device that a piece of work needs.
enum class JobKind : std::uint8_t { Compute, CopyTo, CopyFrom };

// Facts about a piece of work that are known before it is done.
struct JobFacts {
    JobKind kind = JobKind::Compute;
    std::uint64_t kernel = 0;   // which one (Launch::kernel); 0: none
    std::uint64_t threads = 0;  // of its grid

    // NOLINTNEXTLINE(google-explicit-constructor): most have nothing else to say.
    JobFacts(JobKind what) : kind(what) {}
    JobFacts(JobKind what, std::uint64_t which, std::uint64_t how_many)
        : kind(what), kernel(which), threads(how_many) {}
};

// Some of the device's multiprocessors: so many, from that one on. 0: all.
struct Multiprocessors {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

class JobGate {
public:
    virtual ~JobGate() = default;

    // So many pieces of work were put on the stream: each enters or is forgotten.
    virtual void expect(std::size_t jobs) = 0;
    // Returns when the work may begin. False: nobody wants it any more; it is not done, and nothing is left.
    virtual bool enter(const JobFacts& job) = 0;
    // It is done. `next`: what stands behind it and enters at once; so its virtual GPU does not seem to have nothing to
    // do.
    virtual void leave(std::optional<JobFacts> next) = 0;
    // One that was expected, and perhaps named as the next, will not come.
    virtual void forget() = 0;
    // The stream's work is no longer wanted: a thread that waits here returns.
    virtual void abandon() = 0;
    // Where the work that has entered may be done. Asked by who has entered.
    [[nodiscard]] virtual Multiprocessors multiprocessors() const { return {}; }
    // Others want the device: who does not look at that, and enters, is counted.
    [[nodiscard]] virtual bool is_needed() const = 0;
    // The stream stands here, and nothing of it is running.
    [[nodiscard]] virtual bool is_waiting() const = 0;
};

}  // namespace ringfence::backend
