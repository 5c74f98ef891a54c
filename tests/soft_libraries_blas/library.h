// The library under test: its functions, by name and by element type, and a worker whose streams do nothing before they
// are waited for.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "soft_libraries/blas/scalar.h"
#include "soft_libraries/blas/work.h"

namespace ringfence::soft_libraries::blas {

#define FUNCTION(name, parameters, body) extern "C" int name parameters;
#include "soft_libraries/blas/functions.inc"
#undef FUNCTION

#define RINGFENCE_TEST_COMMON(L)                                        \
    static constexpr auto axpy = cublas##L##axpy_v2;                    \
    static constexpr auto copy = cublas##L##copy_v2;                    \
    static constexpr auto swap = cublas##L##swap_v2;                    \
    static constexpr auto scal = cublas##L##scal_v2;                    \
    static constexpr auto rot = cublas##L##rot_v2;                      \
    static constexpr auto rotg = cublas##L##rotg_v2;                    \
    static constexpr auto gemv = cublas##L##gemv_v2;                    \
    static constexpr auto gemv_batched = cublas##L##gemvBatched;        \
    static constexpr auto gemv_strided = cublas##L##gemvStridedBatched; \
    static constexpr auto gbmv = cublas##L##gbmv_v2;                    \
    static constexpr auto trmv = cublas##L##trmv_v2;                    \
    static constexpr auto tbmv = cublas##L##tbmv_v2;                    \
    static constexpr auto tpmv = cublas##L##tpmv_v2;                    \
    static constexpr auto trsv = cublas##L##trsv_v2;                    \
    static constexpr auto tbsv = cublas##L##tbsv_v2;                    \
    static constexpr auto tpsv = cublas##L##tpsv_v2;                    \
    static constexpr auto symv = cublas##L##symv_v2;                    \
    static constexpr auto syr = cublas##L##syr_v2;                      \
    static constexpr auto syr2 = cublas##L##syr2_v2;                    \
    static constexpr auto gemm = cublas##L##gemm_v2;                    \
    static constexpr auto gemm_64 = cublas##L##gemm_v2_64;              \
    static constexpr auto gemm_batched = cublas##L##gemmBatched;        \
    static constexpr auto gemm_strided = cublas##L##gemmStridedBatched; \
    static constexpr auto symm = cublas##L##symm_v2;                    \
    static constexpr auto syrk = cublas##L##syrk_v2;                    \
    static constexpr auto syr2k = cublas##L##syr2k_v2;                  \
    static constexpr auto syrkx = cublas##L##syrkx;                     \
    static constexpr auto trmm = cublas##L##trmm_v2;                    \
    static constexpr auto trsm = cublas##L##trsm_v2;                    \
    static constexpr auto trsm_batched = cublas##L##trsmBatched;        \
    static constexpr auto geam = cublas##L##geam;                       \
    static constexpr auto dgmm = cublas##L##dgmm;                       \
    static constexpr auto getrf = cublas##L##getrfBatched;              \
    static constexpr auto getri = cublas##L##getriBatched;              \
    static constexpr auto getrs = cublas##L##getrsBatched;              \
    static constexpr auto matinv = cublas##L##matinvBatched;            \
    static constexpr auto gels = cublas##L##gelsBatched;                \
    static constexpr auto geqrf = cublas##L##geqrfBatched;

// Hermitian names stand for the symmetric functions where elements are real.
#define RINGFENCE_TEST_HERMITIAN(L, he, hb, hp)        \
    static constexpr auto hemv = cublas##L##he##mv_v2; \
    static constexpr auto hbmv = cublas##L##hb##mv_v2; \
    static constexpr auto hpmv = cublas##L##hp##mv_v2; \
    static constexpr auto her = cublas##L##he##r_v2;   \
    static constexpr auto hpr = cublas##L##hp##r_v2;   \
    static constexpr auto her2 = cublas##L##he##r2_v2; \
    static constexpr auto hpr2 = cublas##L##hp##r2_v2; \
    static constexpr auto hemm = cublas##L##he##mm_v2; \
    static constexpr auto herk = cublas##L##he##rk_v2; \
    static constexpr auto her2k = cublas##L##he##r2k_v2;

#define RINGFENCE_TEST_REAL(T, L, i)                       \
    template <>                                            \
    struct Api<T> {                                        \
        RINGFENCE_TEST_COMMON(L)                           \
        RINGFENCE_TEST_HERMITIAN(L, sy, sb, sp)            \
        static constexpr auto dotu = cublas##L##dot_v2;    \
        static constexpr auto dotc = cublas##L##dot_v2;    \
        static constexpr auto geru = cublas##L##ger_v2;    \
        static constexpr auto gerc = cublas##L##ger_v2;    \
        static constexpr auto nrm2 = cublas##L##nrm2_v2;   \
        static constexpr auto asum = cublas##L##asum_v2;   \
        static constexpr auto rotm = cublas##L##rotm_v2;   \
        static constexpr auto rotmg = cublas##L##rotmg_v2; \
        static constexpr auto amax = cublasI##i##amax_v2;  \
        static constexpr auto amin = cublasI##i##amin_v2;  \
    };

#define RINGFENCE_TEST_COMPLEX(T, L, i, both, by_real)              \
    template <>                                                     \
    struct Api<T> {                                                 \
        RINGFENCE_TEST_COMMON(L)                                    \
        RINGFENCE_TEST_HERMITIAN(L, he, hb, hp)                     \
        static constexpr auto dotu = cublas##L##dotu_v2;            \
        static constexpr auto dotc = cublas##L##dotc_v2;            \
        static constexpr auto geru = cublas##L##geru_v2;            \
        static constexpr auto gerc = cublas##L##gerc_v2;            \
        static constexpr auto nrm2 = cublas##both##nrm2_v2;         \
        static constexpr auto asum = cublas##both##asum_v2;         \
        static constexpr auto amax = cublasI##i##amax_v2;           \
        static constexpr auto amin = cublasI##i##amin_v2;           \
        static constexpr auto real_scal = cublas##by_real##scal_v2; \
        static constexpr auto real_rot = cublas##by_real##rot_v2;   \
        static constexpr auto gemm3m = cublas##L##gemm3m;           \
        static constexpr auto herkx = cublas##L##herkx;             \
    };

template <class T>
struct Api;
RINGFENCE_TEST_REAL(float, S, s)
RINGFENCE_TEST_REAL(double, D, d)
RINGFENCE_TEST_COMPLEX(Complex, C, c, Sc, Cs)
RINGFENCE_TEST_COMPLEX(DoubleComplex, Z, z, Dz, Zd)

#undef RINGFENCE_TEST_COMMON
#undef RINGFENCE_TEST_HERMITIAN
#undef RINGFENCE_TEST_REAL
#undef RINGFENCE_TEST_COMPLEX

class LazyHost : public Host {
public:
    bool enqueue(void* stream, std::function<void()> work) override {
        if (refuses) return false;
        waiting[stream].push_back(std::move(work));
        return true;
    }
    bool synchronize(void* stream) override {
        if (broken) return false;
        for (const auto& work : waiting[stream])
            work();
        waiting[stream].clear();
        return true;
    }

    bool is_unwanted() override { return ++questions > most_questions; }

    bool refuses = false;
    bool broken = false;
    // That work asks whether it is wanted; from then on it is not.
    int most_questions = std::numeric_limits<int>::max();
    int questions = 0;
    std::map<void*, std::vector<std::function<void()>>> waiting;
};

class Library : public testing::Test {
protected:
    Library() {
        ringfence_soft_library_begin(&host_);
        EXPECT_EQ(cublasCreate_v2(&h), 0);
    }
    ~Library() override { EXPECT_EQ(cublasDestroy_v2(h), 0); }

    // The call was taken; after this its work is done.
    void done(int status) {
        EXPECT_EQ(status, cublas::success);
        EXPECT_TRUE(host_.synchronize(nullptr));
    }

    LazyHost host_;
    Handle* h = nullptr;
};

template <class T>
class TypedLibrary : public Library {};
using ElementTypes = testing::Types<float, double, Complex, DoubleComplex>;

}  // namespace ringfence::soft_libraries::blas
