// The rules of the verifier: what each instruction requires of the state before it, and its effect. docs/policies.md
// explains them, under the names in refusals.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "policy/helpers.h"
#include "policy/program.h"
#include "policy/refusal.h"
#include "policy/state.h"

namespace ringfence::policy {

class Rules {
public:
    Rules(const Program& program, Hook hook) : program_(program), hook_(hook) {}

    // Each applies the instruction at `at` to the state. False if it is refused: refusal() says why. check_structure()
    // must have accepted the program.
    bool apply_alu(State& state, std::uint32_t at);
    bool apply_load_imm(State& state, std::uint32_t at);
    bool apply_memory(State& state, std::uint32_t at);
    bool apply_helper(State& state, std::uint32_t at);
    // The indices of the functions with which a tail call may continue, each once. `state` is the one before the call,
    // which apply_helper() must have accepted.
    [[nodiscard]] std::vector<std::uint32_t> tail_call_targets(const State& state) const;
    bool enter_function(State& state, std::uint32_t at);
    bool leave_function(State& state, std::uint32_t at);
    // For the end of a hook, or a tail call: no record may be open.
    bool need_no_record(const State& state, std::uint32_t at, std::string_view when);
    // The states after a conditional jump, if it is taken and if it is not; none if that is impossible.
    struct Outcomes {
        std::optional<State> taken;
        std::optional<State> fallen_through;
    };
    bool branch(State&& state, std::uint32_t at, Outcomes& outcomes);

    [[nodiscard]] const Refusal& refusal() const { return refusal_; }

private:
    // The bytes that an access may touch: from `least` to before `most` + `size`, relative to the pointer's base.
    struct Span {
        std::int64_t least;
        std::int64_t most;
        std::int64_t size;

        [[nodiscard]] bool is_constant() const { return least == most; }
        [[nodiscard]] std::int64_t end() const { return most + size; }
    };
    enum class Access : std::uint8_t { Read, Write };

    bool refuse(std::uint32_t at, std::string_view rule, std::string message, std::string needed);
    // "r3 is a number (0 to 7)"
    [[nodiscard]] std::string named(const State& state, unsigned reg) const;
    bool need_set(const State& state, std::uint32_t at, unsigned reg);
    bool need_number(const State& state, std::uint32_t at, unsigned reg, std::string_view what_for);

    // rules_alu.cpp
    bool apply_mov(State& state, std::uint32_t at);
    bool apply_pointer_arithmetic(State& state, std::uint32_t at);
    bool never_null(const Reg& reg) const;
    bool branch_on_pointer(State&& state, std::uint32_t at, Outcomes& outcomes);
    Reg linked_copy(Reg& reg);

    // rules_memory.cpp
    bool check_span(const State& state, std::uint32_t at, unsigned reg, const Span& span, Access access,
                    bool is_aligned);
    bool check_context(const State& state, std::uint32_t at, unsigned reg, const Span& span, Access access);
    bool check_value(const State& state, std::uint32_t at, unsigned reg, const Span& span, Access access);
    bool check_record(const State& state, std::uint32_t at, unsigned reg, const Span& span);
    bool check_stack(const State& state, std::uint32_t at, unsigned reg, const Span& span);
    bool need_memory(const State& state, std::uint32_t at, unsigned reg, Access access);
    std::optional<Span> span_of(const Reg& reg, std::int64_t offset, std::int64_t size) const;
    bool check_access(const State& state, std::uint32_t at, unsigned reg, Access access, Span& span);
    bool check_initialised(const State& state, std::uint32_t at, unsigned reg, const Span& span);
    bool load(State& state, std::uint32_t at);
    bool load_stack(State& state, std::uint32_t at, const Span& span);
    bool store(State& state, std::uint32_t at);
    bool store_stack(State& state, std::uint32_t at, unsigned reg, const Span& span, const Reg& stored);
    bool overwrite_stack(State& state, std::uint32_t at, unsigned reg, const Span& span);
    bool atomic(State& state, std::uint32_t at);

    // rules_call.cpp
    bool check_argument(State& state, std::uint32_t at, const HelperInfo& helper, unsigned reg);
    bool check_map(const State& state, std::uint32_t at, const HelperInfo& helper, unsigned place);
    bool check_tail_call(const State& state, std::uint32_t at);
    bool check_size(const State& state, std::uint32_t at, unsigned reg);
    bool check_memory_argument(State& state, std::uint32_t at, unsigned reg, std::int64_t size, Access access);

    const Program& program_;
    Hook hook_;
    std::uint32_t next_id_ = 1;
    Refusal refusal_;
};

}  // namespace ringfence::policy
