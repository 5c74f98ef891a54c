// Products with vectors that are computed here. OpenBLAS's kernels for x86-64 read behind the last element of a matrix
// or vector in these (version 0.3.21), and a call must not leave its caller's memory; tests/adapters watches the
// others.
#pragma once

#include "soft_libraries/blas/vectors.h"
#include "soft_libraries/blas/work.h"

namespace ringfence::soft_libraries::blas {

// Sums of complex<float> are kept in double: one after the other, they would lose more than OpenBLAS's.
template <class T>
T complex_dot(bool conjugated, Size n, Vector<const T> x, Vector<const T> y) {
    DoubleComplex sum;
    for (Size i = 0; i < n; ++i)
        sum += DoubleComplex(conjugated ? std::conj(x[i]) : x[i]) * DoubleComplex(y[i]);
    return T(sum);
}

template <class T>
void scale(Size n, const T& factor, Vector<T> y) {
    for (Size i = 0; i < n; ++i)
        y[i] *= factor;
}

// y = alpha op(A) x + beta y. Where alpha is zero, A and x are not read.
template <class T>
void complex_gemv(int trans, Size m, Size n, const T& alpha, const T* a, Size lda, const T* x, Size incx, const T& beta,
                  T* y, Size incy) {
    const bool plain = trans == cublas::op_n;
    const Vector<const T> from(x, plain ? n : m, incx);
    const Vector<T> to(y, plain ? m : n, incy);
    scale(plain ? m : n, beta, to);
    if (alpha == T{}) return;
    Progress progress;
    for (Size j = 0; j < n; ++j) {
        if (!progress.may_go_on_after(m + 1)) return;
        const T* const column = a + j * lda;
        if (plain) {
            const T factor = alpha * from[j];
            for (Size i = 0; i < m; ++i)
                to[i] += factor * column[i];
        } else {
            to[j] += alpha * complex_dot(trans == cublas::op_c, m, Vector<const T>(column, m, 1), from);
        }
    }
}

// y = alpha A x + beta y, where one triangle of A is stored, and the other one is its transpose, or its conjugate
// transpose: then the diagonal is taken as real.
template <class T>
void one_triangle_product(bool hermitian, int fill, Size n, const T& alpha, const T* a, Size lda, const T* x, Size incx,
                          const T& beta, T* y, Size incy) {
    const Vector<const T> from(x, n, incx);
    const Vector<T> to(y, n, incy);
    scale(n, beta, to);
    if (alpha == T{}) return;
    Progress progress;
    bool goes_on = true;
    each_triangle_column(fill, n, [&](Size j, Size begin, Size end) {
        goes_on = goes_on && progress.may_go_on_after(end - begin);
        if (!goes_on) return;
        const T factor = alpha * from[j];
        T sum{};
        for (Size i = begin; i < end; ++i) {
            const T element = a[j * lda + i];
            if (i == j) {
                to[j] += factor * (hermitian ? T(std::real(element)) : element);
                continue;
            }
            to[i] += factor * element;
            sum += (hermitian ? conjugate(element) : element) * from[i];
        }
        to[j] += alpha * sum;
    });
}

}  // namespace ringfence::soft_libraries::blas
