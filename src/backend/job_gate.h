// Where a stream's work waits for its turn on the device, while others want the device too (docs/scheduling.md).
//
// A stream comes to a piece of work when all before it is done. It then enters the gate, does the work and leaves. What
// waits for something else (a word, an event, the host) never stands at the gate, so nobody holds the device for it.
//
// The software GPU's streams have threads, which wait here. A card's work is put there by a thread that must not wait:
// it asks again and again (try_enter).
//
// One gate for each stream. One thread at a time calls enter(), try_enter(), leave() and forget(); the rest comes from
// any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ringfence::backend {

// What a piece of work needs of the device.
enum class JobKind : std::uint8_t { Compute, CopyTo, CopyFrom };

class JobGate {
public:
    virtual ~JobGate() = default;

    // So many pieces of work were put on the stream: each enters or is forgotten.
    virtual void expect(std::size_t jobs) = 0;
    // Returns when the work may begin. False: nobody wants it any more; it is not done, and nothing is left.
    virtual bool enter(JobKind kind) = 0;
    // The same without waiting. False: not now. What nobody wants may go.
    virtual bool try_enter(JobKind kind) = 0;
    // It is done. `next`: what stands behind it and enters at once; so its virtual GPU does not seem to have nothing to
    // do.
    virtual void leave(std::optional<JobKind> next) = 0;
    // One that was expected, and perhaps named as the next, will not come.
    virtual void forget() = 0;
    // Nobody wants the stream's work: whoever waits here goes.
    virtual void abandon() = 0;
    // Others want the device: who does not look at that, and enters, is counted.
    [[nodiscard]] virtual bool is_needed() const = 0;
    // The stream stands here, and nothing of it is running.
    [[nodiscard]] virtual bool is_waiting() const = 0;
};

}  // namespace ringfence::backend
