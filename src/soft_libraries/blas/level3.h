// Level 3: matrices, but for products of general ones, which are in product.h. Where beta is zero, C is not read; where
// alpha is, A and B are not.
#pragma once

#include <vector>

#include "soft_libraries/blas/product.h"

namespace ringfence::soft_libraries::blas {

// A is symmetric or Hermitian, and stands on this side of B.
template <class T>
int symm(Handle* h, bool hermitian, int side, int fill, Size m, Size n, const T* alpha, const T* a, Size lda,
         const T* b, Size ldb, const T* beta, T* c, Size ldc) {
    const bool valid = is_side(side) && is_fill(fill) && m >= 0 && n >= 0 &&
                       is_leading(lda, side == cublas::left ? m : n) && is_leading(ldb, m) && is_leading(ldc, m) &&
                       alpha && beta;
    if (const int status = refusal(h, {m, n, lda, ldb, ldc}, valid)) return status;
    if (m == 0 || n == 0) return cublas::success;
    return submit(h, [=, by = Factor<T>(h, alpha), keep = Factor<T>(h, beta)] {
        const T factor = by();
        const T kept = keep();
        if (kept == T{}) clear_matrix(m, n, c, ldc);
        const bool left = side == cublas::left;
        in_pieces(left ? n : m, left ? m * m : n * n, [&](Size begin, Size count) {
            const auto multiply = hermitian ? Cblas<T>::hemm : Cblas<T>::symm;
            multiply(CblasColMajor, cblas_side(side), cblas_fill(fill), narrow(left ? m : count),
                     narrow(left ? count : n), pass(factor), a, narrow(lda), b + (left ? begin * ldb : begin),
                     narrow(ldb), pass(kept), c + (left ? begin * ldc : begin), narrow(ldc));
        });
    });
}

// True if a rank-k update can have this operation: transposed for symmetric results, adjoint for Hermitian ones. For
// real elements both are the same.
template <class T>
bool is_rank_operation(int trans, bool hermitian) {
    if (!is_complex<T>) return is_operation(trans);
    return trans == cublas::op_n || trans == (hermitian ? cublas::op_c : cublas::op_t);
}

// The diagonal of a Hermitian matrix is real, whatever it was before and whatever rounding left.
template <class T>
void make_diagonal_real(Size n, T* c, Size ldc) {
    if constexpr (is_complex<T>)
        for (Size i = 0; i < n; ++i)
            c[i * ldc + i].imag(0);
}

// The rank-k updates of one triangle of C. FA and FB are the types of alpha and beta: real ones where the result is to
// stay Hermitian. `add(alpha, beta)` computes.
template <class T, class FA, class FB, class Add>
int rank_update(Handle* h, bool hermitian, int fill, int trans, Size n, Size k, const FA* alpha, Size lda, Size ldb,
                const FB* beta, T* c, Size ldc, Add add) {
    const Size rows = trans == cublas::op_n ? n : k;
    const bool valid = is_fill(fill) && is_rank_operation<T>(trans, hermitian) && n >= 0 && k >= 0 &&
                       is_leading(lda, rows) && is_leading(ldb, rows) && is_leading(ldc, n) && alpha && beta;
    if (const int status = refusal(h, {n, k, lda, ldb, ldc}, valid)) return status;
    if (n == 0) return cublas::success;
    return submit(h, [=, by = Factor<FA>(h, alpha), keep = Factor<FB>(h, beta)] {
        if ((by() == FA{} || k == 0) && keep() == FB{1}) return;
        if (keep() == FB{}) clear_triangle(fill, n, c, ldc);
        add(by(), keep());
        if (hermitian) make_diagonal_real(n, c, ldc);
    });
}

// A rank-k update as several of lower rank: calls `add(rank, offset in A, offset in B)`, at least once.
template <class Add>
void sum_in_pieces(int trans, Size n, Size k, Size lda, Size ldb, Add add) {
    if (k == 0) return add(Size{0}, Size{0}, Size{0});
    const bool plain = trans == cublas::op_n;
    in_pieces(k, n * n,
              [&](Size begin, Size count) { add(count, plain ? begin * lda : begin, plain ? begin * ldb : begin); });
}

template <class T>
int syrk(Handle* h, int fill, int trans, Size n, Size k, const T* alpha, const T* a, Size lda, const T* beta, T* c,
         Size ldc) {
    return rank_update(h, false, fill, trans, n, k, alpha, lda, lda, beta, c, ldc, [=](const T& by, const T& keep) {
        sum_in_pieces(trans, n, k, lda, lda, [&](Size count, Size at, Size) {
            Cblas<T>::syrk(CblasColMajor, cblas_fill(fill), cblas_op(trans), narrow(n), narrow(count), pass(by), a + at,
                           narrow(lda), pass(at == 0 ? keep : T{1}), c, narrow(ldc));
        });
    });
}

template <class T>
int herk(Handle* h, int fill, int trans, Size n, Size k, const Real<T>* alpha, const T* a, Size lda,
         const Real<T>* beta, T* c, Size ldc) {
    return rank_update(
        h, true, fill, trans, n, k, alpha, lda, lda, beta, c, ldc, [=](const Real<T>& by, const Real<T>& keep) {
            sum_in_pieces(trans, n, k, lda, lda, [&](Size count, Size at, Size) {
                Cblas<T>::herk(CblasColMajor, cblas_fill(fill), cblas_op(trans), narrow(n), narrow(count), by, a + at,
                               narrow(lda), at == 0 ? keep : Real<T>{1}, c, narrow(ldc));
            });
        });
}

template <class T>
int syr2k(Handle* h, int fill, int trans, Size n, Size k, const T* alpha, const T* a, Size lda, const T* b, Size ldb,
          const T* beta, T* c, Size ldc) {
    return rank_update(h, false, fill, trans, n, k, alpha, lda, ldb, beta, c, ldc, [=](const T& by, const T& keep) {
        sum_in_pieces(trans, n, k, lda, ldb, [&](Size count, Size at, Size in_b) {
            Cblas<T>::syr2k(CblasColMajor, cblas_fill(fill), cblas_op(trans), narrow(n), narrow(count), pass(by),
                            a + at, narrow(lda), b + in_b, narrow(ldb), pass(at == 0 ? keep : T{1}), c, narrow(ldc));
        });
    });
}

template <class T>
int her2k(Handle* h, int fill, int trans, Size n, Size k, const T* alpha, const T* a, Size lda, const T* b, Size ldb,
          const Real<T>* beta, T* c, Size ldc) {
    return rank_update(h, true, fill, trans, n, k, alpha, lda, ldb, beta, c, ldc,
                       [=](const T& by, const Real<T>& keep) {
                           sum_in_pieces(trans, n, k, lda, ldb, [&](Size count, Size at, Size in_b) {
                               Cblas<T>::her2k(CblasColMajor, cblas_fill(fill), cblas_op(trans), narrow(n),
                                               narrow(count), pass(by), a + at, narrow(lda), b + in_b, narrow(ldb),
                                               at == 0 ? keep : Real<T>{1}, c, narrow(ldc));
                           });
                       });
}

// One triangle of alpha op(A) op(B)^T + beta C (^H where hermitian). CBLAS has no such routine: the product is computed
// whole, aside. FB is the type of beta.
template <class T, class FB>
int rank_k_of_two(Handle* h, bool hermitian, int fill, int trans, Size n, Size k, const T* alpha, const T* a, Size lda,
                  const T* b, Size ldb, const FB* beta, T* c, Size ldc) {
    return rank_update(
        h, hermitian, fill, trans, n, k, alpha, lda, ldb, beta, c, ldc, [=](const T& by, const FB& keep) {
            const int turned = hermitian ? cublas::op_c : cublas::op_t;
            const bool plain = trans == cublas::op_n;
            constexpr Size most = 64;  // columns at a time: the memory for them is the worker's
            for (Size first = 0; first < n; first += most) {
                if (first != 0 && !may_go_on()) return;
                const Size count = std::min(most, n - first);
                const Product part = {
                    plain ? cublas::op_n : turned, plain ? turned : cublas::op_n, n, count, k, lda, ldb, n};
                std::vector<T> sums(static_cast<std::size_t>(n * count));
                multiply<T>(part, by, a, b + (plain ? first : first * ldb), T{}, sums.data());
                for (Size j = first; j < first + count; ++j) {
                    const Size begin = fill == cublas::lower ? j : 0;
                    const Size end = fill == cublas::lower ? n : j + 1;
                    for (Size i = begin; i < end; ++i)
                        c[j * ldc + i] = sums[static_cast<std::size_t>((j - first) * n + i)] + keep * c[j * ldc + i];
                }
            }
        });
}

template <class T>
int syrkx(Handle* h, int fill, int trans, Size n, Size k, const T* alpha, const T* a, Size lda, const T* b, Size ldb,
          const T* beta, T* c, Size ldc) {
    return rank_k_of_two(h, false, fill, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

template <class T>
int herkx(Handle* h, int fill, int trans, Size n, Size k, const T* alpha, const T* a, Size lda, const T* b, Size ldb,
          const Real<T>* beta, T* c, Size ldc) {
    return rank_k_of_two(h, true, fill, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

inline bool is_triangular_product(int side, int fill, int trans, int diag, Size m, Size n, Size lda, Size ldb) {
    return is_side(side) && is_fill(fill) && is_operation(trans) && is_diagonal(diag) && m >= 0 && n >= 0 &&
           is_leading(lda, side == cublas::left ? m : n) && is_leading(ldb, m);
}

// cuBLAS gives the product of a triangular matrix in a third one, which may be B.
template <class T>
int trmm(Handle* h, int side, int fill, int trans, int diag, Size m, Size n, const T* alpha, const T* a, Size lda,
         const T* b, Size ldb, T* c, Size ldc) {
    const bool valid = is_triangular_product(side, fill, trans, diag, m, n, lda, ldb) && is_leading(ldc, m) && alpha;
    if (const int status = refusal(h, {m, n, lda, ldb, ldc}, valid)) return status;
    if (m == 0 || n == 0) return cublas::success;
    return submit(h, [=, by = Factor<T>(h, alpha)] {
        if (by() == T{}) return clear_matrix(m, n, c, ldc);
        const T factor = by();
        for (Size j = 0; c != b && j < n; ++j)
            std::copy_n(b + j * ldb, m, c + j * ldc);
        const bool left = side == cublas::left;
        in_pieces(left ? n : m, left ? m * m : n * n, [&](Size begin, Size count) {
            Cblas<T>::trmm(CblasColMajor, cblas_side(side), cblas_fill(fill), cblas_op(trans), cblas_diagonal(diag),
                           narrow(left ? m : count), narrow(left ? count : n), pass(factor), a, narrow(lda),
                           c + (left ? begin * ldc : begin), narrow(ldc));
        });
    });
}

template <class T, class A, class B>
int trsm_batch(Handle* h, int side, int fill, int trans, int diag, Size m, Size n, const T* alpha, A a, Size lda, B b,
               Size ldb, Size batch) {
    const bool valid = is_triangular_product(side, fill, trans, diag, m, n, lda, ldb) && batch >= 0 && alpha;
    if (const int status = refusal(h, {m, n, lda, ldb, batch}, valid)) return status;
    if (m == 0 || n == 0 || batch == 0) return cublas::success;
    return submit(h, [=, by = Factor<T>(h, alpha)] {
        const T factor = by();
        const bool left = side == cublas::left;
        for (Size i = 0; i < batch; ++i) {
            if (i != 0 && is_time_to_ask(i) && !may_go_on()) return;
            if (factor == T{}) {
                clear_matrix(m, n, b[i], ldb);
                continue;
            }
            in_pieces(left ? n : m, left ? m * m : n * n, [&](Size begin, Size count) {
                Cblas<T>::trsm(CblasColMajor, cblas_side(side), cblas_fill(fill), cblas_op(trans), cblas_diagonal(diag),
                               narrow(left ? m : count), narrow(left ? count : n), pass(factor), a[i], narrow(lda),
                               b[i] + (left ? begin * ldb : begin), narrow(ldb));
            });
        }
    });
}

template <class T>
T element(int trans, const T* a, Size lda, Size i, Size j) {
    if (trans == cublas::op_n) return a[j * lda + i];
    return trans == cublas::op_t ? a[i * lda + j] : conjugate(a[i * lda + j]);
}

// C may be A or B, where that is not transposed and has C's leading dimension. A matrix whose factor is zero may be
// missing; whether it is zero can be seen only later where it lies in device memory, so one that is missing counts as
// zero.
template <class T>
int geam(Handle* h, int transa, int transb, Size m, Size n, const T* alpha, const T* a, Size lda, const T* beta,
         const T* b, Size ldb, T* c, Size ldc) {
    const auto fits = [=](int trans, const T* matrix, Size ld) {
        return is_operation(trans) && is_leading(ld, trans == cublas::op_n ? m : n) &&
               (matrix != c || (trans == cublas::op_n && ld == ldc));
    };
    const bool valid =
        m >= 0 && n >= 0 && fits(transa, a, lda) && fits(transb, b, ldb) && is_leading(ldc, m) && alpha && beta;
    if (const int status = refusal(h, {m, n, lda, ldb, ldc}, valid)) return status;
    return submit(h, [=, by_a = Factor<T>(h, alpha), by_b = Factor<T>(h, beta)] {
        const auto part = [](const T& by, int trans, const T* matrix, Size ld, Size i, Size j) {
            return by == T{} || !matrix ? T{} : by * element(trans, matrix, ld, i, j);
        };
        for (Size j = 0; j < n; ++j)
            for (Size i = 0; i < m; ++i)
                c[j * ldc + i] = part(by_a(), transa, a, lda, i, j) + part(by_b(), transb, b, ldb, i, j);
    });
}

// A with its rows (left) or columns (right) multiplied by the elements of x.
template <class T>
int dgmm(Handle* h, int side, Size m, Size n, const T* a, Size lda, const T* x, Size incx, T* c, Size ldc) {
    const bool valid = is_side(side) && m >= 0 && n >= 0 && is_leading(lda, m) && is_leading(ldc, m);
    if (const int status = refusal(h, {m, n, lda, incx, ldc}, valid)) return status;
    return submit(h, [=] {
        const Vector<const T> factors(x, side == cublas::left ? m : n, incx);
        for (Size j = 0; j < n; ++j)
            for (Size i = 0; i < m; ++i)
                c[j * ldc + i] = a[j * lda + i] * factors[side == cublas::left ? i : j];
    });
}

}  // namespace ringfence::soft_libraries::blas
