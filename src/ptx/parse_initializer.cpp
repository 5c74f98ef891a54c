// Initializers, the text after `=`: numbers, addresses, nested lists of them.
#include <algorithm>

#include <fmt/format.h>

#include "ptx/parser_state.h"

namespace ringfence::ptx {
namespace {

bool is_plain_integer(const InitialValue& value) {
    return value.kind == InitialValue::Kind::Integer && !value.is_unsigned;
}

std::span<const std::int64_t> compact(Arena& arena, const std::vector<InitialValue>& values) {
    auto integers = arena.allocate_span<std::int64_t>(values.size());
    std::transform(values.begin(), values.end(), integers.begin(),
                   [](const InitialValue& value) { return static_cast<std::int64_t>(value.bits); });
    return integers;
}

}  // namespace

const Initializer* Parser::parse_initializer(const Variable& variable) {
    const Token first = peek();
    if (variable.space != Space::Global && variable.space != Space::Const) {
        fail(first, fmt::format("`{}` cannot have an initial value", variable.name),
             "only `.global` and `.const` variables can");
        return nullptr;
    }
    if (variable.linkage == Linkage::Extern) {
        fail(first, fmt::format("`{}` is `.extern` and cannot have an initial value", variable.name));
        return nullptr;
    }
    auto* initializer = arena_.allocate<Initializer>();
    std::vector<InitialValue> values;
    initializer->braces = at(TokenKind::LeftBrace);
    if (initializer->braces) {
        if (!parse_initial_list(variable, values)) {
            return nullptr;
        }
    } else {
        if (variable.is_array) {
            fail_expected(fmt::format("`{{` at the start of the initial value of the array `{}`", variable.name));
            return nullptr;
        }
        if (!parse_initial_value(variable, values.emplace_back())) {
            return nullptr;
        }
    }
    if (!check_initial_count(variable, values, 0, first)) {
        return nullptr;
    }
    if (std::all_of(values.begin(), values.end(), is_plain_integer)) {
        initializer->integers = compact(arena_, values);
    } else {
        initializer->values = arena_.copy_span(values);
    }
    return initializer;
}

bool Parser::parse_initial_list(const Variable& variable, std::vector<InitialValue>& values) {
    Token brace = take();
    if (!enter(brace)) {
        return false;
    }
    while (!at(TokenKind::RightBrace)) {
        InitialValue value;
        if (!parse_initial_value(variable, value)) {
            return false;
        }
        values.push_back(value);
        if (!accept(TokenKind::Comma)) {
            break;
        }
    }
    leave();
    return expect(TokenKind::RightBrace, "`,` or `}` in an initial value");
}

bool Parser::parse_initial_value(const Variable& variable, InitialValue& value) {
    if (at(TokenKind::LeftBrace)) {
        std::vector<InitialValue> values;
        value.kind = InitialValue::Kind::List;
        if (!parse_initial_list(variable, values)) {
            return false;
        }
        value.list = arena_.copy_span(values);
        return true;
    }
    if (at(TokenKind::Identifier) && text(peek()) != "WARP_SZ") {
        return isa::info(variable.type).kind == TypeKind::Opaque ? parse_initial_field(value)
                                                                 : parse_initial_address(variable, value);
    }
    Token first = peek();
    std::optional<Constant> constant = parse_expression();
    if (!constant) {
        return false;
    }
    value.bits = constant->bits;
    if (at(TokenKind::LeftParen) && constant->is_integer()) {  // a mask: 0xff00(symbol)
        if (constant->bits == 0) {
            return fail(first, "a mask selects bytes of an address and is not 0");
        }
        take();
        return parse_initial_symbol(value) && expect(TokenKind::RightParen, "`)` after a masked address");
    }
    value.kind = static_cast<InitialValue::Kind>(constant->kind);
    value.is_unsigned = constant->is_unsigned;
    return check_initial_constant(variable, *constant, first);
}

bool Parser::parse_initial_address(const Variable& variable, InitialValue& value) {
    Token first = peek();
    if (!parse_initial_symbol(value)) {
        return false;
    }
    const TypeInfo& type = isa::info(variable.type);
    if (type.kind == TypeKind::Float || type.bits < module_.pointer_bits()) {
        return fail(first, fmt::format("an address does not fit the type `.{}`", type.name),
                    fmt::format("use a {}-bit integer type, or a mask such as `0xff(name)`", module_.pointer_bits()));
    }
    return true;
}

// `name`, `generic(name)`, each with an offset.
bool Parser::parse_initial_symbol(InitialValue& value) {
    value.kind = InitialValue::Kind::Address;
    if (at(TokenKind::Identifier) && text(peek()) == "generic") {
        take();
        value.generic = true;
        if (!expect(TokenKind::LeftParen, "`(` after `generic`")) {
            return false;
        }
    }
    Token name = peek();
    if (!expect(TokenKind::Identifier, "the name of a variable or function")) {
        return false;
    }
    Name found = function_ != nullptr ? scopes_.find(text(name)) : Name{};
    if (!found) {
        auto global = globals_.find(text(name));
        found = global == globals_.end() ? Name{} : global->second;
    }
    if (found.kind != Name::Kind::Variable && found.kind != Name::Kind::Function) {
        return fail(name, fmt::format("unknown name `{}` in an initial value", text(name)),
                    "declare the variable or function before");
    }
    value.variable = found.variable;
    value.function = found.function;
    if (value.generic && !expect(TokenKind::RightParen, "`)` after the name in `generic`")) {
        return false;
    }
    if (accept(TokenKind::Plus)) {
        std::optional<std::int64_t> offset = parse_signed("an offset");
        if (!offset) {
            return false;
        }
        value.offset = *offset;
    }
    return true;
}

bool Parser::parse_initial_field(InitialValue& value) {
    value.kind = InitialValue::Kind::Field;
    value.field = text(take());
    if (!expect(TokenKind::Equal, "`=` after the name of a texture or sampler property")) {
        return false;
    }
    if (at(TokenKind::Identifier)) {
        value.word = text(take());
        return true;
    }
    std::optional<std::uint64_t> number = parse_unsigned("the value of a texture or sampler property");
    value.bits = number.value_or(0);
    return number.has_value();
}

bool Parser::check_initial_constant(const Variable& variable, const Constant& constant, Token where) {
    const TypeInfo& type = isa::info(variable.type);
    const bool wants_float = type.kind == TypeKind::Float;
    if (type.kind == TypeKind::Opaque || (wants_float == constant.is_integer() && type.kind != TypeKind::Bits)) {
        return fail(
            SourceRange{where.begin, last_end_},
            fmt::format("{} does not fit the type `.{}`", constant.is_integer() ? "an integer" : "a float", type.name));
    }
    return true;
}

// Every list has at most as many values as its dimension.
bool Parser::check_initial_count(const Variable& variable, std::span<const InitialValue> values, std::size_t depth,
                                 Token where) {
    if (isa::info(variable.type).kind == TypeKind::Opaque) {
        return true;
    }
    // Behind the dimensions comes the vector's width.
    const bool vector_level = depth == variable.dimensions.size() && variable.vector > 1;
    const bool scalar = depth >= variable.dimensions.size() && !vector_level;
    std::uint64_t room = scalar ? 1 : vector_level ? variable.vector : variable.dimensions[depth];
    const bool open = !scalar && !vector_level && room == 0;
    if (!open && values.size() > room) {
        return fail(SourceRange{where.begin, last_end_},
                    fmt::format("`{}` has room for {} value{} here, found {}", variable.name, room,
                                room == 1 ? "" : "s", values.size()));
    }
    const std::size_t levels = variable.dimensions.size() + (variable.vector > 1 ? 1 : 0);
    for (const InitialValue& value : values) {
        if (value.kind != InitialValue::Kind::List) {
            continue;
        }
        if (depth + 1 >= levels) {
            return fail(SourceRange{where.begin, last_end_},
                        fmt::format("`{}` has {} level{} of braces, found more", variable.name, levels,
                                    levels == 1 ? "" : "s"));
        }
        if (!check_initial_count(variable, value.list, depth + 1, where)) {
            return false;
        }
    }
    return true;
}

}  // namespace ringfence::ptx
