// Where a worker's policy sits: the built-in one (sched/band.h), or one that was loaded, with a watchdog beside it.
//
// A policy that was loaded can be exchanged between any two questions. The watchdog takes it out, and the built-in one
// goes on, when
// - a hook takes more instructions than its budget, or more time than any budget stands for, or does what the verifier
//   rules out,
// - too many of its answers made no sense within a second,
// - a lane waits beyond the bound while others have had turns again and again,
// - the device is kept idle by holding, beyond a bound,
// - a lane gets next to nothing of its share over a longer time, which one short job now and then does not change.
// The seat keeps the reason (ExitRecord), with the last decisions.
//
// One thread at a time. The owner of the dispatcher calls Dispatcher::policy_changed() when take_changed() says so: not
// within a question, since the dispatcher is in the middle of something then.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/decision_text.h"
#include "policy/flight_recorder.h"
#include "policy/hosted_policy.h"
#include "policy/wait_histogram.h"
#include "sched/band.h"
#include "sched/policy.h"

namespace ringfence::policy {

struct WatchSettings {
    // Instructions of one run of a hook. The verifier allows more, for policies that are simulated.
    std::uint64_t budget = 16 << 10;
    // How long a lane may wait while others have turns. The lane's debt for a job of its own is added: the job's length
    // divided by the lane's share.
    sched::Time patience = 5 * sched::second;
    // How long the device may have nothing to do, though jobs wait, because the policy holds them.
    sched::Time longest_idle = 500 * sched::millisecond;
    // Processor time of one run of a hook, which the budget does not see. Not wall-clock time: a thread's wait for its
    // processor is not the policy's doing.
    sched::Time longest_hook = 10 * sched::millisecond;
    // Instructions and charges of a run, from which on a policy's runs are timed. Less than that takes no time that
    // matters, and to ask for the time costs more than most hooks do.
    std::uint64_t timed_from = 1024;
    std::uint32_t most_wrong = 32;  // answers that made no sense, within a second
    // Holds with a longer gap between them do not count together: no question came meanwhile, so no lane waited.
    sched::Time longest_gap = 100 * sched::millisecond;
    std::uint64_t most_work = 0;  // instructions and charges of all hooks within a second; 0: as many as they like

    friend bool operator==(const WatchSettings&, const WatchSettings&) = default;
};

// The numbers are those that rf_exit has.
enum class ExitReason : std::uint32_t { Unloaded, Swapped, Budget, Fault, Nonsense, Starvation, Stall, Time };
[[nodiscard]] std::string_view name_of(ExitReason reason);

struct ExitRecord {
    std::string policy;
    ExitReason reason = ExitReason::Unloaded;
    std::string text;                    // the reason
    sched::VgpuId vgpu = sched::nobody;  // of starvation: whose
    std::string where;  // file, line and text of the source, or the instruction; empty: it has no place
    sched::Time at = 0;
    std::vector<Decision> last;  // oldest first
};
// Lines. `vgpu_name`: gives the names of virtual GPUs.
[[nodiscard]] std::string text_of(const ExitRecord& record, const VgpuName& vgpu_name);

// The time of the processor that this thread has had.
[[nodiscard]] sched::Time processor_time();

class Seat final : public sched::Policy {
public:
    using Clock = sched::Time (*)();
    static constexpr std::size_t decisions_of_exit = 16;

    // The recent work of the hooks of several seats, and how many of these have a guest.
    struct WorkTogether {
        std::uint64_t done = 0;  // instructions and charges, since then
        sched::Time since = 0;
        std::uint64_t guests = 0;
    };

    // `together`, if any: of seats under one lock. All of them together may do as much as one may do alone; beyond that
    // whoever has done more than its part is taken out.
    explicit Seat(Clock clock = processor_time, WorkTogether* together = nullptr)
        : clock_(clock), together_(together) {}
    ~Seat() override { note_guest_goes(); }
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;

    // The policy answers from the next question on. Maps that the one before has too go over to it. That one is given
    // back, and can be destroyed at leisure.
    [[nodiscard]] std::unique_ptr<HostedPolicy> put(std::unique_ptr<HostedPolicy> guest, const WatchSettings& settings,
                                                    sched::Time now);
    // The built-in one answers.
    [[nodiscard]] std::unique_ptr<HostedPolicy> clear(sched::Time now);
    // Null: the built-in one answers.
    [[nodiscard]] HostedPolicy* guest() { return guest_.get(); }
    [[nodiscard]] bool has_guest() const { return guest_ != nullptr; }
    // The one that was taken out by the watchdog, until another comes.
    [[nodiscard]] HostedPolicy* fallen() { return fallen_.get(); }
    // Why the last one was taken out; none: it was not.
    [[nodiscard]] const std::optional<ExitRecord>& exit_record() const { return exit_record_; }
    [[nodiscard]] std::uint64_t wrong_answers() const { return all_wrong_; }
    [[nodiscard]] const FlightRecorder& decisions() const { return decisions_; }
    // How long each job had waited that was let go since the present policy began to answer.
    [[nodiscard]] const WaitHistogram& waits() const { return waits_; }
    // The hooks' recent work. The count continues with the next policy, here or on a seat that is made later: otherwise
    // a policy that is exchanged often enough could do as much as it likes.
    struct Work {
        std::uint64_t done = 0;  // instructions and charges, since then
        sched::Time since = 0;
    };
    [[nodiscard]] const Work& work() const { return work_; }
    void go_on_from(const Work& work) { work_ = work; }
    // True if another policy answers since this was asked last.
    [[nodiscard]] bool take_changed() { return std::exchange(has_changed_, false); }

    [[nodiscard]] bool wants_submit() const override { return guest_ && guest_->wants_submit(); }
    sched::SubmitAnswer submit(const sched::SubmitFacts& facts) override;
    sched::Order admit(const sched::LaneFacts& facts) override;
    sched::DispatchAnswer dispatch(const sched::DispatchFacts& facts) override;
    sched::Order retire(const sched::RetireFacts& facts) override;
    sched::CopyAnswer copy_enqueued(const sched::CopyFacts& facts) override;
    sched::MemoryAnswer memory_pressure(const sched::MemoryFacts& facts) override;
    sched::MemoryAnswer reclaim(const sched::MemoryFacts& facts) override;
    void tick(const sched::TickFacts& facts) override;
    [[nodiscard]] bool wants_alone() const override { return guest_ && guest_->wants_alone(); }
    [[nodiscard]] bool wants_thermal() const override { return guest_ && guest_->wants_thermal(); }
    void thermal(const sched::ThermalFacts& facts) override;
    [[nodiscard]] sched::Window window(sched::Resource resource, const sched::Window& usual) const override {
        return guest_ ? guest_->window(resource, usual) : usual;
    }
    [[nodiscard]] bool has_budgets() const override { return guest_ && guest_->has_budgets(); }
    [[nodiscard]] std::uint64_t budget(sched::VgpuId vgpu, sched::Resource resource) const override {
        return guest_ ? guest_->budget(vgpu, resource) : 0;
    }
    [[nodiscard]] bool has_pools() const override { return guest_ && guest_->has_pools(); }
    [[nodiscard]] sched::MemoryPool pool(sched::VgpuId vgpu) const override {
        return guest_ ? guest_->pool(vgpu) : sched::MemoryPool{};
    }
    [[nodiscard]] bool wants_job_meta() const override { return guest_ && guest_->wants_job_meta(); }
    void note_next_job(sched::VgpuId vgpu, sched::Resource resource, const sched::JobMeta& job) override {
        if (guest_ && guest_->wants_job_meta()) guest_->note_next_job(vgpu, resource, job);
    }
    [[nodiscard]] bool has_partitions() const override { return guest_ && guest_->has_partitions(); }
    sched::Partition partition(sched::VgpuId vgpu, std::uint32_t device, std::uint32_t most) override {
        return guest_ ? guest_->partition(vgpu, device, most) : sched::Partition{};
    }
    void answer_was_wrong() override;

private:
    static constexpr std::uint64_t not_seen = UINT64_MAX;

    // A lane's share since then, while it waited: over a time that is long enough to tell.
    struct Period {
        sched::Time since = -1;  // none yet
        sched::Time last_look = 0;
        sched::Time waited = 0;
        sched::Time got = 0;       // of the device
        std::uint64_t turns = 0;   // its own
        std::uint64_t starts = 0;  // the engine's, when it began
        sched::Time held = 0;      // the same
    };

    // One lane: a line of the cache, and found without a division.
    struct alignas(64) Watched {
        Period period;
        std::uint64_t turn = not_seen;  // Engine::questions at its last turn, or when it came
    };
    static_assert(sizeof(Watched) == 64);

    // One resource.
    struct Engine {
        std::uint64_t questions = 0;  // to dispatch
        std::uint32_t runnable = 1;
        sched::Time hold_since = 0;
        sched::Time last_hold = 0;
        std::uint32_t holds = 0;  // in a row
        std::uint64_t starts = 0;
        sched::Time held = 0;  // in all, with nothing on the device
        std::vector<Watched> lanes;

        // By its virtual GPU: these are few, and numbered from 0.
        Watched& lane_of(sched::VgpuId vgpu) {
            if (vgpu >= lanes.size()) [[unlikely]]
                make_room_for(vgpu);
            return lanes[vgpu];
        }
        [[gnu::noinline, gnu::cold]] void make_room_for(sched::VgpuId vgpu) { lanes.resize(vgpu + std::size_t{1}); }
    };

    // The guest's answer. False: the seat has no guest any more, and the answer is not to be used.
    template <typename Answer, typename Facts>
    bool ask(Hook hook, sched::Time now, Answer (HostedPolicy::*method)(const Facts&), const Facts& facts,
             Answer& answer);
    // Around a run of a hook.
    void begin_run() {
        if (is_timed_) run_since_ = clock_();
    }
    bool has_failed(Hook hook, sched::Time now) {
        if (guest_->faults() != 0 && fail(hook, now)) return true;
        if (settings_.most_work != 0 && works_too_much(now)) return true;
        if (is_timed_) return took_too_long(hook, now);
        // From the first run on that was long: once is enough, so that no policy has it easy by turns.
        is_timed_ = guest_->last_work() >= settings_.timed_from;
        return false;
    }
    bool fail(Hook hook, sched::Time now);
    bool works_too_much(sched::Time now);
    // If there is one.
    void note_guest_goes() {
        if (together_ != nullptr && guest_) --together_->guests;
    }
    [[gnu::noinline, gnu::cold]] bool took_too_long(Hook hook, sched::Time now);
    // Keeps it, if it is one of those that are wanted (OBS_CTRL).
    void note(const Decision& decision) {
        if (++passed_ < every_) return;
        passed_ = 0;
        if (every_ != 0) decisions_.note(decision);
    }
    void look_at_sampling();
    void watch_wait(const sched::LaneFacts& lane);
    void watch_share(const sched::LaneFacts& lane);
    [[nodiscard]] sched::Time patience_with(const sched::LaneFacts& lane) const;
    void watch_hold(const sched::DispatchFacts& facts, const sched::DispatchAnswer& answer);
    void fall_back(ExitRecord record);
    std::unique_ptr<HostedPolicy> take_out(ExitReason reason, sched::Time now);
    void begin_anew(sched::Time now);
    [[nodiscard]] Engine& engine(std::uint32_t resource) { return engines_[resource % sched::resource_count]; }

    sched::Band usual_;
    std::unique_ptr<HostedPolicy> guest_;
    std::unique_ptr<HostedPolicy> fallen_;
    WatchSettings settings_;
    std::optional<ExitRecord> exit_record_;
    std::array<Engine, sched::resource_count> engines_;
    FlightRecorder decisions_;
    std::uint32_t every_ = 1;   // of so many decisions one is kept; 0: none
    std::uint32_t passed_ = 0;  // since then
    WaitHistogram waits_;
    std::uint64_t all_wrong_ = 0;
    std::uint32_t wrong_ = 0;  // since wrong_since_
    sched::Time wrong_since_ = 0;
    Work work_;
    sched::Time now_ = 0;    // of the last question
    sched::Time since_ = 0;  // when the present policy began to answer
    bool has_changed_ = false;
    bool is_timed_ = false;
    Clock clock_;
    WorkTogether* together_;
    sched::Time run_since_ = 0;
};

}  // namespace ringfence::policy
