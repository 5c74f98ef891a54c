// The rewriter's beliefs about a register: a range, twice, and the origin of an address.
//
// The rewriter's opinion decides what it fences; the checker decides whether that is safe. So a value has a range that
// always holds, and one that holds for a launch of the usual kind (`likely`), which tells whether it is worth while to
// ask at the launch.
#pragma once

#include <cstdint>
#include <limits>

#include "ptx/model.h"

namespace ringfence::guard::rewriting {

struct Range {
    std::int64_t low = std::numeric_limits<std::int64_t>::min();
    std::int64_t high = std::numeric_limits<std::int64_t>::max();

    static constexpr Range of(std::int64_t value) { return {value, value}; }
    // All numbers of so many bits.
    static Range of_bits(unsigned bits, bool is_signed);
    bool is_full() const { return *this == Range{}; }
    bool is_constant() const { return low == high; }
    bool within(std::int64_t least, std::int64_t most) const { return low >= least && high <= most; }
    friend bool operator==(const Range&, const Range&) = default;
};

Range join(Range a, Range b);
// An overflow of 64 bits gives the full range.
Range add(Range a, Range b);
Range subtract(Range a, Range b);
Range multiply(Range a, Range b);
// Its value in a register of so many bits, as a signed number.
Range wrap(Range range, unsigned bits);
// The same register read as unsigned.
Range as_unsigned(Range range, unsigned bits);

enum class RootKind : std::uint8_t {
    Number,     // none
    Parameter,  // eight bytes of a kernel's parameters: a pointer, or a number
    Window,     // one of several addresses in the window
    Variable,   // of any space
    Unknown,
};

struct Root {
    RootKind kind = RootKind::Number;
    bool is_generic = false;                  // a generic address of `variable`
    bool is_pointer = false;                  // of a parameter: it was used as one
    const ptx::Variable* variable = nullptr;  // of a parameter: the parameter
    std::uint32_t offset = 0;                 // of the eight bytes in it

    bool is_in_window() const {
        return kind == RootKind::Parameter || kind == RootKind::Window ||
               (kind == RootKind::Variable && variable->space == ptx::Space::Global);
    }
    bool is_variable(ptx::Space space) const { return kind == RootKind::Variable && variable->space == space; }
    friend bool operator==(const Root&, const Root&) = default;
};

struct Value {
    bool is_nothing = true;  // nothing is written there
    Root root;
    Range sure;
    Range likely;
    std::uint8_t zeros = 0;     // low bits that are zero, of the number or of the offset from the root
    bool is_of_launch = false;  // computed from facts of a launch, and nothing else

    static Value unknown(unsigned bits, bool is_signed);
    static Value number(std::int64_t value);
    static Value address(const ptx::Variable& variable, std::int64_t offset);
    friend bool operator==(const Value&, const Value&) = default;
};

Value join(const Value& a, const Value& b);
// Its value as a number, root or not.
Value as_number(const Value& value, unsigned bits);

constexpr std::int64_t likely_parameter = std::int64_t{1} << 14;

}  // namespace ringfence::guard::rewriting
