// Checks that the lists of a call fit the function that it calls.
#include <fmt/format.h>

#include "ptx/parser_state.h"

namespace ringfence::ptx {

// The signature of what a call calls, as far as it is known by now.
const Signature* Parser::called_signature(std::span<const Operand> operands) {
    if (operands[1].kind == OperandKind::Function) {
        return &operands[1].function->signature;
    }
    if (operands[3].kind != OperandKind::Label) {
        return nullptr;
    }
    SourceRange where = range_of_use(operands[3]);
    const Label* label = scopes_.find_label(lexer_.all().substr(where.begin, where.end - where.begin));
    return label != nullptr && label->prototype != nullptr ? &label->prototype->signature : nullptr;
}

// Results or arguments: as many as the signature has, each of the same size.
bool Parser::fit_call_list(std::span<const Variable* const> formals, std::span<const Operand> operands,
                           std::size_t which) {
    const bool arguments = which == 2;
    auto actuals = operands[which].elements();
    const bool variadic = arguments && !formals.empty() && formals.back()->is_array && formals.back()->bytes() == 0;
    if (actuals.size() != formals.size() && !(variadic && actuals.size() + 1 >= formals.size())) {
        SourceRange where = operands[which].kind == OperandKind::List ? operand_ranges_[which] : operand_ranges_[1];
        return fail(where, fmt::format("{} {}, the call {} {}",
                                       arguments ? "the number of arguments is" : "the number of results is",
                                       formals.size(), arguments ? "passes" : "takes", actuals.size()));
    }
    for (std::size_t i = 0; i < actuals.size() && i < formals.size(); ++i) {
        const Variable& formal = *formals[i];
        const Operand& actual = actuals[i];
        bool fits = true;
        if (actual.kind == OperandKind::Variable) {
            fits = formal.bytes() == 0 ||
                   (actual.variable->bytes() == formal.bytes() && actual.variable->is_array == formal.is_array);
        } else if (actual.is_register() && (actual.component || actual.has_offset)) {
            return fail(operand_ranges_[which], "a call passes whole registers",
                        "move the value to a register of its own before the call");
        } else if (actual.is_register()) {
            const TypeInfo& type = isa::info(group_of(actual.id).type);
            fits = !formal.is_array && (type.kind == TypeKind::Predicate) == (formal.type == Type::Pred) &&
                   (type.bits + 7ULL) / 8 * group_of(actual.id).vector == formal.element_bytes();
        } else if (actual.kind == OperandKind::Label) {
            return fail(operand_ranges_[which], unknown_name(actual));
        }
        if (!fits) {
            return fail(operand_ranges_[which],
                        fmt::format("{} {} has {} bytes{}, found {}", arguments ? "argument" : "result", i + 1,
                                    formal.bytes(), formal.is_array ? " in an array" : "", describe(actual)));
        }
    }
    return true;
}

// A call's target is a function, or a register with a prototype or a table of functions.
bool Parser::fit_call(std::span<const Operand> operands, Token opcode) {
    const Operand& target = operands[1];
    if (target.kind == OperandKind::Label) {
        return fail(operand_ranges_[1], unknown_name(target));
    }
    if (target.kind != OperandKind::Function && !target.is_register()) {
        return fail(operand_ranges_[1], fmt::format("expected a function or a register, found {}", describe(target)));
    }
    if (target.is_register() && operands[3].kind != OperandKind::Label) {
        return fail(opcode, "an indirect call names its prototype last",
                    "write `call (…), %rd1, (…), prototype;` with a `.callprototype` or `.calltargets` label");
    }
    const Signature* signature = called_signature(operands);
    return signature == nullptr ||
           (fit_call_list(signature->results, operands, 0) && fit_call_list(signature->parameters, operands, 2));
}

}  // namespace ringfence::ptx
