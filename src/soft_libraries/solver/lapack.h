// LAPACK's routines by element type, as OpenBLAS has them (Fortran's names and conventions; lengths of strings follow).
#pragma once

#include <complex>
#include <cstddef>
#include <type_traits>

namespace ringfence::soft_libraries::solver {

template <class T>
struct RealOf {
    using Type = T;
};
template <class T>
struct RealOf<std::complex<T>> {
    using Type = T;
};
template <class T>
using Real = typename RealOf<T>::Type;
template <class T>
inline constexpr bool is_complex = !std::is_same_v<T, Real<T>>;

using In = const int*;
using Letter = const char*;
using Length = std::size_t;

#define RINGFENCE_LAPACK(p, T, R, og, om)                                                                         \
    void p##potrf_(Letter, In, T*, In, int*, Length);                                                             \
    void p##potri_(Letter, In, T*, In, int*, Length);                                                             \
    void p##potrs_(Letter, In, In, const T*, In, T*, In, int*, Length);                                           \
    void p##getrs_(Letter, In, In, const T*, In, In, T*, In, int*, Length);                                       \
    void p##geqrf_(In, In, T*, In, T*, T*, In, int*);                                                             \
    void p##og##_(In, In, In, T*, In, const T*, T*, In, int*);                                                    \
    void p##om##_(Letter, Letter, In, In, In, const T*, In, const T*, T*, In, T*, In, int*, Length, Length);      \
    void p##sytrf_(Letter, In, T*, In, int*, T*, In, int*, Length);                                               \
    void p##sytrs_(Letter, In, In, const T*, In, In, T*, In, int*, Length);                                       \
    void p##trtri_(Letter, Letter, In, T*, In, int*, Length, Length);                                             \
    void p##trsm_(Letter, Letter, Letter, Letter, In, In, const T*, const T*, In, T*, In, Length, Length, Length, \
                  Length);                                                                                        \
    void p##trmm_(Letter, Letter, Letter, Letter, In, In, const T*, const T*, In, T*, In, Length, Length, Length, \
                  Length);
#define RINGFENCE_LAPACK_REAL(p, T)                                                                   \
    void p##gesvd_(Letter, Letter, In, In, T*, In, T*, T*, In, T*, In, T*, In, int*, Length, Length); \
    void p##syev_(Letter, Letter, In, T*, In, T*, T*, In, int*, Length, Length);                      \
    void p##sygst_(In, Letter, In, T*, In, const T*, In, int*, Length);                               \
    void p##geev_(Letter, Letter, In, T*, In, T*, T*, T*, In, T*, In, T*, In, int*, Length, Length);
#define RINGFENCE_LAPACK_COMPLEX(p, T, R)                                                                 \
    void p##gesvd_(Letter, Letter, In, In, T*, In, R*, T*, In, T*, In, T*, In, R*, int*, Length, Length); \
    void p##heev_(Letter, Letter, In, T*, In, R*, T*, In, R*, int*, Length, Length);                      \
    void p##hegst_(In, Letter, In, T*, In, const T*, In, int*, Length);                                   \
    void p##geev_(Letter, Letter, In, T*, In, T*, T*, In, T*, In, T*, In, R*, int*, Length, Length);
extern "C" {
RINGFENCE_LAPACK(s, float, float, orgqr, ormqr)
RINGFENCE_LAPACK(d, double, double, orgqr, ormqr)
RINGFENCE_LAPACK(c, std::complex<float>, float, ungqr, unmqr)
RINGFENCE_LAPACK(z, std::complex<double>, double, ungqr, unmqr)
RINGFENCE_LAPACK_REAL(s, float)
RINGFENCE_LAPACK_REAL(d, double)
RINGFENCE_LAPACK_COMPLEX(c, std::complex<float>, float)
RINGFENCE_LAPACK_COMPLEX(z, std::complex<double>, double)
}

template <class T>
struct Lapack;
#define RINGFENCE_LAPACK_TABLE(p, T, og, om, ev, gst) \
    template <>                                       \
    struct Lapack<T> {                                \
        static constexpr auto potrf = p##potrf_;      \
        static constexpr auto potri = p##potri_;      \
        static constexpr auto potrs = p##potrs_;      \
        static constexpr auto getrs = p##getrs_;      \
        static constexpr auto geqrf = p##geqrf_;      \
        static constexpr auto orgqr = p##og##_;       \
        static constexpr auto ormqr = p##om##_;       \
        static constexpr auto sytrf = p##sytrf_;      \
        static constexpr auto sytrs = p##sytrs_;      \
        static constexpr auto gesvd = p##gesvd_;      \
        static constexpr auto syev = p##ev##_;        \
        static constexpr auto geev = p##geev_;        \
        static constexpr auto sygst = p##gst##_;      \
        static constexpr auto trtri = p##trtri_;      \
        static constexpr auto trsm = p##trsm_;        \
        static constexpr auto trmm = p##trmm_;        \
    };
RINGFENCE_LAPACK_TABLE(s, float, orgqr, ormqr, syev, sygst)
RINGFENCE_LAPACK_TABLE(d, double, orgqr, ormqr, syev, sygst)
RINGFENCE_LAPACK_TABLE(c, std::complex<float>, ungqr, unmqr, heev, hegst)
RINGFENCE_LAPACK_TABLE(z, std::complex<double>, ungqr, unmqr, heev, hegst)
#undef RINGFENCE_LAPACK
#undef RINGFENCE_LAPACK_REAL
#undef RINGFENCE_LAPACK_COMPLEX
#undef RINGFENCE_LAPACK_TABLE

}  // namespace ringfence::soft_libraries::solver
