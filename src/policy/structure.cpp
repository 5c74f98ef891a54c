#include "policy/structure.h"

#include <algorithm>

#include <fmt/format.h>

#include "policy/helpers.h"

namespace ringfence::policy {
namespace {

class StructureCheck {
public:
    explicit StructureCheck(const Program& program) : program_(program) {}

    std::optional<Refusal> run() {
        if (!check_sizes()) return refusal_;
        mark_second_halves();
        for (const Function& function : program_.functions) {
            if (!check_function(function)) return refusal_;
        }
        return std::nullopt;
    }

private:
    bool refuse(std::size_t at, std::string_view rule, std::string message, std::string needed = {}) {
        refusal_ = {static_cast<std::uint32_t>(at), rule, std::move(message), std::move(needed)};
        return false;
    }

    bool check_sizes() {
        const auto& insns = program_.insns;
        if (insns.empty()) return refuse(0, "size", "there are no instructions", "write at least one hook");
        if (insns.size() > most_insns)
            return refuse(0, "size", fmt::format("{} instructions", insns.size()),
                          fmt::format("{} instructions at most", most_insns));
        if (program_.functions.empty() || program_.functions.size() > most_functions)
            return refuse(0, "size", fmt::format("{} functions", program_.functions.size()),
                          fmt::format("1 to {} functions", most_functions));
        std::uint32_t end = 0;
        for (const Function& function : program_.functions) {
            if (function.begin != end || function.end <= function.begin || function.end > insns.size())
                return refuse(end, "size", "functions overlap, are empty or leave gaps", "an object as clang makes it");
            end = function.end;
        }
        if (end != insns.size()) return refuse(end, "size", "instructions that belong to no function");
        for (const auto& hook : program_.hooks) {
            if (hook && *hook >= program_.functions.size()) return refuse(0, "size", "a hook without a function");
        }
        for (const MapSpec& map : program_.maps) {
            for (const std::uint32_t function : map.programs) {
                if (function != no_program && function >= program_.functions.size())
                    return refuse(0, "size", "a program without a function");
            }
        }
        return true;
    }

    // The second half of a 64-bit load is not an instruction.
    void mark_second_halves() {
        is_second_half_.assign(program_.insns.size(), false);
        for (std::size_t at = 0; at < program_.insns.size(); ++at) {
            if (!is_load_imm64(program_.insns[at]) || at + 1 == program_.insns.size()) continue;
            is_second_half_[at + 1] = true;
            ++at;
        }
    }

    bool check_function(const Function& function) {
        for (std::size_t at = function.begin; at < function.end; at += slots_of(program_.insns[at])) {
            if (!check_insn(function, at)) return false;
        }
        const Insn& last = program_.insns[function.end - 1];
        if (is_second_half_[function.end - 1] || (last.opcode != op_exit && last.opcode != op_jump))
            return refuse(function.end - 1, "end", "a function goes on past its last instruction",
                          "an exit or a jump at its end");
        return true;
    }

    bool check_insn(const Function& function, std::size_t at) {
        const Insn& insn = program_.insns[at];
        if (insn.dst() >= register_count || (insn.src() >= register_count))
            return refuse(at, "encoding", "a register that does not exist", "r0 to r10");
        switch (insn.cls()) {
            case Ld: return check_load_imm(function, at);
            case Ldx:
            case St:
            case Stx: return check_memory(at);
            case Alu:
            case Alu64: return check_alu(at);
            default: return check_jump(function, at);
        }
    }

    bool bad_encoding(std::size_t at, std::string_view what) {
        return refuse(at, "encoding", std::string(what), "an instruction of eBPF, version 3: clang -mcpu=v3");
    }

    bool check_writes(std::size_t at, unsigned reg) {
        if (reg != frame_pointer) return true;
        return refuse(at, "frame-pointer", "r10, the frame pointer, is written", "another register: r10 can be copied");
    }

    bool check_load_imm(const Function& function, std::size_t at) {
        const Insn& insn = program_.insns[at];
        if (!is_load_imm64(insn)) return bad_encoding(at, "a load that is for packets of networks, or unknown");
        if (at + 1 >= function.end) return bad_encoding(at, "half of an instruction");
        const Insn& rest = program_.insns[at + 1];
        if (insn.offset != 0 || rest.opcode != 0 || rest.registers != 0 || rest.offset != 0)
            return bad_encoding(at, "unused parts of the instruction are not zero");
        if (!check_writes(at, insn.dst())) return false;
        if (insn.src() == LoadNumber) return true;
        if (insn.src() > LoadGlobal) return bad_encoding(at, "a load of 64 bits of an unknown kind");
        if (insn.imm < 0 || static_cast<std::size_t>(insn.imm) >= program_.maps.size())
            return refuse(at, "encoding", fmt::format("there is no map {}", insn.imm));
        const MapSpec& map = program_.maps[static_cast<std::size_t>(insn.imm)];
        if (insn.src() == LoadMap)
            return rest.imm == 0 || bad_encoding(at, "unused parts of the instruction are not zero");
        if (map.kind != MapKind::Array || map.max_entries != 1)
            return refuse(at, "encoding", "a variable in a map that holds none");
        return true;
    }

    bool check_memory(std::size_t at) {
        const Insn& insn = program_.insns[at];
        if (is_atomic(insn)) return check_atomic(at);
        if (insn.mode() != ModeMem) return bad_encoding(at, "a load or store of an unknown kind");
        if (insn.cls() == St && insn.src() != 0)
            return bad_encoding(at, "unused parts of the instruction are not zero");
        if (insn.cls() != St && insn.imm != 0) return bad_encoding(at, "unused parts of the instruction are not zero");
        return insn.cls() != Ldx || check_writes(at, insn.dst());
    }

    bool check_atomic(std::size_t at) {
        const Insn& insn = program_.insns[at];
        if (insn.bytes() < 4) return bad_encoding(at, "an atomic operation on less than 4 bytes");
        const int operation = insn.imm & ~Fetch;
        const bool is_known = operation == Add || operation == Or || operation == And || operation == Xor ||
                              insn.imm == Xchg || insn.imm == Cmpxchg;
        if (!is_known) return bad_encoding(at, "an unknown atomic operation");
        const bool writes_source = atomic_fetches(insn) && insn.imm != Cmpxchg;
        return !writes_source || check_writes(at, insn.src());
    }

    bool check_alu(std::size_t at) {
        const Insn& insn = program_.insns[at];
        if (insn.operation() > End) return bad_encoding(at, "an unknown operation");
        if (insn.offset != 0) return bad_encoding(at, "an operation of eBPF, version 4");
        if (!check_writes(at, insn.dst())) return false;
        if (insn.operation() == End) {
            const bool is_width = insn.imm == 16 || insn.imm == 32 || insn.imm == 64;
            if (insn.cls() != Alu || insn.src() != 0 || !is_width)
                return bad_encoding(at, "an unknown change of bytes");
            return true;
        }
        if (insn.operation() == Neg) {
            if (insn.uses_register() || insn.src() != 0 || insn.imm != 0)
                return bad_encoding(at, "unused parts of the instruction are not zero");
            return true;
        }
        if (insn.uses_register() ? insn.imm != 0 : insn.src() != 0)
            return bad_encoding(at, "unused parts of the instruction are not zero");
        return insn.uses_register() || check_constant_operand(at);
    }

    bool check_constant_operand(std::size_t at) {
        const Insn& insn = program_.insns[at];
        const unsigned operation = insn.operation();
        if ((operation == Div || operation == Mod) && insn.imm == 0)
            return refuse(at, "encoding", "a division by zero", "another divisor");
        const int width = insn.cls() == Alu64 ? 64 : 32;
        const bool is_shift = operation == Lsh || operation == Rsh || operation == Arsh;
        if (is_shift && (insn.imm < 0 || insn.imm >= width))
            return refuse(at, "encoding", fmt::format("a shift by {} of {} bits", insn.imm, width),
                          fmt::format("0 to {}", width - 1));
        return true;
    }

    bool check_jump(const Function& function, std::size_t at) {
        const Insn& insn = program_.insns[at];
        if (insn.operation() > Jsle) return bad_encoding(at, "an unknown jump");
        if (insn.operation() == Call) return check_call(at);
        if (insn.operation() == Exit) {
            if (insn.opcode != op_exit || insn.registers != 0 || insn.offset != 0 || insn.imm != 0)
                return bad_encoding(at, "unused parts of the instruction are not zero");
            return true;
        }
        if (insn.operation() == Ja) {
            if (insn.opcode != op_jump || insn.registers != 0 || insn.imm != 0)
                return bad_encoding(at, "a jump of eBPF, version 4, or unused parts that are not zero");
        } else if (insn.uses_register() ? insn.imm != 0 : insn.src() != 0) {
            return bad_encoding(at, "unused parts of the instruction are not zero");
        }
        const std::size_t target = target_of(at, insn);
        if (target < function.begin || target >= function.end || is_second_half_[target])
            return refuse(at, "jump", "a jump that leaves its function, or leads into an instruction",
                          "a place in the same function");
        return true;
    }

    bool check_call(std::size_t at) {
        const Insn& insn = program_.insns[at];
        if (insn.opcode != op_call || insn.dst() != 0 || insn.offset != 0)
            return bad_encoding(at, "a call through a register, or unused parts that are not zero");
        if (insn.src() == CallHelper) {
            if (find_helper(insn.imm) != nullptr) return true;
            return refuse(at, "helper-unknown", fmt::format("there is no helper {}", insn.imm),
                          "a helper of ringfence/policy.h");
        }
        if (insn.src() != CallFunction) return bad_encoding(at, "a call of an unknown kind");
        const std::size_t target = target_of(at, insn);
        const bool is_function = std::any_of(program_.functions.begin(), program_.functions.end(),
                                             [&](const Function& function) { return function.begin == target; });
        return is_function || refuse(at, "jump", "a call that leads to no function", "the beginning of a function");
    }

    const Program& program_;
    std::vector<bool> is_second_half_;
    Refusal refusal_;
};

// ---- Flow

constexpr std::uint16_t reg_bit(unsigned reg) {
    return static_cast<std::uint16_t>(1U << reg);
}
constexpr std::uint16_t arguments = 0x3e;      // r1 to r5
constexpr std::uint16_t lost_in_calls = 0x3f;  // r0 to r5

struct Use {
    std::uint16_t reads = 0;
    std::uint16_t writes = 0;
};

std::uint16_t read_arguments(const HelperInfo& helper) {
    std::uint16_t reads = 0;
    for (unsigned i = 0; i < helper.arguments.size(); ++i) {
        if (helper.arguments[i] != Argument::None) reads |= reg_bit(i + 1);
    }
    return reads;
}

Use use_of_jump(const Insn& insn) {
    if (insn.opcode == op_exit) return {reg_bit(0), 0};
    if (insn.opcode == op_jump) return {};
    if (insn.opcode == op_call) {
        if (insn.src() == CallFunction) return {arguments, lost_in_calls};
        return {read_arguments(*find_helper(insn.imm)), lost_in_calls};
    }
    Use use{reg_bit(insn.dst()), 0};
    if (insn.uses_register()) use.reads |= reg_bit(insn.src());
    return use;
}

Use use_of_alu(const Insn& insn) {
    Use use{0, reg_bit(insn.dst())};
    if (insn.operation() != Mov) use.reads |= reg_bit(insn.dst());
    const bool has_source = insn.uses_register() && insn.operation() != End;
    if (has_source) use.reads |= reg_bit(insn.src());
    return use;
}

Use use_of(const Insn& insn) {
    if (is_load_imm64(insn)) return {0, reg_bit(insn.dst())};
    if (is_alu(insn)) return use_of_alu(insn);
    if (is_jump_class(insn)) return use_of_jump(insn);
    if (insn.cls() == Ldx) return {reg_bit(insn.src()), reg_bit(insn.dst())};
    if (insn.cls() == St) return {reg_bit(insn.dst()), 0};
    Use use{static_cast<std::uint16_t>(reg_bit(insn.dst()) | reg_bit(insn.src())), 0};
    if (is_atomic(insn) && insn.imm == Cmpxchg) use.reads |= reg_bit(0);
    return use;
}

template <typename Visit>
void for_each_successor(const Program& program, std::size_t at, const Visit& visit) {
    const Insn& insn = program.insns[at];
    if (insn.opcode == op_exit) return;
    if (insn.opcode == op_jump) {
        visit(target_of(at, insn));
        return;
    }
    if (is_branch(insn)) visit(target_of(at, insn));
    visit(at + slots_of(insn));
}

}  // namespace

std::optional<Refusal> check_structure(const Program& program) {
    return StructureCheck(program).run();
}

Flow flow_of(const Program& program) {
    const std::size_t count = program.insns.size();
    std::vector<std::uint32_t> before(count, 0);  // backward jumps count twice, so that heads of loops are joins
    for (std::size_t at = 0; at < count; at += slots_of(program.insns[at]))
        for_each_successor(program, at, [&](std::size_t next) { before[next] += next <= at ? 2 : 1; });
    Flow flow{std::vector<bool>(count, false), std::vector<std::uint16_t>(count, 0)};
    for (std::size_t at = 0; at < count; ++at)
        flow.is_join[at] = before[at] > 1;
    // Targets of tail calls are joins, so that loops of tail calls are noticed.
    for (const MapSpec& map : program.maps) {
        for (const std::uint32_t function : map.programs) {
            if (function != no_program) flow.is_join[program.functions[function].begin] = true;
        }
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (std::size_t at = count; at-- > 0;) {
            if (at > 0 && is_load_imm64(program.insns[at - 1])) continue;
            const Use use = use_of(program.insns[at]);
            std::uint16_t live = 0;
            for_each_successor(program, at, [&](std::size_t next) { live |= flow.live[next]; });
            live = static_cast<std::uint16_t>((live & ~use.writes) | use.reads);
            has_changed = has_changed || live != flow.live[at];
            flow.live[at] = live;
        }
    }
    return flow;
}

}  // namespace ringfence::policy
