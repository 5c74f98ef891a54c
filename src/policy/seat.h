// Holds a worker's active policy: the built-in one (sched/band.h), or a loaded one that a watchdog monitors.
//
// A loaded policy can be replaced between any two questions. The watchdog removes it, and the built-in one continues,
// when
// - a hook takes more instructions than its budget, or more processor time than allowed, or does what the verifier
//   should have refused,
// - too many of its answers within a second were invalid,
// - a lane waits beyond the limit while others have had many turns,
// - it holds jobs back so that the device is idle beyond the limit,
// - a lane gets next to nothing of its share over a longer time, even with a short job now and then.
// The seat keeps the reason (ExitRecord), with the last decisions. The built-in policy's decisions are recorded, too.
//
// For one thread at a time. When take_changed() is true, the owner of the dispatcher must call
// Dispatcher::policy_changed(): not during a question, since the dispatcher is not reentrant.
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
    // Instructions of one run of a hook. The verifier allows more, for policies in the simulator.
    std::uint64_t budget = 16 << 10;
    // How long a lane may wait while others have turns; plus the time for which it is in debt for its own last job:
    // that job's length divided by the lane's share.
    sched::Time patience = 5 * sched::second;
    // How long the device may be idle because the policy holds waiting jobs back.
    sched::Time longest_idle = 500 * sched::millisecond;
    // Processor time of one run of a hook, since instructions do not tell the time. Not wall-clock time, since it is
    // not the policy's fault if the thread waits for a processor.
    sched::Time longest_hook = 10 * sched::millisecond;
    // A policy's runs are timed from its first run with so many instructions and charges on. Shorter runs take no time
    // that matters, and reading the clock costs more than most hooks.
    std::uint64_t timed_from = 1024;
    std::uint32_t most_wrong = 32;  // invalid answers within a second
    // Holds with a longer gap between them are not counted together: no question came meanwhile, so no lane waited.
    sched::Time longest_gap = 100 * sched::millisecond;
    std::uint64_t most_work = 0;  // instructions and charges of all hooks per second; 0: no limit

    friend bool operator==(const WatchSettings&, const WatchSettings&) = default;
};

// The numbers are those of rf_exit.
enum class ExitReason : std::uint32_t { Unloaded, Swapped, Budget, Fault, Nonsense, Starvation, Stall, Time };
[[nodiscard]] std::string_view name_of(ExitReason reason);

struct ExitRecord {
    std::string policy;
    ExitReason reason = ExitReason::Unloaded;
    std::string text;                    // the reason
    sched::VgpuId vgpu = sched::nobody;  // of starvation: the starved lane's
    std::string where;                   // file, line and text of the source, or the instruction; empty: unknown
    sched::Time at = 0;
    std::vector<Decision> last;  // oldest first
};
// The record as lines of text. `vgpu_name`: returns the names of virtual GPUs.
[[nodiscard]] std::string text_of(const ExitRecord& record, const VgpuName& vgpu_name);

// The processor time of this thread.
[[nodiscard]] sched::Time processor_time();

class Seat final : public sched::Policy {
public:
    using Clock = sched::Time (*)();
    static constexpr std::size_t decisions_of_exit = 16;

    // The recent work of the hooks of several seats together, and how many of the seats have a loaded policy.
    struct WorkTogether {
        std::uint64_t done = 0;  // instructions and charges, since then
        sched::Time since = 0;
        std::uint64_t guests = 0;
    };

    // `together`, if any: shared by the seats under one lock. All of them together may do as much work as one alone;
    // beyond that, policies that have done more than an equal part are removed.
    explicit Seat(Clock clock = processor_time, WorkTogether* together = nullptr)
        : clock_(clock), together_(together) {}
    ~Seat() override { note_guest_goes(); }
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;

    // Replaces the policy from the next question on. It takes over the earlier policy's maps where both have the same.
    // Returns the earlier policy, which the caller can destroy later.
    [[nodiscard]] std::unique_ptr<HostedPolicy> put(std::unique_ptr<HostedPolicy> guest, const WatchSettings& settings,
                                                    sched::Time now);
    // Returns to the built-in policy.
    [[nodiscard]] std::unique_ptr<HostedPolicy> clear(sched::Time now);
    // Null if the built-in policy is active.
    [[nodiscard]] HostedPolicy* guest() { return guest_.get(); }
    [[nodiscard]] bool has_guest() const { return guest_ != nullptr; }
    // The policy that the watchdog has removed, until another is loaded.
    [[nodiscard]] HostedPolicy* fallen() { return fallen_.get(); }
    // Why the watchdog has removed the last policy; none if it has not.
    [[nodiscard]] const std::optional<ExitRecord>& exit_record() const { return exit_record_; }
    [[nodiscard]] std::uint64_t wrong_answers() const { return all_wrong_; }
    // Of the policy that decides, or of the one that was taken out.
    [[nodiscard]] const FlightRecorder& decisions() const { return decisions_; }
    // The waiting times of jobs that were started under the present policy.
    [[nodiscard]] const WaitHistogram& waits() const { return waits_; }
    // The hooks' recent work. The count continues with the next policy, here or in a later seat: otherwise frequent
    // replacement would defeat the limit.
    struct Work {
        std::uint64_t done = 0;  // instructions and charges, since then
        sched::Time since = 0;
    };
    [[nodiscard]] const Work& work() const { return work_; }
    void go_on_from(const Work& work) { work_ = work; }
    // True if the active policy has changed since the last call.
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

    // What a waiting lane got since `since`, over a time that is long enough to judge it.
    struct Period {
        sched::Time since = -1;  // -1: not begun
        sched::Time last_look = 0;
        sched::Time waited = 0;
        sched::Time got = 0;       // of the device
        std::uint64_t turns = 0;   // its own
        std::uint64_t starts = 0;  // the engine's, at the beginning
        sched::Time held = 0;      // the same
    };

    // One lane, in one cache line, and of a size by which it is found without a division.
    struct alignas(64) Watched {
        Period period;
        std::uint64_t turn = not_seen;  // Engine::questions at its last turn, or when it first waited
    };
    static_assert(sizeof(Watched) == 64);

    // One resource.
    struct Engine {
        std::uint64_t questions = 0;  // calls of dispatch()
        std::uint32_t runnable = 1;
        sched::Time hold_since = 0;
        sched::Time last_hold = 0;
        std::uint32_t holds = 0;  // consecutive
        std::uint64_t starts = 0;
        sched::Time held = 0;  // in total, while the device was idle
        std::vector<Watched> lanes;

        // A lane by its virtual GPU, which are few and numbered from 0.
        Watched& lane_of(sched::VgpuId vgpu) {
            if (vgpu >= lanes.size()) [[unlikely]]
                make_room_for(vgpu);
            return lanes.data()[vgpu];  // looked at above
        }
        [[gnu::noinline, gnu::cold]] void make_room_for(sched::VgpuId vgpu) { lanes.resize(vgpu + std::size_t{1}); }
    };

    // Call these before and after a question to the guest.
    void begin_question(sched::Time now) {
        now_ = now;
        if (is_timed_) run_since_ = clock_();
    }
    // True: the guest has been taken out, and its answer is not to be used.
    bool has_failed(Hook hook, sched::Time now) {
        if (guest_->faults() != 0 || is_watched_closely_) return is_taken_out(hook, now);
        note_long_run();
        return false;
    }
    // From the first run on that was long runs are timed: once is enough, so that no policy has it easy by turns.
    void note_long_run() {
        if (guest_->last_work() >= settings_.timed_from) is_timed_ = is_watched_closely_ = true;
    }
    [[gnu::noinline]] bool is_taken_out(Hook hook, sched::Time now);
    // What the watchdog keeps of a decision. The guest may be gone then.
    [[gnu::always_inline]] inline void watch(const sched::DispatchFacts& facts, const sched::DispatchAnswer& answer);
    bool fail(Hook hook, sched::Time now);
    bool works_too_much(sched::Time now);
    // Counts the guest down, if there is one.
    void note_guest_goes() {
        if (together_ != nullptr && guest_) --together_->guests;
    }
    [[gnu::noinline, gnu::cold]] bool took_too_long(Hook hook, sched::Time now);
    // Records the decision, if it is one of the sampled ones (OBS_CTRL).
    void note(const Decision& decision) {
        if (--until_next_ != 0) return;
        until_next_ = every_;
        if (every_ != 0) decisions_.note(decision);
    }
    // The built-in policy's decisions are kept as others' are. Not after one that was taken out: its own, up to then,
    // are what somebody wants to see.
    void note_usual(const Decision& decision) {
        if (!fallen_) note(decision);
    }
    void look_at_sampling();
    void watch_wait(const sched::LaneFacts& lane);
    void watch_share(const sched::LaneFacts& lane);
    [[nodiscard]] sched::Time patience_with(const sched::LaneFacts& lane) const;
    [[gnu::always_inline]] inline void note_start(const sched::DispatchFacts& facts, Engine& all);
    void watch_hold(const sched::DispatchFacts& facts, const sched::DispatchAnswer& answer);
    void fall_back(ExitRecord record);
    std::unique_ptr<HostedPolicy> take_out(ExitReason reason, sched::Time now);
    void begin_anew(sched::Time now);
    [[nodiscard]] Engine& engine(std::uint32_t resource) {
        return engines_.data()[resource < sched::resource_count ? resource : 0];
    }

    sched::Band usual_;
    std::unique_ptr<HostedPolicy> guest_;
    std::unique_ptr<HostedPolicy> fallen_;
    WatchSettings settings_;
    std::optional<ExitRecord> exit_record_;
    std::array<Engine, sched::resource_count> engines_;
    FlightRecorder decisions_;
    std::uint32_t every_ = 1;       // one decision in so many is recorded; 0: none
    std::uint32_t until_next_ = 1;  // decisions until the next recorded one, if any
    WaitHistogram waits_;
    std::uint64_t all_wrong_ = 0;
    std::uint32_t wrong_ = 0;  // since wrong_since_
    sched::Time wrong_since_ = 0;
    Work work_;
    sched::Time now_ = 0;    // of the last question
    sched::Time since_ = 0;  // when the present policy began to answer
    bool has_changed_ = false;
    bool is_timed_ = false;
    bool is_watched_closely_ = false;  // timed, or its work is bounded
    Clock clock_;
    WorkTogether* together_;
    sched::Time run_since_ = 0;
};

}  // namespace ringfence::policy
