// Which form of the instruction table an instruction has.
//
// The modifiers have narrowed the choice already; here the operands decide, by number, shape and type. When no form
// fits, the error is that of the form that came furthest.
#include <algorithm>

#include <fmt/format.h>

#include "ptx/parser_state.h"

namespace ringfence::ptx {
namespace {

using isa::Shape;

// `.u32` for a type, `.b64` for one of twice its width.
std::string type_text(Operation::OperandType wanted) {
    const TypeInfo& type = isa::info(wanted.type);
    return wanted.twice ? fmt::format("{}-bit", type.bits * 2) : fmt::format("`.{}`", type.name);
}

// Whether a register of type `have` can hold what the table calls `wanted`.
bool register_fits(const TypeInfo& have, Operation::OperandType wanted, bool may_be_wider) {
    const TypeInfo& type = isa::info(wanted.type);
    if (type.kind == TypeKind::Predicate || have.kind == TypeKind::Predicate) {
        return type.kind == have.kind;
    }
    const unsigned bits = type.bits * (wanted.twice ? 2U : 1U);
    const bool have_float = have.kind == TypeKind::Float;
    if (have.bits != bits && !(may_be_wider && have.bits > bits)) {
        return false;
    }
    switch (type.kind) {
        case TypeKind::Bits: return true;
        case TypeKind::Unsigned:
        case TypeKind::Signed: return !have_float;
        case TypeKind::Float: return have.kind == TypeKind::Bits || have.name == type.name;
        case TypeKind::Packed: return have.kind == TypeKind::Bits;
        default: return false;
    }
}

// Bits take a float literal of their own width; f16 and packed types take no literal at all.
bool immediate_fits(OperandKind kind, Operation::OperandType wanted) {
    if (wanted.type == Type::None) {
        return true;
    }
    const bool is_integer = kind == OperandKind::Integer;
    const TypeInfo& type = isa::info(wanted.type);
    switch (type.kind) {
        case TypeKind::Bits: return is_integer || type.bits == (kind == OperandKind::Float32 ? 32 : 64);
        case TypeKind::Float: return !is_integer && (wanted.type == Type::F32 || wanted.type == Type::F64);
        case TypeKind::Packed: return false;
        default: return is_integer;
    }
}

// Special registers that old code reads with fewer bits than they have.
bool reads_narrower(SpecialRegister reg, unsigned bits) {
    switch (reg) {
        case SpecialRegister::Tid:
        case SpecialRegister::Ntid:
        case SpecialRegister::Ctaid:
        case SpecialRegister::Nctaid: return bits == 16;
        case SpecialRegister::Gridid: return bits == 16 || bits == 32;
        default: return false;
    }
}

// Whether an instruction on one space can name a variable of another.
bool same_window(Space instruction, Space variable) {
    switch (instruction) {
        case Space::SharedCluster: return variable == Space::Shared;
        case Space::Generic: return variable != Space::Param && variable != Space::Const;
        default: return instruction == variable;
    }
}

// Whether a register that holds an address must be as wide as a pointer. ptxas insists in plain accesses only.
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

std::string_view shape_text(Shape shape) {
    switch (shape) {
        case Shape::Value: return "a register or an immediate";
        case Shape::Immediate: return "an immediate";
        case Shape::Register: return "a register";
        case Shape::Anything: return "a register, an immediate or a symbol";
        case Shape::Label: return "a label";
        case Shape::Address: return "an address in brackets";
        case Shape::Object: return "an object and its coordinates in brackets";
        case Shape::Pair: return "two registers separated by `|`";
    }
    return "";
}

// Whether a selector suits a video instruction: one part for the scalar ones; two half-words or four bytes, of both
// sources together, for the others, whose destination has a mask instead, with falling digits.
bool selects(const Operation& operation, const isa::OperandSpec& spec, const Component& selector) {
    const std::string_view mnemonic = isa::info(operation.opcode).name;
    const std::string digits = selector.digits();
    const bool bytes = selector.letter() == 'b';
    const char last_part = bytes ? '3' : '1';
    const bool within_one = std::all_of(digits.begin(), digits.end(), [&](char c) { return c <= last_part; });
    if (!mnemonic.ends_with('2') && !mnemonic.ends_with('4')) {
        return digits.size() == 1 && within_one;
    }
    if (bytes != mnemonic.ends_with('4')) {
        return false;
    }
    if (spec.access == isa::Access::Write) {
        return within_one && std::is_sorted(digits.rbegin(), digits.rend());
    }
    return digits.size() == (bytes ? 4U : 2U);
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

bool say(std::string* why, std::string message) {
    if (why != nullptr) {
        *why = std::move(message);
    }
    return false;
}

}  // namespace

const RegisterGroup& Parser::group_of(RegisterId reg) const {
    // Neighbouring operands tend to be of one group.
    if (last_group_ < groups_.size() && reg - groups_[last_group_].first < groups_[last_group_].count) {
        return groups_[last_group_];
    }
    auto after = std::upper_bound(groups_.begin(), groups_.end(), reg,
                                  [](RegisterId id, const RegisterGroup& group) { return id < group.first; });
    last_group_ = static_cast<std::size_t>(after - groups_.begin()) - 1;
    return groups_[last_group_];
}

// What to say of a name that stands for nothing where no label can stand.
std::string Parser::unknown_name(const Operand& operand) const {
    SourceRange where = range_of_use(operand);
    std::string_view name = lexer_.all().substr(where.begin, where.end - where.begin);
    return fmt::format("unknown {} `{}`, which must be declared before its first use",
                       name.starts_with('%') ? "register" : "name", name);
}

std::string Parser::describe(const Operand& operand) const {
    switch (operand.kind) {
        case OperandKind::Empty: return "nothing";
        case OperandKind::Register: {
            const RegisterGroup& group = group_of(operand.id);
            std::string vector = group.vector > 1 ? fmt::format(".v{} ", group.vector) : "";
            return fmt::format("a register of type `{}.{}`", vector, isa::info(group.type).name);
        }
        case OperandKind::Special:
            return fmt::format("the special register `{}`", isa::info(static_cast<SpecialRegister>(operand.id)).name);
        case OperandKind::Integer: return "an integer";
        case OperandKind::Float32:
        case OperandKind::Float64: return "a float";
        case OperandKind::Variable: return fmt::format("the variable `{}`", operand.variable->name);
        case OperandKind::Function: return fmt::format("the function `{}`", operand.function->name);
        case OperandKind::Label: return unknown_name(operand);
        case OperandKind::Sink: return "`_`";
        case OperandKind::Vector: return fmt::format("a vector of {}", operand.id);
        case OperandKind::Pair: return "a pair";
        case OperandKind::Address: return "an address";
        case OperandKind::Object: return "a list in brackets";
        case OperandKind::List: return "a list in parentheses";
    }
    return "";
}

const Operation* Parser::choose_form(Candidates candidates, std::span<const Operand> operands, Token opcode) {
    const Operation* unavailable = nullptr;
    for (const Operation* candidate : candidates) {
        if (fit(*candidate, operands, nullptr)) {
            if (candidate->available) {
                return candidate;
            }
            unavailable = unavailable == nullptr ? candidate : unavailable;
        }
    }
    if (unavailable != nullptr) {
        report_unavailable(*unavailable, opcode);
        return nullptr;
    }
    Misfit best;
    for (const Operation* candidate : candidates) {
        Misfit misfit;
        fit(*candidate, operands, &misfit);
        if (best.message.empty() || misfit.operand > best.operand) {
            best = std::move(misfit);
        }
    }
    SourceRange where{opcode.begin, opcode.end};
    if (best.operand < operand_ranges_.size()) {
        where = operand_ranges_[best.operand];
    }
    fail(where, std::move(best.message));
    return nullptr;
}

bool Parser::fit(const Operation& operation, std::span<const Operand> operands, Misfit* why) {
    auto specs = operation.form->operands();
    for (std::size_t i = 0; i < specs.size() && i < operands.size(); ++i) {
        std::string message;
        if (!fit_operand(operation, specs[i], operands[i], why != nullptr ? &message : nullptr)) {
            if (why != nullptr) {
                *why = {i, fmt::format("operand {} of `{}`: {}", i + 1, operation.text, message)};
            }
            return false;
        }
    }
    const auto least = static_cast<std::size_t>(std::count_if(
        specs.begin(), specs.end(), [](const auto& spec) { return !spec.has(isa::operand_flag::optional); }));
    if (operands.size() < least || operands.size() > specs.size()) {
        if (why != nullptr) {
            std::string range =
                least == specs.size() ? fmt::format("{}", least) : fmt::format("{} to {}", least, specs.size());
            *why = {std::min(operands.size(), specs.size()),
                    fmt::format("`{}` takes {} operand{}, found {}", operation.text, range, range == "1" ? "" : "s",
                                operands.size())};
        }
        return false;
    }
    // A vector access has 16 bytes at most; the wider ones of newer targets have forms that say so.
    const bool says_bytes = std::any_of(specs.begin(), specs.end(), [](const auto& spec) {
        return spec.shape == Shape::Address && spec.bytes.rule != isa::ByteRule::FromType;
    });
    if (!says_bytes && operation.vector * isa::info(operation.type).bits > 128) {
        if (why != nullptr) {
            *why = {operands.size(),
                    fmt::format("`{}` moves {} bytes at once; a vector has at most 16 here", operation.text,
                                operation.vector * isa::info(operation.type).bits / 8)};
        }
        return false;
    }
    return true;
}

bool Parser::fit_operand(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                         std::string* why) {
    if (operand.kind == OperandKind::Label && spec.shape != Shape::Label) {
        return say(why, unknown_name(operand));
    }
    switch (spec.shape) {
        case Shape::Pair: return fit_pair(operation, spec, operand, why);
        case Shape::Address: return fit_address(operation, spec, operand, why);
        case Shape::Object: return fit_object(operation, spec, operand, why);
        case Shape::Label:
            return operand.kind == OperandKind::Label ||
                   say(why, fmt::format("expected a label, found {}", describe(operand)));
        default: return fit_elements(operation, spec, operand, why);
    }
}

bool Parser::fit_pair(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                      std::string* why) {
    auto parts = spec.parts();
    if (operand.kind == OperandKind::Pair) {
        return fit_operand(operation, parts[0], operand.elements()[0], why) &&
               fit_operand(operation, parts[1], operand.elements()[1], why);
    }
    if (spec.has(isa::operand_flag::pair_optional)) {
        return fit_operand(operation, parts[0], operand, why);
    }
    return say(why, fmt::format("expected two registers separated by `|`, found {}", describe(operand)));
}

// Not a vector register as a whole, which only takes the place of a brace list.
bool Parser::is_scalar(const Operand& operand, std::string* why) const {
    if (!operand.is_register() || operand.component || group_of(operand.id).vector == 1) {
        return true;
    }
    return say(why, fmt::format("expected one value, found {}; name a component, `.x`", describe(operand)));
}

// Braces where the form has several values, none where it has one.
bool Parser::fit_elements(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                          std::string* why) {
    if (spec.count.rule == isa::CountRule::Scalar) {
        return is_scalar(operand, why) && fit_scalar(operation, spec, operand, why);
    }
    const bool is_vector = operand.kind == OperandKind::Vector;
    std::size_t count = is_vector ? operand.id : 1;
    // A vector register, special or not, can stand for its elements.
    if (operand.is_register() && !operand.component) {
        count = group_of(operand.id).vector;
    } else if (operand.kind == OperandKind::Special && !operand.component) {
        count = std::max<std::size_t>(1, isa::info(static_cast<SpecialRegister>(operand.id)).components);
    }
    const bool is_list = is_vector || count > 1;
    bool right = true;
    std::string wanted;
    if (spec.count.rule == isa::CountRule::OneOf) {
        auto counts = spec.counts();
        right = std::find(counts.begin(), counts.end(), is_list ? count : 0) != counts.end();
        wanted = fmt::format("{}", fmt::join(counts, " or "));
    } else if (spec.count.rule == isa::CountRule::Slot) {
        const Modifier modifier = operation.slots[spec.count.value];
        const unsigned width = isa::element_count(modifier);
        right = count == width && (is_list || modifier == Modifier::None);  // {%r1} for %r1 is fine
        wanted = fmt::format("{}", width);
    }
    if (!right) {
        return say(why, fmt::format("expected {} value{} in braces, found {}", wanted, wanted == "1" ? "" : "s",
                                    describe(operand)));
    }
    if (!is_vector) {
        return fit_scalar(operation, spec, operand, why);
    }
    unsigned bits = 0;
    for (const Operand& element : operand.elements()) {
        if (!is_scalar(element, why) || !fit_scalar(operation, spec, element, why)) {
            return false;
        }
        if (element.is_register()) {
            const unsigned element_bits = isa::info(group_of(element.id).type).bits;
            if (bits != 0 && bits != element_bits) {
                return say(why, fmt::format("the registers in braces have different widths, {} and {} bits", bits,
                                            element_bits));
            }
            bits = element_bits;
        }
    }
    return true;
}

bool Parser::fit_scalar(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                        std::string* why) {
    const bool plain = spec.shape == Shape::Value || spec.shape == Shape::Anything;
    switch (operand.kind) {
        case OperandKind::Register:
            if (spec.shape != Shape::Immediate) {
                return fit_register(operation, spec, operand, why);
            }
            break;
        case OperandKind::Integer:
        case OperandKind::Float32:
        case OperandKind::Float64:
            if (plain || spec.shape == Shape::Immediate) {
                return fit_immediate(operation, spec, operand, why);
            }
            break;
        case OperandKind::Sink:
            if (spec.has(isa::operand_flag::sink)) {
                return true;
            }
            break;
        case OperandKind::Special:
            if (spec.has(isa::operand_flag::special)) {
                return fit_special(operation, spec, operand, why);
            }
            break;
        case OperandKind::Variable:
        case OperandKind::Function:
            if (spec.shape == Shape::Anything) {
                return fit_symbol(operation, spec, operand, why);
            }
            break;
        case OperandKind::Label: return say(why, unknown_name(operand));
        default: break;
    }
    return say(why, fmt::format("expected {}, found {}", shape_text(spec.shape), describe(operand)));
}

bool Parser::fit_register(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                          std::string* why) {
    const RegisterGroup& group = group_of(operand.id);
    if (operand.component.is_selector() &&
        !(spec.has(isa::operand_flag::selector) && selects(operation, spec, operand.component))) {
        return say(why, "this selects no bytes or half-words that the instruction takes here");
    }
    if (operand.component && !operand.component.is_selector() && group.vector == 1) {
        return say(why, "a component needs a vector register");
    }
    if (operand.negated && !spec.has(isa::operand_flag::negatable)) {
        return say(why, group.type == Type::Pred ? "`!` is not allowed here" : "`-` is not allowed here");
    }
    if (operand.offset != 0) {
        return say(why, "an offset is allowed only in an address");
    }
    Operation::OperandType wanted = operation.type_of(spec);
    if (wanted.type == Type::None || register_fits(isa::info(group.type), wanted, spec.has(isa::operand_flag::wider))) {
        return true;
    }
    return say(why, fmt::format("expected a {} register, found a register of type `.{}`", type_text(wanted),
                                isa::info(group.type).name));
}

bool Parser::fit_special(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                         std::string* why) {
    const isa::SpecialRegisterInfo& special = isa::info(static_cast<SpecialRegister>(operand.id));
    if (special.components > 0 && !operand.component && spec.count.rule == isa::CountRule::Scalar) {
        return say(why, fmt::format("`{}` is a vector; name a component, `{}.x`", special.name, special.name));
    }
    if (special.components == 0 && operand.component) {
        return say(why, fmt::format("`{}` has no components", special.name));
    }
    Operation::OperandType wanted = operation.type_of(spec);
    const TypeInfo& have = isa::info(special.type);
    if (wanted.type == Type::None) {
        return true;
    }
    const unsigned bits = isa::info(wanted.type).bits;
    const TypeKind kind = isa::info(wanted.type).kind;
    const bool wide_enough = spec.has(isa::operand_flag::wider) ? have.bits >= bits : have.bits == bits;
    const bool kinds_agree = have.kind == TypeKind::Predicate ? kind == TypeKind::Predicate
                                                              : kind != TypeKind::Predicate && kind != TypeKind::Float;
    if (kinds_agree && (wide_enough || reads_narrower(static_cast<SpecialRegister>(operand.id), bits))) {
        return true;
    }
    return say(why, fmt::format("`{}` has the type `.{}`, expected {}", special.name, have.name, type_text(wanted)));
}

bool Parser::fit_immediate(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                           std::string* why) {
    Operation::OperandType wanted = operation.type_of(spec);
    if (immediate_fits(operand.kind, wanted)) {
        return true;
    }
    return say(why, fmt::format("expected a value of type {}, found {}", type_text(wanted), describe(operand)));
}

// Of the function that is being read, not of one that it calls.
bool Parser::is_own_parameter(const Variable& variable) const {
    const Signature& signature = function_->signature;
    return std::find(signature.parameters.begin(), signature.parameters.end(), &variable) !=
               signature.parameters.end() ||
           std::find(signature.results.begin(), signature.results.end(), &variable) != signature.results.end();
}

// The address of a variable or function, as a number.
bool Parser::fit_symbol(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                        std::string* why) {
    Operation::OperandType wanted = operation.type_of(spec);
    if (operand.kind == OperandKind::Variable && operand.variable->space == Space::Param &&
        !is_own_parameter(*operand.variable)) {
        return say(why,
                   fmt::format("`{}` is what a call passes or gets, which has no address", operand.variable->name));
    }
    if (wanted.type == Type::None) {
        return true;
    }
    const TypeInfo& type = isa::info(wanted.type);
    const bool integer =
        type.kind == TypeKind::Bits || type.kind == TypeKind::Unsigned || type.kind == TypeKind::Signed;
    const Space space = operand.kind == OperandKind::Variable ? operand.variable->space : Space::Generic;
    // Functions, and what lies in small memories, have short addresses too.
    const bool short_address = type.bits == 32 && (space != Space::Global || module_.address_size == 0);
    if (integer && (type.bits == module_.pointer_bits() || short_address)) {
        return true;
    }
    return say(why,
               fmt::format("an address has {} bits and does not fit {}", module_.pointer_bits(), type_text(wanted)));
}

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

bool Parser::report_unavailable(const Operation& operation, Token opcode) {
    Modifier modifier{};
    const isa::Need* need = operation.find_need([this](const isa::Need& one) { return !has(one); }, modifier);
    std::string what =
        modifier == Modifier::None ? fmt::format("`{}`", operation.text) : fmt::format("`.{}`", isa::name(modifier));
    return check_need(*need, {opcode.begin, opcode.end}, what);
}

}  // namespace ringfence::ptx
