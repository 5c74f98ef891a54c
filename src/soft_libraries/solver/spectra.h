// Singular values and eigenvalues. For matrices that are not finite the result is NaN, and info says that nothing
// converged.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>

#include "soft_libraries/solver/library.h"

namespace ringfence::soft_libraries::solver {

template <class T>
inline const T not_a_number = T(std::numeric_limits<Real<T>>::quiet_NaN());

// A = U * diag(values) * VT. The letters say how much of U and VT is computed: all, the first ones, none.
template <class T>
struct SingularValues {
    SingularValues(Matrix<T> a, char jobu, char jobvt)
        : values(static_cast<std::size_t>(std::max<Size>(std::min(a.rows(), a.columns()), 1))),
          u(jobu == 'N' ? 1 : a.rows(), jobu == 'A'   ? a.rows()
                                        : jobu == 'S' ? std::min(a.rows(), a.columns())
                                                      : 1),
          vt(jobvt == 'A'   ? a.columns()
             : jobvt == 'S' ? std::min(a.rows(), a.columns())
                            : 1,
             jobvt == 'N' ? 1 : a.columns()) {
        if (a.rows() == 0 || a.columns() == 0) return;
        if (!is_finite(a)) {
            info = 1;
            std::fill(values.begin(), values.end(), std::numeric_limits<Real<T>>::quiet_NaN());
            std::fill_n(u.data(), u.rows() * u.columns(), not_a_number<T>);
            std::fill_n(vt.data(), vt.rows() * vt.columns(), not_a_number<T>);
            return;
        }
        const int m = static_cast<int>(a.rows());
        const int n = static_cast<int>(a.columns());
        const int lda = a.ld();
        const int ldu = u.ld();
        const int ldvt = vt.ld();
        std::vector<Real<T>> rwork(5 * values.size());
        with_workspace<T>([&](T* work, const int* size) {
            if constexpr (is_complex<T>) {
                Lapack<T>::gesvd(&jobu, &jobvt, &m, &n, a.data(), &lda, values.data(), u.data(), &ldu, vt.data(), &ldvt,
                                 work, size, rwork.data(), &info, 1, 1);
            } else {
                Lapack<T>::gesvd(&jobu, &jobvt, &m, &n, a.data(), &lda, values.data(), u.data(), &ldu, vt.data(), &ldvt,
                                 work, size, &info, 1, 1);
            }
        });
    }

    std::vector<Real<T>> values;
    Matrix<T> u;
    Matrix<T> vt;
    int info = 0;
};

// V itself, as the Jacobi methods give it: `columns` of them.
template <class T>
void give_v(const Matrix<T>& vt, T* v, Size ldv, Size columns) {
    for (Size j = 0; j < columns; ++j)
        for (Size i = 0; i < vt.columns(); ++i) {
            if constexpr (is_complex<T>)
                v[j * ldv + i] = std::conj(vt(j, i));
            else
                v[j * ldv + i] = vt(j, i);
        }
}

template <class T>
int give_svd(char jobu, char jobvt, Size m, Size n, T* a, Size lda, Real<T>* s, T* u, Size ldu, T* vt, Size ldvt) {
    // For job 'O' the first vectors overwrite A.
    const SingularValues<T> result(Matrix<T>(m, n, a, lda), jobu == 'O' ? 'S' : jobu, jobvt == 'O' ? 'S' : jobvt);
    std::copy_n(result.values.data(), std::min(m, n), s);
    if (std::min(m, n) == 0) return 0;
    if (jobu == 'O') result.u.give(a, lda);
    if (jobu == 'A' || jobu == 'S') result.u.give(u, ldu);
    if (jobvt == 'O') result.vt.give(a, lda);
    if (jobvt == 'A' || jobvt == 'S') result.vt.give(vt, ldvt);
    return result.info;
}

// U and V with so many columns each.
template <class T>
int give_svd_with_v(bool vectors, const Matrix<T>& a, Real<T>* s, Size count, T* u, Size ldu, Size u_columns, T* v,
                    Size ldv, Size v_columns) {
    const Size least = std::min(a.rows(), a.columns());
    const char jobu = !vectors ? 'N' : u_columns > least ? 'A' : 'S';
    const char jobv = !vectors ? 'N' : v_columns > least ? 'A' : 'S';
    const SingularValues<T> result(a, jobu, jobv);
    std::copy_n(result.values.data(), count, s);
    if (!vectors || least == 0) return result.info;
    result.u.give(u, ldu, a.rows(), u_columns);
    give_v(result.vt, v, ldv, v_columns);
    return result.info;
}

// Of a symmetric or Hermitian matrix in the worker's memory, whose vectors take its place.
template <class T>
int find_eigenvalues(bool vectors, int uplo, Matrix<T>& a, std::vector<Real<T>>& values) {
    const Size n = a.rows();
    values.assign(static_cast<std::size_t>(n), std::numeric_limits<Real<T>>::quiet_NaN());
    if (n == 0) return 0;
    if (!is_finite(a)) {
        if (vectors) std::fill_n(a.data(), n * n, not_a_number<T>);
        return 1;
    }
    std::vector<Real<T>> rwork(static_cast<std::size_t>(3 * n));
    const int side = static_cast<int>(n);
    const int ld = a.ld();
    int info = 0;
    with_workspace<T>([&](T* work, const int* size) {
        const char* job = vectors ? "V" : "N";
        const char* triangle = uplo == 1 ? "U" : "L";
        if constexpr (is_complex<T>) {
            Lapack<T>::syev(job, triangle, &side, a.data(), &ld, values.data(), work, size, rwork.data(), &info, 1, 1);
        } else {
            Lapack<T>::syev(job, triangle, &side, a.data(), &ld, values.data(), work, size, &info, 1, 1);
        }
    });
    return info;
}

template <class T>
int give_eigenvalues(bool vectors, int uplo, Size n, T* a, Size lda, Real<T>* w) {
    Matrix<T> copy(n, n, a, lda);
    std::vector<Real<T>> values;
    const int info = find_eigenvalues(vectors, uplo, copy, values);
    copy.give(a, lda);
    std::copy_n(values.data(), n, w);
    return info;
}

// As LAPACK's sygvd: B becomes its Cholesky factor, whose first minor that is not positive is told as n + its number.
template <class T>
int give_generalized_eigenvalues(int kind, bool vectors, int uplo, Size n, T* a, Size lda, T* b, Size ldb, Real<T>* w) {
    Matrix<T> copy(n, n, a, lda);
    Matrix<T> factor(n, n, b, ldb);
    if (n == 0) return 0;
    const int side = static_cast<int>(n);
    const int ld = copy.ld();
    const char* triangle = uplo == 1 ? "U" : "L";
    int info = 0;
    Lapack<T>::potrf(triangle, &side, factor.data(), &ld, &info, 1);
    factor.give_triangle(b, ldb, uplo == 1);
    if (info != 0) return side + info;
    Lapack<T>::sygst(&kind, triangle, &side, copy.data(), &ld, factor.data(), &ld, &info, 1);
    std::vector<Real<T>> values;
    info = find_eigenvalues(vectors, uplo, copy, values);
    if (vectors && info == 0) {
        const T one{1};
        const char* adjoint = is_complex<T> ? "C" : "T";
        if (kind == 3) {
            const char* form = uplo == 1 ? adjoint : "N";
            Lapack<T>::trmm("L", triangle, form, "N", &side, &side, &one, factor.data(), &ld, copy.data(), &ld, 1, 1, 1,
                            1);
        } else {
            const char* form = uplo == 1 ? "N" : adjoint;
            Lapack<T>::trsm("L", triangle, form, "N", &side, &side, &one, factor.data(), &ld, copy.data(), &ld, 1, 1, 1,
                            1);
        }
    }
    copy.give(a, lda);
    std::copy_n(values.data(), n, w);
    return info;
}

// For any square matrix. Eigenvalues of real matrices are complex numbers, or all real parts and then all imaginary
// ones; vectors of real matrices are packed as in LAPACK.
template <class T>
int give_general_eigenvalues(bool left, bool right, Size n, const T* a, Size lda, void* w, bool complex_w, T* vl,
                             Size ldvl, T* vr, Size ldvr) {
    using R = Real<T>;
    Matrix<T> copy(n, n, a, lda);
    if (n == 0) return 0;
    std::vector<R> parts(static_cast<std::size_t>(2 * n), std::numeric_limits<R>::quiet_NaN());
    std::vector<std::complex<R>> values(static_cast<std::size_t>(n), not_a_number<std::complex<R>>);
    Matrix<T> lefts(n, n);
    Matrix<T> rights(n, n);
    const int side = static_cast<int>(n);
    int info = 0;
    if (!is_finite(copy)) {
        info = side;
        std::fill_n(lefts.data(), n * n, not_a_number<T>);
        std::fill_n(rights.data(), n * n, not_a_number<T>);
    } else {
        std::vector<R> rwork(static_cast<std::size_t>(2 * n));
        with_workspace<T>([&](T* work, const int* size) {
            const char* jobl = left ? "V" : "N";
            const char* jobr = right ? "V" : "N";
            if constexpr (is_complex<T>) {
                Lapack<T>::geev(jobl, jobr, &side, copy.data(), &side, values.data(), lefts.data(), &side,
                                rights.data(), &side, work, size, rwork.data(), &info, 1, 1);
            } else {
                Lapack<T>::geev(jobl, jobr, &side, copy.data(), &side, parts.data(), parts.data() + n, lefts.data(),
                                &side, rights.data(), &side, work, size, &info, 1, 1);
            }
        });
    }
    if constexpr (!is_complex<T>)
        for (Size i = 0; i < n; ++i)
            values[static_cast<std::size_t>(i)] = {parts[static_cast<std::size_t>(i)],
                                                   parts[static_cast<std::size_t>(n + i)]};
    if (complex_w)
        std::copy_n(values.data(), n, static_cast<std::complex<R>*>(w));
    else
        std::copy_n(parts.data(), 2 * n, static_cast<R*>(w));
    if (left) lefts.give(vl, ldvl);
    if (right) rights.give(vr, ldvr);
    return info;
}

}  // namespace ringfence::soft_libraries::solver
