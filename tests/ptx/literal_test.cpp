#include "ptx/literal.h"

#include <gtest/gtest.h>

#include "parse_helpers.h"
#include "ptx/printer.h"

namespace ringfence::ptx {
namespace {

std::string canonical(std::string_view text) {
    Result<Constant> number = read_number(text);
    if (!number.ok()) {
        return "error: " + number.error().message;
    }
    std::string out;
    append_constant(out, number.value());
    return out;
}

TEST(Literal, IntegersInAllBases) {
    EXPECT_EQ(canonical("0"), "0");
    EXPECT_EQ(canonical("255"), "255");
    EXPECT_EQ(canonical("0xFf"), "255");
    EXPECT_EQ(canonical("0b101"), "5");
    EXPECT_EQ(canonical("017"), "15");
    EXPECT_EQ(canonical("7U"), "7");
    EXPECT_EQ(canonical("0xFFFFFFFFFFFFFFFF"), "18446744073709551615");
}

TEST(Literal, Floats) {
    EXPECT_EQ(canonical("0f3F800000"), "0f3F800000");
    EXPECT_EQ(canonical("0F3f800000"), "0f3F800000");
    EXPECT_EQ(canonical("0d3FF0000000000000"), "0d3FF0000000000000");
    EXPECT_EQ(canonical("1.5"), "0d3FF8000000000000");
    EXPECT_EQ(canonical("2e-3"), "0d3F60624DD2F1A9FC");
}

TEST(Literal, RefusesWhatIsNoNumber) {
    for (const char* text : {"0x", "0xG1", "089", "12ab", "0b102", "0f3F80000", "0f3F8000000", "0d3FF", "1.5x",
                             "18446744073709551616", "1e999", "5u"}) {
        EXPECT_TRUE(canonical(text).starts_with("error: ")) << text << " gave " << canonical(text);
    }
}

// The value of a constant expression, as the printer shows it.
std::string folded(const std::string& expression) {
    test::Parsed parsed(test::in_kernel("mov.b64 %rd1, " + expression + ";"));
    if (parsed.module == nullptr) {
        return parsed.sink.diagnostics().at(0).message;
    }
    std::string printed = print(*parsed.module);
    std::size_t begin = printed.find("%rd1, ") + 6;
    return printed.substr(begin, printed.find(';', begin) - begin);
}

TEST(Expression, BindsAsInC) {
    EXPECT_EQ(folded("1+2*3"), "7");
    EXPECT_EQ(folded("(1+2)*3"), "9");
}

TEST(Expression, ParenthesesAllowEveryOperator) {
    EXPECT_EQ(folded("(1<<4|3)"), "19");
    EXPECT_EQ(folded("(5 > 3 && 2 != 2)"), "0");
    EXPECT_EQ(folded("(7 & 12 ^ 1)"), "5");
    EXPECT_EQ(folded("(1 ? 10 : 20)"), "10");
    EXPECT_EQ(folded("(0 ? 10 : 0 ? 1 : 2)"), "2");
}

TEST(Expression, Signs) {
    EXPECT_EQ(folded("-5"), "-5");
    EXPECT_EQ(folded("~0"), "-1");
    EXPECT_EQ(folded("!7"), "0");
    EXPECT_EQ(folded("-7/2"), "-3");
    EXPECT_EQ(folded("-7 % 4"), "1");
    EXPECT_EQ(folded("7 % -4"), "7");
    EXPECT_EQ(folded("-16>>2"), "-4");
    EXPECT_EQ(folded("(.u64)-1>>60"), "15");
    EXPECT_EQ(folded("WARP_SZ*2"), "64");
}

TEST(Expression, WrapsWithoutUndefinedBehaviour) {
    EXPECT_EQ(folded("9223372036854775807+1"), "-9223372036854775808");
    EXPECT_EQ(folded("(-9223372036854775807-1)/-1"), "-9223372036854775808");
    EXPECT_EQ(folded("1<<64"), "0");
    EXPECT_EQ(folded("-1>>200"), "-1");
}

TEST(Expression, Errors) {
    EXPECT_EQ(folded("1/0"), "division by zero in a constant expression");
    EXPECT_EQ(folded("1+1.5"), "an integer and a float do not mix in a constant expression");
    EXPECT_EQ(folded("1.5<<2"), "an integer and a float do not mix in a constant expression");
    EXPECT_EQ(folded("1.5<<2.0"), "`<<` does not work on floats");
}

}  // namespace
}  // namespace ringfence::ptx
