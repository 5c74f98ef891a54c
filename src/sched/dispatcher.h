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

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "sched/device.h"
#include "sched/job_table.h"
#include "sched/lane.h"
#include "sched/lane_order.h"
#include "sched/ledger.h"
#include "sched/policy.h"
#include "sched/settings.h"
#include "sched/virtual_gpu.h"

namespace ringfence::sched {

class Dispatcher {
public:
    Dispatcher(Device& device, Policy& policy, const DispatcherSettings& settings = {});

    [[nodiscard]] Result<VgpuId> add_vgpu(const VirtualGpu& vgpu);
    // From now on; what is on the card stays there.
    [[nodiscard]] Result<void> change_vgpu(VgpuId id, const VirtualGpu& vgpu, Time now);
    // Refused while it has open streams or unfinished jobs. Its number may be given to another, with a new account.
    [[nodiscard]] Result<void> remove_vgpu(VgpuId id);
    [[nodiscard]] Result<StreamId> open_stream(VgpuId vgpu, SessionId session);
    // No more jobs will come; those that are there go on. The number may be given to another stream.
    void close_stream(StreamId stream);

    [[nodiscard]] Result<JobId> submit(const Job& job, Time now);
    // A job on the card has finished and took this much of the card's time; or a client has done its part.
    [[nodiscard]] Result<void> finished(JobId id, Time took, Time now);
    // A job that was reported finished, because others should not wait for it any longer, took this much more.
    [[nodiscard]] Result<void> charge(VgpuId vgpu, Resource resource, Time took, Time now);
    // The session is gone: what is not on the card is dropped, and who waits for it goes on.
    void cancel(SessionId session, Time now);
    void tick(Time now);
    [[nodiscard]] Time next_wake() const;
    // Another one answers behind the policy's interface from now on: it says where the lanes that wait belong, and is
    // told of what is on the card as of something that it was not asked about (a charge of 0). No job is touched.
    void policy_changed(Time now);

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
        VgpuId vgpu = nobody;  // nobody: closed
        SessionId session = nobody;
        JobId last{};
    };
    struct Vgpu {
        std::uint32_t priority = 0;
        std::uint32_t streams = 0;
        std::size_t jobs = 0;  // unfinished
        bool is_there = true;
    };
    // A resource of the device.
    struct Engine {
        LaneOrder order;
        std::vector<Lane> lanes;  // of each virtual GPU
        Resource resource{};
        std::uint32_t concurrency = 1;
        std::uint32_t active = 0;  // lanes with anything waiting or on the card
        std::uint32_t in_flight = 0;
        Time work_in_flight = 0;
        Time hold_until = never;
        VgpuId last_idle = nobody;
        VgpuId idle_before = nobody;  // another one, before that
        VgpuId last_started = nobody;
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
    void wait_for(std::uint32_t slot, JobId earlier);
    void examine(std::uint32_t slot, Time now);
    void tell_started(std::uint32_t slot);
    void tell_finished(std::uint32_t slot);
    void run(Time now);

    // The way to the card.
    void queue_up(std::uint32_t slot, Time now);
    void pump(Engine& engine, Time now);
    bool start_next(Engine& engine, Time now);
    void put_on_card(Engine& engine, std::uint32_t slot, Time cost, Reason reason, Time now);
    void leave_queue(Engine& engine, VgpuId vgpu, std::uint32_t slot, Time now);
    void note_idle(Engine& engine, VgpuId vgpu, Time now);
    [[nodiscard]] bool has_room(const Engine& engine, Time cost, bool is_contended) const;
    [[nodiscard]] bool is_contended(const Engine& engine, VgpuId vgpu, Time now) const;
    [[nodiscard]] VgpuId overdue_lane(const Engine& engine, Time now) const;
    [[nodiscard]] std::uint32_t first_job(const Lane& lane, Time now) const;
    [[nodiscard]] Time expected(const JobSlot& entry, const Lane& lane) const;
    [[nodiscard]] Wait why_queued(const JobSlot& entry, Time now) const;
    static void enlist(Engine& engine, VgpuId vgpu, Time now);
    static void delist(Engine& engine, VgpuId vgpu);

    // The policy, and what it may say.
    [[nodiscard]] LaneFacts facts_of(const Engine& engine, VgpuId vgpu, Time now) const;
    void ask_about(JobSlot& entry, Time now);
    void order_anew(Time now);
    void note_nonsense();
    Order checked(Order order);
    DispatchAnswer ask(Engine& engine, VgpuId vgpu, Time cost, Time now);

    Device& device_;
    Policy& policy_;
    DispatcherSettings settings_;
    bool policy_sees_jobs_;
    JobTable jobs_;
    Ledger ledger_;
    std::array<Engine, resource_count> engines_;
    std::vector<Vgpu> vgpus_;
    std::vector<VgpuId> removed_vgpus_;
    std::vector<Stream> streams_;
    std::vector<StreamId> closed_streams_;
    std::vector<std::uint32_t> to_examine_;
    std::uint32_t to_pump_ = 0;  // a bit for each engine
    std::uint64_t policy_faults_ = 0;
    Time last_tick_ = 0;
};

}  // namespace ringfence::sched
