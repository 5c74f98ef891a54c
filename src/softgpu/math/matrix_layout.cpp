// Which lane holds which element.
//
// The lanes are eight groups of four. In nearly all layouts a group has a row of A or a column of B, its four lanes
// have consecutive registers' worth of it, and further registers go on 8 rows or 4 registers' worth further.
#include <algorithm>

#include "softgpu/math/matrix.h"

namespace ringfence::softgpu::math {
namespace {

constexpr unsigned wmma_f16_words = 8;

struct Lane {
    unsigned group;
    unsigned member;
    explicit Lane(unsigned lane) : group(lane / 4), member(lane % 4) {}
};

unsigned elements_per_word(Element element) {
    const unsigned bits = element_bits(element);
    return bits >= 32 ? 1 : 32 / bits;
}

// The elements of A or B without the copies that wmma keeps of f16.
unsigned distinct_elements(const MmaSpec& spec, MatrixRole role) {
    if (spec.is_quad_pairs()) return 4;
    const unsigned rows = role == MatrixRole::A ? spec.m : spec.n;
    return rows * spec.k / warp_lanes;
}

// mma.m8n8k4 of f16: lanes 0 to 3 and 16 to 19 are one product, 4 to 7 and 20 to 23 the next, and so on.
Position quad_pair_position(const MmaSpec& spec, MatrixRole role, unsigned lane, unsigned element) {
    const unsigned upper = lane >= 16 ? 4 : 0;
    const unsigned member = lane % 4;
    if (role == MatrixRole::A) {
        return spec.a_column_major ? Position{element + upper, member} : Position{member + upper, element};
    }
    if (role == MatrixRole::B) {
        return spec.b_column_major ? Position{element, member + upper} : Position{member, element + upper};
    }
    if (spec.element(role) == Element::F16) return {member + upper, element};
    return {(lane & 1) + (element & 2) + upper, (element & 4) + (lane & 2) + (element & 1)};
}

// The position in a matrix that is `lines` high and k wide, read along k: the line, and the place in it. `paired`
// layouts have the line 8 further in the next register, and only then the rest of k.
Position multiplicand_position(Element type, unsigned lines, unsigned k, bool paired, unsigned lane, unsigned element) {
    const unsigned per_word = elements_per_word(type);
    const unsigned step = 4 * per_word;
    const unsigned steps = std::max(k / step, 1U);
    const unsigned word = element / per_word;
    const Lane who(lane);
    const unsigned within = who.member * per_word + element % per_word;
    if (paired && lines >= 16) {
        return {who.group + 8 * (word % 2) + 16 * (word / (2 * steps)), word / 2 % steps * step + within};
    }
    return {who.group + 8 * (word / steps), word % steps * step + within};
}

// The device computes 8 x 32 as 32 x 8 of the transposes.
bool is_transposed(const MmaSpec& spec) {
    return spec.m == 8 && spec.n == 32;
}

Position accumulator_position(const MmaSpec& spec, unsigned lane, unsigned element) {
    const Lane who(lane);
    const unsigned pair = element / 2;
    const unsigned within = who.member * 2 + element % 2;
    if (is_transposed(spec)) return {within, who.group + 8 * pair};
    const unsigned row_steps = spec.m / 8U;
    return {who.group + 8 * (pair % row_steps), within + 8 * (pair / row_steps)};
}

}  // namespace

unsigned element_bits(Element element) {
    switch (element) {
        case Element::F64: return 64;
        case Element::F32:
        case Element::TF32:
        case Element::S32: return 32;
        case Element::F16:
        case Element::BF16: return 16;
        case Element::E4M3:
        case Element::E5M2:
        case Element::S8:
        case Element::U8: return 8;
        case Element::S4:
        case Element::U4: return 4;
        case Element::B1: return 1;
    }
    return 0;
}

Element MmaSpec::element(MatrixRole role) const {
    switch (role) {
        case MatrixRole::A: return a;
        case MatrixRole::B: return b;
        case MatrixRole::C: return c;
        case MatrixRole::D: return d;
    }
    return d;
}

std::uint64_t MmaSpec::bits() const {
    std::uint64_t packed = 0;
    unsigned at = 0;
    const auto put = [&](unsigned value, unsigned width) {
        packed |= std::uint64_t{value} << at;
        at += width;
    };
    put(m, 8), put(n, 8), put(k, 16);
    for (const Element element : {a, b, c, d})
        put(static_cast<unsigned>(element), 4);
    for (const bool flag : {wmma, a_column_major, b_column_major, saturate, exclusive})
        put(flag ? 1 : 0, 1);
    put(static_cast<unsigned>(rounding), 3);
    return packed;
}

MmaSpec MmaSpec::from_bits(std::uint64_t bits) {
    const auto take = [&](unsigned width) {
        const auto value = static_cast<unsigned>(bits & ((std::uint64_t{1} << width) - 1));
        bits >>= width;
        return value;
    };
    MmaSpec spec;
    spec.m = static_cast<std::uint8_t>(take(8));
    spec.n = static_cast<std::uint8_t>(take(8));
    spec.k = static_cast<std::uint16_t>(take(16));
    for (Element* element : {&spec.a, &spec.b, &spec.c, &spec.d})
        *element = static_cast<Element>(take(4));
    for (bool* flag : {&spec.wmma, &spec.a_column_major, &spec.b_column_major, &spec.saturate, &spec.exclusive})
        *flag = take(1) != 0;
    spec.rounding = static_cast<Rounding>(take(3));
    return spec;
}

unsigned fragment_words(const MmaSpec& spec, MatrixRole role) {
    return fragment_elements(spec, role) * element_bits(spec.element(role)) / 32;
}

unsigned fragment_elements(const MmaSpec& spec, MatrixRole role) {
    if (role == MatrixRole::A || role == MatrixRole::B) {
        if (spec.wmma && spec.a == Element::F16) return wmma_f16_words * 2;
        return distinct_elements(spec, role);
    }
    return spec.is_quad_pairs() ? 8 : spec.m * spec.n / warp_lanes;
}

Position element_position(const MmaSpec& spec, MatrixRole role, unsigned lane, unsigned element) {
    if (spec.is_quad_pairs()) return quad_pair_position(spec, role, lane, element);
    if (role == MatrixRole::C || role == MatrixRole::D) return accumulator_position(spec, lane, element);
    element %= distinct_elements(spec, role);
    if (role == MatrixRole::A) return multiplicand_position(spec.a, spec.m, spec.k, true, lane, element);
    const Position at = multiplicand_position(spec.b, spec.n, spec.k, is_transposed(spec), lane, element);
    return {at.column, at.row};
}

}  // namespace ringfence::softgpu::math
