// The fragment layouts, against the formulas of the PTX ISA, written here as the ISA has them.
#include <functional>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "softgpu/math/matrix.h"

namespace ringfence::softgpu::math {
namespace {

using Formula = std::function<Position(unsigned group, unsigned member, unsigned i)>;

MmaSpec mma(unsigned m, unsigned n, unsigned k, Element type, Element accumulator) {
    MmaSpec spec;
    spec.m = static_cast<std::uint8_t>(m);
    spec.n = static_cast<std::uint8_t>(n);
    spec.k = static_cast<std::uint16_t>(k);
    spec.a = spec.b = type;
    spec.c = spec.d = accumulator;
    return spec;
}

MmaSpec wmma(unsigned m, unsigned n, unsigned k, Element type, Element accumulator) {
    MmaSpec spec = mma(m, n, k, type, accumulator);
    spec.wmma = true;
    return spec;
}

void expect_layout(const MmaSpec& spec, MatrixRole role, unsigned words, const Formula& formula) {
    EXPECT_EQ(fragment_words(spec, role), words);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        for (unsigned i = 0; i < fragment_elements(spec, role); ++i) {
            EXPECT_EQ(element_position(spec, role, lane, i), formula(lane >> 2, lane % 4, i)) << lane << " " << i;
        }
    }
}

Position accumulators_16x8(unsigned group, unsigned member, unsigned i) {
    return {i < 2 ? group : group + 8, member * 2 + (i & 1)};
}

TEST(MatrixLayout, M16N8K16Half) {
    const MmaSpec spec = mma(16, 8, 16, Element::F16, Element::F32);
    expect_layout(spec, MatrixRole::A, 4, [](unsigned group, unsigned member, unsigned i) {
        const bool upper = i < 2 || (4 <= i && i < 6);
        return Position{upper ? group : group + 8, member * 2 + (i & 1) + (i >= 4 ? 8 : 0)};
    });
    expect_layout(spec, MatrixRole::B, 2, [](unsigned group, unsigned member, unsigned i) {
        return Position{member * 2 + (i & 1) + (i >= 2 ? 8 : 0), group};
    });
    expect_layout(spec, MatrixRole::C, 4, accumulators_16x8);
    expect_layout(mma(16, 8, 16, Element::F16, Element::F16), MatrixRole::D, 2, accumulators_16x8);
}

TEST(MatrixLayout, M16N8K8Half) {
    const MmaSpec spec = mma(16, 8, 8, Element::BF16, Element::F32);
    expect_layout(spec, MatrixRole::A, 2, [](unsigned group, unsigned member, unsigned i) {
        return Position{i < 2 ? group : group + 8, member * 2 + (i & 1)};
    });
    expect_layout(spec, MatrixRole::B, 1, [](unsigned group, unsigned member, unsigned i) {
        return Position{member * 2 + i, group};
    });
}

TEST(MatrixLayout, M16N8K8Tf32) {
    const MmaSpec spec = mma(16, 8, 8, Element::TF32, Element::F32);
    expect_layout(spec, MatrixRole::A, 4, [](unsigned group, unsigned member, unsigned i) {
        return Position{i == 0 || i == 2 ? group : group + 8, member + (i >= 2 ? 4 : 0)};
    });
    expect_layout(spec, MatrixRole::B, 2, [](unsigned group, unsigned member, unsigned i) {
        return Position{member + (i == 1 ? 4 : 0), group};
    });
    expect_layout(mma(16, 8, 4, Element::TF32, Element::F32), MatrixRole::A, 2,
                  [](unsigned group, unsigned member, unsigned i) {
                      return Position{i == 0 ? group : group + 8, member};
                  });
}

TEST(MatrixLayout, Doubles) {
    expect_layout(mma(8, 8, 4, Element::F64, Element::F64), MatrixRole::A, 2,
                  [](unsigned group, unsigned member, unsigned) {
                      return Position{group, member};
                  });
    expect_layout(mma(8, 8, 4, Element::F64, Element::F64), MatrixRole::C, 4,
                  [](unsigned group, unsigned member, unsigned i) {
                      return Position{group, member * 2 + i};
                  });
    const MmaSpec spec = mma(16, 8, 16, Element::F64, Element::F64);
    expect_layout(spec, MatrixRole::A, 16, [](unsigned group, unsigned member, unsigned i) {
        return i % 2 == 0 ? Position{group, i * 2 + member} : Position{group + 8, i * 2 - 2 + member};
    });
    expect_layout(spec, MatrixRole::B, 8, [](unsigned group, unsigned member, unsigned i) {
        return Position{member + i * 4, group};
    });
    expect_layout(spec, MatrixRole::D, 8, accumulators_16x8);
}

TEST(MatrixLayout, Bytes) {
    const MmaSpec spec = mma(16, 8, 32, Element::S8, Element::S32);
    expect_layout(spec, MatrixRole::A, 4, [](unsigned group, unsigned member, unsigned i) {
        const bool upper = i < 4 || (8 <= i && i < 12);
        return Position{upper ? group : group + 8, member * 4 + (i & 3) + (i >= 8 ? 16 : 0)};
    });
    expect_layout(spec, MatrixRole::B, 2, [](unsigned group, unsigned member, unsigned i) {
        return Position{member * 4 + (i & 3) + (i >= 4 ? 16 : 0), group};
    });
    expect_layout(mma(8, 8, 16, Element::U8, Element::S32), MatrixRole::A, 1,
                  [](unsigned group, unsigned member, unsigned i) {
                      return Position{group, member * 4 + i};
                  });
    expect_layout(mma(16, 8, 16, Element::E4M3, Element::F32), MatrixRole::A, 2,
                  [](unsigned group, unsigned member, unsigned i) {
                      return Position{i < 4 ? group : group + 8, member * 4 + (i & 3)};
                  });
}

TEST(MatrixLayout, NibblesAndBits) {
    expect_layout(mma(16, 8, 64, Element::S4, Element::S32), MatrixRole::A, 4,
                  [](unsigned group, unsigned member, unsigned i) {
                      const bool upper = i < 8 || (16 <= i && i < 24);
                      return Position{upper ? group : group + 8, member * 8 + (i & 7) + (i < 16 ? 0 : 32)};
                  });
    expect_layout(mma(8, 8, 32, Element::U4, Element::S32), MatrixRole::B, 1,
                  [](unsigned group, unsigned member, unsigned i) {
                      return Position{member * 8 + i, group};
                  });
    expect_layout(mma(16, 8, 256, Element::B1, Element::S32), MatrixRole::A, 4,
                  [](unsigned group, unsigned member, unsigned i) {
                      const bool upper = i < 32 || (64 <= i && i < 96);
                      return Position{upper ? group : group + 8, member * 32 + (i & 31) + (i < 64 ? 0 : 128)};
                  });
    expect_layout(mma(16, 8, 128, Element::B1, Element::S32), MatrixRole::B, 1,
                  [](unsigned group, unsigned member, unsigned i) {
                      return Position{member * 32 + i, group};
                  });
    expect_layout(mma(8, 8, 128, Element::B1, Element::S32), MatrixRole::C, 2,
                  [](unsigned group, unsigned member, unsigned i) {
                      return Position{group, member * 2 + i};
                  });
}

TEST(MatrixLayout, M8N8K4Half) {
    MmaSpec spec = mma(8, 8, 4, Element::F16, Element::F32);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        const unsigned upper = lane < 16 ? 0 : 4;
        for (unsigned i = 0; i < 4; ++i) {
            spec.a_column_major = false;
            spec.b_column_major = true;
            EXPECT_EQ(element_position(spec, MatrixRole::A, lane, i), (Position{lane % 4 + upper, i}));
            EXPECT_EQ(element_position(spec, MatrixRole::B, lane, i), (Position{i, lane % 4 + upper}));
            spec.a_column_major = true;
            spec.b_column_major = false;
            EXPECT_EQ(element_position(spec, MatrixRole::A, lane, i), (Position{i % 4 + upper, lane % 4}));
            EXPECT_EQ(element_position(spec, MatrixRole::B, lane, i), (Position{lane % 4, i + upper}));
        }
        for (unsigned i = 0; i < 8; ++i) {
            const unsigned row = (lane & 0b1) + (i & 0b10) + upper;
            EXPECT_EQ(element_position(spec, MatrixRole::C, lane, i),
                      (Position{row, (i & 0b100) + (lane & 0b10) + (i & 0b1)}));
        }
    }
    EXPECT_EQ(fragment_words(spec, MatrixRole::A), 2U);
    EXPECT_EQ(fragment_words(spec, MatrixRole::C), 8U);
    spec.c = Element::F16;
    EXPECT_EQ(fragment_words(spec, MatrixRole::C), 4U);
    EXPECT_EQ(element_position(spec, MatrixRole::C, 17, 5), (Position{5, 5}));
}

// Every element of every matrix is somewhere, and only once except for what wmma keeps several times.
TEST(MatrixLayout, FragmentsCoverTheMatrices) {
    const MmaSpec specs[] = {
        wmma(16, 16, 16, Element::F16, Element::F32), wmma(32, 8, 16, Element::F16, Element::F16),
        wmma(8, 32, 16, Element::F16, Element::F32),  wmma(16, 16, 16, Element::BF16, Element::F32),
        wmma(32, 8, 16, Element::BF16, Element::F32), wmma(8, 32, 16, Element::BF16, Element::F32),
        wmma(16, 16, 8, Element::TF32, Element::F32), wmma(8, 8, 4, Element::F64, Element::F64),
        wmma(16, 16, 16, Element::S8, Element::S32),  wmma(32, 8, 16, Element::U8, Element::S32),
        wmma(8, 32, 16, Element::S8, Element::S32),   wmma(8, 8, 32, Element::S4, Element::S32),
        wmma(8, 8, 128, Element::B1, Element::S32),   mma(16, 8, 4, Element::F64, Element::F64),
        mma(16, 8, 32, Element::S4, Element::S32),    mma(8, 8, 32, Element::S4, Element::S32),
        mma(16, 8, 256, Element::B1, Element::S32),
    };
    for (const MmaSpec& spec : specs) {
        const std::pair<MatrixRole, std::pair<unsigned, unsigned>> matrices[] = {
            {MatrixRole::A, {spec.m, spec.k}}, {MatrixRole::B, {spec.k, spec.n}}, {MatrixRole::D, {spec.m, spec.n}}};
        for (const auto& [role, size] : matrices) {
            std::set<std::pair<unsigned, unsigned>> seen;
            for (unsigned lane = 0; lane < warp_lanes; ++lane) {
                for (unsigned i = 0; i < fragment_elements(spec, role); ++i) {
                    const Position at = element_position(spec, role, lane, i);
                    EXPECT_LT(at.row, size.first);
                    EXPECT_LT(at.column, size.second);
                    seen.insert({at.row, at.column});
                }
            }
            EXPECT_EQ(seen.size(), std::size_t{size.first} * size.second);
            const bool repeated = spec.wmma && spec.a == Element::F16 && role != MatrixRole::D;
            if (repeated) continue;
            EXPECT_EQ(seen.size(), std::size_t{warp_lanes} * fragment_elements(spec, role));
        }
    }
}

TEST(MatrixLayout, RegisterCountsOfWmma) {
    EXPECT_EQ(fragment_words(wmma(8, 32, 16, Element::F16, Element::F16), MatrixRole::A), 8U);
    EXPECT_EQ(fragment_words(wmma(8, 32, 16, Element::F16, Element::F16), MatrixRole::C), 4U);
    EXPECT_EQ(fragment_words(wmma(16, 16, 16, Element::BF16, Element::F32), MatrixRole::B), 4U);
    EXPECT_EQ(fragment_words(wmma(32, 8, 16, Element::BF16, Element::F32), MatrixRole::B), 2U);
    EXPECT_EQ(fragment_words(wmma(8, 32, 16, Element::U8, Element::S32), MatrixRole::B), 4U);
    EXPECT_EQ(fragment_words(wmma(8, 8, 4, Element::F64, Element::F64), MatrixRole::D), 4U);
}

TEST(MatrixLayout, SpecSurvivesPacking) {
    MmaSpec spec = wmma(32, 8, 16, Element::E5M2, Element::S32);
    spec.k = 256;
    spec.a_column_major = spec.saturate = spec.exclusive = true;
    spec.b_column_major = false;
    spec.rounding = Rounding::Up;
    EXPECT_EQ(MmaSpec::from_bits(spec.bits()), spec);
    EXPECT_EQ(MmaSpec::from_bits(MmaSpec{}.bits()), MmaSpec{});
}

}  // namespace
}  // namespace ringfence::softgpu::math
