// Products of general matrices, of all types of elements: single, batched and strided ones are the same here.
#pragma once

#include <type_traits>
#include <vector>

#include "soft_libraries/blas/batch.h"
#include "soft_libraries/blas/openblas.h"
#include "soft_libraries/blas/own_products.h"
#include "soft_libraries/blas/vectors.h"

namespace ringfence::soft_libraries::blas {

struct Product {
    int transa = cublas::op_n;
    int transb = cublas::op_n;
    Size m = 0;
    Size n = 0;
    Size k = 0;
    Size lda = 1;
    Size ldb = 1;
    Size ldc = 1;

    bool valid() const {
        return is_operation(transa) && is_operation(transb) && m >= 0 && n >= 0 && k >= 0 &&
               is_leading(lda, transa == cublas::op_n ? m : k) && is_leading(ldb, transb == cublas::op_n ? k : n) &&
               is_leading(ldc, m);
    }
};

// C = alpha op(A) op(B) + beta C. Where beta is zero, C is not read; where alpha is, A and B are not.
template <class T>
void multiply(const Product& p, const T& alpha, const T* a, const T* b, const T& beta, T* c) {
    if (beta == T{}) clear_matrix(p.m, p.n, c, p.ldc);
    if (alpha == T{}) {
        // OpenBLAS reads them all the same where the matrices are small.
        for (Size j = 0; j < p.n; ++j)
            scale(p.m, beta, Vector<T>(c + j * p.ldc, p.m, 1));
        return;
    }
    in_pieces(p.n, p.m * p.k, [&](Size j, Size columns) {
        Cblas<T>::gemm(CblasColMajor, cblas_op(p.transa), cblas_op(p.transb), narrow(p.m), narrow(columns), narrow(p.k),
                       pass(alpha), a, narrow(p.lda), b + (p.transb == cublas::op_n ? j * p.ldb : j), narrow(p.ldb),
                       pass(beta), c + j * p.ldc, narrow(p.ldc));
    });
}

// Columns one after the other, as float.
template <class In>
std::vector<float> widened(Size rows, Size cols, const In* a, Size ld) {
    std::vector<float> result(static_cast<std::size_t>(rows * cols));
    for (Size j = 0; j < cols; ++j)
        for (Size i = 0; i < rows; ++i)
            result[static_cast<std::size_t>(j * rows + i)] = static_cast<float>(a[j * ld + i]);
    return result;
}

// Narrow elements are multiplied and summed as float, and rounded once, when they are stored. Tile by tile: the memory
// for that is the worker's.
template <class In, class Out, class F>
void multiply_narrow(const Product& p, const F& alpha, const In* a, const In* b, const F& beta, Out* c) {
    constexpr Size tile = 512;
    const auto by = static_cast<float>(alpha);
    const auto keep = static_cast<float>(beta);
    const bool plain_a = p.transa == cublas::op_n;
    const bool plain_b = p.transb == cublas::op_n;
    for (Size column = 0; column < p.n; column += tile) {
        for (Size row = 0; row < p.m; row += tile) {
            if (row + column != 0 && !may_go_on()) return;
            const Size rows = std::min(tile, p.m - row);
            const Size columns = std::min(tile, p.n - column);
            std::vector<float> sums(static_cast<std::size_t>(rows * columns));
            for (Size step = 0; by != 0 && step < p.k; step += tile) {
                if (step != 0 && step % (tile * tile) == 0 && !may_go_on()) return;
                const Size steps = std::min(tile, p.k - step);
                const std::vector<float> wide_a = plain_a ? widened(rows, steps, a + step * p.lda + row, p.lda)
                                                          : widened(steps, rows, a + row * p.lda + step, p.lda);
                const std::vector<float> wide_b = plain_b ? widened(steps, columns, b + column * p.ldb + step, p.ldb)
                                                          : widened(columns, steps, b + step * p.ldb + column, p.ldb);
                const Product dense = {
                    p.transa, p.transb, rows, columns, steps, plain_a ? rows : steps, plain_b ? steps : columns, rows};
                multiply<float>(dense, by, wide_a.data(), wide_b.data(), step == 0 ? 0.0F : 1.0F, sums.data());
            }
            for (Size j = 0; j < columns; ++j)
                for (Size i = 0; i < rows; ++i) {
                    Out& element = c[(column + j) * p.ldc + row + i];
                    const float sum = sums[static_cast<std::size_t>(j * rows + i)];
                    element = Out(keep == 0 ? sum : sum + keep * static_cast<float>(element));
                }
        }
    }
}

// Bytes, summed with 32 bits, which wrap.
inline void multiply_integers(const Product& p, int alpha, const std::int8_t* a, const std::int8_t* b, int beta,
                              std::int32_t* c) {
    const Size step_a = p.transa == cublas::op_n ? p.lda : 1;  // from one element of the sum to the next
    const Size row_a = p.transa == cublas::op_n ? 1 : p.lda;
    const Size step_b = p.transb == cublas::op_n ? 1 : p.ldb;
    const Size col_b = p.transb == cublas::op_n ? p.ldb : 1;
    Progress progress;
    for (Size j = 0; j < p.n; ++j) {
        for (Size i = 0; i < p.m; ++i) {
            if (!progress.may_go_on_after(p.k + 1)) return;
            std::uint32_t sum = 0;
            for (Size l = 0; alpha != 0 && l < p.k; ++l)
                sum += static_cast<std::uint32_t>(a[i * row_a + l * step_a] * b[j * col_b + l * step_b]);
            std::int32_t& element = c[j * p.ldc + i];
            const std::uint32_t kept =
                beta == 0 ? 0 : static_cast<std::uint32_t>(beta) * static_cast<std::uint32_t>(element);
            element = static_cast<std::int32_t>(static_cast<std::uint32_t>(alpha) * sum + kept);
        }
    }
}

// In and Out are the types of the elements, F that of the factors.
template <class In, class Out, class F, class A, class B, class C>
int gemm_batch(Handle* h, const Product& p, Size batch, const F* alpha, A a, B b, const F* beta, C c) {
    const bool valid = p.valid() && batch >= 0 && alpha && beta;
    if (const int status = refusal(h, {p.m, p.n, p.k, p.lda, p.ldb, p.ldc, batch}, valid)) return status;
    if (p.m == 0 || p.n == 0 || batch == 0) return cublas::success;
    return submit(h, [=, by = Factor<F>(h, alpha), keep = Factor<F>(h, beta)] {
        for (Size i = 0; i < batch; ++i) {
            if (i != 0 && is_time_to_ask(i) && !may_go_on()) return;
            if constexpr (std::is_same_v<Out, std::int32_t>)
                multiply_integers(p, by(), a[i], b[i], keep(), c[i]);
            else if constexpr (std::is_same_v<In, F> && std::is_same_v<Out, F> && !std::is_same_v<F, Half>)
                multiply<F>(p, by(), a[i], b[i], keep(), c[i]);
            else
                multiply_narrow(p, by(), a[i], b[i], keep(), c[i]);
        }
    });
}

template <class T>
int gemm(Handle* h, const Product& p, const T* alpha, const T* a, const T* b, const T* beta, T* c) {
    return gemm_batch<T, T>(h, p, 1, alpha, single(a), single(b), beta, single(c));
}

template <class T>
int gemm_strided(Handle* h, const Product& p, Size batch, const T* alpha, const T* a, Size stride_a, const T* b,
                 Size stride_b, const T* beta, T* c, Size stride_c) {
    return gemm_batch<T, T>(h, p, batch, alpha, Strided<const T>{a, stride_a}, Strided<const T>{b, stride_b}, beta,
                            Strided<T>{c, stride_c});
}

template <class T>
int gemm_listed(Handle* h, const Product& p, Size batch, const T* alpha, const T* const* a, const T* const* b,
                const T* beta, T* const* c) {
    return gemm_batch<T, T>(h, p, batch, alpha, Listed<const T>{a}, Listed<const T>{b}, beta, Listed<T>{c});
}

}  // namespace ringfence::soft_libraries::blas
