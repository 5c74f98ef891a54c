// Factorizations of many small matrices, with LAPACK. Where no pivots are given, rows are not exchanged.
//
// `info`, one per matrix, lies in device memory and says which pivot is zero (from 1); that of getrs and geqrf is one
// number in host memory, 0 or the number of a wrong argument, negative.
#pragma once

#include <numeric>
#include <vector>

#include "soft_libraries/blas/batch.h"
#include "soft_libraries/blas/openblas.h"

namespace ringfence::soft_libraries::blas {

// LU in place without exchanges. The number of the first zero pivot, or 0.
template <class T>
int factorize_unpivoted(Size n, T* a, Size lda) {
    int zero_pivot = 0;
    for (Size k = 0; k < n; ++k) {
        const T pivot = a[k * lda + k];
        if (pivot == T{}) {
            if (zero_pivot == 0) zero_pivot = narrow(k + 1);
            continue;
        }
        for (Size i = k + 1; i < n; ++i)
            a[k * lda + i] /= pivot;
        for (Size j = k + 1; j < n; ++j)
            for (Size i = k + 1; i < n; ++i)
                a[j * lda + i] -= a[k * lda + i] * a[j * lda + k];
    }
    return zero_pivot;
}

inline std::vector<int> no_exchanges(int n) {
    std::vector<int> pivots(static_cast<std::size_t>(n));
    std::iota(pivots.begin(), pivots.end(), 1);
    return pivots;
}

template <class T>
int getrf(Handle* h, int n, T* const* a, int lda, int* pivots, int* info, int batch) {
    const bool valid = n >= 0 && batch >= 0 && is_leading(lda, n) && info;
    if (const int status = refusal(h, {}, valid)) return status;
    return submit(h, [=] {
        for (Size i = 0; i < batch; ++i) {
            if (pivots)
                Cblas<T>::getrf(&n, &n, a[i], &lda, pivots + i * n, info + i);
            else
                info[i] = factorize_unpivoted(n, a[i], lda);
        }
    });
}

template <class T>
int getri(Handle* h, int n, const T* const* a, int lda, const int* pivots, T* const* c, int ldc, int* info, int batch) {
    const bool valid = n >= 0 && batch >= 0 && is_leading(lda, n) && is_leading(ldc, n) && info;
    if (const int status = refusal(h, {}, valid)) return status;
    return submit(h, [=] {
        const std::vector<int> in_order = no_exchanges(n);
        const int work_size = std::max(1, n) * 32;
        std::vector<T> work(static_cast<std::size_t>(work_size));
        for (Size i = 0; i < batch; ++i) {
            for (Size j = 0; j < n; ++j)
                std::copy_n(a[i] + j * lda, n, c[i] + j * ldc);
            Cblas<T>::getri(&n, c[i], &ldc, pivots ? pivots + i * n : in_order.data(), work.data(), &work_size,
                            info + i);
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
        const std::vector<int> in_order = no_exchanges(n);
        const char operation = "NTC"[trans];
        for (Size i = 0; i < batch; ++i) {
            int ignored = 0;
            Cblas<T>::getrs(&operation, &n, &nrhs, a[i], &lda, pivots ? pivots + i * n : in_order.data(), b[i], &ldb,
                            &ignored, 1);
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
        const int work_size = n * 32;
        std::vector<T> work(static_cast<std::size_t>(work_size));
        for (Size i = 0; i < batch; ++i) {
            int ignored = 0;
            Cblas<T>::geqrf(&m, &n, a[i], &lda, tau[i], work.data(), &work_size, &ignored);
        }
    });
}

}  // namespace ringfence::soft_libraries::blas
