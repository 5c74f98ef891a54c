// The routines whose element types are arguments (Ex). Types that cuBLAS computes with and this library does not, and
// combinations that neither does, are not supported.
#pragma once

#include <cmath>
#include <utility>

#include "soft_libraries/blas/level1.h"
#include "soft_libraries/blas/product.h"

namespace ringfence::soft_libraries::blas {

template <class T>
struct Type {
    using Element = T;
};

// Calls `go(Type<In>, Type<Out>, Type<Factor>)` for the types of a product, where they go together.
template <class Go>
int with_product_types(int a_type, int b_type, int c_type, int compute, Go go) {
    using namespace cublas;
    const auto are = [=](int in, int out) { return a_type == in && b_type == in && c_type == out; };
    switch (compute) {
        case compute_16f:
        case compute_16f_pedantic:
            if (are(r16f, r16f)) return go(Type<Half>{}, Type<Half>{}, Type<Half>{});
            break;
        case compute_32i:
        case compute_32i_pedantic:
            if (are(r8i, r32i)) return go(Type<std::int8_t>{}, Type<std::int32_t>{}, Type<std::int32_t>{});
            break;
        case compute_32f:
        case compute_32f_pedantic:
        case compute_32f_fast_16f:
        case compute_32f_fast_16bf:
        case compute_32f_fast_tf32:
        case compute_32f_emulated_16bfx9:
            if (are(r32f, r32f)) return go(Type<float>{}, Type<float>{}, Type<float>{});
            if (are(r16f, r16f)) return go(Type<Half>{}, Type<Half>{}, Type<float>{});
            if (are(r16f, r32f)) return go(Type<Half>{}, Type<float>{}, Type<float>{});
            if (are(r16bf, r16bf)) return go(Type<BFloat16>{}, Type<BFloat16>{}, Type<float>{});
            if (are(r16bf, r32f)) return go(Type<BFloat16>{}, Type<float>{}, Type<float>{});
            if (are(r8i, r32f)) return go(Type<std::int8_t>{}, Type<float>{}, Type<float>{});
            if (are(c32f, c32f)) return go(Type<Complex>{}, Type<Complex>{}, Type<Complex>{});
            break;
        case compute_64f:
        case compute_64f_pedantic:
        case compute_64f_emulated_fixedpoint:
            if (are(r64f, r64f)) return go(Type<double>{}, Type<double>{}, Type<double>{});
            if (are(c64f, c64f)) return go(Type<DoubleComplex>{}, Type<DoubleComplex>{}, Type<DoubleComplex>{});
            break;
        default: break;
    }
    return not_supported;
}

struct ProductTypes {
    int a;
    int b;
    int c;
    int compute;
};

// `make_a(Type<T>)` and the others give the matrices once the type of their elements is known.
template <class MakeA, class MakeB, class MakeC>
int gemm_ex_batch(Handle* h, const Product& p, Size batch, const ProductTypes& types, const void* alpha, MakeA make_a,
                  MakeB make_b, const void* beta, MakeC make_c) {
    if (const int status = refusal(h, {}, p.valid() && batch >= 0)) return status;
    return with_product_types(types.a, types.b, types.c, types.compute, [&](auto in, auto out, auto factor) {
        using In = typename decltype(in)::Element;
        using Out = typename decltype(out)::Element;
        using F = typename decltype(factor)::Element;
        return gemm_batch<In, Out>(h, p, batch, static_cast<const F*>(alpha), make_a(Type<const In>{}),
                                   make_b(Type<const In>{}), static_cast<const F*>(beta), make_c(Type<Out>{}));
    });
}

// Strides count elements.
template <class Void>
auto strided_of(Void* first, Size stride) {
    return [=](auto type) {
        using T = typename decltype(type)::Element;
        return Strided<T>{static_cast<T*>(first), stride};
    };
}

template <class Void>
auto listed_of(Void* const* addresses) {
    return [=](auto type) {
        using T = typename decltype(type)::Element;
        return Listed<T>{reinterpret_cast<T* const*>(addresses)};
    };
}

inline int gemm_ex(Handle* h, const Product& p, const ProductTypes& types, const void* alpha, const void* a,
                   const void* b, const void* beta, void* c) {
    return gemm_ex_batch(h, p, 1, types, alpha, strided_of(a, 0), strided_of(b, 0), beta, strided_of(c, 0));
}

// SgemmEx and CgemmEx: the factors' type says whether the elements are complex.
template <class F>
int gemm_typed(Handle* h, const Product& p, int a_type, int b_type, int c_type, const F* alpha, const void* a,
               const void* b, const F* beta, void* c) {
    if (const int status = refusal(h, {}, p.valid())) return status;
    if (is_complex<F> != (c_type == cublas::c32f)) return cublas::not_supported;
    return gemm_ex(h, p, {a_type, b_type, c_type, cublas::compute_32f}, alpha, a, b, beta, c);
}

// The vector routines: 16-bit elements are computed with as float.
template <class Go>
int with_vector_type(int type, Go go) {
    using namespace cublas;
    switch (type) {
        case r32f: return go(Type<float>{});
        case r64f: return go(Type<double>{});
        case c32f: return go(Type<Complex>{});
        case c64f: return go(Type<DoubleComplex>{});
        case r16f: return go(Type<Half>{});
        case r16bf: return go(Type<BFloat16>{});
        default: return not_supported;
    }
}

template <class T>
inline constexpr bool is_narrow = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

// The type in which elements of this type are computed.
inline int execution_type_of(int type) {
    return type == cublas::r16f || type == cublas::r16bf ? cublas::r32f : type;
}

inline int axpy_ex(Handle* h, Size n, const void* alpha, int alpha_type, const void* x, int x_type, Size incx, void* y,
                   int y_type, Size incy, int execution) {
    if (const int status = refusal(h, {n, incx, incy}, alpha)) return status;
    if (y_type != x_type || execution != execution_type_of(x_type) || (alpha_type != execution && alpha_type != x_type))
        return cublas::not_supported;
    return with_vector_type(x_type, [&](auto type) {
        using T = typename decltype(type)::Element;
        const auto* from = static_cast<const T*>(x);
        auto* to = static_cast<T*>(y);
        if constexpr (is_narrow<T>) {
            const auto add = [=](auto factor) {
                return submit(h, [=] {
                    const auto by = static_cast<float>(factor());
                    const Vector<const T> source(from, n, incx);
                    const Vector<T> sum(to, n, incy);
                    for (Size i = 0; i < n; ++i)
                        sum[i] = T(by * static_cast<float>(source[i]) + static_cast<float>(sum[i]));
                });
            };
            if (n <= 0) return static_cast<int>(cublas::success);
            return alpha_type == x_type ? add(Factor<T>(h, static_cast<const T*>(alpha)))
                                        : add(Factor<float>(h, static_cast<const float*>(alpha)));
        } else {
            return axpy(h, n, static_cast<const T*>(alpha), from, incx, to, incy);
        }
    });
}

inline int scal_ex(Handle* h, Size n, const void* alpha, int alpha_type, void* x, int x_type, Size incx,
                   int execution) {
    if (const int status = refusal(h, {n, incx}, alpha)) return status;
    if (execution != execution_type_of(x_type) || (alpha_type != execution && alpha_type != x_type))
        return cublas::not_supported;
    return with_vector_type(x_type, [&](auto type) {
        using T = typename decltype(type)::Element;
        auto* elements = static_cast<T*>(x);
        if constexpr (is_narrow<T>) {
            const auto multiply_by = [=](auto factor) {
                return submit(h, [=] {
                    const auto by = static_cast<float>(factor());
                    for (Size i = 0; i < n; ++i)
                        elements[i * incx] = T(by * static_cast<float>(elements[i * incx]));
                });
            };
            if (n <= 0 || incx <= 0) return static_cast<int>(cublas::success);
            return alpha_type == x_type ? multiply_by(Factor<T>(h, static_cast<const T*>(alpha)))
                                        : multiply_by(Factor<float>(h, static_cast<const float*>(alpha)));
        } else {
            return scal(h, n, static_cast<const T*>(alpha), elements, incx);
        }
    });
}

inline int dot_ex(Handle* h, bool conjugated, Size n, const void* x, int x_type, Size incx, const void* y, int y_type,
                  Size incy, void* result, int result_type, int execution) {
    if (const int status = refusal(h, {n, incx, incy}, result)) return status;
    if (y_type != x_type || result_type != x_type || execution != execution_type_of(x_type))
        return cublas::not_supported;
    return with_vector_type(x_type, [&](auto type) {
        using T = typename decltype(type)::Element;
        const auto* first = static_cast<const T*>(x);
        const auto* second = static_cast<const T*>(y);
        auto* to = static_cast<T*>(result);
        if constexpr (is_narrow<T>) {
            return submit_result(h, to, [=] {
                const Vector<const T> a(first, n, incx);
                const Vector<const T> b(second, n, incy);
                float sum = 0;
                for (Size i = 0; i < n; ++i)
                    sum += static_cast<float>(a[i]) * static_cast<float>(b[i]);
                return T(sum);
            });
        } else {
            return dot(h, conjugated, n, first, incx, second, incy, to);
        }
    });
}

inline int nrm2_ex(Handle* h, Size n, const void* x, int x_type, Size incx, void* result, int result_type,
                   int execution) {
    if (const int status = refusal(h, {n, incx}, result)) return status;
    return with_vector_type(x_type, [&](auto type) {
        using T = typename decltype(type)::Element;
        using R = Real<T>;
        const int real_type = x_type == cublas::c32f ? cublas::r32f : x_type == cublas::c64f ? cublas::r64f : x_type;
        if (result_type != real_type || execution != execution_type_of(real_type))
            return static_cast<int>(cublas::not_supported);
        const auto* elements = static_cast<const T*>(x);
        auto* to = static_cast<R*>(result);
        if constexpr (is_narrow<T>) {
            return submit_result(h, to, [=] {
                double sum = 0;  // squares of bfloat16 can exceed a float
                for (Size i = 0; incx > 0 && i < n; ++i) {
                    const double value = static_cast<float>(elements[i * incx]);
                    sum += value * value;
                }
                return T(static_cast<float>(std::sqrt(sum)));
            });
        } else {
            return nrm2(h, n, elements, incx, to);
        }
    });
}

}  // namespace ringfence::soft_libraries::blas
