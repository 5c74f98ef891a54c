// The interface between mechanism and policy: the facts that a policy gets, and its possible answers.
//
// Facts and answers are plain values of fixed layout, without pointers that a loaded program could keep. A policy has
// its own state for each virtual GPU and resource (a *lane*). It gives each lane a rank and a key, by which the
// dispatcher sorts them, so that no hook needs a loop. Every answer is checked (dispatcher.h): a policy can be unfair
// for a while, but cannot lose a job, start one too early, or keep one from the card for ever.
#pragma once

#include <type_traits>

#include "sched/settings.h"
#include "sched/types.h"

namespace ringfence::sched {

// The present state of a lane.
struct LaneFacts {
    Time now;
    Time work_in_flight;  // estimated
    Time mean_job;        // measured; 0: not yet
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

// The place of a lane: lower ranks first; within a rank lower keys first, where keys may wrap around.
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
    Time cost;               // a better estimate; 0: none
    std::uint32_t priority;  // among its virtual GPU's jobs
    std::uint32_t reserved;
};

// Facts about a lane's next job. All zeros: there is none.
struct JobMeta {
    Time ready;             // since when it waits for the card
    Time expected;          // measured duration of this kernel in this virtual GPU; 0: unknown
    std::uint64_t kernel;   // its number; 0: no kernel, or unknown
    std::uint64_t threads;  // of its grid
    std::uint64_t bytes;    // of copies
    std::uint32_t runs;     // of that kernel
    std::uint32_t session;  // within its virtual GPU
    std::uint32_t priority;
    std::uint32_t reserved;
};

struct DispatchFacts {
    LaneFacts lane;           // the first in order
    Time cost;                // the expected duration of its next job
    Time awaited_idle;        // how long the awaited lane has been idle
    Time awaited_gap;         // how long it is usually idle
    std::uint64_t least_key;  // of all waiting lanes of any rank
    VgpuId awaited;           // the lane that went idle last, if it still is; otherwise `nobody`
    std::uint32_t runnable;   // lanes that wait
    std::uint32_t in_flight;  // jobs of all lanes on the card
    std::uint32_t reserved;
};
enum class Action : std::uint32_t { Start, Hold };
struct DispatchAnswer {
    Order order;  // the lane's next place, if more of its jobs wait
    Time charge;  // Start: passed to retire() when the job ends
    Time until;   // Hold: when to ask again, unless something changes before
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

// A session whose memory could leave the card (memory pressure), or come back to it (reclaim).
struct MemoryFacts {
    Time now;
    Time idle;                // since it last used the card
    std::uint64_t needed;     // bytes that are wanted on the card
    std::uint64_t resident;   // its bytes on the card
    std::uint64_t elsewhere;  // its bytes that had to leave
    std::uint64_t share;      // of the card's memory, reserved for it
    VgpuId vgpu;
    SessionId session;
    std::uint32_t priority;
    std::uint32_t queued;  // jobs that wait for the card
};
struct MemoryAnswer {
    std::uint64_t score;  // the highest is chosen; 0: not this one
};

// A policy's wishes for a virtual GPU's memory on the card, in bytes. 0: no wish.
struct MemoryPool {
    std::uint64_t keep;  // not taken from it while others have more than their own `keep`
    std::uint64_t most;  // memory beyond this leaves first
};

struct TickFacts {
    Time now;
    Time period;
};

// The card's sensor readings, once a second. Unknown values are 0.
struct ThermalFacts {
    Time now;
    Time period;                      // since they were read before
    std::uint32_t temperature;        // thousandths of a degree Celsius
    std::uint32_t temperature_limit;  // at which the card slows itself down
    std::uint32_t power;              // milliwatts
    std::uint32_t power_limit;
};

template <typename... Values>
constexpr bool are_plain_data = ((std::is_trivially_copyable_v<Values> && std::is_standard_layout_v<Values>)&&...);
static_assert(are_plain_data<LaneFacts, Order, SubmitFacts, SubmitAnswer, DispatchFacts, DispatchAnswer, RetireFacts,
                             CopyFacts, CopyAnswer, MemoryFacts, MemoryAnswer, TickFacts, ThermalFacts>);
static_assert(sizeof(LaneFacts) == 64 && sizeof(Order) == 16 && sizeof(SubmitFacts) == 40 &&
              sizeof(SubmitAnswer) == 16 && sizeof(DispatchFacts) == 112 && sizeof(DispatchAnswer) == 40 &&
              sizeof(RetireFacts) == 80 && sizeof(CopyFacts) == 32 && sizeof(MemoryFacts) == 64);

class Policy {
public:
    virtual ~Policy() = default;

    // True if submit() is to be called for every job. Then even jobs without competition cost one more call.
    [[nodiscard]] virtual bool wants_submit() const { return false; }
    virtual SubmitAnswer submit(const SubmitFacts& facts) { return {facts.cost, facts.priority, 0}; }
    // The place of a lane that gets its first waiting job; or, at a tick, of any waiting lane.
    virtual Order admit(const LaneFacts& facts) = 0;
    // May the first lane put a job on the card? Not called without competition.
    virtual DispatchAnswer dispatch(const DispatchFacts& facts) = 0;
    // A job that dispatch() had started has finished: the lane's new place.
    virtual Order retire(const RetireFacts& facts) = 0;
    virtual CopyAnswer copy_enqueued(const CopyFacts& facts) { return {facts.bytes}; }
    virtual MemoryAnswer memory_pressure(const MemoryFacts& facts) = 0;
    virtual MemoryAnswer reclaim(const MemoryFacts& facts) = 0;
    virtual void tick(const TickFacts& facts) { static_cast<void>(facts); }
    // True if it is also to be asked while only one lane wants the card.
    [[nodiscard]] virtual bool wants_alone() const { return false; }
    // True if it wants the card's sensor readings.
    [[nodiscard]] virtual bool wants_thermal() const { return false; }
    virtual void thermal(const ThermalFacts& facts) { static_cast<void>(facts); }
    // How much work may be on the card of a resource that several lanes want. Called every tick.
    [[nodiscard]] virtual Window window(Resource resource, const Window& usual) const {
        static_cast<void>(resource);
        return usual;
    }
    // True if it limits lanes' parts of a resource's time; and a lane's limit, called every tick; 0: no limit. Limits
    // hold even without competition, so wants_alone() must be true, too.
    [[nodiscard]] virtual bool has_budgets() const { return false; }
    [[nodiscard]] virtual std::uint64_t budget(VgpuId vgpu, Resource resource) const {
        static_cast<void>(vgpu);
        static_cast<void>(resource);
        return 0;
    }
    // True if note_next_job() is to be called before every question about a lane.
    [[nodiscard]] virtual bool wants_job_meta() const { return false; }
    virtual void note_next_job(VgpuId /*vgpu*/, Resource /*resource*/, const JobMeta& /*job*/) {}
    // The multiprocessors on which a virtual GPU's kernels should run. An invalid wish counts as a wrong answer.
    // `device`: how many the device has; `most`: how many the virtual GPU may use.
    [[nodiscard]] virtual bool has_partitions() const { return false; }
    virtual Partition partition(VgpuId /*vgpu*/, std::uint32_t /*device*/, std::uint32_t /*most*/) { return {}; }
    // True if the policy has wishes for virtual GPUs' memory on the card, which pool() returns.
    [[nodiscard]] virtual bool has_pools() const { return false; }
    [[nodiscard]] virtual MemoryPool pool(VgpuId vgpu) const {
        static_cast<void>(vgpu);
        return {};
    }
    // Called when an invalid answer was corrected.
    virtual void answer_was_wrong() {}
};

}  // namespace ringfence::sched
