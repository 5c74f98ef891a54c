#include "ptx/lexer.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence::ptx {
namespace {

std::vector<std::string> texts(std::string_view source) {
    Lexer lexer(source);
    std::vector<std::string> found;
    for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) {
        found.emplace_back(lexer.text(token));
    }
    return found;
}

TokenKind kind(std::string_view source) {
    return Lexer(source).next().kind;
}

using Texts = std::vector<std::string>;

TEST(Lexer, SplitsAnInstruction) {
    EXPECT_EQ(texts("@!%p1 ld.global.f32 %f1,[%rd2+-4];"),
              (Texts{"@", "!", "%p1", "ld", ".global", ".f32", "%f1", ",", "[", "%rd2", "+", "-", "4", "]", ";"}));
}

TEST(Lexer, NamesMayBeginWithSigils) {
    EXPECT_EQ(texts("$L__BB0_1 _start %SPL a$b_1 _"), (Texts{"$L__BB0_1", "_start", "%SPL", "a$b_1", "_"}));
    EXPECT_EQ(kind("_"), TokenKind::Underscore);
    EXPECT_EQ(kind("_x"), TokenKind::Identifier);
    EXPECT_EQ(kind("% 3"), TokenKind::Percent);
}

TEST(Lexer, ModifiersMayHaveColonsAndDigits) {
    EXPECT_EQ(texts(".shared::cluster .mbarrier::complete_tx::bytes .16x64b .v4"),
              (Texts{".shared::cluster", ".mbarrier::complete_tx::bytes", ".16x64b", ".v4"}));
    Lexer lexer("tcgen05.wait::ld.sync.aligned ;");
    EXPECT_EQ(lexer.text(lexer.with_modifiers(lexer.next())), "tcgen05.wait::ld.sync.aligned");
}

TEST(Lexer, SkipsComments) {
    EXPECT_EQ(texts("a // b\n/* c\n d */ e /**/f"), (Texts{"a", "e", "f"}));
}

TEST(Lexer, MarksWhatIsNotClosed) {
    EXPECT_EQ(kind("/* never"), TokenKind::Bad);
    EXPECT_EQ(kind("\"never"), TokenKind::Bad);
    EXPECT_EQ(kind("\"a\nb\""), TokenKind::Bad);
}

// As ptxas does, which knows no escapes.
TEST(Lexer, EndsStringsAtTheNextQuote) {
    EXPECT_EQ(kind("\"a\""), TokenKind::String);
    EXPECT_EQ(texts("\"a\\\" b \"c\""), (Texts{"\"a\\\"", "b", "\"c\""}));
    EXPECT_EQ(kind("\"a\\\" b"), TokenKind::Bad);
    EXPECT_EQ(kind("\"a\\b\""), TokenKind::Bad);
    EXPECT_EQ(kind("\"a\x01\""), TokenKind::Bad);
    EXPECT_EQ(kind("\"\""), TokenKind::String);
}

TEST(Lexer, TakesNumbersWhole) {
    EXPECT_EQ(texts("0x1F 0b101 017 12U 0f3F800000 0d3FF0000000000000 1.5 2e-3 1.5e+10"),
              (Texts{"0x1F", "0b101", "017", "12U", "0f3F800000", "0d3FF0000000000000", "1.5", "2e-3", "1.5e+10"}));
    EXPECT_EQ(texts("12ab 0xZZ"), (Texts{"12ab", "0xZZ"}));
}

TEST(Lexer, DoubleCharacterOperators) {
    EXPECT_EQ(texts("<< >> <= >= == != && || @@"), (Texts{"<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "@@"}));
}

TEST(Lexer, NulAndOtherBytesAreBadTokensOfOneByte) {
    std::string source("a\0b\xff", 4);
    Lexer lexer(source);
    lexer.next();
    Token nul = lexer.next();
    EXPECT_EQ(nul.kind, TokenKind::Bad);
    EXPECT_EQ(nul.end - nul.begin, 1U);
    lexer.next();
    EXPECT_EQ(lexer.next().kind, TokenKind::Bad);
    EXPECT_EQ(lexer.next().kind, TokenKind::End);
}

TEST(Lexer, SeesALabelsColon) {
    Lexer label("L1 /* here */ : add");
    label.next();
    EXPECT_TRUE(label.colon_follows());
    Lexer instruction("ret ;");
    instruction.next();
    EXPECT_FALSE(instruction.colon_follows());
}

}  // namespace
}  // namespace ringfence::ptx
