#include "library.h"
#include "reference.h"

namespace ringfence::soft_libraries::blas {
namespace {

template <class T>
class Factorize : public TypedLibrary<T> {};
TYPED_TEST_SUITE(Factorize, ElementTypes);

// LU of three matrices, with and without exchanges of rows: solutions and inverses of the matrices they were made of.
TYPED_TEST(Factorize, LuSolvesAndInverts) {
    using T = TypeParam;
    constexpr int batch = 3, nrhs = 4;
    for (const int n : {1, 2, 5, 17, 40})
        for (const bool pivoting : {false, true})
            for (const int trans : {0, 1, 2}) {
                const int lda = n + 2;
                const int ldb = n + 1;
                std::vector<Memory<T>> before(batch, Memory<T>(0)), lu, b, x, inverse;
                std::vector<T*> lus, xs, inverses;
                for (int i = 0; i < batch; ++i) {
                    before[static_cast<std::size_t>(i)] = Memory<T>(lda * n);
                    for (Size j = 0; j < n; ++j)  // far from singular, and with exchanges where these are allowed
                        before[static_cast<std::size_t>(i)][j * lda + (pivoting ? n - 1 - j : j)] +=
                            T(static_cast<Real<T>>(n));
                    lu.push_back(before[static_cast<std::size_t>(i)]);
                    b.emplace_back(ldb * nrhs);
                    x.push_back(b.back());
                    inverse.emplace_back(ldb * n);
                }
                for (std::size_t i = 0; i < batch; ++i) {
                    lus.push_back(lu[i].data());
                    xs.push_back(x[i].data());
                    inverses.push_back(inverse[i].data());
                }
                std::vector<int> pivots(static_cast<std::size_t>(batch * n));
                int* const p = pivoting ? pivots.data() : nullptr;
                int info[batch] = {-1, -1, -1};
                int host_info = -1;
                this->done(Api<T>::getrf(this->h, n, lus.data(), lda, p, info, batch));
                this->done(
                    Api<T>::getrs(this->h, trans, n, nrhs, lus.data(), lda, p, xs.data(), ldb, &host_info, batch));
                this->done(Api<T>::getri(this->h, n, lus.data(), lda, p, inverses.data(), ldb, info, batch));
                EXPECT_EQ(host_info, 0);
                for (std::size_t i = 0; i < batch; ++i) {
                    EXPECT_EQ(info[i], 0);
                    const Matrix a = full(before[i], lda);
                    expect_memory(
                        with_matrix(x[i], n, nrhs, ldb, product(1, turned(trans, a), full(x[i], ldb), n, 0, nothing)),
                        b[i], tolerance_of<T>(32 * n), "A X");
                    Memory<T> identity = inverse[i];
                    for (Size col = 0; col < n; ++col)
                        for (Size row = 0; row < n; ++row)
                            identity[col * ldb + row] = T(row == col ? 1 : 0);
                    expect_memory(
                        with_matrix(inverse[i], n, n, ldb, product(1, a, full(inverse[i], ldb), n, 0, nothing)),
                        identity, tolerance_of<T>(32 * n), "A A^-1");
                }
            }
}

TYPED_TEST(Factorize, SingularMatricesAreNamed) {
    using T = TypeParam;
    Memory<T> a(9);
    for (Size i = 0; i < 9; ++i)
        a[i] = T(1);
    T* matrices[] = {a.data()};
    int pivots[3];
    int info = -1;
    this->done(Api<T>::getrf(this->h, 3, matrices, 3, pivots, &info, 1));
    EXPECT_EQ(info, 2);
    Memory<T> inverse(9);
    T* inverses[] = {inverse.data()};
    this->done(Api<T>::getri(this->h, 3, matrices, 3, pivots, inverses, 3, &info, 1));
    EXPECT_EQ(info, 2);
}

// Neither numbers nor pivots lead out of the matrices.
TYPED_TEST(Factorize, NonsenseStaysInside) {
    using T = TypeParam;
    constexpr int n = 6;
    for (const bool nan : {false, true}) {
        Memory<T> a(n * n);
        for (Size i = 0; nan && i < n * n; ++i)
            a[i] = not_a_number<T>();
        const Memory<T> a_before = a;
        T* matrices[] = {a.data()};
        int pivots[n];
        int info = 0;
        this->done(Api<T>::getrf(this->h, n, matrices, n, pivots, &info, 1));
        for (int i = 0; i < n; ++i) {
            EXPECT_GT(pivots[i], i);
            EXPECT_LE(pivots[i], n);
        }
        int nonsense[n] = {1'000'000, -1'000'000, 0, n + 1, 2'000'000'000, -1};
        Memory<T> b(n);
        const Memory<T> b_before = b;
        T* sides[] = {b.data()};
        Memory<T> inverse(n * n);
        const Memory<T> inverse_before = inverse;
        T* inverses[] = {inverse.data()};
        int host_info = 0;
        this->done(Api<T>::getrs(this->h, 0, n, 1, matrices, n, nonsense, sides, n, &host_info, 1));
        this->done(Api<T>::getri(this->h, n, matrices, n, nonsense, inverses, n, &info, 1));
        const auto fences_stand = [](const Memory<T>& now, const Memory<T>& before) {
            for (std::size_t i = 0; i < now.beside().size(); ++i)
                EXPECT_EQ(now.beside()[i], before.beside()[i]);
        };
        fences_stand(a, a_before);
        fences_stand(b, b_before);
        fences_stand(inverse, inverse_before);
    }
}

// R^H R is A^H A, and tau lies within its bounds.
TYPED_TEST(Factorize, Qr) {
    using T = TypeParam;
    for (const auto& two : {std::pair{1, 1}, {7, 4}, {4, 7}, {40, 33}}) {
        const int m = two.first, n = two.second;
        const int lda = m + 3;
        const int least = std::min(m, n);
        Memory<T> a(matrix_extent(m, n, lda));
        const Memory<T> before = a;
        Memory<T> tau(least);
        T* matrices[] = {a.data()};
        T* taus[] = {tau.data()};
        int info = -1;
        this->done(Api<T>::geqrf(this->h, m, n, matrices, lda, taus, &info, 1));
        EXPECT_EQ(info, 0);
        const Matrix r = [&](Size i, Size j) { return i > j ? Wide(0) : wide(a[j * lda + i]); };
        const Matrix from_r = product(1, turned(2, r), r, least, 0, nothing);
        const Matrix from_a = product(1, turned(2, full(before, lda)), full(before, lda), m, 0, nothing);
        for (Size j = 0; j < n; ++j)
            for (Size i = 0; i < n; ++i)
                EXPECT_LE(std::abs(from_r(i, j) - from_a(i, j)), tolerance_of<T>(8 * m));
    }
}

TYPED_TEST(Factorize, Inverses) {
    using T = TypeParam;
    for (const int n : {1, 3, 17, 32}) {
        const int lda = n + 1;
        const int ld_inverse = n + 2;
        Memory<T> a(matrix_extent(n, n, lda));
        for (Size i = 0; i < n; ++i)
            a[i * lda + n - 1 - i] += T(static_cast<Real<T>>(n));
        const Memory<T> before = a;
        Memory<T> inverse(matrix_extent(n, n, ld_inverse));
        const T* matrices[] = {a.data()};
        T* inverses[] = {inverse.data()};
        int info = -1;
        this->done(Api<T>::matinv(this->h, n, matrices, lda, inverses, ld_inverse, &info, 1));
        EXPECT_EQ(info, 0);
        expect_memory(a, before, 0, "A");
        const Matrix identity = [](Size i, Size j) { return Wide(i == j ? 1 : 0); };
        expect_memory(
            with_matrix(inverse, n, n, ld_inverse, product(1, full(a, lda), full(inverse, ld_inverse), n, 0, nothing)),
            with_matrix(inverse, n, n, ld_inverse, identity), tolerance_of<T>(32 * n), "A A^-1");
    }
    int info = 0;
    EXPECT_EQ(Api<T>::matinv(this->h, 33, nullptr, 33, nullptr, 33, &info, 1), cublas::invalid_value);
}

// The residual of the equations is orthogonal to all columns of A.
TYPED_TEST(Factorize, LeastSquares) {
    using T = TypeParam;
    constexpr int nrhs = 3;
    for (const int n : {1, 2, 11})
        for (const int m : {n, n + 7}) {
            const int lda = m + 1;
            const int ldc = m + 2;
            Memory<T> a(matrix_extent(m, n, lda));
            for (Size i = 0; i < n; ++i)
                a[i * lda + i] += T(4);
            Memory<T> c(matrix_extent(m, nrhs, ldc));
            const Memory<T> a_before = a;
            const Memory<T> c_before = c;
            T* matrices[] = {a.data()};
            T* sides[] = {c.data()};
            int info = -1;
            int device_info = -1;
            this->done(Api<T>::gels(this->h, 0, m, n, nrhs, matrices, lda, sides, ldc, &info, &device_info, 1));
            EXPECT_EQ(info, 0);
            EXPECT_EQ(device_info, 0);
            const Matrix left = product(-1, full(a_before, lda), full(c, ldc), n, 1, full(c_before, ldc));
            const Matrix along = product(1, turned(cublas::op_c, full(a_before, lda)), left, m, 0, nothing);
            for (Size j = 0; j < nrhs; ++j)
                for (Size i = 0; i < n; ++i)
                    EXPECT_LE(std::abs(along(i, j)), tolerance_of<T>(64 * m));
        }
    int info = 0;
    EXPECT_EQ(Api<T>::gels(this->h, 0, 2, 3, 1, nullptr, 2, nullptr, 2, &info, nullptr, 1), cublas::not_supported);
    EXPECT_EQ(Api<T>::gels(this->h, 1, 3, 2, 1, nullptr, 3, nullptr, 3, &info, nullptr, 1), cublas::not_supported);
    EXPECT_EQ(Api<T>::gels(this->h, 0, 3, 2, 1, nullptr, 2, nullptr, 3, &info, nullptr, 1), cublas::invalid_value);
    EXPECT_EQ(info, -6);
}

TYPED_TEST(Factorize, WrongArgumentsAreCounted) {
    using T = TypeParam;
    int info = 0;
    EXPECT_EQ(Api<T>::getrs(this->h, 0, -1, 1, nullptr, 1, nullptr, nullptr, 1, &info, 1), cublas::invalid_value);
    EXPECT_EQ(info, -2);
    EXPECT_EQ(Api<T>::geqrf(this->h, 5, 2, nullptr, 4, nullptr, &info, 1), cublas::invalid_value);
    EXPECT_EQ(info, -4);
    EXPECT_EQ(Api<T>::getrf(this->h, 5, nullptr, 4, nullptr, &info, 1), cublas::invalid_value);
    EXPECT_EQ(Api<T>::getri(this->h, 5, nullptr, 5, nullptr, nullptr, 4, &info, 1), cublas::invalid_value);
}

}  // namespace
}  // namespace ringfence::soft_libraries::blas
