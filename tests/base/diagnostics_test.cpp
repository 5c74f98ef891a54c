#include "base/diagnostics.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ringfence {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string render_at(std::string_view text, std::uint32_t begin, std::uint32_t end,
                      const RenderOptions& options = {}) {
    return render({Severity::error, begin, end, "wrong", {}}, "k.ptx", LineMap(text), options);
}

// The columns that the widest line of `text` takes, if each code point takes one.
std::size_t widest_line(const std::string& text) {
    std::size_t widest = 0;
    std::size_t width = 0;
    for (const char c : text) {
        if (c == '\n') {
            width = 0;
        } else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) {
            widest = std::max(widest, ++width);
        }
    }
    return widest;
}

TEST(Render, ShowsLineCaretAndHelp) {
    const LineMap lines("first\n    addd.s32 %r1;\n");
    const Diagnostic diagnostic{Severity::error, 10, 14, "unknown instruction 'addd'", "did you mean 'add'?"};
    EXPECT_EQ(render(diagnostic, "k.ptx", lines),
              "k.ptx:2:5: error: unknown instruction 'addd'\n"
              "    2 |     addd.s32 %r1;\n"
              "      |     ^~~~\n"
              "  help: did you mean 'add'?\n");
}

TEST(Render, NamesTheSeverity) {
    const LineMap lines("x");
    EXPECT_THAT(render({Severity::warning, 0, 1, "m", {}}, "f", lines), HasSubstr("f:1:1: warning: m\n"));
    EXPECT_THAT(render({Severity::note, 0, 1, "m", {}}, "f", lines), HasSubstr("f:1:1: note: m\n"));
}

TEST(Render, EmptyRangesGetOneCaret) {
    EXPECT_EQ(render_at("ab", 1, 1), "k.ptx:1:2: error: wrong\n    1 | ab\n      |  ^\n");
    EXPECT_EQ(render_at("ab", 2, 2), "k.ptx:1:3: error: wrong\n    1 | ab\n      |   ^\n");
    EXPECT_EQ(render_at("ab\n", 3, 3), "k.ptx:2:1: error: wrong\n    2 | \n      | ^\n");
    EXPECT_EQ(render_at("", 0, 0), "k.ptx:1:1: error: wrong\n    1 | \n      | ^\n");
}

TEST(Render, OffsetsPastTheEndOrReversedAreHarmless) {
    EXPECT_EQ(render_at("ab", 900, 4'000'000'000U), "k.ptx:1:3: error: wrong\n    1 | ab\n      |   ^\n");
    EXPECT_EQ(render_at("ab", 1, 0), "k.ptx:1:2: error: wrong\n    1 | ab\n      |  ^\n");
}

TEST(Render, UnderlineStopsAtTheEndOfTheLine) {
    EXPECT_EQ(render_at("abc\ndef", 1, 6), "k.ptx:1:2: error: wrong\n    1 | abc\n      |  ^~\n");
}

TEST(Render, ExpandsTabs) {
    EXPECT_EQ(render_at("\ta\tbc", 3, 5), "k.ptx:1:4: error: wrong\n    1 |     a   bc\n      |         ^~\n");
}

TEST(Render, ShowsHostileBytesAsHex) {
    EXPECT_EQ(render_at("a\x1b[2Jb\xff", 5, 6),
              "k.ptx:1:6: error: wrong\n    1 | a\\x1b[2Jb\\xff\n      |         ^\n");
    EXPECT_EQ(render_at("\xff\xfe", 1, 2), "k.ptx:1:2: error: wrong\n    1 | \\xff\\xfe\n      |     ^~~~\n");
    const std::string message = render({Severity::error, 0, 0, "bad '\x1b\n'", "try\x07"}, "\x1bname", LineMap("x"));
    EXPECT_EQ(message, "\\x1bname:1:1: error: bad '\\x1b\\x0a'\n    1 | x\n      | ^\n  help: try\\x07\n");
}

TEST(Render, CountsACodePointAsOneColumn) {
    EXPECT_EQ(render_at("größe x", 8, 9), "k.ptx:1:9: error: wrong\n    1 | größe x\n      |       ^\n");
}

TEST(Render, ClipsLongLinesAroundTheCaret) {
    const std::string text = std::string(5'000, 'a') + "BAD" + std::string(5'000, 'z');
    const std::string out = render_at(text, 5'000, 5'003, {.max_width = 40});
    EXPECT_EQ(out,
              "k.ptx:1:5001: error: wrong\n"
              "    1 | ...aaaaaaaaaaaaaaaaaaaaBADzzzzzzzzzzzzzz...\n"
              "      |                        ^~~\n");
}

TEST(Render, ClippedLinesAlwaysShowTheCaret) {
    for (const char* unit : {"a", "\t", "\xff", "é", "\xe2\x82", "値"}) {
        std::string text;
        while (text.size() < 2'000)
            text += unit;
        for (std::uint32_t at = 0; at <= text.size(); at += 7) {
            const std::string out = render_at(text, at, at + 500, {.max_width = 60});
            ASSERT_THAT(out, HasSubstr("^"));
            ASSERT_LE(widest_line(out), 8 + 60 * 4 + 6) << out;
        }
    }
}

TEST(Render, ColoursOnlyWhenAsked) {
    EXPECT_THAT(render_at("x", 0, 1), Not(HasSubstr("\x1b")));
    EXPECT_THAT(render_at("x", 0, 1, {.color = true}), HasSubstr("\x1b[1;31merror: \x1b[0m"));
}

TEST(DiagnosticSink, KeepsTheOrder) {
    DiagnosticSink sink;
    sink.warning(0, 1, "first");
    sink.error(1, 2, "second", "a remedy");
    sink.note(2, 3, "third");
    ASSERT_EQ(sink.diagnostics().size(), 3U);
    EXPECT_EQ(sink.diagnostics()[0].message, "first");
    EXPECT_EQ(sink.diagnostics()[1].remedy, "a remedy");
    EXPECT_EQ(sink.diagnostics()[2].severity, Severity::note);
    EXPECT_EQ(sink.error_count(), 1U);
    EXPECT_EQ(sink.warning_count(), 1U);
    EXPECT_TRUE(sink.has_errors());
    EXPECT_FALSE(sink.full());
}

TEST(DiagnosticSink, StopsKeepingAtTheLimit) {
    DiagnosticSink sink(3);
    for (std::uint32_t i = 0; i < 100; ++i)
        sink.error(i, i, "e");
    ASSERT_EQ(sink.diagnostics().size(), 4U);
    EXPECT_EQ(sink.diagnostics().back().message, "too many errors; the rest is not shown");
    EXPECT_EQ(sink.diagnostics().back().begin, 3U);
    EXPECT_EQ(sink.error_count(), 100U);
    EXPECT_TRUE(sink.full());
}

TEST(DiagnosticSink, WarningsDoNotHideErrors) {
    DiagnosticSink sink(2);
    for (int i = 0; i < 10; ++i) {
        sink.warning(0, 0, "w");
        sink.note(0, 0, "n");
    }
    EXPECT_EQ(sink.diagnostics().size(), 3U);
    EXPECT_FALSE(sink.has_errors());
    sink.error(0, 0, "e");
    EXPECT_EQ(sink.diagnostics().back().message, "e");
    EXPECT_EQ(sink.warning_count(), 10U);
}

TEST(DiagnosticSink, NotesOfDroppedErrorsAreDropped) {
    DiagnosticSink sink(1);
    for (int i = 0; i < 3; ++i)
        sink.error(0, 0, "e");
    sink.note(0, 0, "n");
    EXPECT_EQ(sink.diagnostics().size(), 2U);
}

}  // namespace
}  // namespace ringfence
