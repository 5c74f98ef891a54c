#include "base/escape.h"

#include <string>

#include <gtest/gtest.h>

#include "base/escape_lines.h"

namespace ringfence {
namespace {

using namespace std::string_view_literals;

TEST(Escape, KeepsWhatIsPrintable) {
    EXPECT_EQ(escape("add.s32 %r1, \\ ~"), "add.s32 %r1, \\ ~");
    EXPECT_EQ(escape("größe → 値 🙂"), "größe → 値 🙂");
    EXPECT_EQ(escape(""), "");
}

TEST(Escape, ControlsBecomeHex) {
    EXPECT_EQ(escape("a\x1b[31mb\r\n\t\0\x7f"sv), "a\\x1b[31mb\\x0d\\x0a\\x09\\x00\\x7f");
    EXPECT_EQ(escape("\xc2\x9b"), "\\xc2\\x9b");  // U+009B starts a terminal command, like ESC [
}

TEST(Escape, LinesMayStayLines) {
    EXPECT_EQ(escape_lines("a\tb\n  c\x1b[2J\n"), "a\\x09b\n  c\\x1b[2J\n");
    EXPECT_EQ(escape_lines("a\nworker    none\r\n", "    "), "a\n    worker    none\\x0d\n    ");
    EXPECT_EQ(escape_lines(""), "");
}

TEST(Escape, InvisibleAndDirectionalCharactersBecomeHex) {
    EXPECT_EQ(escape("\u202e"), "\\xe2\\x80\\xae");           // right-to-left override
    EXPECT_EQ(escape("\u2066"), "\\xe2\\x81\\xa6");           // isolate
    EXPECT_EQ(escape("\u200b"), "\\xe2\\x80\\x8b");           // zero-width space
    EXPECT_EQ(escape("\ufeff"), "\\xef\\xbb\\xbf");           // byte-order mark
    EXPECT_EQ(escape("\U000e0041"), "\\xf3\\xa0\\x81\\x81");  // tag character
}

TEST(Escape, InvalidUtf8BecomesHex) {
    EXPECT_EQ(escape("\xff\xfe"), "\\xff\\xfe");
    EXPECT_EQ(escape("\xc0\xaf"), "\\xc0\\xaf");                    // overlong '/'
    EXPECT_EQ(escape("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
    EXPECT_EQ(escape("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // past U+10FFFF
    EXPECT_EQ(escape("\xe2\x82"), "\\xe2\\x82");                    // cut short
    EXPECT_EQ(escape("\x80x"), "\\x80x");
}

TEST(Escape, OutputIsPrintableForEveryPairOfBytes) {
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const std::string out = escape(std::string{static_cast<char>(first), static_cast<char>(second)});
            ASSERT_EQ(escape(out), out);
        }
    }
}

TEST(Escape, CutsBetweenCharacters) {
    EXPECT_EQ(escape("abcdef", 6), "abcdef");
    EXPECT_EQ(escape("abcdef", 3), "abc...");
    EXPECT_EQ(escape("aé", 2), "a...");
    EXPECT_EQ(escape("\x80\x80\x80\x80\x80\x80\x80\x80", 6), "\\x80\\x80\\x80...");
    EXPECT_EQ(escape("abc", 0), "...");
}

}  // namespace
}  // namespace ringfence
