// The PTX instruction set as data.
//
// The contents come from src/ptx/isa/*.isa (docs/isa-table.md describes the language). This header gives them their C++
// shape: what forms an instruction has, which modifiers and operands each takes, and what it does to memory and to
// control flow. Everything here is constant and knows nothing of any particular PTX text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ptx/names.h"

namespace ringfence::ptx {

// Where data lives. Generic is an address whose space is only known when the kernel runs.
enum class Space : std::uint8_t { None, Generic, Const, Global, Local, Param, Shared, SharedCluster, Tensor, Register };

// The coarse class of an instruction. The guard and the analyses switch on this.
enum class Class : std::uint8_t {
    Arith,
    Compare,
    Select,
    Logic,
    Shift,
    Bits,
    Dot,
    Video,
    Convert,
    Move,
    Address,
    Load,
    Store,
    Atomic,
    Reduce,
    Hint,
    Async,
    Bulk,
    Tensor,
    Texture,
    Surface,
    Barrier,
    Mbarrier,
    Fence,
    Warp,
    Matrix,
    Wgmma,
    Tcgen05,
    Branch,
    Call,
    Return,
    Trap,
    Stack,
    Misc,
};

enum class TypeKind : std::uint8_t { Bits, Unsigned, Signed, Float, Packed, Predicate, Opaque };

struct TypeInfo {
    std::string_view name;
    std::uint16_t bits;
    TypeKind kind;
};

namespace isa {

// A target that has something: sm_80 and later (no suffix), exactly sm_90a, or the family sm_100f.
struct TargetNeed {
    std::uint16_t sm;
    char suffix;
};

// The first PTX version (major * 10 + minor; 0: any) and the targets that have something (none named: all).
struct Need {
    std::uint8_t ptx;
    std::uint8_t target_count;
    std::uint16_t first_target;

    std::span<const TargetNeed> targets() const;
};

struct SlotValue {
    Modifier modifier;
    Need need;
};

enum class SlotRole : std::uint8_t { Other, Type, Space, Vector };

// A place for one modifier.
struct Slot {
    std::uint16_t first_value;
    std::uint8_t value_count;
    bool optional;
    SlotRole role;

    std::span<const SlotValue> values() const;
};

// The possible shapes of an operand.
enum class Shape : std::uint8_t {
    Value,      // a register or an immediate
    Immediate,  // an immediate only
    Register,   // a register only
    Anything,   // a value, a special register, or a symbol's address
    Label,      // a place in the code
    Address,    // [address]
    Object,     // [object, coordinates]
    Pair,       // a|b
};

enum class Access : std::uint8_t { Read, Write, ReadWrite };
enum class MemoryUse : std::uint8_t { None, Read, Write, Atomic, Hint };

namespace operand_flag {
constexpr unsigned optional = 1;        // may be left out
constexpr unsigned sink = 2;            // may be `_`
constexpr unsigned wider = 4;           // the register may be wider than the type
constexpr unsigned negatable = 8;       // may be `!p`
constexpr unsigned pair_optional = 16;  // of a pair: `|q` may be left out
constexpr unsigned selector = 32;       // may carry a byte or half-word selector: `.b0`, `.h1`
constexpr unsigned special = 64;        // may be a special register
}  // namespace operand_flag

enum class TypeRule : std::uint8_t { Any, Literal, Slot, SlotTwice };
enum class SpaceRule : std::uint8_t { Literal, Slot };
enum class CountRule : std::uint8_t { Scalar, OneOf, Slot, Any };
enum class ByteRule : std::uint8_t { FromType, Literal, Operand };

// How one operand of a form looks and what it is for.
struct OperandSpec {
    Shape shape;
    Access access;
    MemoryUse memory;
    unsigned flags;
    struct {
        TypeRule rule;
        std::uint8_t value;
    } type;
    struct {
        SpaceRule rule;
        std::uint8_t value;
    } space;
    struct {
        CountRule rule;
        std::uint16_t value;
        std::uint8_t size;
    } count;
    struct {
        ByteRule rule;
        std::uint16_t value;
    } bytes;
    std::uint16_t first_part;
    std::uint8_t part_count;

    bool has(unsigned flag) const { return (flags & flag) != 0; }
    std::span<const OperandSpec> parts() const;
    std::span<const std::uint8_t> counts() const;
};

namespace form_flag {
constexpr unsigned deprecated = 1;
constexpr unsigned syntax_call = 2;  // the operands of `call`, which are parsed by hand
}  // namespace form_flag

// One way to write an instruction.
struct Form {
    Opcode opcode;
    std::uint16_t first_slot;
    std::uint8_t slot_count;
    std::uint16_t first_operand;
    std::uint8_t operand_count;
    unsigned flags;
    Need need;

    std::span<const Slot> slots() const;
    std::span<const OperandSpec> operands() const;
};

struct OpcodeInfo {
    std::string_view name;
    Class instruction_class;
    std::uint16_t first_form;
    std::uint16_t form_count;

    std::span<const Form> forms() const;
};

struct SpecialRegisterInfo {
    std::string_view name;
    Type type;
    std::uint8_t components;  // 0: a scalar
    Need need;
};

const OpcodeInfo& info(Opcode opcode);
const TypeInfo& info(Type type);
const SpecialRegisterInfo& info(SpecialRegister reg);
std::span<const OpcodeInfo> all_opcodes();

// Without the leading dot.
std::string_view name(Modifier modifier);
std::string_view name(Class instruction_class);
std::string_view name(Space space);

// The type or the space a modifier names; None if it names something else.
Type type_of(Modifier modifier);
Space space_of(Modifier modifier);

// How many elements a modifier asks for: 4 for .v4 and .x4, 3 for .3d; 1 for anything else.
unsigned element_count(Modifier modifier);

std::optional<Modifier> find_modifier(std::string_view name);
std::optional<Type> find_type(std::string_view name);
std::optional<SpecialRegister> find_special_register(std::string_view name);

// The longest mnemonic that `words` (an opcode split at its dots) begins with, and how many words it has.
struct Mnemonic {
    Opcode opcode;
    unsigned words;
};
std::optional<Mnemonic> find_mnemonic(std::span<const std::string_view> words);

}  // namespace isa
}  // namespace ringfence::ptx
