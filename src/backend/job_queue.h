// The queue through which a card's stream asks for turns while others want the card, too (docs/scheduling.md).
//
// A card itself queues work, does it in the stream's order, and cannot give it back. So several pieces of a stream's
// work may be in this queue: each enters as soon as it waits only for its turn, is put on the card when it may begin,
// and its end is reported later, for several at a time.
//
// Each stream has one queue. Pieces of work are numbered from 1, in their order. Safe for two threads: the one that
// submits work to the stream, and the one that advances waiting work.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "backend/job_gate.h"

namespace ringfence::backend {

class JobQueue {
public:
    struct Entry {
        std::uint64_t number = 0;
        std::chrono::nanoseconds expected{};  // its duration, as learned from similar ones
        bool has_begun = false;               // result of begin(): it may be put on the card
        bool is_alone = false;                // no other tenant has had work for a while
    };

    virtual ~JobQueue() = default;

    // True if others want the card, too. Work may enter in any case, and is counted then.
    [[nodiscard]] virtual bool is_needed() const = 0;
    virtual Entry enter(const JobFacts& job) = 0;
    // enter() and may_begin() in one, for a caller that puts the work on the card if it may begin.
    virtual Entry begin(const JobFacts& job) {
        Entry entry = enter(job);
        entry.has_begun = may_begin(entry.number);
        return entry;
    }
    // Polled for entered work. As soon as it returns true the work must be put on the card.
    [[nodiscard]] virtual bool may_begin(std::uint64_t number) = 0;
    // The card is done with all work up to this number.
    virtual void finish(std::uint64_t through) = 0;
    // Work after this number will not be put on the card.
    virtual void drop(std::uint64_t after) = 0;
    // Priority inheritance: another stream, with the queue `waiting` of the same device, waits for work here. Until the
    // result is destroyed, work here has that stream's priority, if it is higher: both present and new work.
    [[nodiscard]] virtual std::shared_ptr<void> inherit(const JobQueue& waiting) {
        static_cast<void>(waiting);
        return {};
    }
};

}  // namespace ringfence::backend
