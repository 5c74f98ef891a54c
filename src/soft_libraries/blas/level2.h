// Level 2: a matrix and vectors. Where beta is zero, y is written and not read, whatever OpenBLAS does.
#pragma once

#include "soft_libraries/blas/batch.h"
#include "soft_libraries/blas/openblas.h"
#include "soft_libraries/blas/own_products.h"
#include "soft_libraries/blas/vectors.h"

namespace ringfence::soft_libraries::blas {

template <class T, class A, class X, class Y>
int gemv_batch(Handle* h, int trans, Size m, Size n, const T* alpha, A a, Size lda, X x, Size incx, const T* beta, Y y,
               Size incy, Size batch) {
    const bool valid = is_operation(trans) && m >= 0 && n >= 0 && batch >= 0 && is_leading(lda, m) && incx != 0 &&
                       incy != 0 && alpha && beta;
    if (const int status = refusal(h, {m, n, lda, incx, incy, batch}, valid)) return status;
    if (m == 0 || n == 0 || batch == 0) return cublas::success;
    if (!is_countable(trans == cublas::op_n ? n : m, incx) || !is_countable(trans == cublas::op_n ? m : n, incy))
        return cublas::not_supported;
    return submit(h, [=, by = Factor<T>(h, alpha), keep = Factor<T>(h, beta)] {
        for (Size i = 0; i < batch; ++i) {
            if (i != 0 && is_time_to_ask(i) && !may_go_on()) return;
            if (keep() == T{}) clear_vector(trans == cublas::op_n ? m : n, y[i], incy);
            if constexpr (is_complex<T>)
                complex_gemv(trans, m, n, by(), a[i], lda, x[i], incx, keep(), y[i], incy);
            else
                Cblas<T>::gemv(CblasColMajor, cblas_op(trans), narrow(m), narrow(n), by(), a[i], narrow(lda), x[i],
                               narrow(incx), keep(), y[i], narrow(incy));
        }
    });
}

template <class T>
int gemv(Handle* h, int trans, Size m, Size n, const T* alpha, const T* a, Size lda, const T* x, Size incx,
         const T* beta, T* y, Size incy) {
    return gemv_batch(h, trans, m, n, alpha, single(a), lda, single(x), incx, beta, single(y), incy, 1);
}

template <class T>
int gbmv(Handle* h, int trans, Size m, Size n, Size kl, Size ku, const T* alpha, const T* a, Size lda, const T* x,
         Size incx, const T* beta, T* y, Size incy) {
    const bool valid = is_operation(trans) && m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda > kl && lda - kl > ku &&
                       incx != 0 && incy != 0 && alpha && beta;
    if (const int status = refusal(h, {m, n, kl, ku, lda, incx, incy}, valid)) return status;
    if (m == 0 || n == 0) return cublas::success;
    if (!is_copyable(trans == cublas::op_n ? n : m, incx, sizeof(T)) ||
        !is_copyable(trans == cublas::op_n ? m : n, incy, sizeof(T)))
        return cublas::not_supported;
    return submit(h, [=, by = Factor<T>(h, alpha), keep = Factor<T>(h, beta)] {
        if (keep() == T{}) clear_vector(trans == cublas::op_n ? m : n, y, incy);
        Cblas<T>::gbmv(CblasColMajor, cblas_op(trans), narrow(m), narrow(n), narrow(kl), narrow(ku), pass(by()), a,
                       narrow(lda), x, narrow(incx), pass(keep()), y, narrow(incy));
    });
}

// y = alpha A x + beta y for the matrices of which one triangle is stored: `multiply(alpha, beta)` calls OpenBLAS.
template <class T, class Multiply>
int one_triangle_mv(Handle* h, int fill, Size n, Size k, Size lda, const T* alpha, Size incx, const T* beta, T* y,
                    Size incy, bool fits, Multiply multiply) {
    const bool valid = is_fill(fill) && n >= 0 && k >= 0 && fits && incx != 0 && incy != 0 && alpha && beta;
    if (const int status = refusal(h, {n, k, lda, incx, incy}, valid)) return status;
    if (n == 0) return cublas::success;
    if (!is_copyable(n, incx, sizeof(T)) || !is_copyable(n, incy, sizeof(T))) return cublas::not_supported;
    return submit(h, [=, by = Factor<T>(h, alpha), keep = Factor<T>(h, beta)] {
        if (keep() == T{}) clear_vector(n, y, incy);
        multiply(by(), keep());
    });
}

template <class T>
int full_triangle_mv(Handle* h, bool hermitian, int fill, Size n, const T* alpha, const T* a, Size lda, const T* x,
                     Size incx, const T* beta, T* y, Size incy) {
    return one_triangle_mv(h, fill, n, 0, lda, alpha, incx, beta, y, incy, is_leading(lda, n),
                           [=](const T& by, const T& keep) {
                               one_triangle_product(hermitian, fill, n, by, a, lda, x, incx, keep, y, incy);
                           });
}

template <class T>
int hemv(Handle* h, int fill, Size n, const T* alpha, const T* a, Size lda, const T* x, Size incx, const T* beta, T* y,
         Size incy) {
    return full_triangle_mv(h, true, fill, n, alpha, a, lda, x, incx, beta, y, incy);
}

template <class T>
int symv(Handle* h, int fill, Size n, const T* alpha, const T* a, Size lda, const T* x, Size incx, const T* beta, T* y,
         Size incy) {
    return full_triangle_mv(h, false, fill, n, alpha, a, lda, x, incx, beta, y, incy);
}

template <class T>
int hbmv(Handle* h, int fill, Size n, Size k, const T* alpha, const T* a, Size lda, const T* x, Size incx,
         const T* beta, T* y, Size incy) {
    return one_triangle_mv(h, fill, n, k, lda, alpha, incx, beta, y, incy, lda > k, [=](const T& by, const T& keep) {
        Cblas<T>::hbmv(CblasColMajor, cblas_fill(fill), narrow(n), narrow(k), pass(by), a, narrow(lda), x, narrow(incx),
                       pass(keep), y, narrow(incy));
    });
}

template <class T>
int hpmv(Handle* h, int fill, Size n, const T* alpha, const T* ap, const T* x, Size incx, const T* beta, T* y,
         Size incy) {
    return one_triangle_mv(h, fill, n, 0, 1, alpha, incx, beta, y, incy, true, [=](const T& by, const T& keep) {
        Cblas<T>::hpmv(CblasColMajor, cblas_fill(fill), narrow(n), pass(by), ap, x, narrow(incx), pass(keep), y,
                       narrow(incy));
    });
}

// The six routines with a triangular matrix and one vector. `call` gives OpenBLAS's arguments from the matrix on.
template <class T, class Call>
int triangular_vector(Handle* h, int fill, int trans, int diag, Size n, Size k, Size lda, bool fits, Size incx,
                      Call call) {
    const bool valid =
        is_fill(fill) && is_operation(trans) && is_diagonal(diag) && n >= 0 && k >= 0 && fits && incx != 0;
    if (const int status = refusal(h, {n, k, lda, incx}, valid)) return status;
    if (n == 0) return cublas::success;
    if (!is_copyable(n, incx, sizeof(T))) return cublas::not_supported;
    return submit(h, [=] { call(cblas_fill(fill), cblas_op(trans), cblas_diagonal(diag)); });
}

template <class T>
int trmv(Handle* h, bool solve, int fill, int trans, int diag, Size n, const T* a, Size lda, T* x, Size incx) {
    return triangular_vector<T>(h, fill, trans, diag, n, 0, lda, is_leading(lda, n), incx,
                                [=](CBLAS_UPLO uplo, CBLAS_TRANSPOSE op, CBLAS_DIAG ones) {
                                    (solve ? Cblas<T>::trsv : Cblas<T>::trmv)(CblasColMajor, uplo, op, ones, narrow(n),
                                                                              a, narrow(lda), x, narrow(incx));
                                });
}

template <class T>
int tbmv(Handle* h, bool solve, int fill, int trans, int diag, Size n, Size k, const T* a, Size lda, T* x, Size incx) {
    return triangular_vector<T>(
        h, fill, trans, diag, n, k, lda, lda > k, incx, [=](CBLAS_UPLO uplo, CBLAS_TRANSPOSE op, CBLAS_DIAG ones) {
            (solve ? Cblas<T>::tbsv : Cblas<T>::tbmv)(CblasColMajor, uplo, op, ones, narrow(n), narrow(k), a,
                                                      narrow(lda), x, narrow(incx));
        });
}

template <class T>
int tpmv(Handle* h, bool solve, int fill, int trans, int diag, Size n, const T* ap, T* x, Size incx) {
    return triangular_vector<T>(
        h, fill, trans, diag, n, 0, 1, true, incx, [=](CBLAS_UPLO uplo, CBLAS_TRANSPOSE op, CBLAS_DIAG ones) {
            (solve ? Cblas<T>::tpsv : Cblas<T>::tpmv)(CblasColMajor, uplo, op, ones, narrow(n), ap, x, narrow(incx));
        });
}

template <class T>
int ger(Handle* h, bool conjugated, Size m, Size n, const T* alpha, const T* x, Size incx, const T* y, Size incy, T* a,
        Size lda) {
    const bool valid = m >= 0 && n >= 0 && incx != 0 && incy != 0 && is_leading(lda, m) && alpha;
    if (const int status = refusal(h, {m, n, incx, incy, lda}, valid)) return status;
    if (m == 0 || n == 0) return cublas::success;
    if (!is_copyable(m, incx, sizeof(T)) || !is_copyable(n, incy, sizeof(T))) return cublas::not_supported;
    return submit(h, [=, by = Factor<T>(h, alpha)] {
        (conjugated ? Cblas<T>::gerc : Cblas<T>::geru)(CblasColMajor, narrow(m), narrow(n), pass(by()), x, narrow(incx),
                                                       y, narrow(incy), a, narrow(lda));
    });
}

// Adds to one triangle. F is the type of the factor; `add(alpha)` is not called where it is zero.
template <class F, class Add>
int update_triangle(Handle* h, int fill, Size n, const F* alpha, Size incx, Size incy, Size lda, bool fits, Add add) {
    const bool valid = is_fill(fill) && n >= 0 && incx != 0 && incy != 0 && fits && alpha;
    if (const int status = refusal(h, {n, incx, incy, lda}, valid)) return status;
    if (n == 0) return cublas::success;
    // Complex numbers are the largest elements: F may be real where the elements are not.
    if (!is_copyable(n, incx, 2 * sizeof(F)) || !is_copyable(n, incy, 2 * sizeof(F))) return cublas::not_supported;
    return submit(h, [=, by = Factor<F>(h, alpha)] {
        if (by() != F{}) add(by());
    });
}

template <class T>
int her(Handle* h, int fill, Size n, const Real<T>* alpha, const T* x, Size incx, T* a, Size lda) {
    return update_triangle(h, fill, n, alpha, incx, 1, lda, is_leading(lda, n), [=](const Real<T>& by) {
        Cblas<T>::her(CblasColMajor, cblas_fill(fill), narrow(n), by, x, narrow(incx), a, narrow(lda));
    });
}

template <class T>
int hpr(Handle* h, int fill, Size n, const Real<T>* alpha, const T* x, Size incx, T* ap) {
    return update_triangle(h, fill, n, alpha, incx, 1, 1, true, [=](const Real<T>& by) {
        Cblas<T>::hpr(CblasColMajor, cblas_fill(fill), narrow(n), by, x, narrow(incx), ap);
    });
}

template <class T>
int her2(Handle* h, int fill, Size n, const T* alpha, const T* x, Size incx, const T* y, Size incy, T* a, Size lda) {
    return update_triangle(h, fill, n, alpha, incx, incy, lda, is_leading(lda, n), [=](const T& by) {
        Cblas<T>::her2(CblasColMajor, cblas_fill(fill), narrow(n), pass(by), x, narrow(incx), y, narrow(incy), a,
                       narrow(lda));
    });
}

template <class T>
int hpr2(Handle* h, int fill, Size n, const T* alpha, const T* x, Size incx, const T* y, Size incy, T* ap) {
    return update_triangle(h, fill, n, alpha, incx, incy, 1, true, [=](const T& by) {
        Cblas<T>::hpr2(CblasColMajor, cblas_fill(fill), narrow(n), pass(by), x, narrow(incx), y, narrow(incy), ap);
    });
}

// Complex symmetric matrices, again.
template <class T>
int syr(Handle* h, int fill, Size n, const T* alpha, const T* x, Size incx, T* a, Size lda) {
    return update_triangle(h, fill, n, alpha, incx, 1, lda, is_leading(lda, n), [=](const T& by) {
        const Vector<const T> v(x, n, incx);
        each_triangle_column(fill, n, [&](Size j, Size begin, Size end) {
            for (Size i = begin; i < end; ++i)
                a[j * lda + i] += by * v[i] * v[j];
        });
    });
}

template <class T>
int syr2(Handle* h, int fill, Size n, const T* alpha, const T* x, Size incx, const T* y, Size incy, T* a, Size lda) {
    return update_triangle(h, fill, n, alpha, incx, incy, lda, is_leading(lda, n), [=](const T& by) {
        const Vector<const T> v(x, n, incx);
        const Vector<const T> w(y, n, incy);
        each_triangle_column(fill, n, [&](Size j, Size begin, Size end) {
            for (Size i = begin; i < end; ++i)
                a[j * lda + i] += by * (v[i] * w[j] + w[i] * v[j]);
        });
    });
}

}  // namespace ringfence::soft_libraries::blas
