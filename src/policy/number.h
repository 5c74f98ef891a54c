// The verifier's knowledge of a 64-bit number: some of its bits, and bounds as an unsigned and as a signed number.
//
// A Number stands for the set of values that fit all three. Operations are sound: if x is in a and y is in b, then
// x op y is in op(a, b). They may know less than could be known, never more.
#pragma once

#include <cstdint>
#include <string>

namespace ringfence::policy {

// Known bits: those not in `mask` are as in `value`; those in `mask` may be either, and are 0 in `value`.
struct Bits {
    std::uint64_t value = 0;
    std::uint64_t mask = UINT64_MAX;

    friend bool operator==(const Bits&, const Bits&) = default;
};

struct Number {
    Bits bits{};
    std::uint64_t umin = 0;
    std::uint64_t umax = UINT64_MAX;
    std::int64_t smin = INT64_MIN;
    std::int64_t smax = INT64_MAX;

    static Number unknown() { return {}; }
    static Number constant(std::uint64_t value);
    static Number between(std::uint64_t least, std::uint64_t most);
    static Number signed_between(std::int64_t least, std::int64_t most);
    // Any value of so many bytes, the rest zeros.
    static Number of_bytes(unsigned bytes);

    [[nodiscard]] bool is_constant() const { return umin == umax; }
    // No value fits: the path to here is impossible.
    [[nodiscard]] bool is_empty() const;
    [[nodiscard]] bool contains(std::uint64_t value) const;
    // Every value of `other` is one of this.
    [[nodiscard]] bool contains(const Number& other) const;
    [[nodiscard]] bool fits_32_bits() const { return umax <= UINT32_MAX; }
    // True if it is a multiple of `size`, a power of two, for certain.
    [[nodiscard]] bool is_aligned(std::uint64_t size) const { return ((bits.value | bits.mask) & (size - 1)) == 0; }

    friend bool operator==(const Number&, const Number&) = default;
};

// For people: "12", "0 to 63", "anything".
[[nodiscard]] std::string text_of(const Number& number);

[[nodiscard]] Number intersect(const Number& a, const Number& b);
// The low 32 bits, the rest zeros.
[[nodiscard]] Number low_half(const Number& number);

// An operation of class Alu64 (or Alu, on the low halves), but for Mov, End and Neg. Dividing by zero gives 0, the
// remainder is then the dividend; shifts count modulo the width.
[[nodiscard]] Number compute(unsigned operation, bool is_32_bits, const Number& a, const Number& b);

// Narrows both sides after a jump was taken, or was not. If that is impossible one of them is_empty().
void refine(unsigned operation, bool is_32_bits, bool is_taken, Number& a, Number& b);

}  // namespace ringfence::policy
