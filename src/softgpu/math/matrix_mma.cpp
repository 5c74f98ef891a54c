// The multiplications: fragments are collected into matrices, multiplied, and the result is dealt out again.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "softgpu/math/arithmetic.h"
#include "softgpu/math/convert.h"
#include "softgpu/math/matrix.h"
#include "softgpu/math/matrix_dot.h"
#include "softgpu/math/matrix_plan.h"

namespace ringfence::softgpu::math {
namespace {

// A matrix as lines of elements: see FragmentPlan.
template <typename Bits>
struct Lines {
    unsigned length = 0;
    std::vector<Bits> elements;

    Bits& at(unsigned line, unsigned index) { return elements[line * length + index]; }
    const Bits* line(unsigned index) const { return elements.data() + std::size_t{index} * length; }
};

// One of the elements that lie in words one after the other.
template <typename Bits>
Bits element_of(const std::uint32_t* words, unsigned index, unsigned bits) {
    const unsigned bit = index * bits;
    if constexpr (sizeof(Bits) == 8) {
        return words[bit / 32] | std::uint64_t{words[bit / 32 + 1]} << 32;
    } else {
        return words[bit / 32] >> (bit % 32) & (bits == 32 ? ~0U : (1U << bits) - 1);
    }
}

template <typename Bits>
Lines<Bits> collect(const FragmentPlan& plan, LaneInputs in) {
    Lines<Bits> lines{plan.length, std::vector<Bits>(plan.size())};
    const std::uint16_t* place = plan.places.data();
    Bits* const elements = lines.elements.data();
    for (const std::uint32_t* const registers : in) {
        for (unsigned i = 0; i < plan.per_lane; ++i)
            elements[*place++] = element_of<Bits>(registers + plan.first_word, i, plan.bits);
    }
    return lines;
}

template <typename Bits>
void deal_out(const FragmentPlan& plan, const Lines<Bits>& d, LaneOutputs out) {
    const std::uint16_t* place = plan.places.data();
    for (std::uint32_t* const words : out) {
        std::fill_n(words, plan.per_lane * plan.bits / 32, 0U);
        for (unsigned i = 0; i < plan.per_lane; ++i) {
            const std::uint64_t value = d.elements[*place++];
            const unsigned bit = i * plan.bits;
            words[bit / 32] |= static_cast<std::uint32_t>(value << (bit % 32));
            if (plan.bits == 64) words[bit / 32 + 1] = static_cast<std::uint32_t>(value >> 32);
        }
    }
}

// --- integers --------------------------------------------------------------------------------------------------------

std::int32_t extend(std::uint32_t bits, Element type) {
    switch (type) {
        case Element::S8: return static_cast<std::int8_t>(bits);
        case Element::S4: return static_cast<std::int32_t>(bits << 28) >> 28;
        default: return static_cast<std::int32_t>(bits);
    }
}

std::uint32_t finish_integer(const MmaSpec& spec, std::int64_t sum) {
    if (spec.saturate) {
        sum = std::clamp<std::int64_t>(sum, std::numeric_limits<std::int32_t>::min(),
                                       std::numeric_limits<std::int32_t>::max());
    }
    return static_cast<std::uint32_t>(sum);
}

std::int64_t bit_dot(const MmaSpec& spec, const std::uint32_t* a, const std::uint32_t* b, unsigned words) {
    std::int64_t sum = 0;
    for (unsigned i = 0; i < words; ++i)
        sum += std::popcount(spec.exclusive ? a[i] ^ b[i] : a[i] & b[i]);
    return sum;
}

std::vector<std::int32_t> extended(const Lines<std::uint32_t>& lines, Element type) {
    std::vector<std::int32_t> values(lines.elements.size());
    std::transform(lines.elements.begin(), lines.elements.end(), values.begin(),
                   [type](std::uint32_t bits) { return extend(bits, type); });
    return values;
}

void multiply_integers(const MmaSpec& spec, const Lines<std::uint32_t>& a, const Lines<std::uint32_t>& b,
                       Lines<std::uint32_t>& c) {
    const std::vector<std::int32_t> left = extended(a, spec.a);
    const std::vector<std::int32_t> right = extended(b, spec.b);
    for (unsigned row = 0; row < spec.m; ++row) {
        for (unsigned column = 0; column < spec.n; ++column) {
            std::int64_t sum = static_cast<std::int32_t>(c.at(row, column));
            if (spec.a == Element::B1) {
                sum += bit_dot(spec, a.line(row), b.line(column), a.length);
            } else {
                // The products of one sum fit into 32 bits by far.
                std::int32_t products = 0;
                for (unsigned i = 0; i < a.length; ++i)
                    products += left[row * a.length + i] * right[column * b.length + i];
                sum += products;
            }
            c.at(row, column) = finish_integer(spec, sum);
        }
    }
}

// --- double ----------------------------------------------------------------------------------------------------------

std::uint64_t multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c, Rounding rounding) {
    if (rounding == Rounding::NearestEven) {
        const double sum = std::fma(std::bit_cast<double>(a), std::bit_cast<double>(b), std::bit_cast<double>(c));
        if (!std::isnan(sum)) return std::bit_cast<std::uint64_t>(sum);
    }
    return fused_multiply_add(a, b, c, FormatId::F64, {rounding});
}

// One fused multiply-add after the other, in the order of k.
void multiply_doubles(const MmaSpec& spec, LaneInputs in, LaneOutputs out) {
    const MmaPlan& plan = plan_of(spec);
    const Lines<std::uint64_t> a = collect<std::uint64_t>(plan.a, in);
    const Lines<std::uint64_t> b = collect<std::uint64_t>(plan.b, in);
    Lines<std::uint64_t> c = collect<std::uint64_t>(plan.c, in);
    for (unsigned row = 0; row < spec.m; ++row) {
        for (unsigned column = 0; column < spec.n; ++column) {
            std::uint64_t& sum = c.at(row, column);
            for (unsigned i = 0; i < spec.k; ++i)
                sum = multiply_add(a.line(row)[i], b.line(column)[i], sum, spec.rounding);
        }
    }
    deal_out(plan.d, c, out);
}

// --- tensor cores ----------------------------------------------------------------------------------------------------

bool is_f8(Element type) {
    return type == Element::E4M3 || type == Element::E5M2;
}

// How many products the device adds at once.
unsigned block_length(const MmaSpec& spec) {
    if (spec.wmma && spec.a == Element::TF32) return spec.k / 2U;
    if (is_f8(spec.a)) return spec.k / 2U;
    return spec.k;
}

// f8 has no unit of its own for mma. The device widens it to f16: first the lower two numbers of every register, then
// the upper two.
void order_f8(Lines<std::uint32_t>& lines) {
    std::vector<std::uint32_t> ordered(lines.elements.size());
    const unsigned half = lines.length / 2;
    for (std::size_t i = 0; i < ordered.size(); ++i) {
        const std::size_t line = i / lines.length;
        const std::size_t k = i % lines.length;
        ordered[line * lines.length + (k % 4 < 2 ? 0 : half) + k / 4 * 2 + k % 2] = lines.elements[i];
    }
    lines.elements = std::move(ordered);
}

std::uint32_t add_ieee(std::uint32_t a, std::uint32_t b, Element type) {
    return static_cast<std::uint32_t>(add(a, b, type == Element::F16 ? FormatId::F16 : FormatId::F32, {}));
}

// The type in which c is added. A result in f16 of an f32 sum is rounded twice, as on the device.
Element accumulator_type(const MmaSpec& spec) {
    return spec.c == Element::F16 && spec.d == Element::F16 ? Element::F16 : Element::F32;
}

std::uint32_t convert_half(std::uint32_t bits, Element from, Element to) {
    if (from == to) return bits;
    const FormatId source = from == Element::F16 ? FormatId::F16 : FormatId::F32;
    const FormatId target = to == Element::F16 ? FormatId::F16 : FormatId::F32;
    return static_cast<std::uint32_t>(convert(bits, source, target, {}));
}

void multiply_floats(const MmaSpec& spec, Lines<std::uint32_t>& a, Lines<std::uint32_t>& b, Lines<std::uint32_t>& c) {
    const bool f8 = is_f8(spec.a);
    if (f8) {
        order_f8(a);
        order_f8(b);
    }
    const TensorLines left(spec.a, a.elements, a.length);
    const TensorLines right(spec.b, b.elements, b.length);
    const Element accumulator = accumulator_type(spec);
    const unsigned length = block_length(spec);
    for (unsigned row = 0; row < spec.m; ++row) {
        for (unsigned column = 0; column < spec.n; ++column) {
            const std::uint32_t addend = convert_half(c.at(row, column), spec.c, accumulator);
            std::uint32_t sum = f8 ? 0 : addend;
            for (unsigned first = 0; first < spec.k; first += length) {
                const TensorBlock block = {left, right, spec.a, accumulator, first, length};
                sum = block.dot(row, column, sum);
            }
            if (f8) sum = add_ieee(addend, sum, accumulator);
            c.at(row, column) = convert_half(sum, accumulator, spec.d);
        }
    }
}

// --- mma.m8n8k4 ------------------------------------------------------------------------------------------------------

// Exact. Cheaper than the general conversion, and 8 times 4 numbers of a product come by here.
float half_to_float(std::uint32_t bits) {
    const std::uint32_t sign = (bits & 0x8000U) << 16;
    const std::uint32_t rest = (bits & 0x7fffU) << 13;
    // The exponent's bias differs by 112. Infinities and NaNs need twice that.
    const std::uint32_t special = (bits & 0x7c00U) == 0x7c00U ? 0x7f80'0000U : 0;
    const float magnitude = std::bit_cast<float>(rest) * 0x1p112F;
    return std::bit_cast<float>(sign | special |
                                (special != 0 ? rest & 0x007f'ffffU : std::bit_cast<std::uint32_t>(magnitude)));
}

// This one has had no hardware since compute capability 7.0: the device computes it with f32 instructions.
std::uint32_t quad_dot(const MmaSpec& spec, const float* a, const float* b, std::uint32_t c) {
    const float addend = spec.c == Element::F16 ? half_to_float(c) : std::bit_cast<float>(c);
    float sum = 0.0F;
    if (spec.c == Element::F16 && spec.d == Element::F16) {
        const float low = std::fma(a[1], b[1], a[0] * b[0]);
        const float high = std::fma(a[3], b[3], a[2] * b[2]);
        sum = addend + low;
        sum += high;
    } else {
        for (unsigned i = 0; i < 4; ++i)
            sum = std::fma(a[i], b[i], sum);
        sum = addend + sum;
    }
    const std::uint32_t bits = std::isnan(sum) ? 0x7fff'ffffU : std::bit_cast<std::uint32_t>(sum);
    return convert_half(bits, Element::F32, spec.d);
}

// One of the four products: the lanes of `quad` in the lower and in the upper half of the warp.
void multiply_quad(const MmaSpec& spec, const MmaPlan& plan, unsigned quad, LaneInputs in, LaneOutputs out) {
    std::array<float, 32> a{};
    std::array<float, 32> b{};
    std::array<std::uint32_t, 64> c{};
    constexpr unsigned quad_lanes[] = {0, 1, 2, 3, 16, 17, 18, 19};
    for (const unsigned index : quad_lanes) {
        const unsigned lane = quad * 4 + index;
        for (unsigned i = 0; i < 4; ++i) {
            a.at(plan.a.places[lane * 4 + i]) = half_to_float(element_of<std::uint32_t>(in[lane], i, 16));
            b.at(plan.b.places[lane * 4 + i]) =
                half_to_float(element_of<std::uint32_t>(in[lane] + plan.b.first_word, i, 16));
        }
        for (unsigned i = 0; i < 8; ++i) {
            c.at(plan.c.places[lane * 8 + i]) = element_of<std::uint32_t>(in[lane] + plan.c.first_word, i, plan.c.bits);
        }
    }
    for (const unsigned index : quad_lanes) {
        const unsigned lane = quad * 4 + index;
        std::fill_n(out[lane], 8 * plan.d.bits / 32, 0U);
        for (unsigned i = 0; i < 8; ++i) {
            const std::size_t place = plan.d.places[lane * 8 + i];
            const std::uint32_t sum = quad_dot(spec, &a.at(place / 8 * 4), &b.at(place % 8 * 4), c.at(place));
            out[lane][i * plan.d.bits / 32] |= sum << (i * plan.d.bits % 32);
        }
    }
}

}  // namespace

void multiply_matrices(const MmaSpec& spec, LaneInputs in, LaneOutputs out) {
    if (spec.a == Element::F64) return multiply_doubles(spec, in, out);
    const MmaPlan& plan = plan_of(spec);
    if (spec.is_quad_pairs()) {
        for (unsigned quad = 0; quad < 4; ++quad)
            multiply_quad(spec, plan, quad, in, out);
        return;
    }
    Lines<std::uint32_t> a = collect<std::uint32_t>(plan.a, in);
    Lines<std::uint32_t> b = collect<std::uint32_t>(plan.b, in);
    Lines<std::uint32_t> c = collect<std::uint32_t>(plan.c, in);
    if (spec.c == Element::S32) {
        multiply_integers(spec, a, b, c);
    } else {
        multiply_floats(spec, a, b, c);
    }
    deal_out(plan.d, c, out);
}

}  // namespace ringfence::softgpu::math
