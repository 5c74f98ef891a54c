// The table of unfinished jobs, each in a slot, with links to those that wait for them.
//
// Slots and links are reused, so after its busiest moment a dispatcher no longer allocates.
#pragma once

#include <vector>

#include "sched/job.h"
#include "sched/kernel_times.h"
#include "sched/policy.h"

namespace ringfence::sched {

enum class JobState : std::uint8_t {
    Free,
    Waiting,  // for its stream, its dependencies or a client
    Queued,   // for the card
    Started,  // on the card, or with the client
};

struct JobSlot {
    Job job;
    JobId before{};  // in its stream
    Time admitted = 0;
    Time cost = 0;    // the duration that was assumed when it was started
    Time charge = 0;  // the policy's
    std::uint32_t generation = 1;
    // How many jobs it waits for that are not on the card yet, and that have not finished. Only links are counted, not
    // `before`.
    std::uint32_t not_started = 0;
    std::uint32_t not_finished = 0;
    std::uint32_t first_link = nobody;  // the jobs that wait for this one
    std::uint32_t next = nobody;        // in the list of free slots, or in its lane's queue
    std::uint32_t previous = nobody;
    JobState state = JobState::Free;
    std::uint8_t lent = 0;  // the inherited priority of another virtual GPU that waits for it; 0: none
    bool is_charged = false;
    bool is_in_turn = false;  // counted by the card's other dispatchers (neighbours.h)
};

// The facts about a job that a policy may see.
[[nodiscard]] JobMeta meta_of(const JobSlot& entry, const KernelTimes& times);

class JobTable {
public:
    // Adds a job that is in no queue yet. Returns its slot.
    std::uint32_t add(const Job& job);
    void remove(std::uint32_t slot);

    JobSlot& operator[](std::uint32_t slot) { return slots_[slot]; }
    const JobSlot& operator[](std::uint32_t slot) const { return slots_[slot]; }
    [[nodiscard]] JobId id(std::uint32_t slot) const { return {slot, slots_[slot].generation}; }
    // True if the job has not finished. A job that never existed counts as finished: see was_issued().
    [[nodiscard]] bool is_live(JobId id) const {
        return id.slot < slots_.size() && slots_[id.slot].generation == id.generation &&
               slots_[id.slot].state != JobState::Free;
    }
    [[nodiscard]] bool was_issued(JobId id) const {
        return id.slot < slots_.size() && id.generation != 0 &&
               static_cast<std::int32_t>(id.generation - slots_[id.slot].generation) <= 0;
    }
    [[nodiscard]] std::size_t live() const { return live_; }
    [[nodiscard]] std::size_t slots() const { return slots_.size(); }

    // `later` waits for `earlier`.
    void link(std::uint32_t earlier, std::uint32_t later);
    template <typename Function>
    void each_waiting_for(std::uint32_t slot, Function&& function) const {
        for (std::uint32_t link = slots_[slot].first_link; link != nobody; link = links_[link].next) {
            if (is_live(links_[link].later)) function(links_[link].later.slot);
        }
    }

private:
    struct Link {
        JobId later;  // may have been cancelled, and its slot reused
        std::uint32_t next;
    };

    std::vector<JobSlot> slots_;
    std::vector<Link> links_;
    std::uint32_t free_slot_ = nobody;
    std::uint32_t free_link_ = nobody;
    std::size_t live_ = 0;
};

}  // namespace ringfence::sched
