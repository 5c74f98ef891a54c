// Products of matrices, against plain loops, with numbers that every format has exactly.
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "softgpu/math/convert.h"
#include "softgpu/math/matrix.h"
#include "support.h"

namespace ringfence::softgpu::math {
namespace {

constexpr unsigned most_words = 48;

// The registers of a warp for one multiplication.
class Warp {
public:
    explicit Warp(const MmaSpec& spec) : spec_(spec) {
        for (unsigned lane = 0; lane < warp_lanes; ++lane) {
            in_pointers_.at(lane) = in_.at(lane).data();
            out_pointers_.at(lane) = out_.at(lane).data();
        }
    }

    void set(MatrixRole role, unsigned lane, unsigned element, std::uint64_t bits) {
        unsigned word = 0;
        if (role != MatrixRole::A) word += fragment_words(spec_, MatrixRole::A);
        if (role == MatrixRole::C) word += fragment_words(spec_, MatrixRole::B);
        const unsigned width = element_bits(spec_.element(role));
        std::uint32_t* const words = in_.at(lane).data() + word + element * width / 32;
        words[0] |= static_cast<std::uint32_t>(bits << (element * width % 32));
        if (width == 64) words[1] |= static_cast<std::uint32_t>(bits >> 32);
    }

    std::uint64_t result(unsigned lane, unsigned element) const {
        const unsigned width = element_bits(spec_.d);
        const std::uint32_t* const words = out_.at(lane).data() + element * width / 32;
        if (width == 64) return words[0] | std::uint64_t{words[1]} << 32;
        return words[0] >> (element * width % 32) & (width == 32 ? ~0U : (1U << width) - 1);
    }

    void run() { multiply_matrices(spec_, in_pointers_, out_pointers_); }

private:
    MmaSpec spec_;
    std::array<std::array<std::uint32_t, most_words>, warp_lanes> in_{};
    std::array<std::array<std::uint32_t, most_words>, warp_lanes> out_{};
    std::array<const std::uint32_t*, warp_lanes> in_pointers_{};
    std::array<std::uint32_t*, warp_lanes> out_pointers_{};
};

std::uint64_t encode(std::int64_t value, Element type) {
    const std::uint64_t bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    switch (type) {
        case Element::F16: return convert(bits, FormatId::F32, FormatId::F16, {});
        case Element::BF16: return bits >> 16;
        case Element::E4M3: return convert(bits, FormatId::F32, FormatId::E4M3, {});
        case Element::E5M2: return convert(bits, FormatId::F32, FormatId::E5M2, {});
        case Element::TF32:
        case Element::F32: return bits;
        case Element::F64: return std::bit_cast<std::uint64_t>(static_cast<double>(value));
        case Element::S8:
        case Element::U8: return static_cast<std::uint8_t>(value);
        case Element::S4:
        case Element::U4: return static_cast<std::uint64_t>(value) & 15;
        case Element::B1: return static_cast<std::uint64_t>(value) & 1;
        case Element::S32: return static_cast<std::uint32_t>(value);
    }
    return 0;
}

// A value that the type has, small enough for every sum to be exact.
std::int64_t some_value(Element type, std::mt19937& random) {
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
    switch (type) {
        case Element::E5M2: return pick(-3, 3);
        case Element::E4M3: return pick(-7, 7);
        case Element::S8: return pick(-128, 127);
        case Element::U8: return pick(0, 255);
        case Element::S4: return pick(-8, 7);
        case Element::U4: return pick(0, 15);
        case Element::B1: return pick(0, 1);
        case Element::S32: return pick(-1'000'000, 1'000'000);
        default: return pick(-9, 9);
    }
}

struct Matrices {
    std::vector<std::vector<std::int64_t>> a, b, c;
};

std::vector<std::vector<std::int64_t>> some_matrix(unsigned rows, unsigned columns, Element type,
                                                   std::mt19937& random) {
    std::vector<std::vector<std::int64_t>> matrix(rows, std::vector<std::int64_t>(columns));
    for (auto& row : matrix) {
        for (std::int64_t& value : row)
            value = some_value(type, random);
    }
    return matrix;
}

std::int64_t expected(const MmaSpec& spec, const Matrices& matrices, unsigned row, unsigned column) {
    std::int64_t sum = matrices.c[row][column];
    for (unsigned i = 0; i < spec.k; ++i) {
        const std::int64_t x = matrices.a[row][i];
        const std::int64_t y = matrices.b[i][column];
        sum += spec.exclusive ? x ^ y : x * y;
    }
    return sum;
}

void fill(Warp& warp, const MmaSpec& spec, MatrixRole role, const std::vector<std::vector<std::int64_t>>& matrix) {
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        for (unsigned i = 0; i < fragment_elements(spec, role); ++i) {
            const Position at = element_position(spec, role, lane, i);
            warp.set(role, lane, i, encode(matrix[at.row][at.column], spec.element(role)));
        }
    }
}

void check(const MmaSpec& spec) {
    SCOPED_TRACE(testing::Message() << "m" << int{spec.m} << "n" << int{spec.n} << "k" << spec.k << " type "
                                    << static_cast<int>(spec.a) << " accumulator " << static_cast<int>(spec.d));
    std::mt19937 random(7);
    Matrices matrices;
    matrices.a = some_matrix(spec.m, spec.k, spec.a, random);
    matrices.b = some_matrix(spec.k, spec.n, spec.b, random);
    matrices.c = some_matrix(spec.m, spec.n, spec.c, random);
    Warp warp(spec);
    fill(warp, spec, MatrixRole::A, matrices.a);
    fill(warp, spec, MatrixRole::B, matrices.b);
    fill(warp, spec, MatrixRole::C, matrices.c);
    warp.run();
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        for (unsigned i = 0; i < fragment_elements(spec, MatrixRole::D); ++i) {
            const Position at = element_position(spec, MatrixRole::D, lane, i);
            EXPECT_EQ(warp.result(lane, i), encode(expected(spec, matrices, at.row, at.column), spec.d))
                << "row " << at.row << " column " << at.column;
        }
    }
}

MmaSpec mma(unsigned m, unsigned n, unsigned k, Element a, Element b, Element c, Element d) {
    MmaSpec spec;
    spec.m = static_cast<std::uint8_t>(m);
    spec.n = static_cast<std::uint8_t>(n);
    spec.k = static_cast<std::uint16_t>(k);
    spec.a = a, spec.b = b, spec.c = c, spec.d = d;
    return spec;
}

void check_mma(unsigned m, unsigned n, unsigned k, Element type, Element accumulator) {
    check(mma(m, n, k, type, type, accumulator, accumulator));
}

void check_wmma(unsigned m, unsigned n, unsigned k, Element type, Element c, Element d) {
    MmaSpec spec = mma(m, n, k, type, type, c, d);
    spec.wmma = true;
    check(spec);
}

TEST(MatrixMma, Halves) {
    for (const unsigned k : {8U, 16U}) {
        check_mma(16, 8, k, Element::F16, Element::F32);
        check_mma(16, 8, k, Element::F16, Element::F16);
        check_mma(16, 8, k, Element::BF16, Element::F32);
    }
    check_mma(16, 8, 4, Element::TF32, Element::F32);
    check_mma(16, 8, 8, Element::TF32, Element::F32);
}

TEST(MatrixMma, QuadPairs) {
    for (const Element c : {Element::F16, Element::F32}) {
        for (const Element d : {Element::F16, Element::F32}) {
            for (const bool column_major : {false, true}) {
                if (c == Element::F32 && d == Element::F16) continue;  // there is none
                MmaSpec spec = mma(8, 8, 4, Element::F16, Element::F16, c, d);
                spec.a_column_major = spec.b_column_major = column_major;
                check(spec);  // every quad is given the same matrices
            }
        }
    }
}

TEST(MatrixMma, Doubles) {
    check_mma(8, 8, 4, Element::F64, Element::F64);
    for (const unsigned k : {4U, 8U, 16U})
        check_mma(16, 8, k, Element::F64, Element::F64);
}

TEST(MatrixMma, Integers) {
    for (const Element a : {Element::S8, Element::U8}) {
        for (const Element b : {Element::S8, Element::U8}) {
            check(mma(8, 8, 16, a, b, Element::S32, Element::S32));
            check(mma(16, 8, 16, a, b, Element::S32, Element::S32));
            check(mma(16, 8, 32, a, b, Element::S32, Element::S32));
        }
    }
    for (const Element a : {Element::S4, Element::U4}) {
        for (const Element b : {Element::S4, Element::U4}) {
            check(mma(8, 8, 32, a, b, Element::S32, Element::S32));
            check(mma(16, 8, 32, a, b, Element::S32, Element::S32));
            check(mma(16, 8, 64, a, b, Element::S32, Element::S32));
        }
    }
}

TEST(MatrixMma, Bits) {
    for (const bool exclusive : {false, true}) {
        for (const auto& [m, k] : {std::pair{8U, 128U}, std::pair{16U, 128U}, std::pair{16U, 256U}}) {
            MmaSpec spec = mma(m, 8, k, Element::B1, Element::B1, Element::S32, Element::S32);
            spec.exclusive = exclusive;
            check(spec);
        }
    }
}

TEST(MatrixMma, SmallFloats) {
    for (const Element a : {Element::E4M3, Element::E5M2}) {
        for (const Element b : {Element::E4M3, Element::E5M2}) {
            for (const unsigned k : {16U, 32U}) {
                check(mma(16, 8, k, a, b, Element::F32, Element::F32));
                check(mma(16, 8, k, a, b, Element::F16, Element::F16));
            }
        }
    }
}

TEST(MatrixMma, Wmma) {
    for (const auto& [m, n] : {std::pair{16U, 16U}, std::pair{32U, 8U}, std::pair{8U, 32U}}) {
        for (const Element c : {Element::F16, Element::F32}) {
            for (const Element d : {Element::F16, Element::F32})
                check_wmma(m, n, 16, Element::F16, c, d);
        }
        check_wmma(m, n, 16, Element::BF16, Element::F32, Element::F32);
        check_wmma(m, n, 16, Element::S8, Element::S32, Element::S32);
        check_wmma(m, n, 16, Element::U8, Element::S32, Element::S32);
    }
    check_wmma(16, 16, 8, Element::TF32, Element::F32, Element::F32);
    check_wmma(8, 8, 4, Element::F64, Element::F64, Element::F64);
    check_wmma(8, 8, 32, Element::S4, Element::S32, Element::S32);
    check_wmma(8, 8, 128, Element::B1, Element::S32, Element::S32);
}

// All elements of the matrices are the same; gives d's first element.
std::uint64_t uniform(const MmaSpec& spec, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    Warp warp(spec);
    const std::pair<MatrixRole, std::uint64_t> values[] = {{MatrixRole::A, a}, {MatrixRole::B, b}, {MatrixRole::C, c}};
    for (const auto& [role, bits] : values) {
        for (unsigned lane = 0; lane < warp_lanes; ++lane) {
            for (unsigned i = 0; i < fragment_elements(spec, role); ++i)
                warp.set(role, lane, i, bits);
        }
    }
    warp.run();
    return warp.result(0, 0);
}

TEST(MatrixMma, IntegersWrapOrSaturate) {
    MmaSpec spec = mma(16, 8, 32, Element::S8, Element::S8, Element::S32, Element::S32);
    EXPECT_EQ(uniform(spec, 127, 127, 0x7fff'ffff), 0x7fff'ffffU + 32 * 127 * 127);
    EXPECT_EQ(uniform(spec, 0x80, 127, 0x8000'0000), 0x8000'0000U - 32 * 128 * 127);
    spec.saturate = true;
    EXPECT_EQ(uniform(spec, 127, 127, 0x7fff'ffff), 0x7fff'ffffU);
    EXPECT_EQ(uniform(spec, 0x80, 127, 0x8000'0000), 0x8000'0000U);
    EXPECT_EQ(uniform(spec, 1, 1, 5), 37U);
}

TEST(MatrixMma, DoublesRoundEachStep) {
    MmaSpec spec = mma(8, 8, 4, Element::F64, Element::F64, Element::F64, Element::F64);
    const std::uint64_t one = bits_of(1.0);
    const std::uint64_t tiny = bits_of(0x1p-60);
    EXPECT_EQ(uniform(spec, tiny, one, one), one);
    spec.rounding = Rounding::Up;
    EXPECT_EQ(uniform(spec, tiny, one, one), one + 4);
    spec.rounding = Rounding::Zero;
    EXPECT_EQ(uniform(spec, bits_of(-0x1p-60), one, one), one - 4);
    spec.rounding = Rounding::Down;
    EXPECT_EQ(uniform(spec, tiny, one, one), one);
}

// f8 is widened, summed apart, and c is added at the end, rounded to nearest.
TEST(MatrixMma, SmallFloatsAddTheAccumulatorLast) {
    const MmaSpec spec = mma(16, 8, 32, Element::E4M3, Element::E4M3, Element::F32, Element::F32);
    const std::uint64_t one = 0x38;
    EXPECT_EQ(uniform(spec, one, one, bits_of(0x1p29F)), bits_of(0x1p29F));  // 32 is half of the last place
    EXPECT_EQ(uniform(spec, one, one, bits_of(0x1.000002p29F)), bits_of(0x1.000004p29F));  // a tie, to the even
}

TEST(MatrixMma, QuadPairsRoundAsIeee) {
    const MmaSpec spec = mma(8, 8, 4, Element::F16, Element::F16, Element::F32, Element::F32);
    const std::uint64_t one = 0x3c00;
    EXPECT_EQ(uniform(spec, one, one, bits_of(0x1p26F)), bits_of(0x1p26F));
    EXPECT_EQ(uniform(spec, one, one, bits_of(0x1.000002p26F)), bits_of(0x1.000004p26F));
    EXPECT_EQ(uniform(spec, 0x7c00, 0, bits_of(1.0F)), 0x7fff'ffffU);
    const MmaSpec half = mma(8, 8, 4, Element::F16, Element::F16, Element::F16, Element::F16);
    EXPECT_EQ(uniform(half, 0x7bff, one, 0x7bff), 0x7c00U);
    EXPECT_EQ(uniform(half, 0x7e00, one, 0), 0x7fffU);
}

}  // namespace
}  // namespace ringfence::softgpu::math
