// Debug data: .loc, .file, .section.
#include <algorithm>

#include <fmt/format.h>

#include "ptx/parser_state.h"

namespace ringfence::ptx {

const SourceLine* Parser::parse_source_line() {
    take();
    auto* line = arena_.allocate<SourceLine>();
    std::optional<std::uint64_t> numbers[3];
    for (auto& number : numbers) {
        number = parse_unsigned("file, line and column after `.loc`");
        if (!number) {
            return nullptr;
        }
    }
    line->file = *numbers[0];
    line->line = *numbers[1];
    line->column = *numbers[2];
    while (accept(TokenKind::Comma)) {
        Token word = peek();
        if (!expect(TokenKind::Identifier, "`function_name` or `inlined_at` in `.loc`")) {
            return nullptr;
        }
        if (text(word) == "function_name") {
            Token name = peek();
            if (!expect(TokenKind::Identifier, "a label after `function_name`")) {
                return nullptr;
            }
            line->function_name = text(name);
            if (accept(TokenKind::Plus)) {
                std::optional<std::int64_t> offset = parse_signed("an offset");
                if (!offset) {
                    return nullptr;
                }
                line->has_function_offset = true;
                line->function_offset = *offset;
            }
        } else if (text(word) == "inlined_at") {
            line->inlined = true;
            for (auto& number : numbers) {
                number = parse_unsigned("file, line and column after `inlined_at`");
                if (!number) {
                    return nullptr;
                }
            }
            line->inlined_file = *numbers[0];
            line->inlined_line = *numbers[1];
            line->inlined_column = *numbers[2];
        } else {
            fail(word, fmt::format("expected `function_name` or `inlined_at`, found `{}`", text(word)));
            return nullptr;
        }
    }
    return line;
}

// `@@DWARF …`, up to the end of the line, as PTX before 2.0 had its debug data.
const RawLine* Parser::parse_raw_line() {
    const Token line = lexer_.rest_of_line(peek());
    take();
    last_end_ = line.end;
    std::string_view words = text(line);
    const bool printable =
        std::all_of(words.begin(), words.end(), [](char c) { return c == '\t' || (c >= ' ' && c <= '~'); });
    if (!words.starts_with("@@DWARF") || !printable || module_.version_major >= 2) {
        fail(line, "only `@@DWARF` begins with `@@`, and only before PTX ISA 2.0", "use `.section` for debug data");
        return nullptr;
    }
    return arena_.allocate<RawLine>(words);
}

const SourceFile* Parser::parse_source_file() {
    const Token directive = take();
    auto* file = arena_.allocate<SourceFile>();
    std::optional<std::uint64_t> index = parse_unsigned("the file's number after `.file`");
    Token name = peek();
    if (!index || !expect(TokenKind::String, "the file's name after its number")) {
        return nullptr;
    }
    if (!file_indices_.insert(*index).second) {
        fail(directive, fmt::format("a second file with the number {}", *index));
        return nullptr;
    }
    file->index = *index;
    file->name = text(name).substr(1, name.end - name.begin - 2);
    if (accept(TokenKind::Comma)) {
        std::optional<std::uint64_t> timestamp = parse_unsigned("a time stamp");
        if (!timestamp || !expect(TokenKind::Comma, "`,` and the file's size")) {
            return nullptr;
        }
        std::optional<std::uint64_t> size = parse_unsigned("the file's size");
        if (!size) {
            return nullptr;
        }
        file->has_stamp = true;
        file->timestamp = *timestamp;
        file->size = *size;
    }
    return file;
}

const Section* Parser::parse_section() {
    take();
    Token name = peek();
    if (!expect(TokenKind::Directive, "a section's name such as `.debug_info`") ||
        !expect(TokenKind::LeftBrace, "`{` after a section's name")) {
        return nullptr;
    }
    std::vector<SectionLine> lines;
    while (!at(TokenKind::RightBrace)) {
        if (!parse_section_line(lines.emplace_back())) {
            return nullptr;
        }
    }
    take();
    return arena_.allocate<Section>(text(name), arena_.copy_span(lines));
}

bool Parser::parse_section_line(SectionLine& line) {
    if (at(TokenKind::Identifier)) {
        line.label = text(take());
        return expect(TokenKind::Colon, "`:` after a label");
    }
    std::optional<Type> type = at(TokenKind::Directive) ? isa::find_type(text(peek()).substr(1)) : std::nullopt;
    if (!type || isa::info(*type).kind != TypeKind::Bits || isa::info(*type).bits < 8 || isa::info(*type).bits > 64) {
        return fail_expected("`.b8`, `.b16`, `.b32`, `.b64`, a label or `}` in a section");
    }
    take();
    line.type = *type;
    std::vector<SectionValue> values;
    do {
        if (!parse_section_value(values.emplace_back())) {
            return false;
        }
    } while (accept(TokenKind::Comma));
    accept(TokenKind::Semicolon);
    const bool plain = std::all_of(values.begin(), values.end(),
                                   [](const SectionValue& value) { return value.label.empty() && !value.is_unsigned; });
    if (!plain) {
        line.values = arena_.copy_span(values);
        return true;
    }
    auto integers = arena_.allocate_span<std::int64_t>(values.size());
    std::transform(values.begin(), values.end(), integers.begin(),
                   [](const SectionValue& value) { return static_cast<std::int64_t>(value.bits); });
    line.integers = integers;
    return true;
}

bool Parser::parse_section_value(SectionValue& value) {
    // Sections are named by a directive, labels by an identifier.
    if (at(TokenKind::Identifier) || at(TokenKind::Directive)) {
        value.label = text(take());
        if (accept(TokenKind::Minus)) {
            Token name = peek();
            if (!expect(TokenKind::Identifier, "a label after `-`")) {
                return false;
            }
            value.minus = text(name);
        }
        if (accept(TokenKind::Plus)) {
            std::optional<std::int64_t> offset = parse_signed("an offset");
            value.offset = offset.value_or(0);
            return offset.has_value();
        }
        return true;
    }
    Token first = peek();
    std::optional<Constant> constant = parse_expression();
    if (!constant) {
        return false;
    }
    value.bits = constant->bits;
    value.is_unsigned = constant->is_unsigned;
    return constant->is_integer() ||
           fail(SourceRange{first.begin, last_end_}, "a section holds integers, found a float");
}

}  // namespace ringfence::ptx
