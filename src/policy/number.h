// What the verifier knows about a 64-bit number: some of its bits, and its unsigned and signed bounds.
//
// A Number is the set of values that fit all three. Operations are sound: if x is in a and y is in b, then x op y is in
// op(a, b). The result may be larger than necessary, but never smaller.
#pragma once

#include <cstdint>
#include <string>

namespace ringfence::policy {

// Bits outside of `mask` are known, and as in `value`; bits in `mask` are unknown, and 0 in `value`.
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
    // Any value of so many bytes; higher bytes are zero.
    static Number of_bytes(unsigned bytes);

    [[nodiscard]] bool is_constant() const { return umin == umax; }
    // True if no value fits: this path is impossible.
    [[nodiscard]] bool is_empty() const;
    [[nodiscard]] bool contains(std::uint64_t value) const;
    // True if this contains every value of `other`.
    [[nodiscard]] bool contains(const Number& other) const;
    [[nodiscard]] bool fits_32_bits() const { return umax <= UINT32_MAX; }
    // True if it is certainly a multiple of `size`, a power of two.
    [[nodiscard]] bool is_aligned(std::uint64_t size) const { return ((bits.value | bits.mask) & (size - 1)) == 0; }

    friend bool operator==(const Number&, const Number&) = default;
};

// Readable text: "12", "0 to 63", "anything".
[[nodiscard]] std::string text_of(const Number& number);

[[nodiscard]] Number intersect(const Number& a, const Number& b);
// The low 32 bits; higher bits are zero.
[[nodiscard]] Number low_half(const Number& number);

// The result of an operation of class Alu64 (or Alu, on the low halves) except Mov, End and Neg. Division by zero gives
// 0 with the dividend as remainder; shift counts are modulo the width.
[[nodiscard]] Number compute(unsigned operation, bool is_32_bits, const Number& a, const Number& b);

// Narrows both sides after a jump was taken, or not taken. If that is impossible one of them becomes empty.
void refine(unsigned operation, bool is_32_bits, bool is_taken, Number& a, Number& b);

}  // namespace ringfence::policy
