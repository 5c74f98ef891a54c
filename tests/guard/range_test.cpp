// Ranges against all numbers of a few bits.
#include "guard/conditions/range.h"

#include <algorithm>
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence::guard {
namespace {

constexpr unsigned width = 6;
constexpr std::int64_t lowest = -(1 << (width - 1));
constexpr std::int64_t highest = (1 << (width - 1)) - 1;
constexpr std::uint64_t mask = (1U << width) - 1;

std::int64_t wrapped(std::int64_t value) {
    const std::uint64_t bits = static_cast<std::uint64_t>(value) & mask;
    return bits > static_cast<std::uint64_t>(highest) ? static_cast<std::int64_t>(bits) - (1 << width)
                                                      : static_cast<std::int64_t>(bits);
}
std::int64_t as_unsigned(std::int64_t value) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) & mask);
}

bool holds(const Range& range, std::int64_t value) {
    if (value < range.low || value > range.high) return false;
    return range.zeros >= 64 ? value == 0
                             : (static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << range.zeros) - 1)) == 0;
}

// All of a range's numbers.
std::vector<std::int64_t> members(const Range& range) {
    std::vector<std::int64_t> all;
    for (std::int64_t value = range.low; value <= range.high; ++value) {
        if (holds(range, value)) all.push_back(value);
    }
    return all;
}

Range random_range(std::mt19937& random) {
    std::uniform_int_distribution<std::int64_t> number(lowest, highest);
    const std::int64_t one = number(random);
    const std::int64_t other = number(random);
    switch (random() % 4) {
        case 0: return Range::exactly(one);
        case 1: return Range::any(width, random() % 4);
        default: return {std::min(one, other), std::max(one, other), static_cast<std::uint8_t>(random() % 3)};
    }
}

std::optional<std::int64_t> concrete(RangeOp op, std::int64_t a, std::int64_t b, std::int64_t extra) {
    const std::int64_t shift = b < 0 || b > width ? width : b;
    switch (op) {
        case RangeOp::Add: return wrapped(a + b);
        case RangeOp::Sub: return wrapped(a - b);
        case RangeOp::Mul: return wrapped(a * b);
        case RangeOp::Shl: return wrapped(shift == width ? 0 : a * (1 << shift));
        case RangeOp::ShrSigned: return a >> std::min<std::int64_t>(shift, width - 1);
        case RangeOp::ShrUnsigned: return wrapped(as_unsigned(a) >> shift);
        case RangeOp::And: return a & b;
        case RangeOp::Or: return a | b;
        case RangeOp::Xor: return a ^ b;
        case RangeOp::Not: return ~a;
        case RangeOp::MinSigned: return std::min(a, b);
        case RangeOp::MaxSigned: return std::max(a, b);
        case RangeOp::MinUnsigned: return wrapped(std::min(as_unsigned(a), as_unsigned(b)));
        case RangeOp::MaxUnsigned: return wrapped(std::max(as_unsigned(a), as_unsigned(b)));
        case RangeOp::DivSigned: return b == 0 ? wrapped(extra) : wrapped(a / b);
        case RangeOp::RemSigned: return b == 0 ? wrapped(extra) : a % b;
        case RangeOp::DivUnsigned: return wrapped(b == 0 ? extra : as_unsigned(a) / as_unsigned(b));
        case RangeOp::RemUnsigned: return wrapped(b == 0 ? extra : as_unsigned(a) % as_unsigned(b));
        case RangeOp::Union: return extra % 2 == 0 ? a : b;
        case RangeOp::AtMost: return a <= b + extra ? std::optional(a) : std::nullopt;
        case RangeOp::AtLeast: return a >= b + extra ? std::optional(a) : std::nullopt;
        case RangeOp::AtMostUnsigned: return as_unsigned(a) <= as_unsigned(b) + extra ? std::optional(a) : std::nullopt;
        case RangeOp::AtLeastUnsigned:
            return as_unsigned(a) >= as_unsigned(b) + extra ? std::optional(a) : std::nullopt;
        case RangeOp::Equal: return a == b ? std::optional(a) : std::nullopt;
        case RangeOp::Unequal: return a != b ? std::optional(a) : std::nullopt;
        default: return std::nullopt;
    }
}

TEST(Range, HoldsWhateverAnOperationGives) {
    std::mt19937 random(1);
    for (auto op = RangeOp::Add; op <= RangeOp::Unequal; op = static_cast<RangeOp>(static_cast<int>(op) + 1)) {
        if (op == RangeOp::SignExtend || op == RangeOp::ZeroExtend || op == RangeOp::NonNegative) continue;
        for (int round = 0; round < 400; ++round) {
            const Range a = random_range(random);
            const Range b = random_range(random);
            std::int64_t extra = 0;
            if (op == RangeOp::AtMost || op == RangeOp::AtMostUnsigned)
                extra = -static_cast<std::int64_t>(random() % 2);
            if (op == RangeOp::AtLeast || op == RangeOp::AtLeastUnsigned)
                extra = static_cast<std::int64_t>(random() % 2);
            const Range result = apply(op, width, extra, a, b, b);
            for (const std::int64_t x : members(a)) {
                for (const std::int64_t y : members(b)) {
                    const auto exact = concrete(op, x, y, extra + (op < RangeOp::AtMost ? x * 7 + y : 0));
                    if (exact && !holds(result, *exact)) {
                        FAIL() << "operation " << static_cast<int>(op) << " of " << x << ", " << y << " is " << *exact
                               << ", not in [" << result.low << ", " << result.high << "] with " << int{result.zeros}
                               << " zeros; from [" << a.low << ", " << a.high << "], [" << b.low << ", " << b.high
                               << "]";
                    }
                }
            }
        }
    }
}

TEST(Range, ExtendsByBits) {
    std::mt19937 random(2);
    constexpr unsigned narrow = 4;
    for (int round = 0; round < 2000; ++round) {
        const Range a = random_range(random);
        const Range with_sign = apply(RangeOp::SignExtend, narrow, 0, a, a, a);
        const Range without = apply(RangeOp::ZeroExtend, narrow, 0, a, a, a);
        for (const std::int64_t x : members(a)) {
            const std::int64_t low = x & 15;
            EXPECT_TRUE(holds(without, low)) << x;
            EXPECT_TRUE(holds(with_sign, low > 7 ? low - 16 : low)) << x;
        }
    }
}

// Runs a loop: how often it goes back, at most `limit` times; and what the counter becomes at its start.
struct Course {
    int turns = 0;
    std::vector<std::int64_t> values;
};
Course run_loop(std::int64_t flags, std::int64_t first, std::int64_t step, std::int64_t end, int limit) {
    Course course;
    std::int64_t counter = first;
    for (;;) {
        course.values.push_back(counter);
        const std::int64_t next = wrapped(counter + step);
        std::int64_t tested = (flags & turn_flag::updated) != 0 ? next : counter;
        std::int64_t bound = end;
        if ((flags & turn_flag::is_unsigned) != 0) {
            tested = as_unsigned(tested);
            bound = as_unsigned(bound);
        }
        bool goes_on = (flags & turn_flag::downwards) != 0 ? tested > bound : tested < bound;
        if ((flags & turn_flag::inclusive) != 0) goes_on = goes_on || tested == bound;
        if ((flags & turn_flag::unequal) != 0) goes_on = tested != bound;
        if (!goes_on || course.turns == limit) return course;
        ++course.turns;
        counter = next;
    }
}

TEST(Range, CountsTurnsOfLoops) {
    std::mt19937 random(3);
    int bounded = 0;
    for (int round = 0; round < 20000; ++round) {
        const std::int64_t flags = static_cast<std::int64_t>(random() % 32);
        const Range first = random_range(random);
        const Range step =
            random() % 2 == 0 ? random_range(random) : Range::exactly(static_cast<std::int64_t>(random() % 9) - 4);
        const Range end = random_range(random);
        const Range turns = apply(RangeOp::Turns, width, flags, first, step, end);
        if (turns.high == INT64_MAX) continue;
        ++bounded;
        const Range values = apply(RangeOp::Induction, width, 0, first, step, turns);
        for (const std::int64_t a : members(first)) {
            for (const std::int64_t b : members(step)) {
                for (const std::int64_t c : members(end)) {
                    const Course course = run_loop(flags, a, b, c, 200);
                    ASSERT_LE(course.turns, turns.high) << "flags " << flags << ": " << a << ", " << b << ", " << c;
                    for (const std::int64_t value : course.values)
                        ASSERT_TRUE(holds(values, value)) << "flags " << flags << ": " << a << ", " << b << ", " << c;
                }
            }
        }
    }
    EXPECT_GT(bounded, 500);
}

// From the least number of 64 bits to the largest there are more turns than 64 bits count: there is no bound then,
// which is not the same as a bound that has wrapped.
TEST(Range, MoreTurnsThanNumbersCount) {
    const Range first = {INT64_MIN, 0, 0};
    const Range last = {0, INT64_MAX, 0};
    const Range up = apply(RangeOp::Turns, 64, 0, first, Range::exactly(1), Range::exactly(INT64_MAX));
    EXPECT_EQ(up.high, INT64_MAX);
    const Range down =
        apply(RangeOp::Turns, 64, turn_flag::downwards, last, Range::exactly(-1), Range::exactly(INT64_MIN));
    EXPECT_EQ(down.high, INT64_MAX);
    const Range unequal =
        apply(RangeOp::Turns, 64, turn_flag::unequal, first, Range::exactly(1), Range::exactly(INT64_MAX));
    EXPECT_EQ(unequal.high, INT64_MAX);
    // Such a loop may add any number.
    const Range added = apply(RangeOp::Induction, 64, 0, Range::exactly(0), Range::exactly(4), up);
    EXPECT_EQ(added, Range::any(64, 2));
}

TEST(Range, NothingComesOfNothing) {
    EXPECT_TRUE(apply(RangeOp::Add, 32, 0, Range::nothing(), Range::exactly(1), {}).is_empty());
    EXPECT_EQ(apply(RangeOp::Union, 32, 0, Range::nothing(), Range::exactly(1), {}), Range::exactly(1));
    // A loop whose end is never reached does not turn, but begins.
    const Range turns = apply(RangeOp::Turns, 32, 0, Range::exactly(5), Range::exactly(1), Range::nothing());
    EXPECT_EQ(turns, Range::exactly(0));
    EXPECT_EQ(apply(RangeOp::Induction, 32, 0, Range::exactly(5), Range::nothing(), turns), Range::exactly(5));
}

}  // namespace
}  // namespace ringfence::guard
