// Splits PTX text into tokens, one at a time.
//
// The lexer never fails: bytes that begin no token come out as TokenKind::Bad, and the parser says what is wrong. White
// space and comments are skipped.
#pragma once

#include <cstdint>
#include <string_view>

namespace ringfence::ptx {

enum class TokenKind : std::uint8_t {
    End,
    Identifier,  // name, %name, $name, _name
    Underscore,  // `_` alone: the bit bucket
    Directive,   // .name, with its dot; also a modifier or a component that stands alone
    Number,      // an integer or a float, not yet read
    String,      // with its quotes
    Comma,
    Semicolon,
    Colon,
    Question,
    LeftParen,
    RightParen,
    LeftBrace,
    RightBrace,
    LeftBracket,
    RightBracket,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    EqualEqual,
    NotEqual,
    ShiftLeft,
    ShiftRight,
    Equal,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Not,
    Tilde,
    And,
    Or,
    Xor,
    AndAnd,
    OrOr,
    At,
    AtAt,
    Bad,
};

struct Token {
    TokenKind kind = TokenKind::End;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    Token next();

    // Lengthens an identifier that was just read by the modifiers that follow it at once: `ld` to `ld.global.f32`.
    Token with_modifiers(Token identifier);
    // True if the next token is a colon, as after a label.
    bool colon_follows() const;
    // Reads a directive that begins with a digit again, as a number: `.5`.
    Token as_number(Token directive);
    // Everything up to the end of the line that `token` is on.
    Token rest_of_line(Token token);

    std::string_view text(Token token) const { return text_.substr(token.begin, token.end - token.begin); }
    std::string_view all() const { return text_; }

private:
    void skip_blanks();
    bool first_on_line() const;
    Token string_token();
    Token number_token();
    Token directive_token();
    Token punctuation();
    Token ended(TokenKind kind, std::uint32_t begin);
    char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

    std::string_view text_;
    std::uint32_t position_ = 0;
};

// True if a byte can be part of a name after its first character.
bool is_name_character(char c);

}  // namespace ringfence::ptx
