#include <sys/mman.h>

#include "library.h"
#include "reference.h"

namespace ringfence::soft_libraries::blas {
namespace {

struct MatrixVectorCase {
    int m;
    int n;
    int extra_ld;
    int incx;
    int incy;
};
constexpr MatrixVectorCase matrix_vector_cases[] = {
    {1, 1, 0, 1, 1}, {3, 5, 2, 1, -1}, {17, 13, 3, -2, 3}, {32, 31, 0, 1, 1}, {2, 41, 5, 3, -2}};

template <class T>
class Level2 : public TypedLibrary<T> {};
TYPED_TEST_SUITE(Level2, ElementTypes);

TYPED_TEST(Level2, Gemv) {
    for (const auto& size : matrix_vector_cases)
        for (const int trans : {0, 1, 2})
            for (const bool keep : {false, true}) {
                const int m = size.m, n = size.n, extra = size.extra_ld, incx = size.incx, incy = size.incy;
                const int lda = m + extra;
                const int in = trans == 0 ? n : m;
                const int out = trans == 0 ? m : n;
                const Memory<TypeParam> a(matrix_extent(m, n, lda));
                const Memory<TypeParam> x(vector_extent(in, incx));
                Memory<TypeParam> y(vector_extent(out, incy));
                const auto alpha = some_number<TypeParam>();
                const auto beta = keep ? some_number<TypeParam>() : TypeParam{};
                const Memory<TypeParam> expected =
                    with_vector(y, out, incy,
                                product(wide(alpha), turned(trans, full(a, lda)), column(x, in, incx), in, wide(beta),
                                        column(y, out, incy)));
                if (!keep) y[0] = not_a_number<TypeParam>();
                this->done(Api<TypeParam>::gemv(this->h, trans, m, n, &alpha, a.data(), lda, x.data(), incx, &beta,
                                                y.data(), incy));
                expect_memory(y, expected, tolerance_of<TypeParam>(in), "y");
            }
}

TYPED_TEST(Level2, GemvBatches) {
    constexpr int m = 7, n = 5, lda = 9, batch = 3;
    for (const int trans : {0, 1, 2})
        for (const bool listed : {false, true}) {
            const int in = trans == 0 ? n : m;
            const int out = trans == 0 ? m : n;
            const int stride_a = lda * n + 1;
            const Memory<TypeParam> a(stride_a * batch);
            const Memory<TypeParam> x(20 * batch);
            Memory<TypeParam> y(20 * batch);
            const auto alpha = some_number<TypeParam>();
            const auto beta = some_number<TypeParam>();
            Memory<TypeParam> expected = y;
            std::vector<const TypeParam*> as, xs;
            std::vector<TypeParam*> ys;
            for (int b = 0; b < batch; ++b) {
                as.push_back(a.data() + b * stride_a);
                xs.push_back(x.data() + b * 20);
                ys.push_back(y.data() + b * 20);
                const Matrix part = [&](Size i, Size j) { return wide(as.back()[j * lda + i]); };
                const Matrix vector = [&](Size i, Size) { return wide(xs.back()[i * 2]); };
                const Matrix before = [&](Size i, Size) { return wide(ys.back()[i]); };
                for (Size i = 0; i < out; ++i)
                    expected[b * 20 + i] = rounded<TypeParam>(
                        product(wide(alpha), turned(trans, part), vector, in, wide(beta), before)(i, 0));
            }
            if (listed)
                this->done(Api<TypeParam>::gemv_batched(this->h, trans, m, n, &alpha, as.data(), lda, xs.data(), 2,
                                                        &beta, ys.data(), 1, batch));
            else
                this->done(Api<TypeParam>::gemv_strided(this->h, trans, m, n, &alpha, a.data(), lda, stride_a, x.data(),
                                                        2, 20, &beta, y.data(), 1, 20, batch));
            expect_memory(y, expected, tolerance_of<TypeParam>(in), "y");
        }
}

TYPED_TEST(Level2, Gbmv) {
    for (const auto& size : matrix_vector_cases)
        for (const int trans : {0, 1, 2})
            for (const auto& two : {std::pair{0, 0}, {1, 2}, {3, 0}, {50, 1}}) {
                const int m = size.m, n = size.n, extra = size.extra_ld, incx = size.incx, incy = size.incy;
                const int kl = two.first, ku = two.second;
                const int lda = kl + ku + 1 + extra;
                const int in = trans == 0 ? n : m;
                const int out = trans == 0 ? m : n;
                const Memory<TypeParam> a(matrix_extent(kl + ku + 1, n, lda));
                const Memory<TypeParam> x(vector_extent(in, incx));
                Memory<TypeParam> y(vector_extent(out, incy));
                const auto alpha = some_number<TypeParam>();
                const auto beta = some_number<TypeParam>();
                const Memory<TypeParam> expected =
                    with_vector(y, out, incy,
                                product(wide(alpha), turned(trans, general_band(a, kl, ku, lda)), column(x, in, incx),
                                        in, wide(beta), column(y, out, incy)));
                this->done(Api<TypeParam>::gbmv(this->h, trans, m, n, kl, ku, &alpha, a.data(), lda, x.data(), incx,
                                                &beta, y.data(), incy));
                expect_memory(y, expected, tolerance_of<TypeParam>(in), "y");
            }
}

struct SquareCase {
    int n;
    int extra_ld;
    int incx;
    int incy;
};
constexpr SquareCase square_cases[] = {{1, 0, 1, 1}, {5, 2, -1, 2}, {17, 1, 3, -1}, {33, 0, 1, 1}};

// The triangle that is not stored must not be read.
template <class T>
void spoil_other_triangle(int fill, Size n, Memory<T>& a, Size lda) {
    for (Size j = 0; j < n; ++j)
        for (Size i = 0; i < n; ++i)
            if (!triangle(fill)(i, j)) a[j * lda + i] = not_a_number<T>();
}

TYPED_TEST(Level2, SymmetricAndHermitianProducts) {
    using T = TypeParam;
    for (const auto& size : square_cases)
        for (const int fill : {0, 1})
            for (const bool keep : {false, true}) {
                const int n = size.n, extra = size.extra_ld, incx = size.incx, incy = size.incy;
                const int lda = n + extra;
                Memory<T> a(matrix_extent(n, n, lda));
                const Memory<T> x(vector_extent(n, incx));
                const Memory<T> y_before(vector_extent(n, incy));
                spoil_other_triangle(fill, n, a, lda);
                const auto alpha = some_number<T>();
                const auto beta = keep ? some_number<T>() : T{};
                const auto expect = [&](const Matrix& matrix, auto call, const char* what) {
                    const Memory<T> expected = with_vector(
                        y_before, n, incy,
                        product(wide(alpha), matrix, column(x, n, incx), n, wide(beta), column(y_before, n, incy)));
                    Memory<T> y = y_before;
                    if (!keep) y[0] = not_a_number<T>();
                    this->done(call(y));
                    expect_memory(y, expected, tolerance_of<T>(n), what);
                };
                expect(
                    symmetric(fill, true, full(a, lda)),
                    [&](Memory<T>& y) {
                        return Api<T>::hemv(this->h, fill, n, &alpha, a.data(), lda, x.data(), incx, &beta, y.data(),
                                            incy);
                    },
                    "hemv");
                expect(
                    symmetric(fill, false, full(a, lda)),
                    [&](Memory<T>& y) {
                        return Api<T>::symv(this->h, fill, n, &alpha, a.data(), lda, x.data(), incx, &beta, y.data(),
                                            incy);
                    },
                    "symv");
                const Memory<T> ap(n * (n + 1) / 2);
                expect(
                    symmetric(fill, true, packed(fill, ap, n)),
                    [&](Memory<T>& y) {
                        return Api<T>::hpmv(this->h, fill, n, &alpha, ap.data(), x.data(), incx, &beta, y.data(), incy);
                    },
                    "hpmv");
                for (const int k : {0, 2, n}) {
                    const int ldb = k + 1 + extra;
                    const Memory<T> b(matrix_extent(k + 1, n, ldb));
                    expect(
                        symmetric(fill, true, band(fill, b, k, ldb)),
                        [&](Memory<T>& y) {
                            return Api<T>::hbmv(this->h, fill, n, k, &alpha, b.data(), ldb, x.data(), incx, &beta,
                                                y.data(), incy);
                        },
                        "hbmv");
                }
            }
}

TYPED_TEST(Level2, TriangularProductsAndSolutions) {
    using T = TypeParam;
    for (const auto& size : square_cases)
        for (const int fill : {0, 1})
            for (const int trans : {0, 1, 2})
                for (const int diag : {0, 1}) {
                    const int n = size.n, extra = size.extra_ld, incx = size.incx;
                    const Memory<T> x_before(vector_extent(n, incx));
                    // Multiplies and compares; then solves, which must lead back.
                    const auto expect = [&](const Matrix& matrix, auto multiply, auto solve, const char* what) {
                        const Memory<T> expected = with_vector(x_before, n, incx,
                                                               product(1, turned(trans, triangular(fill, diag, matrix)),
                                                                       column(x_before, n, incx), n, 0, nothing));
                        Memory<T> x = x_before;
                        this->done(multiply(x.data()));
                        expect_memory(x, expected, tolerance_of<T>(4 * n), what);
                        this->done(solve(x.data()));
                        expect_memory(x, x_before, tolerance_of<T>(16 * n), what);
                    };
                    // Diagonals of about 2, the rest small: solutions are near what was put in.
                    const auto tame = [&](T& element, bool on_diagonal) {
                        element *= static_cast<Real<T>>(0.5) / static_cast<Real<T>>(n);
                        if (on_diagonal) element += T(2);
                    };
                    const int lda = n + extra;
                    Memory<T> a(matrix_extent(n, n, lda));
                    for (Size j = 0; j < n; ++j)
                        for (Size i = 0; i < n; ++i)
                            tame(a[j * lda + i], i == j);
                    spoil_other_triangle(fill, n, a, lda);
                    expect(
                        full(a, lda),
                        [&](T* x) { return Api<T>::trmv(this->h, fill, trans, diag, n, a.data(), lda, x, incx); },
                        [&](T* x) { return Api<T>::trsv(this->h, fill, trans, diag, n, a.data(), lda, x, incx); },
                        "tr");
                    Memory<T> ap(n * (n + 1) / 2);
                    for (Size j = 0; j < n; ++j)
                        for (Size i = 0; i < n; ++i)
                            if (triangle(fill)(i, j)) tame(ap[packed_place(fill, n, i, j)], i == j);
                    expect(
                        packed(fill, ap, n),
                        [&](T* x) { return Api<T>::tpmv(this->h, fill, trans, diag, n, ap.data(), x, incx); },
                        [&](T* x) { return Api<T>::tpsv(this->h, fill, trans, diag, n, ap.data(), x, incx); }, "tp");
                    const int k = std::min(3, n);
                    const int ldb = k + 1 + extra;
                    Memory<T> b(matrix_extent(k + 1, n, ldb));
                    for (Size j = 0; j < n; ++j)
                        for (Size i = 0; i <= k; ++i)
                            tame(b[j * ldb + i], i == (fill == cublas::lower ? 0 : k));
                    expect(
                        band(fill, b, k, ldb),
                        [&](T* x) { return Api<T>::tbmv(this->h, fill, trans, diag, n, k, b.data(), ldb, x, incx); },
                        [&](T* x) { return Api<T>::tbsv(this->h, fill, trans, diag, n, k, b.data(), ldb, x, incx); },
                        "tb");
                }
}

TYPED_TEST(Level2, GeneralUpdates) {
    using T = TypeParam;
    for (const auto& size : matrix_vector_cases)
        for (const bool adjoint : {false, true}) {
            const int m = size.m, n = size.n, extra = size.extra_ld, incx = size.incx, incy = size.incy;
            const int lda = m + extra;
            const Memory<T> x(vector_extent(m, incx));
            const Memory<T> y(vector_extent(n, incy));
            Memory<T> a(matrix_extent(m, n, lda));
            const auto alpha = some_number<T>();
            const Memory<T> expected =
                with_matrix(a, m, n, lda,
                            product(wide(alpha), column(x, m, incx), turned(adjoint ? 2 : 1, column(y, n, incy)), 1, 1,
                                    full(a, lda)));
            const auto call = adjoint ? Api<T>::gerc : Api<T>::geru;
            this->done(call(this->h, m, n, &alpha, x.data(), incx, y.data(), incy, a.data(), lda));
            expect_memory(a, expected, tolerance_of<T>(2), "A");
        }
}

// alpha v w^H + conj(alpha) w v^H, or without the conjugations.
Matrix rank_two(bool hermitian, Wide alpha, const Matrix& v, const Matrix& w) {
    return [=](Size i, Size j) {
        const auto bent = [&](const Wide& value) { return hermitian ? std::conj(value) : value; };
        return alpha * v(i, 0) * bent(w(j, 0)) + bent(alpha) * w(i, 0) * bent(v(j, 0));
    };
}

TYPED_TEST(Level2, SymmetricAndHermitianUpdates) {
    using T = TypeParam;
    for (const auto& size : square_cases)
        for (const int fill : {0, 1}) {
            const int n = size.n, extra = size.extra_ld, incx = size.incx, incy = size.incy;
            const int lda = n + extra;
            const Memory<T> x(vector_extent(n, incx));
            const Memory<T> y(vector_extent(n, incy));
            const Memory<T> a_before(matrix_extent(n, n, lda));
            const Memory<T> ap_before(n * (n + 1) / 2);
            const Matrix v = column(x, n, incx);
            const Matrix w = column(y, n, incy);
            const auto real_alpha = some_number<Real<T>>();
            const auto alpha = some_number<T>();
            const auto sum_of = [](bool hermitian, const Matrix& before, const Matrix& added) -> Matrix {
                return [=](Size i, Size j) {
                    const Wide sum = before(i, j) + added(i, j);
                    return hermitian && i == j ? Wide(sum.real()) : sum;
                };
            };
            const auto expect = [&](bool hermitian, const Matrix& added, auto call, const char* what) {
                Memory<T> a = a_before;
                this->done(call(a.data()));
                expect_memory(
                    a, with_matrix(a_before, n, n, lda, sum_of(hermitian, full(a_before, lda), added), triangle(fill)),
                    tolerance_of<T>(4), what);
            };
            const auto expect_packed = [&](const Matrix& added, auto call, const char* what) {
                Memory<T> ap = ap_before;
                Memory<T> expected = ap_before;
                const Matrix sum = sum_of(true, packed(fill, ap_before, n), added);
                for (Size j = 0; j < n; ++j)
                    for (Size i = 0; i < n; ++i)
                        if (triangle(fill)(i, j)) expected[packed_place(fill, n, i, j)] = rounded<T>(sum(i, j));
                this->done(call(ap.data()));
                expect_memory(ap, expected, tolerance_of<T>(4), what);
            };
            const Matrix one = product(wide(real_alpha), v, turned(2, v), 1, 0, nothing);
            expect(
                true, one, [&](T* a) { return Api<T>::her(this->h, fill, n, &real_alpha, x.data(), incx, a, lda); },
                "her");
            expect_packed(
                one, [&](T* ap) { return Api<T>::hpr(this->h, fill, n, &real_alpha, x.data(), incx, ap); }, "hpr");
            expect(
                false, product(wide(alpha), v, turned(1, v), 1, 0, nothing),
                [&](T* a) { return Api<T>::syr(this->h, fill, n, &alpha, x.data(), incx, a, lda); }, "syr");
            const Matrix two = rank_two(true, wide(alpha), v, w);
            expect(
                true, two,
                [&](T* a) { return Api<T>::her2(this->h, fill, n, &alpha, x.data(), incx, y.data(), incy, a, lda); },
                "her2");
            expect_packed(
                two, [&](T* ap) { return Api<T>::hpr2(this->h, fill, n, &alpha, x.data(), incx, y.data(), incy, ap); },
                "hpr2");
            expect(
                false, rank_two(false, wide(alpha), v, w),
                [&](T* a) { return Api<T>::syr2(this->h, fill, n, &alpha, x.data(), incx, y.data(), incy, a, lda); },
                "syr2");
        }
}

// Zeros that take no memory: all pages of it are one.
class ZeroMatrix {
public:
    ZeroMatrix(std::size_t rows, std::size_t cols)
        : bytes_(rows * cols * sizeof(Complex)),
          place_(::mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
    ~ZeroMatrix() { ::munmap(place_, bytes_); }
    ZeroMatrix(const ZeroMatrix&) = delete;
    ZeroMatrix& operator=(const ZeroMatrix&) = delete;
    const Complex* data() const { return static_cast<const Complex*>(place_); }

private:
    std::size_t bytes_;
    void* place_;
};

TEST_F(Library, ProductsThatAreComputedHereEndWhenNobodyWantsThem) {
    constexpr int size = 9000;
    const ZeroMatrix a(size, size);
    const std::vector<Complex> x(size, 1.0F);
    const Complex one = 1.0F;
    const auto questions_of = [&](const auto& call) {
        std::vector<Complex> y(size, 1.0F);
        host_.questions = 0;
        host_.most_questions = 1;  // before it begins
        done(call(y.data()));
        return host_.questions;
    };
    for (const int trans : {0, 1, 2}) {
        EXPECT_EQ(questions_of([&](Complex* y) {
                      return cublasCgemv_v2(h, trans, size, size, &one, a.data(), size, x.data(), 1, &one, y, 1);
                  }),
                  2);
    }
    // One triangle, and so half of it.
    constexpr int larger = 12'000;
    const ZeroMatrix triangle(larger, larger);
    const std::vector<Complex> from(larger, 1.0F);
    std::vector<Complex> to(larger, 1.0F);
    host_.questions = 0;
    done(cublasChemv_v2(h, cublas::lower, larger, &one, triangle.data(), larger, from.data(), 1, &one, to.data(), 1));
    EXPECT_EQ(host_.questions, 2);
}

}  // namespace
}  // namespace ringfence::soft_libraries::blas
