// Constant expressions: C's operators over 64-bit integers; sums and products of floats.
#include <bit>

#include <fmt/format.h>

#include "ptx/parser_state.h"

namespace ringfence::ptx {
namespace {

constexpr int conditional_precedence = 1;
constexpr int tightest_precedence = 11;

// How tightly an operator binds; 0 for what is no binary operator.
int precedence(TokenKind kind) {
    switch (kind) {
        case TokenKind::OrOr: return 2;
        case TokenKind::AndAnd: return 3;
        case TokenKind::Or: return 4;
        case TokenKind::Xor: return 5;
        case TokenKind::And: return 6;
        case TokenKind::EqualEqual:
        case TokenKind::NotEqual: return 7;
        case TokenKind::Less:
        case TokenKind::Greater:
        case TokenKind::LessEqual:
        case TokenKind::GreaterEqual: return 8;
        case TokenKind::ShiftLeft:
        case TokenKind::ShiftRight: return 9;
        case TokenKind::Plus:
        case TokenKind::Minus: return 10;
        case TokenKind::Star:
        case TokenKind::Slash:
        case TokenKind::Percent: return tightest_precedence;
        default: return 0;
    }
}

bool compares(TokenKind op) {
    const int level = precedence(op);
    return level == 7 || level == 8;
}

template <typename T>
bool compare(TokenKind op, T left, T right) {
    switch (op) {
        case TokenKind::EqualEqual: return left == right;
        case TokenKind::NotEqual: return left != right;
        case TokenKind::Less: return left < right;
        case TokenKind::Greater: return left > right;
        case TokenKind::LessEqual: return left <= right;
        default: return left >= right;
    }
}

std::uint64_t shift(TokenKind op, const Constant& left, std::uint64_t by) {
    if (op == TokenKind::ShiftLeft) {
        return by > 63 ? 0 : left.bits << by;
    }
    if (left.is_unsigned) {
        return by > 63 ? 0 : left.bits >> by;
    }
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(left.bits) >> (by > 63 ? 63 : by));
}

std::uint64_t divide(TokenKind op, const Constant& left, const Constant& right, bool is_unsigned) {
    // ptxas takes the remainder of unsigned numbers, whatever their type: -7 % 4 is 1.
    if (op != TokenKind::Slash) return left.bits % right.bits;
    if (is_unsigned) return left.bits / right.bits;
    const auto a = static_cast<std::int64_t>(left.bits);
    const auto b = static_cast<std::int64_t>(right.bits);
    if (b == -1) return 0 - left.bits;  // INT64_MIN / -1 wraps
    return static_cast<std::uint64_t>(a / b);
}

std::uint64_t arithmetic(TokenKind op, const Constant& left, const Constant& right, bool is_unsigned) {
    switch (op) {
        case TokenKind::Plus: return left.bits + right.bits;
        case TokenKind::Minus: return left.bits - right.bits;
        case TokenKind::Star: return left.bits * right.bits;
        case TokenKind::And: return left.bits & right.bits;
        case TokenKind::Or: return left.bits | right.bits;
        case TokenKind::Xor: return left.bits ^ right.bits;
        case TokenKind::ShiftLeft:
        case TokenKind::ShiftRight: return shift(op, left, right.bits);
        case TokenKind::AndAnd: return left.bits != 0 && right.bits != 0 ? 1 : 0;
        case TokenKind::OrOr: return left.bits != 0 || right.bits != 0 ? 1 : 0;
        default: return divide(op, left, right, is_unsigned);
    }
}

Constant from_double(double value) {
    return {Constant::Kind::Float64, false, std::bit_cast<std::uint64_t>(value)};
}

std::optional<Constant> combine_floats(TokenKind op, double left, double right) {
    switch (op) {
        case TokenKind::Plus: return from_double(left + right);
        case TokenKind::Minus: return from_double(left - right);
        case TokenKind::Star: return from_double(left * right);
        case TokenKind::Slash: return from_double(left / right);
        default: return std::nullopt;
    }
}

}  // namespace

std::optional<Constant> Parser::combine(TokenKind op, const Constant& left, const Constant& right, Token where) {
    if (left.is_integer() != right.is_integer()) {
        fail(where, "an integer and a float do not mix in a constant expression", "write both as floats: `2.0`");
        return std::nullopt;
    }
    if (!left.is_integer()) {
        if (compares(op)) {
            return Constant::integer(compare(op, left.as_double(), right.as_double()) ? 1 : 0, false);
        }
        auto result = combine_floats(op, left.as_double(), right.as_double());
        if (!result) {
            fail(where, fmt::format("{} does not work on floats", describe(where)));
        }
        return result;
    }
    const bool is_unsigned = left.is_unsigned || right.is_unsigned;
    if ((op == TokenKind::Slash || op == TokenKind::Percent) && right.bits == 0) {
        fail(where, "division by zero in a constant expression");
        return std::nullopt;
    }
    if (compares(op)) {
        const bool holds =
            is_unsigned ? compare(op, left.bits, right.bits)
                        : compare(op, static_cast<std::int64_t>(left.bits), static_cast<std::int64_t>(right.bits));
        return Constant::integer(holds ? 1 : 0, false);
    }
    const bool shifts = op == TokenKind::ShiftLeft || op == TokenKind::ShiftRight;
    const bool truth = op == TokenKind::AndAnd || op == TokenKind::OrOr;
    return Constant::integer(arithmetic(op, left, right, is_unsigned),
                             shifts ? left.is_unsigned : is_unsigned && !truth);
}

std::optional<Constant> Parser::parse_expression(int least_precedence) {
    if (!enter(peek())) {
        return std::nullopt;
    }
    std::optional<Constant> left = parse_unary();
    while (left && precedence(peek().kind) > least_precedence) {
        Token op = take();
        std::optional<Constant> right = parse_expression(precedence(op.kind));
        left = right ? combine(op.kind, *left, *right, op) : std::nullopt;
    }
    if (left && least_precedence < conditional_precedence && at(TokenKind::Question)) {
        take();
        std::optional<Constant> yes = parse_expression();
        std::optional<Constant> no;
        if (yes && expect(TokenKind::Colon, "`:` of a conditional expression")) {
            no = parse_expression();
        }
        left = no ? (left->bits != 0 ? yes : no) : std::nullopt;
    }
    leave();
    return left;
}

std::optional<Constant> Parser::parse_unary() {
    const Token op = peek();
    switch (op.kind) {
        case TokenKind::Plus:
        case TokenKind::Minus:
        case TokenKind::Not:
        case TokenKind::Tilde: take(); break;
        default: return parse_primary();
    }
    const bool float_bits = at(TokenKind::Number) && text(peek()).find_first_of("fFdD") == 1 && text(peek())[0] == '0';
    if (float_bits) {
        fail(op, fmt::format("{} before a float's bits", describe(op)), "set the sign in the bits, or write a decimal");
        return std::nullopt;
    }
    std::optional<Constant> value = parse_expression(tightest_precedence);
    if (!value || op.kind == TokenKind::Plus) {
        return value;
    }
    if (!value->is_integer()) {
        if (op.kind != TokenKind::Minus) {
            fail(op, fmt::format("{} does not work on floats", describe(op)));
            return std::nullopt;
        }
        return from_double(-value->as_double());
    }
    switch (op.kind) {
        case TokenKind::Minus: {
            // -9223372036854775808 is signed again.
            const bool fits = value->bits <= 1ULL << 63U;
            return Constant::integer(0 - value->bits, value->is_unsigned && !fits);
        }
        case TokenKind::Tilde: return Constant::integer(~value->bits, value->is_unsigned);
        default: return Constant::integer(value->bits == 0 ? 1 : 0, false);
    }
}

std::optional<Constant> Parser::parse_primary() {
    if (at(TokenKind::Directive) && peek().end - peek().begin > 1 && text(peek())[1] >= '0' && text(peek())[1] <= '9') {
        token_ = lexer_.as_number(peek());
    }
    const Token token = peek();
    if (token.kind == TokenKind::Number) {
        take();
        Result<Constant> number = read_number(text(token));
        if (!number.ok()) {
            fail(token, number.error().message, number.error().remedy);
            return std::nullopt;
        }
        return number.take();
    }
    if (token.kind == TokenKind::Identifier && text(token) == "WARP_SZ") {
        take();
        return Constant::integer(32, false);
    }
    if (token.kind != TokenKind::LeftParen) {
        fail_expected("a number");
        return std::nullopt;
    }
    take();
    if (at_directive(".s64") || at_directive(".u64")) {
        const bool to_unsigned = text(take()) == ".u64";
        if (!expect(TokenKind::RightParen, "`)` after the type of a cast")) {
            return std::nullopt;
        }
        std::optional<Constant> value = parse_expression(tightest_precedence);
        if (value && value->is_integer()) {
            value->is_unsigned = to_unsigned;
        }
        return value;
    }
    std::optional<Constant> value = parse_expression();
    if (value && !expect(TokenKind::RightParen, "`)`")) {
        return std::nullopt;
    }
    return value;
}

std::optional<std::uint64_t> Parser::parse_unsigned(std::string_view what) {
    const Token token = peek();
    if (!at(TokenKind::Number) && !at(TokenKind::LeftParen) && !at(TokenKind::Plus) && !at(TokenKind::Minus) &&
        !(at(TokenKind::Identifier) && text(token) == "WARP_SZ")) {
        fail_expected(what);
        return std::nullopt;
    }
    std::optional<Constant> value = parse_unary();
    if (!value) {
        return std::nullopt;
    }
    if (!value->is_integer() || value->is_negative()) {
        fail(SourceRange{token.begin, last_end_},
             fmt::format("expected {}, found {}", what, value->is_integer() ? "a negative number" : "a float"));
        return std::nullopt;
    }
    return value->bits;
}

std::optional<std::int64_t> Parser::parse_signed(std::string_view what) {
    const Token token = peek();
    std::optional<Constant> value = parse_expression();
    if (!value) {
        return std::nullopt;
    }
    if (!value->is_integer()) {
        fail(SourceRange{token.begin, last_end_}, fmt::format("expected {}, found a float", what));
        return std::nullopt;
    }
    return static_cast<std::int64_t>(value->bits);
}

std::optional<Constant> read_constant_expression(std::string_view text) {
    Module scratch;
    scratch.source = std::make_shared<const std::string>(text);
    DiagnosticSink sink;
    return Parser(scratch, sink, {}).parse_constant_alone();
}

std::optional<Constant> Parser::parse_constant_alone() {
    std::optional<Constant> value = parse_expression();
    return at(TokenKind::End) ? value : std::nullopt;
}

}  // namespace ringfence::ptx
