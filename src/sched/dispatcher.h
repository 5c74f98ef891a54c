// Accepts jobs, and decides when each is put on the card.
//
// Promises:
// - Each job is passed to the device once, after the jobs before it in its stream and those that it names, so that a
//   hardware queue only waits for work that is on the card. Jobs that wait for a client wait here.
// - Without competition, and if the card has room, submit() passes a job to the device at once, without asking the
//   policy and without allocating.
// - Otherwise the policy decides which lane is next. Its answers are checked: invalid ones are corrected and counted
//   (policy_faults), and a lane that has waited for `overdue` is next whatever the policy says.
// - Every job is counted in the ledger, and why() says what it waits for.
//
// It has no clock, threads or locks: the caller passes the time (which must not decrease) and serializes calls. tick()
// must be called no later than next_wake().
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "sched/band.h"
#include "sched/device.h"
#include "sched/job_table.h"
#include "sched/kernel_times.h"
#include "sched/lane.h"
#include "sched/lane_order.h"
#include "sched/ledger.h"
#include "sched/neighbours.h"
#include "sched/nest.h"
#include "sched/policy.h"
#include "sched/settings.h"
#include "sched/virtual_gpu.h"

namespace ringfence::sched {

class Dispatcher {
public:
    Dispatcher(Device& device, Policy& policy, const DispatcherSettings& settings = {});
    Dispatcher(const Dispatcher&) = delete;
    Dispatcher& operator=(const Dispatcher&) = delete;
    // Other dispatchers of the same card, with which this one takes turns; null: there are none.
    void set_neighbours(Neighbours* neighbours) { neighbours_ = neighbours; }

    [[nodiscard]] Result<VgpuId> add_vgpu(const VirtualGpu& vgpu);
    // Changes the settings from now on; jobs on the card are not affected.
    [[nodiscard]] Result<void> change_vgpu(VgpuId id, const VirtualGpu& vgpu, Time now);
    // Fails while it has open streams or unfinished jobs. Its number may be reused, with a new account.
    [[nodiscard]] Result<void> remove_vgpu(VgpuId id);
    // `member`: the session's number for a nested policy.
    [[nodiscard]] Result<StreamId> open_stream(VgpuId vgpu, SessionId session, MemberId member = 0);
    // No more jobs will come; present ones go on. The number may be reused.
    void close_stream(StreamId stream);

    [[nodiscard]] Result<JobId> submit(const Job& job, Time now);
    // A job on the card has finished and took this much of the card's time; or a client has done its part.
    [[nodiscard]] Result<void> finished(JobId id, Time took, Time now);
    // A job that was reported finished, because others should not wait for it any longer, took this much more.
    [[nodiscard]] Result<void> charge(VgpuId vgpu, Resource resource, Time took, Time now);
    // Work outside of this dispatcher, of that virtual GPU and priority, waits for this job: the job inherits the
    // priority.
    void lend_priority(JobId to, VgpuId from, std::uint8_t priority, Time now);
    // The session is gone: its jobs that are not on the card are dropped, and jobs that wait for them go on.
    void cancel(SessionId session, Time now);
    void tick(Time now);
    [[nodiscard]] Time next_wake() const;
    // True if no other virtual GPU wants this resource or did within the last second, here or in other workers, and it
    // has no members that compete in an order of their own. The virtual GPU must have work for the resource.
    [[nodiscard]] bool is_alone(VgpuId vgpu, Resource resource, Time now) const;
    // The assumed duration of a virtual GPU's job of unknown length.
    [[nodiscard]] Time expected_length(VgpuId vgpu, Resource resource) const;
    // The Policy object now answers by another policy, which must order the waiting lanes. Jobs on the card are
    // reported to it with a charge of 0, since it was not asked about them. No job is affected.
    void policy_changed(Time now);
    // Sets the policy that orders jobs within a virtual GPU (nest.h); null: by weight, or by priority if all weights
    // are equal. The same object again means that it now answers by another policy. No job is affected.
    [[nodiscard]] Result<void> nest(VgpuId vgpu, Policy* policy, Time now);
    // Sets a member's weight among the others (member_weights.h), for the usual order.
    [[nodiscard]] Result<void> weigh(VgpuId vgpu, MemberId member, std::uint32_t weight, Time now);
    [[nodiscard]] bool do_weights_differ(VgpuId vgpu) const { return vgpus_[vgpu].weights->do_differ(); }

    // Into pieces of how many bytes to split a copy of that size.
    [[nodiscard]] std::uint64_t copy_piece(VgpuId vgpu, Resource resource, std::uint64_t bytes, Time now);
    // The index of the candidate whose memory is to leave the card, or to come back; nothing if the policy wants none.
    [[nodiscard]] std::optional<std::size_t> choose_victim(std::span<const MemoryFacts> candidates);
    [[nodiscard]] std::optional<std::size_t> choose_returning(std::span<const MemoryFacts> candidates);

    [[nodiscard]] const Ledger& ledger() const { return ledger_; }
    [[nodiscard]] Wait why(JobId id, Time now) const;
    [[nodiscard]] std::size_t unfinished() const { return jobs_.live(); }
    [[nodiscard]] std::uint64_t policy_faults() const { return policy_faults_; }
    [[nodiscard]] std::uint32_t in_flight(Resource resource) const { return engine(resource).in_flight; }

private:
    struct Stream {
        VgpuId vgpu = nobody;  // `nobody`: closed
        SessionId session = nobody;
        JobId last{};
        MemberId member = 0;
    };
    struct Vgpu {
        std::uint32_t priority = 0;
        std::uint32_t sms = 0;  // 0: all
        std::uint32_t streams = 0;
        std::size_t jobs = 0;  // unfinished
        bool is_there = true;
        // The order within it; on the heap, since nests refer to them.
        Policy* policy = nullptr;  // a nested policy; null: the usual order
        std::unique_ptr<MemberWeights> weights = std::make_unique<MemberWeights>();
        std::unique_ptr<Band> by_weight;  // null: not needed so far
    };
    // A resource of the device.
    struct Engine {
        LaneOrder order;
        std::vector<Lane> lanes;  // of each virtual GPU
        Resource resource{};
        std::uint32_t concurrency = 1;
        Window contended{};        // while several want it
        std::uint32_t active = 0;  // lanes with anything waiting or on the card
        std::uint32_t in_flight = 0;
        Time work_in_flight = 0;
        Time hold_until = never;
        VgpuId last_idle = nobody;
        VgpuId idle_before = nobody;  // the previous one, if different
        VgpuId last_started = nobody;
        Time work_in_turn = 0;  // given to last_started since the turn changed
        // The list of waiting lanes, by the time of their last turn.
        VgpuId oldest = nobody;
        VgpuId newest = nobody;
    };

    Engine& engine(Resource resource) { return engines_[static_cast<std::size_t>(resource)]; }
    [[nodiscard]] const Engine& engine(Resource resource) const { return engines_[static_cast<std::size_t>(resource)]; }
    [[nodiscard]] Result<void> check_job(const Job& job) const;
    [[nodiscard]] Result<void> check_vgpu(VgpuId id) const;
    void set_shares(VgpuId id, const VirtualGpu& vgpu);

    // The order among jobs.
    void wait_for(std::uint32_t slot, JobId earlier, Time now);
    void examine(std::uint32_t slot, Time now);
    void examine_all(Time now);
    void tell_started(std::uint32_t slot);
    void tell_finished(std::uint32_t slot);
    void run(Time now);

    // The priority that a job inherits from one that waits for it.
    struct Urgency {
        std::uint32_t vgpu = 0;  // the priority of its virtual GPU
        std::uint8_t job = 0;    // among its virtual GPU's jobs
    };
    struct Loan {
        JobId to;
        Urgency urgency;
    };
    [[nodiscard]] Urgency urgency_of(const JobSlot& entry) const;
    void lend(JobId to, Urgency urgency, Time now);
    bool raise(std::uint32_t slot, Urgency urgency, Time now);
    // A lane's priority: its own, or a higher one that it inherits.
    [[nodiscard]] std::uint32_t priority_of(const Engine& engine, VgpuId vgpu) const {
        return std::max(vgpus_[vgpu].priority, engine.lanes[vgpu].lent);
    }

    // Putting jobs on the card.
    void queue_up(std::uint32_t slot, Time now);
    void pump(Engine& engine, Time now);
    bool start_next(Engine& engine, Time now);
    void pass_over(Engine& engine, VgpuId vgpu);
    [[nodiscard]] Permission ask_neighbours(const Engine& engine, VgpuId vgpu, Time cost, Time now);
    void put_on_card(Engine& engine, std::uint32_t slot, Time cost, Reason reason, Time now);
    void settle(Time now);
    void leave_queue(Engine& engine, VgpuId vgpu, std::uint32_t slot, Time now);
    void note_idle(Engine& engine, VgpuId vgpu, Time now);
    [[nodiscard]] bool has_room(const Engine& engine, Time cost, bool is_contended) const;
    [[nodiscard]] Time perhaps(const JobSlot& entry, const Lane& lane) const;
    [[nodiscard]] VgpuId next_lane(const Engine& engine) const;

    // Virtual GPUs with nested policies.
    [[nodiscard]] Nest* nest_of(VgpuId vgpu) const { return vgpu < nests_.size() ? nests_[vgpu].get() : nullptr; }
    [[nodiscard]] bool puts_forward(Engine& engine, VgpuId vgpu, Nest& nest, Time now);
    void order_within(VgpuId vgpu, Policy* policy, Time now);
    void fill_nest(VgpuId vgpu, Nest& nest, Time now);
    void empty_nest(VgpuId vgpu, Time now);
    [[nodiscard]] std::vector<std::uint32_t> jobs_in_order(VgpuId vgpu, JobState state) const;
    void withdraw(Engine& engine, VgpuId vgpu);
    void come_again(Engine& engine, VgpuId vgpu, Time now);
    void look_at_withdrawn(Engine& engine, Time now);
    [[nodiscard]] bool must_wait_for_others(const Engine& engine, VgpuId vgpu) const;
    [[nodiscard]] bool may_pass(const Engine& engine, VgpuId vgpu, Time now) const;
    [[nodiscard]] bool is_contended(const Engine& engine, VgpuId vgpu, Time now) const;
    [[nodiscard]] bool is_shared(const Engine& engine, Time now) const;
    [[nodiscard]] VgpuId overdue_lane(const Engine& engine, Time now) const;
    [[nodiscard]] std::uint32_t first_job(const Lane& lane, Time now) const;
    [[nodiscard]] Time expected(const JobSlot& entry, const Lane& lane) const;
    [[nodiscard]] Wait why_queued(const JobSlot& entry, Time now) const;
    static void enlist(Engine& engine, VgpuId vgpu, Time now);
    static void delist(Engine& engine, VgpuId vgpu);

    // Asking the policy, and checking its answers.
    [[nodiscard]] LaneFacts facts_of(const Engine& engine, VgpuId vgpu, Time now) const;
    // The same, after telling the policy about the lane's next job, if it wants that.
    [[nodiscard]] LaneFacts told(const Engine& engine, VgpuId vgpu, Time now);
    [[nodiscard]] std::uint32_t next_job(const Engine& engine, VgpuId vgpu, Time now) const;
    [[nodiscard]] Partition wish_of_policy(VgpuId vgpu);
    void ask_about(JobSlot& entry, Time now);
    void order_anew(Time now);
    void set_windows();
    void set_budgets(Time now);
    void look_at_budgets(Time now) {
        if (has_budgets_ && now - budgets_since_ >= settings_.tick) set_budgets(now);
    }
    void note_nonsense();
    Order checked(Order order);
    DispatchAnswer ask(Engine& engine, VgpuId vgpu, Time cost, Time now);

    struct PassedOver {
        VgpuId vgpu;
        Order order;
    };

    Device& device_;
    Policy& policy_;
    Neighbours* neighbours_ = nullptr;
    std::vector<PassedOver> passed_over_;  // lanes that are skipped in this round
    DispatcherSettings settings_;
    bool policy_sees_jobs_;
    bool is_always_asked_;
    bool has_budgets_;
    bool wants_job_meta_;
    KernelTimes kernel_times_;
    JobTable jobs_;
    std::vector<std::unique_ptr<Nest>> nests_;  // by virtual GPU; null, or beyond the end: none
    Ledger ledger_;
    std::array<Engine, resource_count> engines_;
    std::vector<Vgpu> vgpus_;
    std::vector<VgpuId> removed_vgpus_;
    std::vector<Stream> streams_;
    std::vector<StreamId> closed_streams_;
    std::vector<std::uint32_t> to_examine_;
    std::vector<Loan> loans_;    // being passed on
    std::uint32_t to_pump_ = 0;  // a bit for each engine
    std::uint64_t policy_faults_ = 0;
    Time last_tick_ = 0;
    Time budgets_since_ = 0;  // when the policy was last asked for them
};

}  // namespace ringfence::sched
