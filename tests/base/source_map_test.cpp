#include "base/source_map.h"

#include <string>

#include <gtest/gtest.h>

namespace ringfence {
namespace {

TEST(LineMap, CountsFromOne) {
    const LineMap map("ab\ncd\n\nx");
    EXPECT_EQ(map.position(0), (LineColumn{1, 1}));
    EXPECT_EQ(map.position(2), (LineColumn{1, 3}));  // the newline belongs to its line
    EXPECT_EQ(map.position(3), (LineColumn{2, 1}));
    EXPECT_EQ(map.position(6), (LineColumn{3, 1}));
    EXPECT_EQ(map.position(7), (LineColumn{4, 1}));
}

TEST(LineMap, ClampsToTheEnd) {
    const LineMap map("ab\n");
    EXPECT_EQ(map.position(3), (LineColumn{2, 1}));
    EXPECT_EQ(map.position(1'000'000), (LineColumn{2, 1}));
    EXPECT_EQ(map.line_begin(99), 3U);
    EXPECT_EQ(map.line_text(99), "");
    EXPECT_EQ(map.line_text(0), "");
}

TEST(LineMap, EmptyTextHasOneLine) {
    const LineMap map("");
    EXPECT_EQ(map.position(0), (LineColumn{1, 1}));
    EXPECT_EQ(map.line_count(), 1U);
    EXPECT_EQ(map.line_text(1), "");
}

TEST(LineMap, LinesComeWithoutTheirEnds) {
    const LineMap map("one\r\ntwo\nthree");
    EXPECT_EQ(map.line_count(), 3U);
    EXPECT_EQ(map.line_text(1), "one");
    EXPECT_EQ(map.line_text(2), "two");
    EXPECT_EQ(map.line_text(3), "three");
}

TEST(LineMap, AgreesWithCountingByHand) {
    std::string text;
    for (std::uint32_t i = 0; i < 3'000; ++i)
        text += i * 2654435761U % 5 == 0 ? '\n' : 'x';
    const LineMap map(text);
    LineColumn expected;
    for (std::uint32_t offset = 0; offset < text.size(); ++offset) {
        ASSERT_EQ(map.position(offset), expected) << offset;
        expected =
            text[offset] == '\n' ? LineColumn{expected.line + 1, 1} : LineColumn{expected.line, expected.column + 1};
    }
}

}  // namespace
}  // namespace ringfence
