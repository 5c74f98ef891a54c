// The operands of an instruction.
//
// They are read by their looks alone; fit.cpp then decides whether they suit the instruction. Elements of lists are
// gathered at the end of operands_ and moved to the arena when the list is complete.
#include <utility>

#include <fmt/format.h>

#include "ptx/parser_state.h"

namespace ringfence::ptx {
namespace {

// A name that is not known yet is taken for a label; where it stands is kept until it is bound.
Operand label_use(Token name) {
    Operand operand;
    operand.kind = OperandKind::Label;
    operand.label = nullptr;
    operand.offset = static_cast<std::int64_t>((static_cast<std::uint64_t>(name.begin) << 32U) | name.end);
    return operand;
}

}  // namespace

SourceRange Parser::range_of_use(const Operand& operand) {
    const auto packed = static_cast<std::uint64_t>(operand.offset);
    return {static_cast<std::uint32_t>(packed >> 32U), static_cast<std::uint32_t>(packed)};
}

Operand* Parser::keep(std::span<const Operand> operands) {
    return arena_.copy_span(operands).data();
}

void Parser::bind_labels(std::span<Operand> operands, Opcode opcode) {
    for (Operand& operand : operands) {
        if (operand.kind == OperandKind::Label) {
            scopes_.add_use({&operand.label, opcode, range_of_use(operand)});
            operand.offset = 0;
        }
    }
}

// `ld.b32 %r1, a[3]` is written `[a+12]` from here on.
void Parser::bracket_elements(const Operation& operation, std::span<Operand> operands) {
    auto specs = operation.form->operands();
    for (std::size_t i = 0; i < operands.size() && i < specs.size(); ++i) {
        if (specs[i].shape != isa::Shape::Address || operands[i].kind != OperandKind::Variable) {
            continue;
        }
        Operand base = operands[i];
        Operand address;
        address.kind = OperandKind::Address;
        address.offset = std::exchange(base.offset, 0);
        address.has_offset = true;
        address.is_element = true;
        base.has_offset = false;
        base.is_element = false;
        address.id = 1;
        address.first_element = keep({&base, 1});
        operands[i] = address;
    }
}

bool Parser::parse_operands() {
    if (at(TokenKind::Semicolon)) {
        return true;
    }
    do {
        const std::uint32_t begin = peek().begin;
        if (!parse_operand()) {
            return false;
        }
        operand_ranges_.push_back({begin, last_end_});
    } while (accept(TokenKind::Comma));
    return true;
}

// (results), target, (arguments), prototype: all but the target may be missing.
bool Parser::parse_call_operands() {
    auto read = [&](bool list) {
        const std::uint32_t begin = peek().begin;
        if (!(list ? parse_call_list() : parse_operand())) {
            return false;
        }
        operand_ranges_.push_back({begin, last_end_});
        return true;
    };
    auto leave_out = [&] {
        operands_.emplace_back();
        operand_ranges_.push_back({peek().begin, peek().begin});
    };
    if (at(TokenKind::LeftParen)) {
        if (!read(true) || !expect(TokenKind::Comma, "`,` after the results of a call")) {
            return false;
        }
    } else {
        leave_out();
    }
    if (!read(false)) {
        return false;
    }
    bool more = accept(TokenKind::Comma);
    if (more && at(TokenKind::LeftParen)) {
        if (!read(true)) {
            return false;
        }
        more = accept(TokenKind::Comma);
    } else {
        leave_out();
    }
    if (more) {
        return read(false);
    }
    leave_out();
    return true;
}

bool Parser::parse_call_list() {
    Operand list;
    if (!parse_elements(list, OperandKind::List, TokenKind::RightParen, "`,` or `)` in a list of a call")) {
        return false;
    }
    operands_.push_back(list);
    return true;
}

bool Parser::parse_operand() {
    Operand first;
    if (!parse_simple_operand(first)) {
        return false;
    }
    if (!accept(TokenKind::Or)) {
        operands_.push_back(first);
        return true;
    }
    Operand pair[2] = {first, {}};
    if (!parse_simple_operand(pair[1])) {
        return false;
    }
    Operand whole;
    whole.kind = OperandKind::Pair;
    whole.id = 2;
    whole.first_element = keep(pair);
    operands_.push_back(whole);
    return true;
}

bool Parser::parse_simple_operand(Operand& operand) {
    switch (peek().kind) {
        case TokenKind::Identifier:
            return text(peek()) == "WARP_SZ" ? parse_constant_operand(operand) : parse_named_operand(operand);
        case TokenKind::Underscore:
            take();
            operand.kind = OperandKind::Sink;
            return true;
        case TokenKind::LeftBrace:
            return parse_elements(operand, OperandKind::Vector, TokenKind::RightBrace, "`,` or `}` in a vector");
        case TokenKind::LeftBracket: return parse_bracketed(operand);
        case TokenKind::Not:
        case TokenKind::Minus: return parse_negated_operand(operand);
        case TokenKind::Directive:  // perhaps .5
        case TokenKind::Number:
        case TokenKind::Plus:
        case TokenKind::Tilde:
        case TokenKind::LeftParen: return parse_constant_operand(operand);
        default: return fail_expected("an operand");
    }
}

// `!%p1` or `-%r1`; or a constant that begins with a sign.
bool Parser::parse_negated_operand(Operand& operand) {
    Lexer ahead = lexer_;
    const Token next = ahead.next();
    if (next.kind != TokenKind::Identifier || text(next) == "WARP_SZ") {
        return parse_constant_operand(operand);
    }
    const Token sign = take();
    if (!parse_named_operand(operand)) {
        return false;
    }
    const bool is_predicate = operand.is_register() && group_of(operand.id).type == Type::Pred;
    if (!operand.is_register() || is_predicate != (sign.kind == TokenKind::Not)) {
        return fail(sign, sign.kind == TokenKind::Not ? "`!` stands before a predicate register only"
                                                      : "`-` stands before a number or a register that holds one");
    }
    operand.negated = true;
    return true;
}

bool Parser::parse_constant_operand(Operand& operand) {
    std::optional<Constant> constant = parse_expression();
    if (!constant) {
        return false;
    }
    operand.kind = constant->kind == Constant::Kind::Integer   ? OperandKind::Integer
                   : constant->kind == Constant::Kind::Float32 ? OperandKind::Float32
                                                               : OperandKind::Float64;
    operand.bits = constant->bits;
    operand.is_unsigned = constant->is_unsigned;
    return true;
}

bool Parser::parse_named_operand(Operand& operand) {
    const Token token = take();
    std::string_view name = text(token);
    Name found = scopes_.find(name);
    if (!found) {
        if (name[0] == '%') {
            if (std::optional<SpecialRegister> special = isa::find_special_register(name)) {
                operand.kind = OperandKind::Special;
                operand.id = static_cast<std::uint32_t>(*special);
                SourceRange where{token.begin, token.end};
                return parse_component(operand, token) &&
                       check_need(isa::info(*special).need, where, fmt::format("`{}`", name));
            }
        }
        auto global = globals_.find(name);
        found = global == globals_.end() ? Name{} : global->second;
    }
    switch (found.kind) {
        case Name::Kind::Register:
            operand.kind = OperandKind::Register;
            operand.id = found.reg;
            return parse_component(operand, token) && ((operand.component && !in_brackets_) || parse_offset(operand));
        case Name::Kind::Variable:
            operand.kind = OperandKind::Variable;
            operand.variable = found.variable;
            return at(TokenKind::LeftBracket) ? parse_array_element(operand) : parse_offset(operand);
        case Name::Kind::Function:
            operand.kind = OperandKind::Function;
            operand.function = found.function;
            return parse_offset(operand);
        default: break;
    }
    operand = label_use(token);
    if (at(TokenKind::Directive) && peek().begin == token.end) {
        return fail(token, unknown_name(operand));
    }
    return true;
}

// `.x` right behind a name.
bool Parser::parse_component(Operand& operand, Token name) {
    const Token token = peek();
    if (!at(TokenKind::Directive) || token.begin != name.end) {
        return true;
    }
    std::optional<Component> component = Component::named(text(token).substr(1));
    if (!component) {
        return fail(token, fmt::format("unknown component `{}`", text(token)),
                    "vectors have `.x`, `.y`, `.z`, `.w`; video operands `.b0` to `.b3`, `.h0`, `.h1`");
    }
    take();
    operand.component = *component;
    return true;
}

bool Parser::parse_offset(Operand& operand) {
    if (!accept(TokenKind::Plus)) {
        return true;
    }
    const Token first = peek();
    std::optional<Constant> offset = parse_expression(9);
    if (!offset) {
        return false;
    }
    if (!offset->is_integer()) {
        return fail(SourceRange{first.begin, last_end_}, "an offset is an integer, found a float");
    }
    operand.offset = static_cast<std::int64_t>(offset->bits);
    operand.has_offset = true;
    return true;
}

// `a[3]`: an element's address.
bool Parser::parse_array_element(Operand& operand) {
    const Token bracket = take();
    if (at(TokenKind::Identifier) && scopes_.find(text(peek())).kind == Name::Kind::Register) {
        return fail(peek(), "an index in a register is not supported",
                    "compute the address in a register and put that in brackets");
    }
    std::optional<std::int64_t> index = parse_signed("an index");
    if (!index || !expect(TokenKind::RightBracket, "`]` after an index")) {
        return false;
    }
    if (!operand.variable->is_array) {
        return fail(bracket, fmt::format("`{}` is not an array", operand.variable->name));
    }
    const std::uint64_t element = operand.variable->element_bytes();
    operand.is_element = true;
    operand.offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(*index) * element);
    operand.has_offset = true;
    return true;
}

bool Parser::parse_elements(Operand& operand, OperandKind kind, TokenKind closing, std::string_view what) {
    const Token opening = take();
    if (!enter(opening)) {
        return false;
    }
    const std::size_t first = operands_.size();
    if (!at(closing)) {
        do {
            if (!parse_operand()) {
                return false;
            }
        } while (accept(TokenKind::Comma));
    }
    leave();
    if (!expect(closing, what)) {
        return false;
    }
    operand.kind = kind;
    operand.id = static_cast<std::uint32_t>(operands_.size() - first);
    operand.first_element = keep(std::span<const Operand>(operands_).subspan(first));
    operands_.resize(first);
    return true;
}

// [base + offset], or an object with its parts.
bool Parser::parse_bracketed(Operand& operand) {
    in_brackets_ = true;
    const bool read =
        parse_elements(operand, OperandKind::Object, TokenKind::RightBracket, "`+`, `,` or `]` in an address");
    in_brackets_ = false;
    if (!read) {
        return false;
    }
    if (operand.id == 1) {
        operand.kind = OperandKind::Address;
        if (operand.first_element->kind != OperandKind::Label) {  // whose offset is a place in the text
            operand.offset = std::exchange(operand.first_element->offset, 0);
            operand.has_offset = operand.first_element->has_offset;
            operand.first_element->has_offset = false;
        }
        operand.unified = accept_directive(".unified");
    }
    return true;
}

}  // namespace ringfence::ptx
