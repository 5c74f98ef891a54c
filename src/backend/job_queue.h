// Where a card's stream asks for its turns, while others want the card too (docs/scheduling.md).
//
// A card has a queue of its own: work there is done in the stream's order, and cannot be taken back. So a stream's work
// enters here as soon as nothing but its turn keeps it from the card, several pieces at a time; each is put on the card
// when it may begin; and the card's progress is reported now and then.
//
// One for each stream. Pieces are numbered from 1, in their order. Safe for two threads: one that puts work on the
// stream, and one that looks after waiting work.
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
        bool has_begun = false;               // of begin(): it may be put on the card
        bool is_alone = false;                // no other tenant has had work for a while
    };

    virtual ~JobQueue() = default;

    // Others want the card. Work that enters without asking this is counted all the same.
    [[nodiscard]] virtual bool is_needed() const = 0;
    virtual Entry enter(const JobFacts& job) = 0;
    // Both at once, for one that is put on the card by the caller if it may begin.
    virtual Entry begin(const JobFacts& job) {
        Entry entry = enter(job);
        entry.has_begun = may_begin(entry.number);
        return entry;
    }
    // Asked again and again. Once it may, it is put on the card.
    [[nodiscard]] virtual bool may_begin(std::uint64_t number) = 0;
    // The card is done with all up to this one.
    virtual void finish(std::uint64_t through) = 0;
    // Pieces after this one will not be put on the card.
    virtual void drop(std::uint64_t after) = 0;
    // The work of another stream, which has turns of the same device, waits for pieces here: they go as if they had
    // that one's priority, those that have entered and those that enter until the result of this goes.
    [[nodiscard]] virtual std::shared_ptr<void> inherit(const JobQueue& waiting) {
        static_cast<void>(waiting);
        return {};
    }
};

}  // namespace ringfence::backend
