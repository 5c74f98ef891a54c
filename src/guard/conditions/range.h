// Sets of numbers as the guard knows them: an interval of signed numbers, and how many low bits are zero.
//
// A register of w bits is taken for the signed number in it. A result modulo 2^w is exact as long as it stays within
// the signed numbers of w bits; otherwise it is any number of w bits (the low zeros stay known). So a range always
// holds every value that the register can have.
//
// An empty range says that there is no such value: the place is never reached.
#pragma once

#include <cstdint>

namespace ringfence::guard {

struct Range {
    std::int64_t low = INT64_MIN;
    std::int64_t high = INT64_MAX;
    std::uint8_t zeros = 0;  // low bits that are zero in all of them; 64 for the number 0

    static Range exactly(std::int64_t value);
    // All signed numbers of so many bits.
    static Range any(unsigned width, unsigned zeros = 0);
    static Range nothing() { return {1, 0, 64}; }

    bool is_empty() const { return low > high; }
    bool is_single() const { return low == high; }
    bool is_within(std::int64_t least, std::int64_t most) const { return is_empty() || (low >= least && high <= most); }
    bool has_zeros(unsigned wanted) const { return is_empty() || zeros >= wanted; }

    friend bool operator==(const Range&, const Range&) = default;
};

enum class RangeOp : std::uint8_t {
    // Leaves. `extra`: see Inputs in launch_conditions.h.
    Constant,
    Parameter,
    Special,
    // Arithmetic of `width` bits.
    Add,
    Sub,
    Mul,
    Shl,
    ShrSigned,
    ShrUnsigned,
    And,
    Or,
    Xor,
    Not,
    MinSigned,
    MaxSigned,
    MinUnsigned,
    MaxUnsigned,
    DivSigned,
    DivUnsigned,
    RemSigned,
    RemUnsigned,
    SignExtend,   // the low `width` bits of a, as a signed number
    ZeroExtend,   // the low `width` bits of a, as an unsigned number
    NonNegative,  // a, if none of it is negative; otherwise any number
    Union,
    // The range of a where it was compared with b: a <= b + extra, a >= b + extra, a == b, a != b.
    AtMost,
    AtLeast,
    AtMostUnsigned,
    AtLeastUnsigned,
    Equal,
    Unequal,
    // a, where a value is known to be in b: if that is empty, nothing gets there.
    Given,
    // Loops. a: a counter's first value, b: the step of a turn, c: its limit. Gives [0, times that the loop can go back
    // to its start]; `extra` is made of `turn_flag`.
    Turns,
    // a: a first value, b: the step of a turn, c: turns.
    Induction,
};

namespace turn_flag {
constexpr std::int64_t inclusive = 1;  // goes on while counter <= c (or >= c), not only < c
constexpr std::int64_t updated = 2;    // the counter that is compared has been changed in this turn already
constexpr std::int64_t downwards = 4;  // goes on while counter > c
constexpr std::int64_t unequal = 8;    // goes on while counter != c
constexpr std::int64_t is_unsigned = 16;
}  // namespace turn_flag

// The result of an operation; a leaf has none. Operands that it does not take are not looked at.
Range apply(RangeOp op, unsigned width, std::int64_t extra, const Range& a, const Range& b, const Range& c);

}  // namespace ringfence::guard
