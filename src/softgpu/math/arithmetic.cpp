#include "softgpu/math/arithmetic.h"

#include <initializer_list>
#include <optional>

#include "softgpu/math/number.h"

namespace ringfence::softgpu::math {
namespace {

constexpr std::uint64_t quiet_bit64 = std::uint64_t{1} << 51;

bool is_nan64(std::uint64_t bits) {
    return (bits & ~f64.sign_bit()) > f64.exponent_mask();
}

// Double precision keeps the bits of a NaN operand, made quiet: of the first in the order that the device has.
std::optional<std::uint64_t> propagate_nan(FormatId format, std::initializer_list<std::uint64_t> operands) {
    if (format != FormatId::F64) return std::nullopt;
    for (std::uint64_t operand : operands) {
        if (is_nan64(operand)) return operand | quiet_bit64;
    }
    return std::nullopt;
}

// The operands and the result of one operation.
struct Context {
    const Format& format;
    const Mode& mode;

    Context(FormatId id, const Mode& with) : format(format_of(id)), mode(with) {}
    Number operand(std::uint64_t bits) const { return unpack(bits, format, mode.flush); }
    std::uint64_t result(const Number& number) const { return pack(number, format, mode); }
};

}  // namespace

std::uint64_t add(std::uint64_t a, std::uint64_t b, FormatId format, const Mode& mode) {
    if (auto nan = propagate_nan(format, {b, a})) return *nan;
    const Context context(format, mode);
    return context.result(add(context.operand(a), context.operand(b), mode.rounding));
}

std::uint64_t subtract(std::uint64_t a, std::uint64_t b, FormatId format, const Mode& mode) {
    if (auto nan = propagate_nan(format, {b, a})) return *nan;
    const Context context(format, mode);
    return context.result(add(context.operand(a), negate(context.operand(b)), mode.rounding));
}

std::uint64_t multiply(std::uint64_t a, std::uint64_t b, FormatId format, const Mode& mode) {
    if (auto nan = propagate_nan(format, {b, a})) return *nan;
    const Context context(format, mode);
    return context.result(multiply(context.operand(a), context.operand(b)));
}

std::uint64_t fused_multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c, FormatId format, const Mode& mode) {
    if (auto nan = propagate_nan(format, {b, c, a})) return *nan;
    const Context context(format, mode);
    const Number product = multiply(context.operand(a), context.operand(b));
    return context.result(add(product, context.operand(c), mode.rounding));
}

std::uint64_t divide(std::uint64_t a, std::uint64_t b, FormatId format, const Mode& mode) {
    if (auto nan = propagate_nan(format, {a, b})) return *nan;
    const Context context(format, mode);
    return context.result(divide(context.operand(a), context.operand(b)));
}

std::uint64_t reciprocal(std::uint64_t a, FormatId format, const Mode& mode) {
    if (auto nan = propagate_nan(format, {a})) return *nan;
    const Context context(format, mode);
    return context.result(divide(Number::finite(false, 0, 1), context.operand(a)));
}

std::uint64_t square_root(std::uint64_t a, FormatId format, const Mode& mode) {
    if (auto nan = propagate_nan(format, {a})) return *nan;
    const Context context(format, mode);
    return context.result(square_root(context.operand(a)));
}

}  // namespace ringfence::softgpu::math
