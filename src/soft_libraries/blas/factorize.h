// Factorizations of many small matrices, and what is done with them. Where no pivots are given, rows are not exchanged.
//
// `info`, one per matrix, lies in device memory and says which pivot is zero (from 1); that of getrs, geqrf and gels is
// one number in host memory, 0 or the number of a wrong argument, negative.
#pragma once

#include <algorithm>
#include <vector>

#include "soft_libraries/blas/batch.h"
#include "soft_libraries/blas/level1.h"

namespace ringfence::soft_libraries::blas {

// LU in place, of the column-major matrix; exchanges rows where `pivots` is not null. The number of the first zero
// pivot, or 0. Not LAPACK's: that looks for the largest element with a function whose answer among NaNs nobody
// promises, and takes it as an index.
template <class T>
int factorize(Size n, T* a, Size lda, int* pivots) {
    int zero_pivot = 0;
    for (Size k = 0; k < n; ++k) {
        T* const column = a + k * lda;
        if (pivots) {
            Size best = k;
            for (Size i = k + 1; i < n; ++i)
                if (magnitude(column[i]) > magnitude(column[best])) best = i;
            pivots[k] = narrow(best + 1);
            for (Size j = 0; best != k && j < n; ++j)
                std::swap(a[j * lda + k], a[j * lda + best]);
        }
        if (column[k] == T{}) {
            if (zero_pivot == 0) zero_pivot = narrow(k + 1);
            continue;
        }
        for (Size i = k + 1; i < n; ++i)
            column[i] /= column[k];
        for (Size j = k + 1; j < n; ++j)
            Cblas<T>::axpy(narrow(n - k - 1), pass(-a[j * lda + k]), column + k + 1, 1, a + j * lda + k + 1, 1);
    }
    return zero_pivot;
}

// LAPACK's least is n, for gels twice that; with a multiple it works on blocks of columns, which pays for small n.
inline int lapack_work_size(int n) {
    const Size columns = std::clamp<Size>((Size{1} << 24) / std::max(1, n), 2, 32);
    return narrow(std::clamp<Size>(n * columns, 1, largest_size));
}

// A copy of the pivots, for LAPACK. They lie in memory that a program can write to: what is no row from the present one
// on would lead LAPACK out of the matrix, and exchanges nothing instead.
inline std::vector<int> safe_pivots(int n, const int* pivots) {
    std::vector<int> safe(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
        const int row = pivots ? pivots[i] : i + 1;
        safe[static_cast<std::size_t>(i)] = row > i && row <= n ? row : i + 1;
    }
    return safe;
}

template <class T>
int getrf(Handle* h, int n, T* const* a, int lda, int* pivots, int* info, int batch) {
    const bool valid = n >= 0 && batch >= 0 && is_leading(lda, n) && info;
    if (const int status = refusal(h, {}, valid)) return status;
    return submit(h, [=] {
        for (Size i = 0; i < batch; ++i) {
            info[i] = factorize<T>(n, a[i], lda, pivots ? pivots + i * n : nullptr);
        }
    });
}

template <class T>
int getri(Handle* h, int n, const T* const* a, int lda, const int* pivots, T* const* c, int ldc, int* info, int batch) {
    const bool valid = n >= 0 && batch >= 0 && is_leading(lda, n) && is_leading(ldc, n) && info;
    if (const int status = refusal(h, {}, valid)) return status;
    return submit(h, [=] {
        const int work_size = lapack_work_size(n);
        std::vector<T> work(static_cast<std::size_t>(work_size));
        for (Size i = 0; i < batch; ++i) {
            for (Size j = 0; j < n; ++j)
                std::copy_n(a[i] + j * lda, n, c[i] + j * ldc);
            const std::vector<int> rows = safe_pivots(n, pivots ? pivots + i * n : nullptr);
            Cblas<T>::getri(&n, c[i], &ldc, rows.data(), work.data(), &work_size, info + i);
        }
    });
}

// The inverses of small matrices, which stay as they are.
template <class T>
int matinv(Handle* h, int n, const T* const* a, int lda, T* const* inverse, int ld_inverse, int* info, int batch) {
    constexpr int largest = 32;
    const bool valid = n >= 0 && n <= largest && batch >= 0 && is_leading(lda, n) && is_leading(ld_inverse, n) && info;
    if (const int status = refusal(h, {}, valid)) return status;
    return submit(h, [=] {
        int pivots[largest];
        T work[largest * largest];
        const int work_size = largest * largest;
        for (Size i = 0; i < batch; ++i) {
            for (Size j = 0; j < n; ++j)
                std::copy_n(a[i] + j * lda, n, inverse[i] + j * ld_inverse);
            info[i] = factorize<T>(n, inverse[i], ld_inverse, pivots);
            if (info[i] == 0) Cblas<T>::getri(&n, inverse[i], &ld_inverse, pivots, work, &work_size, info + i);
        }
    });
}

// The number of the first of these that does not hold, negative, or 0.
inline int first_wrong(std::initializer_list<std::pair<int, bool>> arguments) {
    for (const auto& [number, right] : arguments)
        if (!right) return -number;
    return 0;
}

template <class T>
int getrs(Handle* h, int trans, int n, int nrhs, const T* const* a, int lda, const int* pivots, T* const* b, int ldb,
          int* info, int batch) {
    const int wrong = first_wrong({{1, is_operation(trans)},
                                   {2, n >= 0},
                                   {3, nrhs >= 0},
                                   {5, is_leading(lda, n)},
                                   {8, is_leading(ldb, n)},
                                   {10, batch >= 0}});
    if (info) *info = wrong;
    if (const int status = refusal(h, {}, wrong == 0 && info)) return status;
    if (n == 0 || nrhs == 0) return cublas::success;
    return submit(h, [=] {
        const char operation = "NTC"[trans];
        for (Size i = 0; i < batch; ++i) {
            int ignored = 0;
            const std::vector<int> rows = safe_pivots(n, pivots ? pivots + i * n : nullptr);
            Cblas<T>::getrs(&operation, &n, &nrhs, a[i], &lda, rows.data(), b[i], &ldb, &ignored, 1);
        }
    });
}

template <class T>
int geqrf(Handle* h, int m, int n, T* const* a, int lda, T* const* tau, int* info, int batch) {
    const int wrong = first_wrong({{1, m >= 0}, {2, n >= 0}, {4, is_leading(lda, m)}, {7, batch >= 0}});
    if (info) *info = wrong;
    if (const int status = refusal(h, {}, wrong == 0 && info)) return status;
    if (m == 0 || n == 0) return cublas::success;
    return submit(h, [=] {
        const int work_size = lapack_work_size(n);
        std::vector<T> work(static_cast<std::size_t>(work_size));
        for (Size i = 0; i < batch; ++i) {
            int ignored = 0;
            Cblas<T>::geqrf(&m, &n, a[i], &lda, tau[i], work.data(), &work_size, &ignored);
        }
    });
}

// Least squares: as with cuBLAS, of at least as many equations as unknowns, and not transposed. `device_info`, which
// may be null, says per matrix which element of R's diagonal is zero.
template <class T>
int gels(Handle* h, int trans, int m, int n, int nrhs, T* const* a, int lda, T* const* c, int ldc, int* info,
         int* device_info, int batch) {
    const int wrong = first_wrong({{1, is_operation(trans)},
                                   {2, m >= 0},
                                   {3, n >= 0},
                                   {4, nrhs >= 0},
                                   {6, is_leading(lda, m)},
                                   {8, is_leading(ldc, m)},
                                   {11, batch >= 0}});
    if (info) *info = wrong;
    if (const int status = refusal(h, {}, wrong == 0 && info)) return status;
    if (trans != cublas::op_n || m < n) return cublas::not_supported;
    return submit(h, [=] {
        const int work_size = lapack_work_size(std::max({1, n, nrhs}));
        std::vector<T> work(static_cast<std::size_t>(work_size));
        for (Size i = 0; i < batch; ++i) {
            int zero = 0;
            if (n > 0 && nrhs > 0)
                Cblas<T>::gels("N", &m, &n, &nrhs, a[i], &lda, c[i], &ldc, work.data(), &work_size, &zero, 1);
            if (device_info) device_info[i] = zero;
        }
    });
}

}  // namespace ringfence::soft_libraries::blas
