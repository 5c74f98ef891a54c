#include "library.h"
#include "reference.h"

namespace ringfence::soft_libraries::blas {
namespace {

struct PairCase {
    int m;
    int n;
    int extra_ld;
};
constexpr PairCase pair_cases[] = {{1, 1, 0}, {5, 3, 2}, {17, 7, 1}, {13, 29, 3}};

template <class T>
class Level3 : public TypedLibrary<T> {
protected:
    // A square matrix of which only one triangle can be read.
    static Memory<T> one_triangle(int fill, Size n, Size ld) {
        Memory<T> a(matrix_extent(n, n, ld));
        for (Size j = 0; j < n; ++j)
            for (Size i = 0; i < n; ++i)
                if (!triangle(fill)(i, j)) a[j * ld + i] = not_a_number<T>();
        return a;
    }
};
TYPED_TEST_SUITE(Level3, ElementTypes);

TYPED_TEST(Level3, SymmetricAndHermitianProducts) {
    using T = TypeParam;
    for (const auto& size : pair_cases)
        for (const int side : {0, 1})
            for (const int fill : {0, 1})
                for (const bool hermitian : {false, true})
                    for (const bool keep : {false, true}) {
                        const int m = size.m, n = size.n, extra = size.extra_ld;
                        const int order = side == 0 ? m : n;
                        const int lda = order + extra;
                        const int ldb = m + 1;
                        const int ldc = m + extra;
                        const Memory<T> a = this->one_triangle(fill, order, lda);
                        const Memory<T> b(matrix_extent(m, n, ldb));
                        Memory<T> c(matrix_extent(m, n, ldc));
                        const auto alpha = some_number<T>();
                        const auto beta = keep ? some_number<T>() : T{};
                        const Matrix whole = symmetric(fill, hermitian, full(a, lda));
                        const Matrix result =
                            side == 0 ? product(wide(alpha), whole, full(b, ldb), m, wide(beta), full(c, ldc))
                                      : product(wide(alpha), full(b, ldb), whole, n, wide(beta), full(c, ldc));
                        const Memory<T> expected = with_matrix(c, m, n, ldc, result);
                        if (!keep) c[0] = not_a_number<T>();
                        const auto call = hermitian ? Api<T>::hemm : Api<T>::symm;
                        this->done(call(this->h, side, fill, m, n, &alpha, a.data(), lda, b.data(), ldb, &beta,
                                        c.data(), ldc));
                        expect_memory(c, expected, tolerance_of<T>(order), hermitian ? "hemm" : "symm");
                    }
}

TYPED_TEST(Level3, RankUpdates) {
    using T = TypeParam;
    using R = Real<T>;
    for (const auto& size : pair_cases)
        for (const int fill : {0, 1})
            for (const bool transposed : {false, true})
                for (const bool keep : {false, true}) {
                    const int n = size.m, k = size.n, extra = size.extra_ld;
                    const int rows = transposed ? k : n;
                    const int cols = transposed ? n : k;
                    const int lda = rows + extra;
                    const int ldb = rows + 2;
                    const int ldc = n + extra;
                    const Memory<T> a(matrix_extent(rows, cols, lda));
                    const Memory<T> b(matrix_extent(rows, cols, ldb));
                    const Memory<T> c_before(matrix_extent(n, n, ldc));
                    const auto alpha = some_number<T>();
                    const auto beta = keep ? some_number<T>() : T{};
                    const auto real_alpha = some_number<R>();
                    const auto real_beta = keep ? some_number<R>() : R{};
                    // x y^T or x y^H, where these are A or B, or the turned ones.
                    const auto pair = [&](int turn, Wide by, const Matrix& x, const Matrix& y) {
                        return transposed ? product(by, turned(turn, x), y, k, 0, nothing)
                                          : product(by, x, turned(turn, y), k, 0, nothing);
                    };
                    const auto expect = [&](bool hermitian, const Matrix& added, Wide kept, auto call,
                                            const char* what) {
                        const Matrix sum = [&](Size i, Size j) {
                            Wide value = added(i, j);
                            if (kept != Wide(0)) value += kept * wide(c_before[j * ldc + i]);
                            return hermitian && i == j ? Wide(value.real()) : value;
                        };
                        Memory<T> c = c_before;
                        if (!keep) c[0] = not_a_number<T>();
                        this->done(call(c.data()));
                        expect_memory(c, with_matrix(c_before, n, n, ldc, sum, triangle(fill)), tolerance_of<T>(2 * k),
                                      what);
                    };
                    const Matrix first = full(a, lda);
                    const Matrix second = full(b, ldb);
                    const auto both = [](const Matrix& one, const Matrix& other) -> Matrix {
                        return [=](Size i, Size j) { return one(i, j) + other(i, j); };
                    };
                    const int t = transposed ? cublas::op_t : cublas::op_n;
                    const int adjoint = transposed ? cublas::op_c : cublas::op_n;
                    expect(
                        false, pair(1, wide(alpha), first, first), wide(beta),
                        [&](T* c) {
                            return Api<T>::syrk(this->h, fill, t, n, k, &alpha, a.data(), lda, &beta, c, ldc);
                        },
                        "syrk");
                    expect(
                        true, pair(2, wide(real_alpha), first, first), wide(real_beta),
                        [&](T* c) {
                            return Api<T>::herk(this->h, fill, adjoint, n, k, &real_alpha, a.data(), lda, &real_beta, c,
                                                ldc);
                        },
                        "herk");
                    expect(
                        false, both(pair(1, wide(alpha), first, second), pair(1, wide(alpha), second, first)),
                        wide(beta),
                        [&](T* c) {
                            return Api<T>::syr2k(this->h, fill, t, n, k, &alpha, a.data(), lda, b.data(), ldb, &beta, c,
                                                 ldc);
                        },
                        "syr2k");
                    expect(
                        true, both(pair(2, wide(alpha), first, second), pair(2, std::conj(wide(alpha)), second, first)),
                        wide(real_beta),
                        [&](T* c) {
                            return Api<T>::her2k(this->h, fill, adjoint, n, k, &alpha, a.data(), lda, b.data(), ldb,
                                                 &real_beta, c, ldc);
                        },
                        "her2k");
                    expect(
                        false, pair(1, wide(alpha), first, second), wide(beta),
                        [&](T* c) {
                            return Api<T>::syrkx(this->h, fill, t, n, k, &alpha, a.data(), lda, b.data(), ldb, &beta, c,
                                                 ldc);
                        },
                        "syrkx");
                    if constexpr (is_complex<T>)
                        expect(
                            true, pair(2, wide(alpha), first, second), wide(real_beta),
                            [&](T* c) {
                                return Api<T>::herkx(this->h, fill, adjoint, n, k, &alpha, a.data(), lda, b.data(), ldb,
                                                     &real_beta, c, ldc);
                            },
                            "herkx");
                }
}

TYPED_TEST(Level3, TriangularProductsAndSolutions) {
    using T = TypeParam;
    for (const auto& size : pair_cases)
        for (const int side : {0, 1})
            for (const int fill : {0, 1})
                for (const int trans : {0, 1, 2})
                    for (const int diag : {0, 1}) {
                        const int m = size.m, n = size.n, extra = size.extra_ld;
                        const int order = side == 0 ? m : n;
                        const int lda = order + extra;
                        const int ldb = m + 1;
                        const int ldc = m + extra;
                        Memory<T> a = this->one_triangle(fill, order, lda);
                        for (Size j = 0; j < order; ++j)
                            for (Size i = 0; i < order; ++i) {
                                a[j * lda + i] *= static_cast<Real<T>>(0.5) / static_cast<Real<T>>(order);
                                if (i == j) a[j * lda + i] += T(2);
                            }
                        const Memory<T> b(matrix_extent(m, n, ldb));
                        Memory<T> c(matrix_extent(m, n, ldc));
                        const auto alpha = some_number<T>() + T(2);
                        const Matrix whole = turned(trans, triangular(fill, diag, full(a, lda)));
                        const Matrix result = side == 0 ? product(wide(alpha), whole, full(b, ldb), m, 0, nothing)
                                                        : product(wide(alpha), full(b, ldb), whole, n, 0, nothing);
                        const Memory<T> multiplied = with_matrix(c, m, n, ldc, result);
                        const Memory<T> solved = with_matrix(c, m, n, ldc, full(b, ldb));
                        this->done(Api<T>::trmm(this->h, side, fill, trans, diag, m, n, &alpha, a.data(), lda, b.data(),
                                                ldb, c.data(), ldc));
                        expect_memory(c, multiplied, tolerance_of<T>(8 * order), "trmm");
                        // In place, after which the solution leads back to where it began.
                        const T back = T(1) / alpha;
                        this->done(
                            Api<T>::trsm(this->h, side, fill, trans, diag, m, n, &back, a.data(), lda, c.data(), ldc));
                        expect_memory(c, solved, tolerance_of<T>(16 * order), "trsm");
                        this->done(Api<T>::trmm(this->h, side, fill, trans, diag, m, n, &alpha, a.data(), lda, c.data(),
                                                ldc, c.data(), ldc));
                        expect_memory(c, multiplied, tolerance_of<T>(32 * order), "trmm in place");
                        T* batch[] = {c.data()};
                        const T* matrices[] = {a.data()};
                        this->done(Api<T>::trsm_batched(this->h, side, fill, trans, diag, m, n, &back, matrices, lda,
                                                        batch, ldc, 1));
                        expect_memory(c, solved, tolerance_of<T>(64 * order), "trsmBatched");
                    }
}

TYPED_TEST(Level3, ZeroAlphaReadsNothing) {
    using T = TypeParam;
    const T zero{};
    Memory<T> a(9);
    Memory<T> b(9);
    for (Size i = 0; i < 9; ++i)
        a[i] = b[i] = not_a_number<T>();
    Memory<T> c(9);
    Memory<T> expected = c;
    for (Size i = 0; i < 9; ++i)
        expected[i] = T{};
    this->done(Api<T>::trmm(this->h, 0, 0, 0, 0, 3, 3, &zero, a.data(), 3, b.data(), 3, c.data(), 3));
    expect_memory(c, expected, 0, "trmm");
    c[4] = not_a_number<T>();
    this->done(Api<T>::trsm(this->h, 0, 0, 0, 0, 3, 3, &zero, a.data(), 3, c.data(), 3));
    expect_memory(c, expected, 0, "trsm");
    c[4] = not_a_number<T>();
    this->done(Api<T>::gemm(this->h, 0, 0, 3, 3, 3, &zero, a.data(), 3, b.data(), 3, &zero, c.data(), 3));
    expect_memory(c, expected, 0, "gemm");
    c[4] = not_a_number<T>();
    this->done(Api<T>::geam(this->h, 0, 0, 3, 3, &zero, nullptr, 3, &zero, nullptr, 3, c.data(), 3));
    expect_memory(c, expected, 0, "geam");
    const T one(1);
    this->done(Api<T>::geam(this->h, 0, 0, 3, 3, &one, nullptr, 3, &one, nullptr, 3, c.data(), 3));
    expect_memory(c, expected, 0, "geam without matrices");
}

TYPED_TEST(Level3, Geam) {
    using T = TypeParam;
    for (const auto& size : pair_cases)
        for (const int transa : {0, 1, 2})
            for (const int transb : {0, 1, 2}) {
                const int m = size.m, n = size.n, extra = size.extra_ld;
                const int lda = (transa == 0 ? m : n) + extra;
                const int ldb = (transb == 0 ? m : n) + 1;
                const int ldc = m + extra;
                const Memory<T> a(matrix_extent(transa == 0 ? m : n, transa == 0 ? n : m, lda));
                const Memory<T> b(matrix_extent(transb == 0 ? m : n, transb == 0 ? n : m, ldb));
                Memory<T> c(matrix_extent(m, n, ldc));
                const auto alpha = some_number<T>();
                const auto beta = some_number<T>();
                const Matrix first = turned(transa, full(a, lda));
                const Matrix second = turned(transb, full(b, ldb));
                const Memory<T> expected = with_matrix(c, m, n, ldc, [&](Size i, Size j) {
                    return wide(alpha) * first(i, j) + wide(beta) * second(i, j);
                });
                this->done(Api<T>::geam(this->h, transa, transb, m, n, &alpha, a.data(), lda, &beta, b.data(), ldb,
                                        c.data(), ldc));
                expect_memory(c, expected, tolerance_of<T>(2), "geam");
            }
    const T one(1);
    Memory<T> c(4);
    EXPECT_EQ(Api<T>::geam(this->h, 1, 0, 2, 2, &one, c.data(), 2, &one, c.data(), 2, c.data(), 2),
              cublas::invalid_value);
    this->done(Api<T>::geam(this->h, 0, 0, 2, 2, &one, c.data(), 2, &one, c.data(), 2, c.data(), 2));
}

TYPED_TEST(Level3, Dgmm) {
    using T = TypeParam;
    for (const auto& size : pair_cases)
        for (const int side : {0, 1})
            for (const int incx : {1, 2, -3}) {
                const int m = size.m, n = size.n, extra = size.extra_ld;
                const int lda = m + extra;
                const int ldc = m + 1;
                const int length = side == 0 ? m : n;
                const Memory<T> a(matrix_extent(m, n, lda));
                const Memory<T> x(vector_extent(length, incx));
                Memory<T> c(matrix_extent(m, n, ldc));
                const Matrix factors = column(x, length, incx);
                const Memory<T> expected = with_matrix(
                    c, m, n, ldc, [&](Size i, Size j) { return wide(a[j * lda + i]) * factors(side == 0 ? i : j, 0); });
                this->done(Api<T>::dgmm(this->h, side, m, n, a.data(), lda, x.data(), incx, c.data(), ldc));
                expect_memory(c, expected, tolerance_of<T>(1), "dgmm");
            }
}

}  // namespace
}  // namespace ringfence::soft_libraries::blas
