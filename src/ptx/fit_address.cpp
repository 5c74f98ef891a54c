// Operands in brackets: addresses, and the parts of textures, surfaces and tensors.
#include <fmt/format.h>

#include "ptx/fit_text.h"
#include "ptx/parser_state.h"

namespace ringfence::ptx {

namespace {

using fitting::say;
using fitting::shape_text;
using isa::Shape;

// True if an instruction on one space can name a variable of another.
bool same_window(Space instruction, Space variable) {
    switch (instruction) {
        case Space::SharedCluster: return variable == Space::Shared;
        case Space::Generic: return variable != Space::Param && variable != Space::Const;
        default: return instruction == variable;
    }
}

// True if a register that holds an address must be as wide as a pointer. ptxas insists in plain accesses only.
bool takes_full_address(const Operation& operation, Space space) {
    switch (operation.instruction_class) {
        case Class::Load:
        case Class::Store:
        case Class::Atomic:
        case Class::Reduce:
        case Class::Hint:
        case Class::Mbarrier: return space == Space::Generic || space == Space::Global;
        default: return false;
    }
}

// Textures and surfaces are named by a handle in a register, or by a reference of their own type.
bool is_right_object(const Operation& operation, const Operand& object) {
    if (object.kind != OperandKind::Variable) {
        return true;
    }
    switch (operation.instruction_class) {
        case Class::Texture:
            return object.variable->type == Type::Texref ||
                   (operation.opcode == Opcode::Txq && object.variable->type == Type::Samplerref);
        case Class::Surface: return object.variable->type == Type::Surfref;
        default: return true;
    }
}

}  // namespace

bool Parser::fit_address(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                         std::string* why) {
    const bool is_element = operand.kind == OperandKind::Variable && operand.is_element;
    if (operand.kind != OperandKind::Address && !is_element) {
        return say(why, fmt::format("expected an address in brackets, found {}", describe(operand)));
    }
    const Operand& base = is_element ? operand : operand.address_base();
    const Space space = operation.space_of(spec);
    if (operand.unified && (operation.instruction_class != Class::Load || !base.is_register() ||
                            (space != Space::Generic && space != Space::Global))) {
        return say(why, "`.unified` belongs to a load from a global or generic address in a register");
    }
    switch (base.kind) {
        case OperandKind::Register: {
            const TypeInfo& type = isa::info(group_of(base.id).type);
            const bool integer =
                type.kind == TypeKind::Bits || type.kind == TypeKind::Unsigned || type.kind == TypeKind::Signed;
            if (!integer || type.bits > 64 || group_of(base.id).vector > 1) {
                return say(why, fmt::format("an address is an integer, found {}", describe(base)));
            }
            if (module_.address_size != 0 && takes_full_address(operation, space) &&
                type.bits < module_.pointer_bits()) {
                return say(
                    why, fmt::format("an address has {} bits here, found {}", module_.pointer_bits(), describe(base)));
            }
            return true;
        }
        case OperandKind::Variable:
            if (same_window(space, base.variable->space)) {
                return true;
            }
            return say(why, fmt::format("the instruction accesses `.{}` memory, `{}` lies in `.{}`", isa::name(space),
                                        base.variable->name, isa::name(base.variable->space)));
        case OperandKind::Integer:
            if (space == Space::Local || module_.target.sm < 20) {
                return true;
            }
            return say(why, "a number is an address only in `.local` memory; use a register");
        case OperandKind::Label: return say(why, unknown_name(base));
        default:
            return say(why, fmt::format("expected a register or a variable in brackets, found {}", describe(base)));
    }
}

// The parts in brackets; parts that the form marks optional may be missing.
bool Parser::fit_object(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                        std::string* why) {
    if (operand.kind != OperandKind::Object && operand.kind != OperandKind::Address) {
        return say(why, fmt::format("expected {}, found {}", shape_text(spec.shape), describe(operand)));
    }
    auto parts = spec.parts();
    auto elements = operand.elements();
    if (operation.instruction_class == Class::Tensor && !elements.empty() &&
        elements[0].kind == OperandKind::Variable && elements[0].variable->space == Space::Param) {
        return say(why, "a tensor map is named by its generic address; take it with `mov` and `cvta.param`");
    }
    if (!elements.empty() && !is_right_object(operation, elements[0])) {
        return say(why,
                   fmt::format("`{}` does not work on {}", isa::info(operation.opcode).name, describe(elements[0])));
    }
    std::size_t surplus = parts.size() > elements.size() ? parts.size() - elements.size() : 0;
    std::size_t next = 0;
    for (const isa::OperandSpec& part : parts) {
        if (surplus > 0 && part.has(isa::operand_flag::optional)) {
            --surplus;
            continue;
        }
        if (next == elements.size()) {
            return say(why, fmt::format("expected {} parts in brackets, found {}", parts.size(), elements.size()));
        }
        if (!fit_operand(operation, part, elements[next], why)) {
            return false;
        }
        ++next;
    }
    return next == elements.size() ||
           say(why, fmt::format("expected {} parts in brackets, found {}", parts.size(), elements.size()));
}

}  // namespace ringfence::ptx
