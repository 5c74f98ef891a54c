// eBPF's instructions: their layout, the parts of an opcode, and their text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ringfence::policy {

struct Insn {
    std::uint8_t opcode = 0;
    std::uint8_t registers = 0;  // destination in the low half, source in the high one
    std::int16_t offset = 0;
    std::int32_t imm = 0;

    [[nodiscard]] unsigned dst() const { return registers & 15U; }
    [[nodiscard]] unsigned src() const { return registers >> 4U; }
    [[nodiscard]] unsigned cls() const { return opcode & 7U; }
    [[nodiscard]] unsigned operation() const { return opcode & 0xf0U; }  // of ALU and JMP
    [[nodiscard]] bool uses_register() const { return (opcode & 8U) != 0; }
    [[nodiscard]] unsigned mode() const { return opcode & 0xe0U; }  // of loads and stores
    [[nodiscard]] unsigned bytes() const;                           // of loads and stores: 1, 2, 4 or 8

    friend bool operator==(const Insn&, const Insn&) = default;
};
static_assert(sizeof(Insn) == 8);

constexpr unsigned register_count = 11;
constexpr unsigned frame_pointer = 10;
constexpr std::int64_t frame_bytes = 512;
constexpr std::size_t most_frames = 8;

enum Class : unsigned { Ld, Ldx, St, Stx, Alu, Jmp, Jmp32, Alu64 };
enum Mode : unsigned { ModeImm = 0x00, ModeMem = 0x60, ModeAtomic = 0xc0 };
enum AluOp : unsigned {
    Add = 0x00,
    Sub = 0x10,
    Mul = 0x20,
    Div = 0x30,
    Or = 0x40,
    And = 0x50,
    Lsh = 0x60,
    Rsh = 0x70,
    Neg = 0x80,
    Mod = 0x90,
    Xor = 0xa0,
    Mov = 0xb0,
    Arsh = 0xc0,
    End = 0xd0,
};
enum JmpOp : unsigned {
    Ja = 0x00,
    Jeq = 0x10,
    Jgt = 0x20,
    Jge = 0x30,
    Jset = 0x40,
    Jne = 0x50,
    Jsgt = 0x60,
    Jsge = 0x70,
    Call = 0x80,
    Exit = 0x90,
    Jlt = 0xa0,
    Jle = 0xb0,
    Jslt = 0xc0,
    Jsle = 0xd0,
};
// The imm of an atomic operation: an AluOp (Add, Or, And, Xor), perhaps with Fetch; or one of these.
enum AtomicOp : int { Fetch = 0x01, Xchg = 0xe1, Cmpxchg = 0xf1 };

constexpr std::uint8_t op_load_imm64 = 0x18;  // takes two instructions
constexpr std::uint8_t op_call = 0x85;
constexpr std::uint8_t op_exit = 0x95;
constexpr std::uint8_t op_jump = 0x05;

// The source register of op_load_imm64 selects what is loaded.
enum LoadImm : unsigned {
    LoadNumber,
    LoadMap /* imm: which map */,
    LoadGlobal /* the value of a map; then an offset */
};
// The source register of op_call selects what is called: a helper by number, or a function by its distance.
enum CallKind : unsigned { CallHelper, CallFunction };

inline bool is_load_imm64(const Insn& insn) {
    return insn.opcode == op_load_imm64;
}
inline bool is_atomic(const Insn& insn) {
    return insn.cls() == Stx && insn.mode() == ModeAtomic;
}
inline bool atomic_fetches(const Insn& insn) {
    return (insn.imm & Fetch) != 0;
}
inline bool is_alu(const Insn& insn) {
    return insn.cls() == Alu || insn.cls() == Alu64;
}
inline bool is_jump_class(const Insn& insn) {
    return insn.cls() == Jmp || insn.cls() == Jmp32;
}
// True for a conditional jump.
inline bool is_branch(const Insn& insn) {
    return is_jump_class(insn) && insn.operation() != Ja && insn.operation() != Call && insn.operation() != Exit;
}
inline std::size_t slots_of(const Insn& insn) {
    return is_load_imm64(insn) ? 2 : 1;
}
// The target of the jump or call at `at`. Only check_structure() ensures that it is an instruction.
inline std::size_t target_of(std::size_t at, const Insn& insn) {
    const std::int64_t distance = insn.opcode == op_call ? std::int64_t{insn.imm} : std::int64_t{insn.offset};
    return static_cast<std::size_t>(static_cast<std::int64_t>(at) + 1 + distance);
}

// The instruction at `at` in LLVM's syntax, except for jumps, which show the number of their target.
[[nodiscard]] std::string text_of(std::span<const Insn> insns, std::size_t at);

}  // namespace ringfence::policy
