// A policy that was loaded, behind the interface that the dispatcher knows. Whatever hook it does not have, the
// built-in one (sched/band.h) answers; and each hook finds that answer in its context, to be kept or changed.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "policy/program.h"
#include "policy/runner.h"
#include "sched/band.h"
#include "sched/policy.h"

namespace ringfence::policy {

class HostedPolicy final : public sched::Policy {
public:
    // Of an object file: only if the verifier accepts it. The error holds the refusal.
    [[nodiscard]] static Result<std::unique_ptr<HostedPolicy>> load(ConstBytes object,
                                                                    const MakeRunner& make = interpret);

    HostedPolicy(const HostedPolicy&) = delete;
    HostedPolicy& operator=(const HostedPolicy&) = delete;

    [[nodiscard]] bool wants_submit() const override;
    sched::SubmitAnswer submit(const sched::SubmitFacts& facts) override;
    sched::Order admit(const sched::LaneFacts& facts) override;
    sched::DispatchAnswer dispatch(const sched::DispatchFacts& facts) override;
    sched::Order retire(const sched::RetireFacts& facts) override;
    sched::CopyAnswer copy_enqueued(const sched::CopyFacts& facts) override;
    sched::MemoryAnswer memory_pressure(const sched::MemoryFacts& facts) override;
    sched::MemoryAnswer reclaim(const sched::MemoryFacts& facts) override;
    void tick(const sched::TickFacts& facts) override;

    [[nodiscard]] const Program& program() const { return program_; }
    [[nodiscard]] std::vector<Map>& maps() { return maps_; }
    // Maps that the other one has under the same name, of the same kind and sizes, become this one's, as they are.
    // Variables do not: where each of them lies is the compiler's affair. How many.
    std::size_t take_maps_of(HostedPolicy& other);
    // It is not asked any more. `reason`: an rf_exit's.
    void leave(sched::Time now, std::uint32_t reason);

    // Instructions that a hook may take; what takes more is a fault.
    void set_budget(std::uint64_t budget) { budget_ = budget; }
    // Hooks that were ended before they had ended: by the budget, or because the verifier is wrong.
    [[nodiscard]] std::uint64_t faults() const { return faults_; }
    [[nodiscard]] const std::optional<Fault>& last_fault() const { return last_fault_; }
    // What the last run of a hook took of its budget.
    [[nodiscard]] std::uint64_t last_work() const { return runner_->steps() + runner_->charged(); }
    // How often each hook was run.
    [[nodiscard]] const std::array<std::uint64_t, hook_count>& runs() const { return runs_; }
    // Instructions of all runs of each, where the runner counts them.
    [[nodiscard]] const std::array<std::uint64_t, hook_count>& steps() const { return steps_; }

private:
    HostedPolicy(Program program, const MakeRunner& make);

    [[nodiscard]] bool has(Hook hook) const { return program_.hooks[static_cast<std::size_t>(hook)].has_value(); }
    [[gnu::noinline, gnu::cold]] void begin(sched::Time now);
    // False: it does not have that hook, or it failed.
    bool run(Hook hook, sched::Time now, Bytes context);
    // One that it has.
    bool run_present(Hook hook, sched::Time now, Bytes context);
    [[gnu::noinline, gnu::cold]] void note_fault();
    // `usual`: what the built-in one answers. It is asked only if somebody needs that.
    template <typename Context, typename Facts, typename Usual>
    auto ask(Hook hook, sched::Time now, const Facts& facts, const Usual& usual);

    Program program_;
    std::vector<Map> maps_;
    std::unique_ptr<Runner> runner_;
    Surroundings surroundings_;
    sched::Band usual_;
    bool has_begun_ = false;
    std::uint64_t budget_ = usual_budget;
    std::uint64_t faults_ = 0;
    std::optional<Fault> last_fault_;
    std::array<std::uint64_t, hook_count> runs_{};
    std::array<std::uint64_t, hook_count> steps_{};
};

}  // namespace ringfence::policy
