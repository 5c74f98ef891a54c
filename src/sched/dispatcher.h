// Takes jobs, and decides when each is put on the card.
//
// Promises:
// - A job is handed to the device once, after the jobs before it in its stream and those it names have been, so that a
//   hardware queue only ever waits for work that is on the card. What waits for a client waits here.
// - Where nobody competes and the card has room a job goes to the device within submit(), without asking the policy and
//   without allocating.
// - Otherwise the policy says whose turn it is. Its answers are checked: ones that make no sense are set right and
//   counted (policy_faults), and a lane that has waited for `overdue` is next whatever the policy says.
// - Every job is in the ledger, and why() says what it waits for.
//
// There are no clocks, threads or locks in here: the caller says what time it is (never less than before) and keeps
// calls apart. tick() must be called by the time that next_wake() names.
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
    // Other dispatchers of the same card: they say when it is the turn of a job from here; null: there are none.
    void set_neighbours(Neighbours* neighbours) { neighbours_ = neighbours; }

    [[nodiscard]] Result<VgpuId> add_vgpu(const VirtualGpu& vgpu);
    // From now on; jobs on the card stay there.
    [[nodiscard]] Result<void> change_vgpu(VgpuId id, const VirtualGpu& vgpu, Time now);
    // Refused while it has open streams or unfinished jobs. Its number may be given to another, with a new account.
    [[nodiscard]] Result<void> remove_vgpu(VgpuId id);
    // `member`: as a policy of the virtual GPU's own knows the session.
    [[nodiscard]] Result<StreamId> open_stream(VgpuId vgpu, SessionId session, MemberId member = 0);
    // No more jobs will come; present ones go on. The number may be given to another stream.
    void close_stream(StreamId stream);

    [[nodiscard]] Result<JobId> submit(const Job& job, Time now);
    // A job on the card has finished and took this much of the card's time; or a client has done its part.
    [[nodiscard]] Result<void> finished(JobId id, Time took, Time now);
    // A job that was reported finished, because others should not wait for it any longer, took this much more.
    [[nodiscard]] Result<void> charge(VgpuId vgpu, Resource resource, Time took, Time now);
    // Something that is no job here waits for this one, as a job of that virtual GPU and priority would: so it
    // inherits.
    void lend_priority(JobId to, VgpuId from, std::uint8_t priority, Time now);
    // The session is gone: its jobs that are not on the card are dropped, and jobs that wait for them go on.
    void cancel(SessionId session, Time now);
    void tick(Time now);
    [[nodiscard]] Time next_wake() const;
    // No other virtual GPU wants this resource, or did within the last second, here or in other workers; nor do several
    // of its own members, where these have an order. For one that has work for it.
    [[nodiscard]] bool is_alone(VgpuId vgpu, Resource resource, Time now) const;
    // The assumed duration of a virtual GPU's job of unknown length.
    [[nodiscard]] Time expected_length(VgpuId vgpu, Resource resource) const;
    // Another policy answers behind the interface from now on: it orders the waiting lanes, and is told of jobs on the
    // card as jobs that it was not asked about (a charge of 0). No job is touched.
    void policy_changed(Time now);
    // The order within a virtual GPU is this policy's from now on (nest.h), or the usual one (null): by weight, and
    // where all count alike by priority. The same one again: another answers behind its interface. No job is touched.
    [[nodiscard]] Result<void> nest(VgpuId vgpu, Policy* policy, Time now);
    // What a member counts beside the others (member_weights.h), for the usual order.
    [[nodiscard]] Result<void> weigh(VgpuId vgpu, MemberId member, std::uint32_t weight, Time now);
    [[nodiscard]] bool do_weights_differ(VgpuId vgpu) const { return vgpus_[vgpu].weights->do_differ(); }

    // How much of a copy of that size to put into one job.
    [[nodiscard]] std::uint64_t copy_piece(VgpuId vgpu, Resource resource, std::uint64_t bytes, Time now);
    // Whose memory is to leave the card, or to come back: an index, or nothing if the policy wants none of them.
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
        Policy* policy = nullptr;  // its own; null: the usual order
        std::unique_ptr<MemberWeights> weights = std::make_unique<MemberWeights>();
        std::unique_ptr<Band> by_weight;  // null: never needed so far
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
        VgpuId idle_before = nobody;  // another one, before that
        VgpuId last_started = nobody;
        Time work_in_turn = 0;  // that it was given since it was another's turn
        // The lanes that wait, by how long they have had no turn.
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

    // Priority that one job has from another, which waits for it.
    struct Urgency {
        std::uint32_t vgpu = 0;  // the priority of its virtual GPU
        std::uint8_t job = 0;    // among the jobs of that
    };
    struct Loan {
        JobId to;
        Urgency urgency;
    };
    [[nodiscard]] Urgency urgency_of(const JobSlot& entry) const;
    void lend(JobId to, Urgency urgency, Time now);
    bool raise(std::uint32_t slot, Urgency urgency, Time now);
    // A lane's priority, its own or what it was lent.
    [[nodiscard]] std::uint32_t priority_of(const Engine& engine, VgpuId vgpu) const {
        return std::max(vgpus_[vgpu].priority, engine.lanes[vgpu].lent);
    }

    // The way to the card.
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

    // Virtual GPUs with policies of their own.
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

    // The policy, and its answers.
    [[nodiscard]] LaneFacts facts_of(const Engine& engine, VgpuId vgpu, Time now) const;
    // The same, after the policy was told of the lane's next job, if it wants to be.
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
    std::vector<PassedOver> passed_over_;  // lanes, while others are looked at
    DispatcherSettings settings_;
    bool policy_sees_jobs_;
    bool is_always_asked_;
    bool has_budgets_;
    bool wants_job_meta_;
    KernelTimes kernel_times_;
    JobTable jobs_;
    std::vector<std::unique_ptr<Nest>> nests_;  // by virtual GPU; null, or beyond the end: it has none
    Ledger ledger_;
    std::array<Engine, resource_count> engines_;
    std::vector<Vgpu> vgpus_;
    std::vector<VgpuId> removed_vgpus_;
    std::vector<Stream> streams_;
    std::vector<StreamId> closed_streams_;
    std::vector<std::uint32_t> to_examine_;
    std::vector<Loan> loans_;    // while they are handed on
    std::uint32_t to_pump_ = 0;  // a bit for each engine
    std::uint64_t policy_faults_ = 0;
    Time last_tick_ = 0;
    Time budgets_since_ = 0;  // when they were asked for
};

}  // namespace ringfence::sched
