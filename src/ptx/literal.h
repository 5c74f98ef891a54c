// Reads and writes the numbers of PTX: integers in four bases, floats as decimals or as their bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ringfence::ptx {

// A constant. PTX constants are 64-bit integers, signed unless they do not fit or say U, or floats.
struct Constant {
    enum class Kind : std::uint8_t { Integer, Float32, Float64 };
    Kind kind = Kind::Integer;
    bool is_unsigned = false;
    std::uint64_t bits = 0;

    static Constant integer(std::uint64_t bits, bool is_unsigned) { return {Kind::Integer, is_unsigned, bits}; }
    bool is_integer() const { return kind == Kind::Integer; }
    bool is_negative() const { return is_integer() && !is_unsigned && static_cast<std::int64_t>(bits) < 0; }
    double as_double() const;

    friend bool operator==(const Constant&, const Constant&) = default;
};

// One number without its sign. The error's message says what is wrong with it.
Result<Constant> read_number(std::string_view text);

// The value of a constant expression, `(1 << 4) + WARP_SZ`; nothing if the text is something else.
std::optional<Constant> read_constant_expression(std::string_view text);

// Appends the canonical spelling: decimal integers, floats by their bits (0f3F800000).
void append_constant(std::string& out, const Constant& constant);

}  // namespace ringfence::ptx
