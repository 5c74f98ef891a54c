// A policy that was loaded, behind the interface that the dispatcher knows. Whatever hook it does not have, the
// built-in one (sched/band.h) answers; and each hook finds that answer in its context, to be kept or changed.
#pragma once

#include <memory>

#include "base/result.h"
#include "policy/interpreter.h"
#include "policy/program.h"
#include "sched/band.h"
#include "sched/policy.h"

namespace ringfence::policy {

class HostedPolicy : public sched::Policy {
public:
    // Of an object file: only if the verifier accepts it. The error holds the refusal.
    [[nodiscard]] static Result<std::unique_ptr<HostedPolicy>> load(ConstBytes object);

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
    // Hooks that were ended by the interpreter: 0, or the verifier is wrong.
    [[nodiscard]] std::uint64_t faults() const { return faults_; }

private:
    explicit HostedPolicy(Program program);

    [[nodiscard]] bool has(Hook hook) const { return program_.hooks[static_cast<std::size_t>(hook)].has_value(); }
    // False: it does not have that hook, or it failed.
    bool run(Hook hook, sched::Time now, Bytes context);
    template <typename Context, typename Facts, typename Answer>
    Answer ask(Hook hook, sched::Time now, const Facts& facts, const Answer& usual);

    Program program_;
    std::vector<Map> maps_;
    Interpreter interpreter_;
    Surroundings surroundings_;
    sched::Band usual_;
    bool has_begun_ = false;
    std::uint64_t faults_ = 0;
};

}  // namespace ringfence::policy
