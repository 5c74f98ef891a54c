// Level 1: vectors. As in BLAS, nothing is done where n <= 0, and what takes one vector takes a positive increment
// only.
#pragma once

#include <cmath>

#include "soft_libraries/blas/openblas.h"
#include "soft_libraries/blas/own_products.h"
#include "soft_libraries/blas/vectors.h"

namespace ringfence::soft_libraries::blas {

template <class T>
int axpy(Handle* h, Size n, const T* alpha, const T* x, Size incx, T* y, Size incy) {
    if (const int status = refusal(h, {n, incx, incy}, alpha)) return status;
    if (n <= 0) return cublas::success;
    if (!is_countable(n, incx) || !is_countable(n, incy)) return cublas::not_supported;
    // OpenBLAS's result for an increment of 0 depends on the processor (version 0.3.21).
    return submit(h, [=, factor = Factor<T>(h, alpha)] {
        const T by = factor();
        if (by == T{}) return;
        const Vector<const T> from(x, n, incx);
        const Vector<T> to(y, n, incy);
        for (Size i = 0; i < n; ++i)
            to[i] += by * from[i];
    });
}

template <class T>
int copy(Handle* h, Size n, const T* x, Size incx, T* y, Size incy) {
    if (const int status = refusal(h, {n, incx, incy}, true)) return status;
    if (n <= 0) return cublas::success;
    return submit(h, [=] {
        const Vector<const T> from(x, n, incx);
        const Vector<T> to(y, n, incy);
        for (Size i = 0; i < n; ++i)
            to[i] = from[i];
    });
}

template <class T>
int swap(Handle* h, Size n, T* x, Size incx, T* y, Size incy) {
    if (const int status = refusal(h, {n, incx, incy}, true)) return status;
    if (n <= 0) return cublas::success;
    return submit(h, [=] {
        const Vector<T> first(x, n, incx);
        const Vector<T> second(y, n, incy);
        for (Size i = 0; i < n; ++i)
            std::swap(first[i], second[i]);
    });
}

// Multiplies also by zero: what is not a number stays so.
template <class T, class F>
int scal(Handle* h, Size n, const F* alpha, T* x, Size incx) {
    if (const int status = refusal(h, {n, incx}, alpha)) return status;
    if (n <= 0 || incx <= 0) return cublas::success;
    return submit(h, [=, factor = Factor<F>(h, alpha)] {
        const F by = factor();
        for (Size i = 0; i < n; ++i)
            x[i * incx] *= by;
    });
}

template <class T>
T dot_product(bool conjugated, Size n, const T* x, Size incx, const T* y, Size incy) {
    if (n <= 0) return T{};
    if constexpr (is_complex<T>)
        return complex_dot(conjugated, n, Vector<const T>(x, n, incx), Vector<const T>(y, n, incy));
    else
        return Cblas<T>::dot(narrow(n), x, narrow(incx), y, narrow(incy));
}

template <class T>
int dot(Handle* h, bool conjugated, Size n, const T* x, Size incx, const T* y, Size incy, T* result) {
    if (const int status = refusal(h, {n, incx, incy}, result)) return status;
    if (!is_countable(n, incx) || !is_countable(n, incy)) return cublas::not_supported;
    return submit_result(h, result, [=] { return dot_product(conjugated, n, x, incx, y, incy); });
}

template <class T>
int nrm2(Handle* h, Size n, const T* x, Size incx, Real<T>* result) {
    if (const int status = refusal(h, {n, incx}, result)) return status;
    return submit_result(h, result,
                         [=] { return n <= 0 || incx <= 0 ? Real<T>{} : Cblas<T>::nrm2(narrow(n), x, narrow(incx)); });
}

template <class T>
int asum(Handle* h, Size n, const T* x, Size incx, Real<T>* result) {
    if (const int status = refusal(h, {n, incx}, result)) return status;
    return submit_result(h, result,
                         [=] { return n <= 0 || incx <= 0 ? Real<T>{} : Cblas<T>::asum(narrow(n), x, narrow(incx)); });
}

// The magnitude that amax and amin compare. For complex numbers it is not the absolute value, as in BLAS.
template <class T>
Real<T> magnitude(const T& value) {
    if constexpr (is_complex<T>)
        return std::abs(value.real()) + std::abs(value.imag());
    else
        return std::abs(value);
}

// The first of the elements with the largest or the smallest magnitude, counted from 1; 0 where there is none.
template <class T, class Index>
int extreme(Handle* h, bool largest, Size n, const T* x, Size incx, Index* result) {
    if (const int status = refusal(h, {n, incx}, result)) return status;
    return submit_result(h, result, [=] {
        if (n <= 0 || incx <= 0) return Index{0};
        Size best = 0;
        for (Size i = 1; i < n; ++i) {
            const Real<T> found = magnitude(x[i * incx]);
            const Real<T> before = magnitude(x[best * incx]);
            if (largest ? found > before : found < before) best = i;
        }
        return static_cast<Index>(best + 1);
    });
}

// `s` is real or of the elements' type.
template <class T, class F>
int rot(Handle* h, Size n, T* x, Size incx, T* y, Size incy, const Real<T>* c, const F* s) {
    if (const int status = refusal(h, {n, incx, incy}, c && s)) return status;
    if (n <= 0) return cublas::success;
    return submit(h, [=, cosine = Factor<Real<T>>(h, c), sine = Factor<F>(h, s)] {
        const Vector<T> first(x, n, incx);
        const Vector<T> second(y, n, incy);
        const Real<T> by_c = cosine();
        const F by_s = sine();
        for (Size i = 0; i < n; ++i) {
            const T turned = by_c * first[i] + by_s * second[i];
            second[i] = by_c * second[i] - conjugate(by_s) * first[i];
            first[i] = turned;
        }
    });
}

// All that rotg and rotmg touch lies where the pointer mode says. In host memory they compute at once.
template <class Compute>
int compute_in_place(Handle* h, Compute compute) {
    if (h->pointer_mode == cublas::device_pointers) return submit(h, compute);
    compute();
    return cublas::success;
}

template <class T>
int rotg(Handle* h, T* a, T* b, Real<T>* c, T* s) {
    if (const int status = refusal(h, {}, a && b && c && s)) return status;
    return compute_in_place(h, [=] { Cblas<T>::rotg(a, b, c, s); });
}

template <class T>
int rotm(Handle* h, Size n, T* x, Size incx, T* y, Size incy, const T* param) {
    if (const int status = refusal(h, {n, incx, incy}, param)) return status;
    if (n <= 0) return cublas::success;
    // OpenBLAS counts n times the increment with 32 bits, and goes on at the other end of the world.
    return submit(h, [=, parameters = Factor<T, 5>(h, param)] {
        const T* given = parameters.get();
        const T flag = given[0];
        if (flag == T{-2}) return;
        const bool is_full = flag < T{};
        const T h11 = is_full || flag > T{} ? given[1] : T{1};
        const T h21 = is_full || flag == T{} ? given[2] : T{-1};
        const T h12 = is_full || flag == T{} ? given[3] : T{1};
        const T h22 = is_full || flag > T{} ? given[4] : T{1};
        const Vector<T> first(x, n, incx);
        const Vector<T> second(y, n, incy);
        for (Size i = 0; i < n; ++i) {
            const T w = first[i];
            const T z = second[i];
            first[i] = w * h11 + z * h12;
            second[i] = w * h21 + z * h22;
        }
    });
}

template <class T>
int rotmg(Handle* h, T* d1, T* d2, T* x1, const T* y1, T* param) {
    if (const int status = refusal(h, {}, d1 && d2 && x1 && y1 && param)) return status;
    return compute_in_place(h, [=] { Cblas<T>::rotmg(d1, d2, x1, *y1, param); });
}

}  // namespace ringfence::soft_libraries::blas
