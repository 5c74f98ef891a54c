// Factorizations and the systems that they solve: Cholesky, LU, QR, symmetric indefinite.
#pragma once

#include <algorithm>
#include <utility>

#include "soft_libraries/solver/library.h"

namespace ringfence::soft_libraries::solver {

inline const char* fill(int uplo) {
    return uplo == 1 ? "U" : "L";
}

template <class T>
int factor_cholesky(int uplo, Size n, T* a, Size lda) {
    Matrix<T> copy(n, n, a, lda);
    const int size = static_cast<int>(n);
    const int ld = copy.ld();
    int info = 0;
    Lapack<T>::potrf(fill(uplo), &size, copy.data(), &ld, &info, 1);
    copy.give_triangle(a, lda, uplo == 1);
    return info;
}

template <class T>
void solve_cholesky(int uplo, Size n, Size nrhs, const T* a, Size lda, T* b, Size ldb) {
    const Matrix<T> factor(n, n, a, lda);
    Matrix<T> x(n, nrhs, b, ldb);
    const int size = static_cast<int>(n);
    const int columns = static_cast<int>(nrhs);
    const int ld = factor.ld();
    int info = 0;
    Lapack<T>::potrs(fill(uplo), &size, &columns, factor.data(), &ld, x.data(), &ld, &info, 1);
    x.give(b, ldb);
}

template <class T>
int invert_cholesky(int uplo, Size n, T* a, Size lda) {
    Matrix<T> copy(n, n, a, lda);
    const int size = static_cast<int>(n);
    const int ld = copy.ld();
    int info = 0;
    Lapack<T>::potri(fill(uplo), &size, copy.data(), &ld, &info, 1);
    copy.give_triangle(a, lda, uplo == 1);
    return info;
}

// In its place, of one triangle. With a zero on the diagonal nothing changes, and its number is told.
template <class T>
int invert_triangle(int uplo, bool has_unit_diagonal, Size n, T* a, Size lda) {
    Matrix<T> copy(n, n, a, lda);
    const int size = static_cast<int>(n);
    const int ld = copy.ld();
    int info = 0;
    Lapack<T>::trtri(fill(uplo), has_unit_diagonal ? "U" : "N", &size, copy.data(), &ld, &info, 1, 1);
    if (info == 0) copy.give_triangle(a, lda, uplo == 1);
    return info;
}

// As LAPACK chooses pivots: by the sum of both parts' magnitudes.
template <class T>
Real<T> magnitude(const T& value) {
    return std::abs(std::real(value)) + std::abs(std::imag(value));
}

// Not LAPACK's: with NaNs OpenBLAS finds pivots outside of the matrix.
template <class T, class Pivot>
int factor_lu(Size m, Size n, T* a, Size lda, Pivot* pivots) {
    Matrix<T> lu(m, n, a, lda);
    int zero_pivot = 0;
    for (Size k = 0; k < std::min(m, n); ++k) {
        Size best = k;
        for (Size i = k + 1; pivots != nullptr && i < m; ++i)
            if (magnitude(lu(i, k)) > magnitude(lu(best, k))) best = i;
        if (pivots != nullptr) pivots[k] = static_cast<Pivot>(best + 1);
        for (Size j = 0; best != k && j < n; ++j)
            std::swap(lu(k, j), lu(best, j));
        if (lu(k, k) == T{}) {
            if (zero_pivot == 0) zero_pivot = static_cast<int>(k + 1);
            continue;
        }
        for (Size i = k + 1; i < m; ++i)
            lu(i, k) /= lu(k, k);
        for (Size j = k + 1; j < n; ++j)
            for (Size i = k + 1; i < m; ++i)
                lu(i, j) -= lu(i, k) * lu(k, j);
    }
    lu.give(a, lda);
    return zero_pivot;
}

// Pivots lie in memory that a program can write: what is no row from the present one on exchanges nothing.
template <class Pivot>
std::vector<int> safe_pivots(Size n, const Pivot* pivots) {
    std::vector<int> safe(static_cast<std::size_t>(n));
    for (Size i = 0; i < n; ++i) {
        const Pivot row = pivots != nullptr ? pivots[i] : static_cast<Pivot>(i + 1);
        safe[static_cast<std::size_t>(i)] = static_cast<int>(row > i && row <= n ? static_cast<Size>(row) : i + 1);
    }
    return safe;
}

template <class T, class Pivot>
void solve_lu(int trans, Size n, Size nrhs, const T* a, Size lda, const Pivot* pivots, T* b, Size ldb) {
    const Matrix<T> factor(n, n, a, lda);
    Matrix<T> x(n, nrhs, b, ldb);
    const std::vector<int> rows = safe_pivots(n, pivots);
    const char operation = "NTC"[trans];
    const int size = static_cast<int>(n);
    const int columns = static_cast<int>(nrhs);
    const int ld = factor.ld();
    int info = 0;
    Lapack<T>::getrs(&operation, &size, &columns, factor.data(), &ld, rows.data(), x.data(), &ld, &info, 1);
    x.give(b, ldb);
}

template <class T>
void factor_qr(Size m, Size n, T* a, Size lda, T* tau) {
    Matrix<T> copy(m, n, a, lda);
    std::vector<T> factors(static_cast<std::size_t>(std::max<Size>(std::min(m, n), 1)));
    const int rows = static_cast<int>(m);
    const int columns = static_cast<int>(n);
    const int ld = copy.ld();
    int info = 0;
    with_workspace<T>([&](T* work, const int* size) {
        Lapack<T>::geqrf(&rows, &columns, copy.data(), &ld, factors.data(), work, size, &info);
    });
    copy.give(a, lda);
    std::copy_n(factors.data(), std::min(m, n), tau);
}

template <class T>
void make_q(Size m, Size n, Size k, T* a, Size lda, const T* tau) {
    Matrix<T> copy(m, n, a, lda);
    std::vector<T> factors(static_cast<std::size_t>(k) + 1);
    std::copy_n(tau, k, factors.data());
    const int rows = static_cast<int>(m);
    const int columns = static_cast<int>(n);
    const int count = static_cast<int>(k);
    const int ld = copy.ld();
    int info = 0;
    with_workspace<T>([&](T* work, const int* size) {
        Lapack<T>::orgqr(&rows, &columns, &count, copy.data(), &ld, factors.data(), work, size, &info);
    });
    copy.give(a, lda);
}

template <class T>
void multiply_by_q(int side, int trans, Size m, Size n, Size k, const T* a, Size lda, const T* tau, T* c, Size ldc) {
    Matrix<T> reflectors(side == 0 ? m : n, k, a, lda);
    Matrix<T> product(m, n, c, ldc);
    std::vector<T> factors(static_cast<std::size_t>(k) + 1);
    std::copy_n(tau, k, factors.data());
    const int rows = static_cast<int>(m);
    const int columns = static_cast<int>(n);
    const int count = static_cast<int>(k);
    const int ld = reflectors.ld();
    const int ld_product = product.ld();
    int info = 0;
    with_workspace<T>([&](T* work, const int* size) {
        Lapack<T>::ormqr(side == 0 ? "L" : "R",
                         trans == 0      ? "N"
                         : is_complex<T> ? "C"
                                         : "T",
                         &rows, &columns, &count, reflectors.data(), &ld, factors.data(), product.data(), &ld_product,
                         work, size, &info, 1, 1);
    });
    product.give(c, ldc);
}

template <class T>
int factor_symmetric(int uplo, Size n, T* a, Size lda, int* pivots) {
    Matrix<T> copy(n, n, a, lda);
    if (!is_finite(copy)) return 1;
    std::vector<int> rows(static_cast<std::size_t>(n) + 1);
    const int side = static_cast<int>(n);
    const int ld = copy.ld();
    int info = 0;
    with_workspace<T>([&](T* work, const int* size) {
        Lapack<T>::sytrf(fill(uplo), &side, copy.data(), &ld, rows.data(), work, size, &info, 1);
    });
    copy.give_triangle(a, lda, uplo == 1);
    if (pivots != nullptr) std::copy_n(rows.data(), n, pivots);
    return info;
}

// A negative pivot belongs to a block of two, of which both say the same.
inline std::vector<int> safe_symmetric_pivots(int uplo, Size n, const std::int64_t* pivots) {
    std::vector<int> safe(static_cast<std::size_t>(n) + 1);
    for (Size i = 0; i < n; ++i)
        safe[static_cast<std::size_t>(i)] = static_cast<int>(i + 1);
    const auto is_right = [&](Size i, std::int64_t row) {
        return uplo == 1 ? row >= 1 && row <= i + 1 : row >= i + 1 && row <= n;
    };
    for (Size i = 0; pivots != nullptr && i < n; ++i) {
        const std::int64_t row = pivots[i];
        if (row > 0 && is_right(i, row)) safe[static_cast<std::size_t>(i)] = static_cast<int>(row);
        if (row >= 0 || i + 1 >= n || pivots[i + 1] != row) continue;
        if (row == INT64_MIN || !is_right(uplo == 1 ? i : i + 1, -row)) continue;
        safe[static_cast<std::size_t>(i)] = safe[static_cast<std::size_t>(i) + 1] = static_cast<int>(row);
        ++i;
    }
    return safe;
}

template <class T>
void solve_symmetric(int uplo, Size n, Size nrhs, const T* a, Size lda, const std::int64_t* pivots, T* b, Size ldb) {
    const Matrix<T> factor(n, n, a, lda);
    Matrix<T> x(n, nrhs, b, ldb);
    const std::vector<int> rows = safe_symmetric_pivots(uplo, n, pivots);
    const int size = static_cast<int>(n);
    const int columns = static_cast<int>(nrhs);
    const int ld = factor.ld();
    int info = 0;
    Lapack<T>::sytrs(fill(uplo), &size, &columns, factor.data(), &ld, rows.data(), x.data(), &ld, &info, 1);
    x.give(b, ldb);
}

}  // namespace ringfence::soft_libraries::solver
