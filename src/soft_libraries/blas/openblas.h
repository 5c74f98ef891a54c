// OpenBLAS's functions by element type: Cblas<double>::gbmv is cblas_dgbmv.
//
// Routines that are Hermitian for complex elements and symmetric for real ones have the Hermitian name here for both.
// Matrices are stored by columns. Arguments must be valid: OpenBLAS prints a message about invalid ones.
#pragma once

#include <cblas.h>

#include <cstddef>

#include "soft_libraries/blas/cublas_abi.h"
#include "soft_libraries/blas/scalar.h"

// LAPACK, which is part of OpenBLAS. Strings are followed by their lengths, after all other arguments.
#define RINGFENCE_LAPACK(T, letter)                                                                                   \
    void letter##getri_(const int* n, T* a, const int* lda, const int* pivots, T* work, const int* lwork, int* info); \
    void letter##getrs_(const char* trans, const int* n, const int* nrhs, const T* a, const int* lda,                 \
                        const int* pivots, T* b, const int* ldb, int* info, std::size_t trans_length);                \
    void letter##gels_(const char* trans, const int* m, const int* n, const int* nrhs, T* a, const int* lda, T* b,    \
                       const int* ldb, T* work, const int* lwork, int* info, std::size_t trans_length);               \
    void letter##geqrf_(const int* m, const int* n, T* a, const int* lda, T* tau, T* work, const int* lwork, int* info);
extern "C" {
RINGFENCE_LAPACK(float, s)
RINGFENCE_LAPACK(double, d)
RINGFENCE_LAPACK(ringfence::soft_libraries::blas::Complex, c)
RINGFENCE_LAPACK(ringfence::soft_libraries::blas::DoubleComplex, z)
}
#undef RINGFENCE_LAPACK

namespace ringfence::soft_libraries::blas {

template <class T>
struct Cblas;

#define RINGFENCE_CBLAS_COMMON(letter)                   \
    static constexpr auto axpy = cblas_##letter##axpy;   \
    static constexpr auto rotg = cblas_##letter##rotg;   \
    static constexpr auto gbmv = cblas_##letter##gbmv;   \
    static constexpr auto trmv = cblas_##letter##trmv;   \
    static constexpr auto tbmv = cblas_##letter##tbmv;   \
    static constexpr auto tpmv = cblas_##letter##tpmv;   \
    static constexpr auto trsv = cblas_##letter##trsv;   \
    static constexpr auto tbsv = cblas_##letter##tbsv;   \
    static constexpr auto tpsv = cblas_##letter##tpsv;   \
    static constexpr auto gemm = cblas_##letter##gemm;   \
    static constexpr auto symm = cblas_##letter##symm;   \
    static constexpr auto syrk = cblas_##letter##syrk;   \
    static constexpr auto syr2k = cblas_##letter##syr2k; \
    static constexpr auto trmm = cblas_##letter##trmm;   \
    static constexpr auto trsm = cblas_##letter##trsm;   \
    static constexpr auto getri = letter##getri_;        \
    static constexpr auto getrs = letter##getrs_;        \
    static constexpr auto geqrf = letter##geqrf_;        \
    static constexpr auto gels = letter##gels_;

// `he`, `hb`, `hp`: how full, banded and packed matrices of that kind begin.
#define RINGFENCE_CBLAS_HERMITIAN(letter, he, hb, hp)    \
    static constexpr auto hbmv = cblas_##letter##hb##mv; \
    static constexpr auto hpmv = cblas_##letter##hp##mv; \
    static constexpr auto her = cblas_##letter##he##r;   \
    static constexpr auto hpr = cblas_##letter##hp##r;   \
    static constexpr auto her2 = cblas_##letter##he##r2; \
    static constexpr auto hpr2 = cblas_##letter##hp##r2; \
    static constexpr auto hemm = cblas_##letter##he##mm; \
    static constexpr auto herk = cblas_##letter##he##rk; \
    static constexpr auto her2k = cblas_##letter##he##r2k;

#define RINGFENCE_CBLAS_REAL(T, letter)                      \
    template <>                                              \
    struct Cblas<T> {                                        \
        RINGFENCE_CBLAS_COMMON(letter)                       \
        RINGFENCE_CBLAS_HERMITIAN(letter, sy, sb, sp)        \
        static constexpr auto gemv = cblas_##letter##gemv;   \
        static constexpr auto dot = cblas_##letter##dot;     \
        static constexpr auto geru = cblas_##letter##ger;    \
        static constexpr auto gerc = cblas_##letter##ger;    \
        static constexpr auto nrm2 = cblas_##letter##nrm2;   \
        static constexpr auto asum = cblas_##letter##asum;   \
        static constexpr auto rotmg = cblas_##letter##rotmg; \
    };

#define RINGFENCE_CBLAS_COMPLEX(T, letter, both)           \
    template <>                                            \
    struct Cblas<T> {                                      \
        RINGFENCE_CBLAS_COMMON(letter)                     \
        RINGFENCE_CBLAS_HERMITIAN(letter, he, hb, hp)      \
        static constexpr auto geru = cblas_##letter##geru; \
        static constexpr auto gerc = cblas_##letter##gerc; \
        static constexpr auto nrm2 = cblas_##both##nrm2;   \
        static constexpr auto asum = cblas_##both##asum;   \
    };

RINGFENCE_CBLAS_REAL(float, s)
RINGFENCE_CBLAS_REAL(double, d)
RINGFENCE_CBLAS_COMPLEX(Complex, c, sc)
RINGFENCE_CBLAS_COMPLEX(DoubleComplex, z, dz)

#undef RINGFENCE_CBLAS_COMMON
#undef RINGFENCE_CBLAS_HERMITIAN
#undef RINGFENCE_CBLAS_REAL
#undef RINGFENCE_CBLAS_COMPLEX

// CBLAS takes real factors by value and complex ones by address.
inline float pass(const float& factor) {
    return factor;
}
inline double pass(const double& factor) {
    return factor;
}
template <class T>
const void* pass(const std::complex<T>& factor) {
    return &factor;
}

inline CBLAS_TRANSPOSE cblas_op(int operation) {
    return operation == cublas::op_n ? CblasNoTrans : operation == cublas::op_t ? CblasTrans : CblasConjTrans;
}
inline CBLAS_UPLO cblas_fill(int fill) {
    return fill == cublas::lower ? CblasLower : CblasUpper;
}
inline CBLAS_SIDE cblas_side(int side) {
    return side == cublas::left ? CblasLeft : CblasRight;
}
inline CBLAS_DIAG cblas_diagonal(int diagonal) {
    return diagonal == cublas::unit ? CblasUnit : CblasNonUnit;
}

}  // namespace ringfence::soft_libraries::blas
