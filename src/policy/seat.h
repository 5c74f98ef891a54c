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
// What was the matter is kept (ExitRecord), with the last decisions.
//
// One thread at a time. Whoever owns the dispatcher calls Dispatcher::policy_changed() when take_changed() says so: not
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
#include "sched/band.h"
#include "sched/policy.h"

namespace ringfence::policy {

struct WatchSettings {
    // Instructions of one run of a hook. The verifier allows more, for policies that are simulated.
    std::uint64_t budget = 16 << 10;
    // How long a lane may wait while others have turns. To it comes what the lane owes for a job of its own: the job's
    // length divided by the lane's share.
    sched::Time patience = 5 * sched::second;
    // How long the device may have nothing to do, though jobs wait, because the policy holds them.
    sched::Time longest_idle = 500 * sched::millisecond;
    // Of the processor, by one run of a hook: what the budget does not see. Not of the clock on the wall: that a thread
    // has to wait for its processor is not the policy's doing.
    sched::Time longest_hook = 10 * sched::millisecond;
    // Instructions and charges of a run, from which on a policy's runs are timed. Less than that takes no time that
    // matters, and to ask for the time costs more than most hooks do.
    std::uint64_t timed_from = 1024;
    std::uint32_t most_wrong = 32;  // answers that made no sense, within a second

    friend bool operator==(const WatchSettings&, const WatchSettings&) = default;
};

// The numbers are those that rf_exit has.
enum class ExitReason : std::uint32_t { Unloaded, Swapped, Budget, Fault, Nonsense, Starvation, Stall, Time };
[[nodiscard]] std::string_view name_of(ExitReason reason);

struct ExitRecord {
    std::string policy;
    ExitReason reason = ExitReason::Unloaded;
    std::string text;                    // what was the matter
    sched::VgpuId vgpu = sched::nobody;  // of starvation: whose
    std::string where;  // file, line and text of the source, or the instruction; empty: it has no place
    sched::Time at = 0;
    std::vector<Decision> last;  // oldest first
};
// Lines. `vgpu_name`: what a virtual GPU is called.
[[nodiscard]] std::string text_of(const ExitRecord& record, const VgpuName& vgpu_name);

// The time of the processor that this thread has had.
[[nodiscard]] sched::Time processor_time();

class Seat final : public sched::Policy {
public:
    using Clock = sched::Time (*)();
    static constexpr std::size_t decisions_of_exit = 16;

    explicit Seat(Clock clock = processor_time) : clock_(clock) {}

    // The policy answers from the next question on. Maps that the one before has too go over to it. That one is given
    // back, and can be destroyed at leisure.
    [[nodiscard]] std::unique_ptr<HostedPolicy> put(std::unique_ptr<HostedPolicy> guest, const WatchSettings& settings,
                                                    sched::Time now);
    // The built-in one answers.
    [[nodiscard]] std::unique_ptr<HostedPolicy> clear(sched::Time now);
    // Null: the built-in one answers.
    [[nodiscard]] HostedPolicy* guest() { return guest_.get(); }
    // The one that was taken out by the watchdog, until another comes.
    [[nodiscard]] HostedPolicy* fallen() { return fallen_.get(); }
    // Why the last one was taken out; none: it was not.
    [[nodiscard]] const std::optional<ExitRecord>& exit_record() const { return exit_record_; }
    [[nodiscard]] std::uint64_t wrong_answers() const { return all_wrong_; }
    [[nodiscard]] const FlightRecorder& decisions() const { return decisions_; }
    // Whether another one answers since this was asked last.
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
    void answer_was_wrong() override;

private:
    static constexpr std::uint64_t not_seen = UINT64_MAX;

    // What a lane got since then, while it waited: over a time that is long enough to tell.
    struct Period {
        sched::Time since = -1;  // none yet
        sched::Time last_look = 0;
        sched::Time waited = 0;
        sched::Time got = 0;       // of the device
        std::uint64_t turns = 0;   // its own
        std::uint64_t starts = 0;  // the engine's, when it began
        sched::Time held = 0;      // the same
    };

    // Of one resource.
    struct Engine {
        std::uint64_t questions = 0;  // to dispatch
        std::uint32_t runnable = 1;
        sched::Time hold_since = 0;
        sched::Time last_hold = 0;
        std::uint32_t holds = 0;           // in a row
        std::vector<std::uint64_t> turns;  // `questions` at each lane's last turn, or when it came
        std::uint64_t starts = 0;
        sched::Time held = 0;  // in all, with nothing on the device
        std::vector<Period> periods;

        Period& period_of(sched::VgpuId vgpu) {
            if (vgpu >= periods.size()) periods.resize(vgpu + std::size_t{1});
            return periods[vgpu];
        }

        // Of a lane, by its virtual GPU: these are few, and numbered from 0.
        std::uint64_t& turn_of(sched::VgpuId vgpu) {
            if (vgpu >= turns.size()) turns.resize(vgpu + std::size_t{1}, not_seen);
            return turns[vgpu];
        }
    };

    // What the guest answers. False: nobody sits there any more, and that is not to be used.
    template <typename Answer, typename Facts>
    bool ask(Hook hook, sched::Time now, Answer (HostedPolicy::*method)(const Facts&), const Facts& facts,
             Answer& answer);
    // Around a run of a hook.
    void begin_run() {
        if (is_timed_) run_since_ = clock_();
    }
    bool has_failed(Hook hook, sched::Time now) {
        if (guest_->faults() != 0 && fail(hook, now)) return true;
        if (is_timed_) return took_too_long(hook, now);
        // From the first run on that was long: once is enough, so that no policy has it easy by turns.
        is_timed_ = guest_->last_work() >= settings_.timed_from;
        return false;
    }
    bool fail(Hook hook, sched::Time now);
    [[gnu::noinline, gnu::cold]] bool took_too_long(Hook hook, sched::Time now);
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
    std::uint64_t all_wrong_ = 0;
    std::uint32_t wrong_ = 0;  // since wrong_since_
    sched::Time wrong_since_ = 0;
    sched::Time now_ = 0;    // of the last question
    sched::Time since_ = 0;  // when somebody else began to answer
    bool has_changed_ = false;
    bool is_timed_ = false;
    Clock clock_;
    sched::Time run_since_ = 0;
};

}  // namespace ringfence::policy
