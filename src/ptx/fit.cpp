// Which form of the instruction table an instruction has.
//
// The modifiers have narrowed the choice already; here the operands decide, by number, shape and type. When no form
// fits, the error is that of the form that came furthest.
#include <algorithm>

#include <fmt/format.h>

#include "ptx/fit_text.h"
#include "ptx/parser_state.h"

namespace ringfence::ptx {
namespace {

using fitting::say;
using isa::Shape;

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

// The message about an undefined name where no label can stand.
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

bool Parser::report_unavailable(const Operation& operation, Token opcode) {
    Modifier modifier{};
    const isa::Need* need = operation.find_need([this](const isa::Need& one) { return !has(one); }, modifier);
    std::string what =
        modifier == Modifier::None ? fmt::format("`{}`", operation.text) : fmt::format("`.{}`", isa::name(modifier));
    return check_need(*need, {opcode.begin, opcode.end}, what);
}

}  // namespace ringfence::ptx
