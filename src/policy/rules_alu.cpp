// Rules for arithmetic on numbers and pointers, and for conditional jumps.
#include <fmt/format.h>

#include "policy/rules.h"

namespace ringfence::policy {
namespace {

constexpr std::int64_t far_away = std::int64_t{1} << 29;

Number constant_operand(const Insn& insn) {
    return Number::constant(static_cast<std::uint64_t>(std::int64_t{insn.imm}));
}

Number with_bytes_swapped(const Insn& insn, const Number& number) {
    const auto bytes = static_cast<unsigned>(insn.imm) / 8;
    // Conversion to little endian, which this machine uses, only truncates.
    if (!insn.uses_register())
        return bytes == 8 ? number
                          : intersect(Number::of_bytes(bytes),
                                      compute(And, false, number, Number::constant(Number::of_bytes(bytes).umax)));
    return Number::of_bytes(bytes);
}

// Applies a fact to all registers and slots with the same value.
void learn(State& state, unsigned reg, const Number& number) {
    const std::uint32_t id = state.reg(reg).id;
    state.reg(reg).number = number;
    if (id == 0) return;
    for_each_reg(state, [&](Reg& other) {
        if (other.is_number() && other.id == id) other.number = number;
    });
}

bool may_be_null(const Reg& reg) {
    return reg.kind == RegKind::ValueOrNull || reg.kind == RegKind::RecordOrNull;
}

// There is one record at a time, so all pointers that may be to a record are equal.
void learn_nullness_of_record(State& state, bool is_null) {
    for_each_reg(state, [&](Reg& other) {
        if (other.kind != RegKind::RecordOrNull) return;
        other = is_null ? Reg::of(Number::constant(0)) : Reg{RegKind::Record, 0, other.map, 0, other.number};
    });
    if (is_null) state.record = {};
}

void learn_nullness(State& state, unsigned reg, bool is_null) {
    if (state.reg(reg).kind == RegKind::RecordOrNull) {
        learn_nullness_of_record(state, is_null);
        return;
    }
    const std::uint32_t id = state.reg(reg).id;
    const auto settle = [&](Reg& other) {
        if (is_null)
            other = Reg::of(Number::constant(0));
        else
            other.kind = RegKind::Value;
        other.id = 0;
    };
    if (id != 0) {
        for_each_reg(state, [&](Reg& other) {
            if (other.kind == RegKind::ValueOrNull && other.id == id) settle(other);
        });
    } else {
        settle(state.reg(reg));
    }
}

}  // namespace

// A copy that gets later facts about the original, too. Constants do not need that.
Reg Rules::linked_copy(Reg& reg) {
    if (reg.is_number() && !reg.number.is_constant() && reg.id == 0) reg.id = next_id_++;
    return reg;
}

bool Rules::apply_mov(State& state, std::uint32_t at) {
    const Insn& insn = program_.insns[at];
    const bool is_32_bits = insn.cls() == Alu;
    Reg& dst = state.reg(insn.dst());
    if (!insn.uses_register()) {
        const Number number = constant_operand(insn);
        dst = Reg::of(is_32_bits ? low_half(number) : number);
        return true;
    }
    if (!need_set(state, at, insn.src())) return false;
    if (!is_32_bits) {
        dst = linked_copy(state.reg(insn.src()));
        return true;
    }
    if (!need_number(state, at, insn.src(), "half of a pointer is none")) return false;
    Reg& src = state.reg(insn.src());
    dst = src.number.fits_32_bits() ? linked_copy(src) : Reg::of(low_half(src.number));
    return true;
}

bool Rules::apply_alu(State& state, std::uint32_t at) {
    const Insn& insn = program_.insns[at];
    const unsigned operation = insn.operation();
    if (operation == Mov) return apply_mov(state, at);
    if (!need_set(state, at, insn.dst())) return false;
    const bool has_source = insn.uses_register() && operation != End;
    if (has_source && !need_set(state, at, insn.src())) return false;
    Reg& dst = state.reg(insn.dst());
    if (dst.is_pointer() || (has_source && state.reg(insn.src()).is_pointer()))
        return apply_pointer_arithmetic(state, at);
    const bool is_32_bits = insn.cls() == Alu;
    if (operation == End) {
        dst = Reg::of(with_bytes_swapped(insn, dst.number));
    } else if (operation == Neg) {
        dst = Reg::of(compute(Sub, is_32_bits, Number::constant(0), dst.number));
    } else {
        const Number other = has_source ? state.reg(insn.src()).number : constant_operand(insn);
        dst = Reg::of(compute(operation, is_32_bits, dst.number, other));
    }
    return true;
}

bool Rules::apply_pointer_arithmetic(State& state, std::uint32_t at) {
    const Insn& insn = program_.insns[at];
    const unsigned operation = insn.operation();
    const bool has_source = insn.uses_register() && operation != End;
    const bool dst_is_pointer = state.reg(insn.dst()).is_pointer();
    const unsigned pointer = dst_is_pointer ? insn.dst() : insn.src();
    const Reg base = state.reg(pointer);
    if (may_be_null(base))
        return refuse(at, "maybe-null",
                      named(state, pointer) + "; it cannot be moved before it is known not to be null",
                      fmt::format("compare r{} with 0 first, and go on only if it differs", pointer));
    if (base.kind == RegKind::Map)
        return refuse(at, "pointer-arithmetic", named(state, pointer) + ", which has no inside",
                      "rf_map_lookup gives a pointer to a value of it");
    const bool is_sum = insn.cls() == Alu64 && operation == Add;
    const bool is_difference = insn.cls() == Alu64 && operation == Sub && dst_is_pointer;
    if (!is_sum && !is_difference)
        return refuse(at, "pointer-arithmetic", named(state, pointer) + "; this makes something else of a pointer",
                      "only 64-bit numbers can be added to a pointer, or subtracted from it");
    Number number = constant_operand(insn);
    if (has_source) {
        const unsigned other = dst_is_pointer ? insn.src() : insn.dst();
        if (!need_number(state, at, other, "two pointers cannot be added or subtracted")) return false;
        number = state.reg(other).number;
    }
    Reg moved = base;
    moved.id = 0;
    moved.number = compute(operation, false, base.number, number);
    state.reg(insn.dst()) = moved;
    return true;
}

bool Rules::apply_load_imm(State& state, std::uint32_t at) {
    const Insn& insn = program_.insns[at];
    const Insn& rest = program_.insns[at + 1];
    Reg& dst = state.reg(insn.dst());
    const auto high = static_cast<std::uint32_t>(rest.imm);
    if (insn.src() == LoadNumber) {
        dst = Reg::of(Number::constant((std::uint64_t{high} << 32U) | static_cast<std::uint32_t>(insn.imm)));
        return true;
    }
    const bool is_map = insn.src() == LoadMap;
    dst = {is_map ? RegKind::Map : RegKind::Value, 0, static_cast<std::uint16_t>(insn.imm), 0,
           Number::constant(is_map ? 0 : high)};
    return true;
}

// No memory of a policy is near either end of the address space, so addresses close to it are not null.
bool Rules::never_null(const Reg& reg) const {
    return !may_be_null(reg) && reg.number.smin > -far_away && reg.number.smax < far_away;
}

bool Rules::branch_on_pointer(State&& state, std::uint32_t at, Outcomes& outcomes) {
    const Insn& insn = program_.insns[at];
    const bool is_null_test = insn.cls() == Jmp && !insn.uses_register() && insn.imm == 0 &&
                              (insn.operation() == Jeq || insn.operation() == Jne);
    const unsigned pointer = state.reg(insn.dst()).is_pointer() ? insn.dst() : insn.src();
    if (!is_null_test)
        return refuse(at, "pointer-compare", named(state, pointer) + "; a pointer is compared",
                      "pointers can be compared with 0 only");
    const bool is_equal = insn.operation() == Jeq;
    std::optional<State>& if_null = is_equal ? outcomes.taken : outcomes.fallen_through;
    std::optional<State>& if_not = is_equal ? outcomes.fallen_through : outcomes.taken;
    if (may_be_null(state.reg(pointer))) {
        if_null = state;
        learn_nullness(*if_null, pointer, true);
        if_not = std::move(state);
        learn_nullness(*if_not, pointer, false);
        return true;
    }
    if (!never_null(state.reg(pointer))) if_null = state;
    if_not = std::move(state);
    return true;
}

bool Rules::branch(State&& state, std::uint32_t at, Outcomes& outcomes) {
    const Insn& insn = program_.insns[at];
    if (!need_set(state, at, insn.dst())) return false;
    if (insn.uses_register() && !need_set(state, at, insn.src())) return false;
    if (state.reg(insn.dst()).is_pointer() || (insn.uses_register() && state.reg(insn.src()).is_pointer()))
        return branch_on_pointer(std::move(state), at, outcomes);
    for (const bool is_taken : {true, false}) {
        Number a = state.reg(insn.dst()).number;
        Number b = insn.uses_register() ? state.reg(insn.src()).number : constant_operand(insn);
        refine(insn.operation(), insn.cls() == Jmp32, is_taken, a, b);
        if (a.is_empty() || b.is_empty()) continue;
        std::optional<State>& outcome = is_taken ? outcomes.taken : outcomes.fallen_through;
        outcome = state;
        learn(*outcome, insn.dst(), a);
        if (insn.uses_register()) learn(*outcome, insn.src(), b);
    }
    return true;
}

}  // namespace ringfence::policy
