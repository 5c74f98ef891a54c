#include "policy/insn.h"

#include <fmt/format.h>

namespace ringfence::policy {
namespace {

std::string_view alu_sign(unsigned operation) {
    switch (operation) {
        case Add: return "+=";
        case Sub: return "-=";
        case Mul: return "*=";
        case Div: return "/=";
        case Or: return "|=";
        case And: return "&=";
        case Lsh: return "<<=";
        case Rsh: return ">>=";
        case Mod: return "%=";
        case Xor: return "^=";
        case Mov: return "=";
        case Arsh: return "s>>=";
        default: return "?=";
    }
}

std::string_view jump_sign(unsigned operation) {
    switch (operation) {
        case Jeq: return "==";
        case Jgt: return ">";
        case Jge: return ">=";
        case Jset: return "&";
        case Jne: return "!=";
        case Jsgt: return "s>";
        case Jsge: return "s>=";
        case Jlt: return "<";
        case Jle: return "<=";
        case Jslt: return "s<";
        case Jsle: return "s<=";
        default: return "?";
    }
}

std::string address(unsigned base, int offset) {
    return offset < 0 ? fmt::format("(r{} - {})", base, -offset) : fmt::format("(r{} + {})", base, offset);
}

std::string memory(const Insn& insn, unsigned base) {
    return fmt::format("*(u{} *){}", insn.bytes() * 8, address(base, insn.offset));
}

std::string alu_text(const Insn& insn) {
    const char width = insn.cls() == Alu ? 'w' : 'r';
    if (insn.operation() == Neg) return fmt::format("{0}{1} = -{0}{1}", width, insn.dst());
    if (insn.operation() == End)
        return fmt::format("r{0} = {1}{2} r{0}", insn.dst(), insn.uses_register() ? "be" : "le", insn.imm);
    const std::string source =
        insn.uses_register() ? fmt::format("{}{}", width, insn.src()) : fmt::format("{}", insn.imm);
    return fmt::format("{}{} {} {}", width, insn.dst(), alu_sign(insn.operation()), source);
}

std::string jump_text(const Insn& insn, std::size_t at) {
    if (insn.opcode == op_exit) return "exit";
    if (insn.opcode == op_call)
        return insn.src() == CallFunction ? fmt::format("call function at {}", target_of(at, insn))
                                          : fmt::format("call {}", insn.imm);
    if (insn.opcode == op_jump) return fmt::format("goto {}", target_of(at, insn));
    const char width = insn.cls() == Jmp32 ? 'w' : 'r';
    const std::string source =
        insn.uses_register() ? fmt::format("{}{}", width, insn.src()) : fmt::format("{}", insn.imm);
    return fmt::format("if {}{} {} {} goto {}", width, insn.dst(), jump_sign(insn.operation()), source,
                       target_of(at, insn));
}

std::string load_imm64_text(const Insn& insn, const Insn* rest) {
    if (insn.src() == LoadMap) return fmt::format("r{} = map {}", insn.dst(), insn.imm);
    const std::uint32_t high = rest == nullptr ? 0 : static_cast<std::uint32_t>(rest->imm);
    if (insn.src() == LoadGlobal) return fmt::format("r{} = map {} value + {}", insn.dst(), insn.imm, high);
    const std::uint64_t value = (std::uint64_t{high} << 32U) | static_cast<std::uint32_t>(insn.imm);
    return fmt::format("r{} = {} ll", insn.dst(), static_cast<std::int64_t>(value));
}

std::string atomic_text(const Insn& insn) {
    const std::string place = memory(insn, insn.dst());
    if (insn.imm == Xchg) return fmt::format("r{0} = xchg({1}, r{0})", insn.src(), place);
    if (insn.imm == Cmpxchg) return fmt::format("r0 = cmpxchg({}, r0, r{})", place, insn.src());
    const auto sign = alu_sign(static_cast<unsigned>(insn.imm) & 0xf0U);
    if (atomic_fetches(insn)) return fmt::format("r{0} = fetch {1} {2} r{0}", insn.src(), place, sign);
    return fmt::format("lock {} {} r{}", place, sign, insn.src());
}

}  // namespace

unsigned Insn::bytes() const {
    switch (opcode & 0x18U) {
        case 0x00: return 4;
        case 0x08: return 2;
        case 0x10: return 1;
        default: return 8;
    }
}

std::string text_of(std::span<const Insn> insns, std::size_t at) {
    const Insn& insn = insns[at];
    if (is_load_imm64(insn)) return load_imm64_text(insn, at + 1 < insns.size() ? &insns[at + 1] : nullptr);
    if (is_alu(insn)) return alu_text(insn);
    if (is_jump_class(insn)) return jump_text(insn, at);
    if (is_atomic(insn)) return atomic_text(insn);
    if (insn.mode() == ModeMem) {
        if (insn.cls() == Ldx) return fmt::format("r{} = {}", insn.dst(), memory(insn, insn.src()));
        if (insn.cls() == Stx) return fmt::format("{} = r{}", memory(insn, insn.dst()), insn.src());
        if (insn.cls() == St) return fmt::format("{} = {}", memory(insn, insn.dst()), insn.imm);
    }
    return fmt::format("opcode {:#04x}", insn.opcode);
}

}  // namespace ringfence::policy
