// Decides whether a policy may run: follows every path through every hook, with what is known about registers and
// stack, by the rules of rules.h, until no new states appear.
//
// An accepted policy accesses only its context, stack and maps, as permitted; calls helpers with valid arguments;
// reveals no addresses; and ends after a number of instructions that is known beforehand. The verifier is sound, not
// complete: it refuses harmless programs if it cannot prove that they are.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "policy/program.h"
#include "policy/refusal.h"
#include "policy/state.h"

namespace ringfence::policy {

struct VerifierLimits {
    std::uint64_t steps = 1'000'000;            // instructions followed for one hook, on all paths together
    std::size_t states = 10'000;                // kept or waiting for one hook: each takes some kilobytes
    std::uint64_t comparisons = 1'000'000'000;  // of registers and slots at joins, for one hook: some seconds
    std::size_t bytes = 64 << 20;               // of all states kept for one hook
    std::uint64_t longest_run = 65'536;         // instructions that a run of a hook may take
};

struct HookFacts {
    std::uint64_t longest_run = 0;  // the most instructions
    std::uint64_t steps = 0;
    std::size_t states = 0;
};

struct Verdict {
    std::optional<Refusal> refusal;  // none: accepted
    std::optional<Hook> refused_in;  // the hook that was followed; none: refused before that
    std::array<std::optional<HookFacts>, hook_count> hooks{};

    [[nodiscard]] bool is_accepted() const { return !refusal; }
};

// For tests: gets every state with which the verifier reaches an instruction.
class StateObserver {
public:
    virtual ~StateObserver() = default;
    virtual void observe(Hook hook, std::uint32_t insn, const State& state) = 0;
};

[[nodiscard]] Verdict verify(const Program& program, const VerifierLimits& limits = {},
                             StateObserver* observer = nullptr);

}  // namespace ringfence::policy
