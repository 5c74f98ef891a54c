// Decides whether a policy may run: follows every way through every hook with the known facts about registers and
// stack, by the rules of rules.h, until nothing new can come.
//
// An accepted policy reads and writes nothing but its context, stack and maps, as it is allowed to; calls helpers with
// valid arguments; reveals no addresses; and ends after a number of instructions that is known beforehand. It is sound,
// not complete: programs that would do no harm are refused if it cannot see why.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "policy/program.h"
#include "policy/refusal.h"
#include "policy/state.h"

namespace ringfence::policy {

struct VerifierLimits {
    std::uint64_t steps = 1'000'000;            // instructions that are followed, of one hook, on all ways together
    std::size_t states = 10'000;                // that are kept or wait, of one hook: each takes some kilobytes
    std::uint64_t comparisons = 1'000'000'000;  // of registers and slots, where ways meet, of one hook: some seconds
    std::size_t bytes = 64 << 20;               // of all states that are kept, of one hook
    std::uint64_t longest_run = 65'536;         // instructions that a hook may take when it runs
};

struct HookFacts {
    std::uint64_t longest_run = 0;  // instructions at most
    std::uint64_t steps = 0;
    std::size_t states = 0;
};

struct Verdict {
    std::optional<Refusal> refusal;  // none: accepted
    std::optional<Hook> refused_in;  // the hook that was followed; none: seen before
    std::array<std::optional<HookFacts>, hook_count> hooks{};

    [[nodiscard]] bool is_accepted() const { return !refusal; }
};

// For tests: is shown every state before the instruction at `insn` that the verifier has come by.
class StateObserver {
public:
    virtual ~StateObserver() = default;
    virtual void observe(Hook hook, std::uint32_t insn, const State& state) = 0;
};

[[nodiscard]] Verdict verify(const Program& program, const VerifierLimits& limits = {},
                             StateObserver* observer = nullptr);

}  // namespace ringfence::policy
