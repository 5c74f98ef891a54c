// The edge between mechanism and policy: what a policy is told, and what it may answer.
//
// Facts and answers are plain values of fixed layout: no pointers, nothing that a loaded program could hold on to. A
// policy keeps its own state, by virtual GPU and resource (a *lane*). It orders lanes by rank and key; the dispatcher
// keeps them in that order, so that no hook needs a loop. Whatever a policy answers is checked (dispatcher.h): it can
// be unfair for a while, but cannot lose a job, start one before its time, or keep one from the card for ever.
#pragma once

#include <type_traits>

#include "sched/types.h"

namespace ringfence::sched {

// A lane as it is now.
struct LaneFacts {
    Time now;
    Time work_in_flight;  // estimated
    Time mean_job;        // measured; 0: nothing yet
    Time longest_wait;    // of its first job
    VgpuId vgpu;
    std::uint32_t resource;
    std::uint32_t queued;  // ready and waiting for the card
    std::uint32_t in_flight;
    Share share;
    Share utilisation;  // over the last second
    std::uint32_t priority;
    std::uint32_t reserved;
};

// The place of a lane: by rank, lower first; within a rank by key, which may wrap around.
struct Order {
    std::uint64_t key;
    std::uint32_t rank;
    std::uint32_t reserved;
};
constexpr std::uint32_t rank_count = 16;

struct SubmitFacts {
    Time now;
    Time cost;
    std::uint64_t bytes;
    VgpuId vgpu;
    SessionId session;
    std::uint32_t resource;
    std::uint32_t priority;
};
struct SubmitAnswer {
    Time cost;               // a better idea of it; 0: none
    std::uint32_t priority;  // among its virtual GPU's jobs
    std::uint32_t reserved;
};

struct DispatchFacts {
    LaneFacts lane;           // the first in order
    Time cost;                // what its next job is thought to take
    Time awaited_idle;        // how long the awaited lane has had nothing to do
    Time awaited_gap;         // how long it usually has nothing to do
    std::uint64_t least_key;  // of all lanes that wait, of any rank
    VgpuId awaited;           // the lane that went idle last, if it still is; otherwise nobody
    std::uint32_t runnable;   // lanes that wait
    std::uint32_t in_flight;  // jobs of all lanes on the card
    std::uint32_t reserved;
};
enum class Action : std::uint32_t { Start, Hold };
struct DispatchAnswer {
    Order order;  // the lane's place after this, if it waits with more
    Time charge;  // Start: comes back with the job's end
    Time until;   // Hold: ask again then, or when something has changed
    Action action;
    std::uint32_t reason;  // a Reason
};

struct RetireFacts {
    LaneFacts lane;
    Time took;
    Time charge;
};

struct CopyFacts {
    Time now;
    std::uint64_t bytes;
    VgpuId vgpu;
    std::uint32_t resource;
    std::uint32_t others;  // lanes that wait for the same resource
    std::uint32_t reserved;
};
struct CopyAnswer {
    std::uint64_t piece;  // bytes to copy at a time
};

// Of somebody whose memory could leave the card (memory pressure), or come back to it (reclaim).
struct MemoryFacts {
    Time now;
    Time idle;                // since it last used the card
    std::uint64_t needed;     // bytes that are wanted on the card
    std::uint64_t resident;   // its bytes on the card
    std::uint64_t elsewhere;  // its bytes that had to leave
    std::uint64_t share;      // of the card's memory that is its own
    VgpuId vgpu;
    SessionId session;
    std::uint32_t priority;
    std::uint32_t queued;  // jobs that wait for the card
};
struct MemoryAnswer {
    std::uint64_t score;  // the highest is chosen; 0: not this one
};

struct TickFacts {
    Time now;
    Time period;
};

template <typename... Values>
constexpr bool are_plain_data = ((std::is_trivially_copyable_v<Values> && std::is_standard_layout_v<Values>)&&...);
static_assert(are_plain_data<LaneFacts, Order, SubmitFacts, SubmitAnswer, DispatchFacts, DispatchAnswer, RetireFacts,
                             CopyFacts, CopyAnswer, MemoryFacts, MemoryAnswer, TickFacts>);
static_assert(sizeof(LaneFacts) == 64 && sizeof(Order) == 16 && sizeof(SubmitFacts) == 40 &&
              sizeof(SubmitAnswer) == 16 && sizeof(DispatchFacts) == 112 && sizeof(DispatchAnswer) == 40 &&
              sizeof(RetireFacts) == 80 && sizeof(CopyFacts) == 32 && sizeof(MemoryFacts) == 64);

class Policy {
public:
    virtual ~Policy() = default;

    // Whether it wants to see every job before anything else. Jobs that nobody competes with then cost one call more.
    [[nodiscard]] virtual bool wants_submit() const { return false; }
    virtual SubmitAnswer submit(const SubmitFacts& facts) { return {facts.cost, facts.priority, 0}; }
    // A lane has something for the card and had nothing; or a tick has passed: its place.
    virtual Order admit(const LaneFacts& facts) = 0;
    // May the first in order put a job on the card? Not asked where nobody competes.
    virtual DispatchAnswer dispatch(const DispatchFacts& facts) = 0;
    // A job has finished that dispatch() let go: the lane's place now.
    virtual Order retire(const RetireFacts& facts) = 0;
    virtual CopyAnswer copy_enqueued(const CopyFacts& facts) { return {facts.bytes}; }
    virtual MemoryAnswer memory_pressure(const MemoryFacts& facts) = 0;
    virtual MemoryAnswer reclaim(const MemoryFacts& facts) = 0;
    virtual void tick(const TickFacts& facts) { static_cast<void>(facts); }
    // An answer of it made no sense, and was set right.
    virtual void answer_was_wrong() {}
};

}  // namespace ringfence::sched
