#include "ptx/lexer.h"

#include <array>

namespace ringfence::ptx {
namespace {

enum CharacterClass : std::uint8_t { other = 0, blank = 1, letter = 2, digit = 4, sigil = 8 };

constexpr std::array<std::uint8_t, 256> make_classes() {
    std::array<std::uint8_t, 256> classes{};
    for (unsigned c = 'a'; c <= 'z'; ++c) {
        classes[c] = letter;
        classes[c - 'a' + 'A'] = letter;
    }
    for (unsigned c = '0'; c <= '9'; ++c) {
        classes[c] = digit;
    }
    for (char c : {' ', '\t', '\n', '\r', '\f', '\v'}) {
        classes[static_cast<unsigned char>(c)] = blank;
    }
    for (char c : {'_', '$', '%'}) {
        classes[static_cast<unsigned char>(c)] = sigil;
    }
    return classes;
}

constexpr auto classes = make_classes();

bool is(char c, unsigned wanted) {
    return (classes[static_cast<unsigned char>(c)] & wanted) != 0;
}

bool is_hex(char c) {
    return is(c, digit) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace

bool is_name_character(char c) {
    return is(c, letter | digit) || c == '_' || c == '$';
}

Token Lexer::ended(TokenKind kind, std::uint32_t begin) {
    return {kind, begin, position_};
}

void Lexer::skip_blanks() {
    while (position_ < text_.size()) {
        char c = text_[position_];
        if (is(c, blank)) {
            ++position_;
        } else if ((c == '/' && at(position_ + 1) == '/') || (c == '#' && first_on_line())) {
            std::size_t line_end = text_.find('\n', position_);
            position_ = static_cast<std::uint32_t>(line_end == std::string_view::npos ? text_.size() : line_end);
        } else if (c == '/' && at(position_ + 1) == '*') {
            std::size_t close = text_.find("*/", position_ + 2);
            if (close == std::string_view::npos) {
                return;  // comes out as a Bad token
            }
            position_ = static_cast<std::uint32_t>(close + 2);
        } else {
            return;
        }
    }
}

// `# 1 "file.cu"` is a line marker of a preprocessor, and a comment to us.
bool Lexer::first_on_line() const {
    std::size_t before = position_;
    while (before > 0 && (text_[before - 1] == ' ' || text_[before - 1] == '\t')) {
        --before;
    }
    return before == 0 || text_[before - 1] == '\n';
}

Token Lexer::next() {
    skip_blanks();
    const std::uint32_t begin = position_;
    if (begin >= text_.size()) {
        return {TokenKind::End, begin, begin};
    }
    const char c = text_[begin];
    if (is(c, letter) || (is(c, sigil) && is_name_character(at(begin + 1)))) {
        ++position_;
        while (position_ < text_.size() && is_name_character(text_[position_])) {
            ++position_;
        }
        return ended(TokenKind::Identifier, begin);
    }
    if (is(c, digit)) {
        return number_token();
    }
    if (c == '.') {
        return directive_token();
    }
    return c == '"' ? string_token() : punctuation();
}

Token Lexer::directive_token() {
    const std::uint32_t begin = position_++;
    while (is_name_character(at(position_)) ||
           (at(position_) == ':' && at(position_ + 1) == ':' && is_name_character(at(position_ + 2)))) {
        position_ += at(position_) == ':' ? 2 : 1;
    }
    return ended(position_ == begin + 1 ? TokenKind::Bad : TokenKind::Directive, begin);
}

Token Lexer::with_modifiers(Token identifier) {
    position_ = identifier.end;
    while (at(position_) == '.' && is_name_character(at(position_ + 1))) {
        directive_token();
    }
    return ended(TokenKind::Identifier, identifier.begin);
}

bool Lexer::colon_follows() const {
    Lexer ahead = *this;
    ahead.skip_blanks();
    return ahead.at(ahead.position_) == ':';
}

Token Lexer::as_number(Token directive) {
    position_ = directive.begin;
    return number_token();
}

Token Lexer::rest_of_line(Token token) {
    std::size_t line_end = text_.find('\n', token.begin);
    position_ = static_cast<std::uint32_t>(line_end == std::string_view::npos ? text_.size() : line_end);
    return ended(token.kind, token.begin);
}

Token Lexer::number_token() {
    const std::uint32_t begin = position_;
    const char marker = at(begin + 1);
    if (text_[begin] == '0' &&
        (marker == 'f' || marker == 'F' || marker == 'd' || marker == 'D' || marker == 'x' || marker == 'X')) {
        position_ += 2;
        while (is_hex(at(position_))) {
            ++position_;
        }
    } else {
        auto skip_digits = [&] {
            while (is(at(position_), digit)) {
                ++position_;
            }
        };
        skip_digits();
        // A dot with a name behind it is a component or modifier, not a decimal point.
        if (at(position_) == '.' && !is(at(position_ + 1), letter | sigil)) {
            ++position_;
            skip_digits();
        }
        const char sign = at(position_ + 1);
        const bool exponent = at(position_) == 'e' || at(position_) == 'E';
        if (exponent && (is(sign, digit) || ((sign == '+' || sign == '-') && is(at(position_ + 2), digit)))) {
            position_ += 2;
            skip_digits();
        }
    }
    // Characters that follow directly belong to the number, so that `0x1G` or `12ab` is one wrong number; also the
    // suffix U.
    while (is_name_character(at(position_))) {
        ++position_;
    }
    return ended(TokenKind::Number, begin);
}

// There are no escapes: ptxas ends a string at the next quote, whatever stands before it. Were a backslash taken for
// something here, text could be a string for us and kernels for the assembler; so none may stand in a string.
Token Lexer::string_token() {
    const std::uint32_t begin = position_++;
    bool is_plain = true;
    while (position_ < text_.size() && text_[position_] != '"' && text_[position_] != '\n') {
        const auto byte = static_cast<unsigned char>(text_[position_++]);
        is_plain = is_plain && byte != '\\' && byte >= ' ';
    }
    if (at(position_) != '"') return ended(TokenKind::Bad, begin);
    ++position_;
    return ended(is_plain ? TokenKind::String : TokenKind::Bad, begin);
}

Token Lexer::punctuation() {
    const std::uint32_t begin = position_++;
    auto one_or_two = [&](char second, TokenKind two, TokenKind one) {
        if (at(position_) != second) {
            return ended(one, begin);
        }
        ++position_;
        return ended(two, begin);
    };
    switch (text_[begin]) {
        case '_': return ended(TokenKind::Underscore, begin);
        case ',': return ended(TokenKind::Comma, begin);
        case ';': return ended(TokenKind::Semicolon, begin);
        case ':': return ended(TokenKind::Colon, begin);
        case '?': return ended(TokenKind::Question, begin);
        case '(': return ended(TokenKind::LeftParen, begin);
        case ')': return ended(TokenKind::RightParen, begin);
        case '{': return ended(TokenKind::LeftBrace, begin);
        case '}': return ended(TokenKind::RightBrace, begin);
        case '[': return ended(TokenKind::LeftBracket, begin);
        case ']': return ended(TokenKind::RightBracket, begin);
        case '+': return ended(TokenKind::Plus, begin);
        case '-': return ended(TokenKind::Minus, begin);
        case '*': return ended(TokenKind::Star, begin);
        case '/':
            if (at(position_) != '*') {
                return ended(TokenKind::Slash, begin);
            }
            // A comment that is not closed takes all that is left: looking for its end once is enough.
            position_ = static_cast<std::uint32_t>(text_.size());
            return ended(TokenKind::Bad, begin);
        case '%': return ended(TokenKind::Percent, begin);
        case '~': return ended(TokenKind::Tilde, begin);
        case '^': return ended(TokenKind::Xor, begin);
        case '@': return one_or_two('@', TokenKind::AtAt, TokenKind::At);
        case '=': return one_or_two('=', TokenKind::EqualEqual, TokenKind::Equal);
        case '!': return one_or_two('=', TokenKind::NotEqual, TokenKind::Not);
        case '&': return one_or_two('&', TokenKind::AndAnd, TokenKind::And);
        case '|': return one_or_two('|', TokenKind::OrOr, TokenKind::Or);
        case '<':
            if (at(position_) == '<') {
                return one_or_two('<', TokenKind::ShiftLeft, TokenKind::Less);
            }
            return one_or_two('=', TokenKind::LessEqual, TokenKind::Less);
        case '>':
            if (at(position_) == '>') {
                return one_or_two('>', TokenKind::ShiftRight, TokenKind::Greater);
            }
            return one_or_two('=', TokenKind::GreaterEqual, TokenKind::Greater);
        default: return ended(TokenKind::Bad, begin);
    }
}

}  // namespace ringfence::ptx
