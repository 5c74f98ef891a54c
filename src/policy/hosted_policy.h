// A loaded policy with the interface that the dispatcher uses. The built-in policy (sched/band.h) answers hooks that
// the loaded one does not have; and each hook gets the built-in answer in its context, to keep or change it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "policy/known_maps.h"
#include "policy/program.h"
#include "policy/runner.h"
#include "sched/band.h"
#include "sched/policy.h"

namespace ringfence::policy {

class HostedPolicy final : public sched::Policy {
public:
    // Checks by a program's declarations whether it may be loaded, before it is verified.
    using Check = Result<void> (*)(const Program&);
    // Loads an object file if the verifier accepts it; otherwise the error has the refusal. `check` (null: none) is
    // called first: a program that it refuses is not verified and gets no memory for maps.
    [[nodiscard]] static Result<std::unique_ptr<HostedPolicy>> load(ConstBytes object,
                                                                    const MakeRunner& make = interpret,
                                                                    Check check = nullptr);

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
    [[nodiscard]] bool wants_alone() const override {
        return (program_.flags & alone_too_flag) != 0 || known_.has_budgets() || known_.has_partitions();
    }
    [[nodiscard]] bool wants_thermal() const override { return has(Hook::Thermal); }
    void thermal(const sched::ThermalFacts& facts) override;
    [[nodiscard]] sched::Window window(sched::Resource resource, const sched::Window& usual) const override {
        return known_.window(resource, usual);
    }
    [[nodiscard]] bool has_budgets() const override { return known_.has_budgets(); }
    [[nodiscard]] std::uint64_t budget(sched::VgpuId vgpu, sched::Resource resource) const override {
        return known_.budget(vgpu, resource);
    }
    [[nodiscard]] bool has_pools() const override { return known_.has_pools(); }
    [[nodiscard]] sched::MemoryPool pool(sched::VgpuId vgpu) const override { return known_.pool(vgpu); }
    [[nodiscard]] bool wants_job_meta() const override { return known_.has_job_meta(); }
    void note_next_job(sched::VgpuId vgpu, sched::Resource resource, const sched::JobMeta& job) override {
        known_.note_next_job(vgpu, resource, job);
    }
    [[nodiscard]] bool has_partitions() const override { return known_.has_partitions(); }
    sched::Partition partition(sched::VgpuId vgpu, std::uint32_t device, std::uint32_t most) override {
        return known_.partition(vgpu, device, most);
    }
    // One decision in so many is recorded; 0: none.
    [[nodiscard]] std::uint32_t sampling() const { return known_.sampling(); }

    [[nodiscard]] const Program& program() const { return program_; }
    [[nodiscard]] std::vector<Map>& maps() { return maps_; }
    // Takes over those maps of the other policy that have the same name, kind and sizes, with their contents. Not
    // variables, since the compiler decides where each lies. Returns how many.
    std::size_t take_maps_of(HostedPolicy& other);
    // Calls the exit hook: the policy is not asked any more. `reason`: for rf_exit.
    void leave(sched::Time now, std::uint32_t reason);

    // Limits the instructions of a hook's run; more are a fault.
    void set_budget(std::uint64_t budget) { runner_->prepare(surroundings_, budget); }
    // How many runs of hooks were stopped: by the budget, or because the verifier is wrong.
    [[nodiscard]] std::uint64_t faults() const { return faults_; }
    [[nodiscard]] const std::optional<Fault>& last_fault() const { return last_fault_; }
    // How much of its budget the last run of a hook has used.
    [[nodiscard]] std::uint64_t last_work() const { return runner_->steps() + runner_->charged(); }
    // How often each hook was run.
    [[nodiscard]] const std::array<std::uint64_t, hook_count>& runs() const { return runs_; }
    // The instructions of all runs of each hook, if the runner counts them.
    [[nodiscard]] const std::array<std::uint64_t, hook_count>& steps() const { return steps_; }

private:
    HostedPolicy(Program program, const MakeRunner& make);

    [[nodiscard]] bool has(Hook hook) const { return program_.hooks[static_cast<std::size_t>(hook)].has_value(); }
    [[gnu::noinline, gnu::cold]] void begin(sched::Time now);
    // False if the policy does not have that hook, or the run has failed.
    bool run(Hook hook, sched::Time now, Bytes context);
    // Runs a hook that the policy has.
    bool run_present(Hook hook, sched::Time now, Bytes context);
    [[gnu::noinline, gnu::cold]] void note_fault();
    // The built-in policy's answer, which is noted if it starts a job.
    [[gnu::noinline]] sched::DispatchAnswer usual_dispatch(const sched::DispatchFacts& facts);
    [[gnu::noinline]] void take_back(const sched::DispatchFacts& facts, sched::DispatchAnswer& answer);
    // `usual` returns the built-in policy's answer, and is called only if needed. The answer is written to `answer`,
    // since returning it would cost a copy in every decision.
    template <typename Context, typename Facts, typename Answer, typename Usual>
    void ask(Hook hook, sched::Time now, const Facts& facts, Answer& answer, const Usual& usual);

    Program program_;
    std::vector<Map> maps_;
    KnownMaps known_;  // some of maps_
    std::unique_ptr<Runner> runner_;
    Surroundings surroundings_;
    sched::Band usual_;
    sched::Order usual_place_{};     // its place for the lane of the last question
    sched::Time usual_charge_ = -1;  // for the job that it let go then; -1: none
    bool has_begun_ = false;
    std::uint64_t faults_ = 0;
    std::optional<Fault> last_fault_;
    std::array<std::uint64_t, hook_count> runs_{};
    std::array<std::uint64_t, hook_count> steps_{};
};

}  // namespace ringfence::policy
