#include "library.h"
#include "reference.h"

namespace ringfence::soft_libraries::blas {
namespace {

struct VectorCase {
    int n;
    int incx;
    int incy;
};
constexpr VectorCase vector_cases[] = {{1, 1, 1},  {2, 1, 3},    {7, -1, 1}, {17, 2, -3},
                                       {64, 1, 1}, {97, -5, -2}, {0, 1, 1},  {-3, 1, 2}};

template <class T>
class Level1 : public TypedLibrary<T> {};
TYPED_TEST_SUITE(Level1, ElementTypes);

TYPED_TEST(Level1, Axpy) {
    for (const auto& size : vector_cases) {
        const int n = size.n, incx = size.incx, incy = size.incy;
        const Memory<TypeParam> x(vector_extent(n, incx));
        Memory<TypeParam> y(vector_extent(n, incy));
        const auto alpha = some_number<TypeParam>();
        const Matrix from = column(x, n, incx);
        const Matrix before = column(y, n, incy);
        const Memory<TypeParam> expected =
            with_vector(y, n, incy, [&](Size i, Size) { return wide(alpha) * from(i, 0) + before(i, 0); });
        this->done(Api<TypeParam>::axpy(this->h, n, &alpha, x.data(), incx, y.data(), incy));
        expect_memory(y, expected, tolerance_of<TypeParam>(1), "y");
    }
}

TYPED_TEST(Level1, CopyAndSwap) {
    for (const auto& size : vector_cases) {
        const int n = size.n, incx = size.incx, incy = size.incy;
        Memory<TypeParam> x(vector_extent(n, incx));
        Memory<TypeParam> y(vector_extent(n, incy));
        const Memory<TypeParam> x_before = x;
        const Memory<TypeParam> y_before = y;
        this->done(Api<TypeParam>::swap(this->h, n, x.data(), incx, y.data(), incy));
        expect_memory(y, with_vector(y_before, n, incy, column(x_before, n, incx)), 0, "y");
        expect_memory(x, with_vector(x_before, n, incx, column(y_before, n, incy)), 0, "x");
        this->done(Api<TypeParam>::copy(this->h, n, x.data(), incx, y.data(), incy));
        expect_memory(y, y_before, 0, "y");
    }
}

TYPED_TEST(Level1, Scal) {
    for (const auto& size : vector_cases) {
        const int n = size.n, incx = size.incx;
        Memory<TypeParam> x(vector_extent(n, incx));
        const auto alpha = some_number<TypeParam>();
        const Matrix before = column(x, n, incx);
        const Memory<TypeParam> expected =
            incx < 0 ? x : with_vector(x, n, incx, [&](Size i, Size) { return wide(alpha) * before(i, 0); });
        this->done(Api<TypeParam>::scal(this->h, n, &alpha, x.data(), incx));
        expect_memory(x, expected, tolerance_of<TypeParam>(1), "x");
    }
}

TYPED_TEST(Level1, DotInBothModes) {
    for (const auto& size : vector_cases) {
        const int n = size.n, incx = size.incx, incy = size.incy;
        const Memory<TypeParam> x(vector_extent(n, incx));
        const Memory<TypeParam> y(vector_extent(n, incy));
        const Matrix first = column(x, n, incx);
        const Matrix second = column(y, n, incy);
        const Wide plain = product(1, turned(cublas::op_t, first), second, n, 0, nothing)(0, 0);
        const Wide adjoint = product(1, turned(cublas::op_c, first), second, n, 0, nothing)(0, 0);
        TypeParam host_result = not_a_number<TypeParam>();
        ASSERT_EQ(Api<TypeParam>::dotu(this->h, n, x.data(), incx, y.data(), incy, &host_result), 0);
        EXPECT_LE(std::abs(wide(host_result) - plain), tolerance_of<TypeParam>(n));

        Memory<TypeParam> device_result(1);
        Memory<TypeParam> expected = device_result;
        expected[0] = rounded<TypeParam>(adjoint);
        cublasSetPointerMode_v2(this->h, cublas::device_pointers);
        this->done(Api<TypeParam>::dotc(this->h, n, x.data(), incx, y.data(), incy, device_result.data()));
        cublasSetPointerMode_v2(this->h, cublas::host_pointers);
        expect_memory(device_result, expected, tolerance_of<TypeParam>(n), "result");
    }
}

TYPED_TEST(Level1, NormsAndSums) {
    for (const auto& size : vector_cases) {
        const int n = size.n, incx = size.incx;
        const Memory<TypeParam> x(vector_extent(n, incx));
        long double squares = 0;
        long double sum = 0;
        for (Size i = 0; incx > 0 && i < n; ++i) {
            const Wide value = wide(x[i * incx]);
            squares += std::norm(value);
            sum += std::abs(value.real()) + std::abs(value.imag());
        }
        Real<TypeParam> result = -1;
        ASSERT_EQ(Api<TypeParam>::nrm2(this->h, n, x.data(), incx, &result), 0);
        EXPECT_NEAR(static_cast<double>(result), static_cast<double>(std::sqrt(squares)),
                    static_cast<double>(tolerance_of<TypeParam>(n)));
        ASSERT_EQ(Api<TypeParam>::asum(this->h, n, x.data(), incx, &result), 0);
        EXPECT_NEAR(static_cast<double>(result), static_cast<double>(sum),
                    static_cast<double>(tolerance_of<TypeParam>(2 * n)));
    }
}

TYPED_TEST(Level1, LargestAndSmallestCountFromOne) {
    Memory<TypeParam> x(60);
    for (Size i = 0; i < 60; ++i)
        x[i] = TypeParam(i % 2 == 0 ? -1 : 100);
    x[2 * 7] = TypeParam(-5);
    x[2 * 11] = TypeParam(5);
    x[2 * 13] = TypeParam(Real<TypeParam>(0.25));
    int result = -1;
    EXPECT_EQ(Api<TypeParam>::amax(this->h, 30, x.data(), 2, &result), 0);
    EXPECT_EQ(result, 8);
    EXPECT_EQ(Api<TypeParam>::amin(this->h, 30, x.data(), 2, &result), 0);
    EXPECT_EQ(result, 14);
    for (const auto& two : {std::pair{0, 1}, {-1, 1}, {30, 0}, {30, -2}}) {
        const int n = two.first, incx = two.second;
        result = -1;
        EXPECT_EQ(Api<TypeParam>::amax(this->h, n, x.data(), incx, &result), 0);
        EXPECT_EQ(result, 0);
        result = -1;
        EXPECT_EQ(Api<TypeParam>::amin(this->h, n, x.data(), incx, &result), 0);
        EXPECT_EQ(result, 0);
    }
}

TYPED_TEST(Level1, Rot) {
    for (const auto& size : vector_cases) {
        const int n = size.n, incx = size.incx, incy = size.incy;
        Memory<TypeParam> x(vector_extent(n, incx));
        Memory<TypeParam> y(vector_extent(n, incy));
        const Memory<TypeParam> x_before = x;
        const Memory<TypeParam> y_before = y;
        const Matrix first = column(x_before, n, incx);
        const Matrix second = column(y_before, n, incy);
        const auto c = some_number<Real<TypeParam>>();
        const auto s = some_number<TypeParam>();
        this->done(Api<TypeParam>::rot(this->h, n, x.data(), incx, y.data(), incy, &c, &s));
        expect_memory(x,
                      with_vector(x_before, n, incx,
                                  product(
                                      wide(c), first, [](Size, Size) { return Wide(1); }, 1, wide(s), second)),
                      tolerance_of<TypeParam>(2), "x");
        expect_memory(
            y,
            with_vector(y_before, n, incy,
                        product(
                            wide(c), second, [](Size, Size) { return Wide(1); }, 1, -std::conj(wide(s)), first)),
            tolerance_of<TypeParam>(2), "y");
    }
}

TYPED_TEST(Level1, RotgMakesARotationThatClearsB) {
    for (int i = 0; i < 10; ++i) {
        const auto a = some_number<TypeParam>();
        const auto b = some_number<TypeParam>();
        TypeParam r = a;
        TypeParam z = b;
        Real<TypeParam> c{};
        TypeParam s{};
        ASSERT_EQ(Api<TypeParam>::rotg(this->h, &r, &z, &c, &s), 0);
        const long double tolerance = tolerance_of<TypeParam>(4);
        EXPECT_LE(std::abs(wide(c) * wide(a) + wide(s) * wide(b) - wide(r)), tolerance);
        EXPECT_LE(std::abs(wide(c) * wide(b) - std::conj(wide(s)) * wide(a)), tolerance);
        EXPECT_NEAR(static_cast<double>(std::norm(wide(s)) + std::norm(wide(c))), 1, static_cast<double>(tolerance));
    }
}

template <class T>
class RealLevel1 : public TypedLibrary<T> {};
using RealTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(RealLevel1, RealTypes);

TYPED_TEST(RealLevel1, Rotm) {
    for (const int flag : {-2, -1, 0, 1})
        for (const auto& size : vector_cases) {
            const int n = size.n, incx = size.incx, incy = size.incy;
            Memory<TypeParam> x(vector_extent(n, incx));
            Memory<TypeParam> y(vector_extent(n, incy));
            const Memory<TypeParam> x_before = x;
            const Memory<TypeParam> y_before = y;
            TypeParam param[5] = {static_cast<TypeParam>(flag), some_number<TypeParam>(), some_number<TypeParam>(),
                                  some_number<TypeParam>(), some_number<TypeParam>()};
            long double h[4] = {param[1], param[2], param[3], param[4]};  // by columns
            if (flag == -2) h[0] = 1, h[1] = 0, h[2] = 0, h[3] = 1;
            if (flag == 0) h[0] = 1, h[3] = 1;
            if (flag == 1) h[1] = -1, h[2] = 1;
            const Matrix first = column(x_before, n, incx);
            const Matrix second = column(y_before, n, incy);
            this->done(Api<TypeParam>::rotm(this->h, n, x.data(), incx, y.data(), incy, param));
            expect_memory(
                x,
                with_vector(x_before, n, incx, [&](Size i, Size) { return h[0] * first(i, 0) + h[2] * second(i, 0); }),
                tolerance_of<TypeParam>(2), "x");
            expect_memory(
                y,
                with_vector(y_before, n, incy, [&](Size i, Size) { return h[1] * first(i, 0) + h[3] * second(i, 0); }),
                tolerance_of<TypeParam>(2), "y");
        }
}

TYPED_TEST(RealLevel1, RotmgInDeviceMemory) {
    TypeParam d1 = 2;
    TypeParam d2 = 3;
    TypeParam x1 = 1;
    const TypeParam y1 = 4;
    TypeParam param[5] = {};
    cublasSetPointerMode_v2(this->h, cublas::device_pointers);
    ASSERT_EQ(Api<TypeParam>::rotmg(this->h, &d1, &d2, &x1, &y1, param), 0);
    EXPECT_EQ(x1, 1);
    ASSERT_TRUE(this->host_.synchronize(nullptr));
    // d2 y1^2 is the larger, so the rotation is of the kind with h12 = 1, h21 = -1.
    EXPECT_EQ(param[0], 1);
    const TypeParam h11 = param[1];
    const TypeParam h22 = param[4];
    EXPECT_NEAR(static_cast<double>(-1 + h22 * y1), 0, 1e-6);  // the second component vanishes
    EXPECT_NEAR(static_cast<double>(x1), static_cast<double>(h11 + y1), 1e-5);
}

template <class T>
class ComplexLevel1 : public TypedLibrary<T> {};
using ComplexTypes = testing::Types<Complex, DoubleComplex>;
TYPED_TEST_SUITE(ComplexLevel1, ComplexTypes);

TYPED_TEST(ComplexLevel1, RealFactors) {
    Memory<TypeParam> x(31);
    Memory<TypeParam> y(31);
    const Memory<TypeParam> x_before = x;
    const Memory<TypeParam> y_before = y;
    const auto c = some_number<Real<TypeParam>>();
    const auto s = some_number<Real<TypeParam>>();
    this->done(Api<TypeParam>::real_rot(this->h, 31, x.data(), 1, y.data(), 1, &c, &s));
    Memory<TypeParam> expected = x_before;
    for (Size i = 0; i < 31; ++i)
        expected[i] = rounded<TypeParam>(wide(c) * wide(x_before[i]) + wide(s) * wide(y_before[i]));
    expect_memory(x, expected, tolerance_of<TypeParam>(2), "x");
    this->done(Api<TypeParam>::real_scal(this->h, 31, &s, x.data(), 1));
    for (Size i = 0; i < 31; ++i)
        expected[i] = rounded<TypeParam>(wide(s) * wide(expected[i]));
    expect_memory(x, expected, tolerance_of<TypeParam>(2), "x");
}

// An increment of 0 is one element over and over.
TYPED_TEST(Level1, ZeroIncrement) {
    const Memory<TypeParam> x(1);
    Memory<TypeParam> y(5);
    Memory<TypeParam> expected = y;
    const TypeParam alpha(2);
    for (Size i = 0; i < 5; ++i)
        expected[i] = rounded<TypeParam>(wide(y[i]) + Wide(2) * wide(x[0]));
    this->done(Api<TypeParam>::axpy(this->h, 5, &alpha, x.data(), 0, y.data(), 1));
    expect_memory(y, expected, tolerance_of<TypeParam>(1), "y");
}

TYPED_TEST(Level1, ZeroIncrementOfWhatIsWritten) {
    const Memory<TypeParam> x(5);
    Memory<TypeParam> y(1);
    Memory<TypeParam> expected = y;
    const TypeParam alpha(2);
    for (Size i = 0; i < 5; ++i)
        expected[0] = rounded<TypeParam>(wide(expected[0]) + Wide(2) * wide(x[i]));
    this->done(Api<TypeParam>::axpy(this->h, 5, &alpha, x.data(), 1, y.data(), 0));
    expect_memory(y, expected, tolerance_of<TypeParam>(5), "y");
}

TYPED_TEST(Level1, ZeroIncrementsOfAProduct) {
    const Memory<TypeParam> x(1);
    const Memory<TypeParam> y(5);
    Wide sum = 0;
    for (Size i = 0; i < 5; ++i)
        sum += wide(x[0]) * wide(y[i]);
    TypeParam result{};
    this->done(Api<TypeParam>::dotu(this->h, 5, x.data(), 0, y.data(), 1, &result));
    EXPECT_LE(std::abs(wide(result) - sum), tolerance_of<TypeParam>(5));
}

}  // namespace
}  // namespace ringfence::soft_libraries::blas
