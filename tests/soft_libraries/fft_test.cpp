// cuFFT's interface on FFTW computes the transform as it is defined. The cases are counted: at least 250.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "fft_case.h"
#include "fft_library.h"

namespace ringfence::soft_libraries::fft {
namespace {

using adapters::FftExtent;
using adapters::FftKind;
using adapters::FftSizes;
using adapters::FftType;

// All transforms of two precisions, complex ones in both directions.
struct Kernel {
    FftType type;
    int direction;
};

std::vector<Kernel> kernels() {
    std::vector<Kernel> all;
    for (const std::uint8_t bytes : {std::uint8_t{4}, std::uint8_t{8}}) {
        all.push_back({{FftKind::ComplexToComplex, bytes}, forward});
        all.push_back({{FftKind::ComplexToComplex, bytes}, inverse});
        all.push_back({{FftKind::RealToComplex, bytes}, forward});
        all.push_back({{FftKind::ComplexToReal, bytes}, inverse});
    }
    return all;
}

Case packed_case(const Kernel& kernel, int rank, const FftSizes& n, std::int64_t batch, bool in_place, Entry entry) {
    Case c;
    c.plan.type = kernel.type;
    c.plan.rank = rank;
    c.plan.n = n;
    c.plan.batch = batch;
    c.direction = kernel.direction;
    c.in_place = in_place;
    c.entry = entry;
    return c;
}

class Fft : public testing::Test {
protected:
    void check(const Case& c) {
        ++cases_;
        run(c, random_);
    }
    std::int64_t pick(std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
    }
    template <class T>
    T one_of(std::initializer_list<T> values) {
        return *(values.begin() + pick(0, static_cast<std::int64_t>(values.size()) - 1));
    }

    std::mt19937_64 random_{12};
    int cases_ = 0;
};

TEST_F(Fft, OneDimension) {
    for (const Kernel& kernel : kernels()) {
        for (const std::int64_t n : {1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 30, 31, 64, 97, 101}) {
            for (const bool in_place : {false, true}) {
                check(packed_case(kernel, 1, {n}, 1, in_place, Entry::PlanBasic));
                check(packed_case(kernel, 1, {n}, 3, in_place, Entry::MakeBasic));
                if (HasFatalFailure()) return;
            }
        }
    }
    EXPECT_EQ(cases_, 480);
}

TEST_F(Fft, LargePrimes) {
    for (const Kernel& kernel : kernels()) {
        for (const std::int64_t n : {257, 509}) {
            check(packed_case(kernel, 1, {n}, 1, false, Entry::PlanBasic));
            if (HasFatalFailure()) return;
        }
    }
    check(packed_case({{FftKind::ComplexToComplex, 8}, forward}, 1, {1009}, 1, false, Entry::PlanBasic));
    check(packed_case({{FftKind::RealToComplex, 4}, forward}, 1, {1009}, 1, true, Entry::PlanBasic));
    EXPECT_EQ(cases_, 18);
}

TEST_F(Fft, TwoDimensions) {
    for (const Kernel& kernel : kernels()) {
        for (const FftSizes& n : {FftSizes{1, 1}, {1, 9}, {9, 1}, {2, 3}, {4, 4}, {5, 7}, {8, 6}, {17, 16}}) {
            for (const bool in_place : {false, true}) {
                check(packed_case(kernel, 2, n, 1, in_place, Entry::PlanBasic));
                check(packed_case(kernel, 2, n, 1, in_place, Entry::MakeBasic));
                check(packed_case(kernel, 2, n, 2, in_place, Entry::MakeMany));
                if (HasFatalFailure()) return;
            }
        }
    }
    EXPECT_EQ(cases_, 384);
}

TEST_F(Fft, ThreeDimensions) {
    for (const Kernel& kernel : kernels()) {
        for (const FftSizes& n :
             {FftSizes{1, 1, 1}, {2, 3, 4}, {4, 4, 4}, {3, 5, 7}, {6, 1, 5}, {1, 6, 2}, {8, 7, 6}}) {
            for (const bool in_place : {false, true}) {
                check(packed_case(kernel, 3, n, 1, in_place, Entry::PlanBasic));
                check(packed_case(kernel, 3, n, 1, in_place, Entry::MakeBasic));
                check(packed_case(kernel, 3, n, 2, in_place, Entry::PlanMany));
                if (HasFatalFailure()) return;
            }
        }
    }
    EXPECT_EQ(cases_, 336);
}

// Rows and transforms with holes between them, or the transforms of a batch element by element in turn.
TEST_F(Fft, StridedLayouts) {
    const std::vector<Kernel> all = kernels();
    for (int i = 0; i < 1000; ++i) {
        const Kernel& kernel = all[static_cast<std::size_t>(i) % all.size()];
        Case c;
        c.plan.type = kernel.type;
        c.direction = kernel.direction;
        c.plan.rank = static_cast<int>(pick(1, 3));
        for (std::int64_t& n : c.plan.n)
            n = pick(1, c.plan.rank == 1 ? 20 : 6);
        c.plan.batch = pick(1, 4);
        c.entry = one_of({Entry::PlanMany, Entry::MakeMany, Entry::MakeMany64, Entry::XtMakeMany});
        const auto rank = static_cast<std::size_t>(c.plan.rank);
        FftSizes embed = c.plan.n;
        for (std::int64_t& size : embed)
            size += pick(0, 3);
        embed[0] = pick(-1, 9);  // not looked at
        std::int64_t whole = rank == 1 ? c.plan.n[0] : c.plan.n[0] * embed[1] * (rank == 3 ? embed[2] : 1);
        const std::int64_t step = pick(1, 3);
        const bool in_turn = pick(0, 2) == 0;
        c.plan.inembed = c.plan.onembed = embed;
        c.plan.istride = c.plan.ostride = in_turn ? step * c.plan.batch : step;
        c.plan.idist = c.plan.odist = in_turn ? step : whole * step + pick(0, 5);
        const bool complex = kernel.type.kind == FftKind::ComplexToComplex;
        if (complex) {
            c.in_place = pick(0, 1) == 0;
        } else {
            // A row of the spectrum is as long as one of real numbers or shorter, but for the shortest.
            (*c.plan.inembed)[rank - 1] = std::max<std::int64_t>(embed[rank - 1], 2);
            (*c.plan.onembed)[rank - 1] = std::max<std::int64_t>(embed[rank - 1], 2);
            whole = rank == 1 ? c.plan.n[0] + 1 : c.plan.n[0] * embed[1] * (rank == 3 ? embed[2] + 2 : 2);
            if (!in_turn) c.plan.idist = c.plan.odist = whole * step + 2 * step * c.plan.n[0] + pick(0, 5);
        }
        check(c);
        if (HasFatalFailure()) return;
    }
    EXPECT_EQ(cases_, 1000);
}

// The padded layout said in so many words, with holes: a row of real numbers is twice as long as its spectrum.
TEST_F(Fft, StridedRealTransformsInPlace) {
    for (const std::uint8_t bytes : {std::uint8_t{4}, std::uint8_t{8}}) {
        for (const FftKind kind : {FftKind::RealToComplex, FftKind::ComplexToReal}) {
            for (int rank = 1; rank <= 3; ++rank) {
                for (const std::int64_t n : {1, 2, 5, 6, 7, 8}) {
                    Case c = packed_case({{kind, bytes}, forward}, rank, {n, n, n}, 3, true, Entry::MakeMany);
                    const FftSizes real = {2 * (n / 2 + 2), rank == 2 ? 2 * (n / 2 + 2) : n + 1, 2 * (n / 2 + 2)};
                    const FftSizes complex = {n / 2 + 2, rank == 2 ? n / 2 + 2 : n + 1, n / 2 + 2};
                    std::int64_t whole = rank == 1 ? n / 2 + 2 : n * complex[1] * (rank == 3 ? complex[2] : 1);
                    whole += 1;
                    const bool from_real = kind == FftKind::RealToComplex;
                    c.plan.inembed = from_real ? real : complex;
                    c.plan.onembed = from_real ? complex : real;
                    c.plan.idist = from_real ? 2 * whole : whole;
                    c.plan.odist = from_real ? whole : 2 * whole;
                    check(c);
                    if (HasFatalFailure()) return;
                }
            }
        }
    }
    EXPECT_EQ(cases_, 72);
}

// As a short-time Fourier transform has them; and one input for all.
TEST_F(Fft, OverlappingInputs) {
    for (const Kernel& kernel : kernels()) {
        if (kernel.type.kind == FftKind::ComplexToReal) continue;
        for (const std::int64_t hop : {0, 1, 3, 8}) {
            Case c = packed_case(kernel, 1, {16}, 5, false, Entry::MakeMany64);
            c.plan.inembed = c.plan.onembed = FftSizes{16};
            c.plan.idist = hop;
            c.plan.odist = 16;
            check(c);
            if (HasFatalFailure()) return;
        }
    }
    EXPECT_EQ(cases_, 24);
}

TEST_F(Fft, HalfPrecision) {
    for (const bool bfloat : {false, true}) {
        for (const FftKind kind : {FftKind::ComplexToComplex, FftKind::RealToComplex, FftKind::ComplexToReal}) {
            for (const std::int64_t n : {1, 2, 4, 16, 64}) {
                for (const bool in_place : {false, true}) {
                    Case c = packed_case({{kind, 2}, forward}, 1, {n}, 2, in_place, Entry::XtMakeMany);
                    c.bfloat = bfloat;
                    check(c);
                    c.plan.rank = 2;
                    c.plan.n = {4, n};
                    check(c);
                    if (HasFatalFailure()) return;
                }
            }
        }
    }
    EXPECT_EQ(cases_, 120);
}

// Too large for the definition. The transform of a single one is a wave.
TEST_F(Fft, LargeSizes) {
    for (const int n : {1 << 18, 100003, 65537, 3 * 5 * 7 * 11 * 13 * 17}) {
        constexpr int place = 12345;
        std::vector<std::complex<double>> values(static_cast<std::size_t>(n));
        values[place] = 1;
        Handle plan = null_handle;
        ASSERT_EQ(library().cufftPlan1d(&plan, n, Type::Z2Z, 1), Status::Success);
        ASSERT_EQ(library().cufftExecZ2Z(plan, values.data(), values.data(), forward), Status::Success);
        for (int k = 0; k < n; k += 1 + k / 50) {
            const auto turns = static_cast<double>(static_cast<std::int64_t>(k) * place % n) / n;
            const std::complex<double> wave = std::polar(1.0, -2 * std::numbers::pi * turns);
            ASSERT_LE(std::abs(values[static_cast<std::size_t>(k)] - wave), 1e-11) << n << " " << k;
        }
        ASSERT_EQ(library().cufftExecZ2Z(plan, values.data(), values.data(), inverse), Status::Success);
        EXPECT_NEAR(values[place].real(), n, 1e-6);
        EXPECT_NEAR(std::abs(values[0]), 0, 1e-6);
        library().cufftDestroy(plan);
    }
}

// A pointer need not be aligned.
TEST_F(Fft, AnyAddress) {
    std::vector<std::byte> bytes(8 * 8 + 1);
    Handle plan = null_handle;
    ASSERT_EQ(library().cufftPlan1d(&plan, 8, Type::C2C, 1), Status::Success);
    const float one = 1;
    std::memcpy(bytes.data() + 1, &one, sizeof one);
    ASSERT_EQ(library().cufftExecC2C(plan, bytes.data() + 1, bytes.data() + 1, forward), Status::Success);
    for (std::size_t i = 0; i < 8; ++i) {
        float value = 0;
        std::memcpy(&value, bytes.data() + 1 + i * 8, sizeof value);
        EXPECT_EQ(value, 1);
    }
    library().cufftDestroy(plan);
}

// Whatever the arguments are, a plan that can be made keeps to its extent, and one without an extent cannot be made.
TEST_F(Fft, RandomArguments) {
    constexpr std::int64_t large = std::numeric_limits<std::int64_t>::max();
    const auto any = [&](std::int64_t low, std::int64_t high) {
        if (pick(0, 15) != 0) return pick(low, high);
        return one_of<std::int64_t>({-large, -1, 0, std::int64_t{1} << 46, large / 2, large});
    };
    int executed = 0;
    int refused = 0;
    for (int i = 0; i < 10000; ++i) {
        Case c;
        c.plan.type = {static_cast<FftKind>(pick(0, 2)), static_cast<std::uint8_t>(one_of({4, 8}))};
        c.plan.rank = static_cast<int>(pick(1, 3));
        c.direction = one_of({forward, inverse});
        c.in_place = pick(0, 1) == 0;
        c.entry = one_of({Entry::MakeMany64, Entry::XtMakeMany});
        for (std::int64_t& n : c.plan.n)
            n = any(1, 7);
        if (pick(0, 3) != 0) {
            c.plan.inembed = FftSizes{any(1, 9), any(1, 9), any(1, 9)};
            c.plan.onembed = FftSizes{any(1, 9), any(1, 9), any(1, 9)};
        }
        c.plan.istride = any(1, 4);
        c.plan.ostride = any(1, 4);
        c.plan.idist = any(0, 60);
        c.plan.odist = any(0, 60);
        c.plan.batch = any(1, 4);

        const std::optional<FftExtent> extent = adapters::fft_extent(c.plan, c.in_place);
        constexpr std::uint64_t affordable = 1 << 20;
        if (extent && extent->input < affordable && extent->output < affordable) {
            run(c, random_, Look::AtMemoryOnly);
            ++executed;
        } else {
            // With an extent it may be made (another way than in place, too), but memory is not that large.
            Handle handle = null_handle;
            const Status status = make(c, handle);
            if (!extent && !adapters::fft_extent(c.plan, !c.in_place)) {
                ASSERT_NE(status, Status::Success) << describe(c);
                ++refused;
            }
            library().cufftDestroy(handle);
        }
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(executed, 3000);
    EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace ringfence::soft_libraries::fft
