// The exported functions: cuSOLVER's names and parameters.
//
// Work areas are not used: every bufferSize gives 1, and 8 bytes of host memory where there is some, which are written.
#include <cstring>
#include <initializer_list>
#include <memory>

#include "soft_libraries/solver/factors.h"
#include "soft_libraries/solver/spectra.h"

extern "C" void openblas_set_num_threads(int count);

namespace ringfence::soft_libraries::solver {
namespace {

constexpr int types[] = {0, 1, 4, 5};  // cudaDataType: real and complex, of 32 and 64 bits
constexpr std::int64_t host_bytes_needed = 8;

bool is_fill(int uplo) {
    return uplo == 0 || uplo == 1;
}

int refusal(const Handle* h, bool valid, std::initializer_list<Size> sides) {
    if (h == nullptr || host() == nullptr) return not_initialized;
    if (!valid) return invalid_value;
    for (const Size side : sides) {
        if (side < 0) return invalid_value;
        if (side > largest_side) return not_supported;
    }
    return success;
}

int give_size(const Handle* h, int* size, std::initializer_list<Size> sides) {
    if (size == nullptr) return invalid_value;
    if (const int status = refusal(h, true, sides)) return status;
    *size = 1;
    return success;
}

bool is_type(int type) {
    for (const int one : types)
        if (one == type) return true;
    return false;
}

int give_sizes(const Handle* h, int type, std::int64_t* device, std::int64_t* host_bytes,
               std::initializer_list<Size> sides) {
    if (device == nullptr || host_bytes == nullptr) return invalid_value;
    if (const int status = refusal(h, true, sides)) return status;
    if (!is_type(type)) return not_supported;
    *device = 1;
    *host_bytes = host_bytes_needed;
    return success;
}

int real_type(int type) {
    return type == 4 ? 0 : type == 5 ? 1 : type;
}

// Calls `go` with an element of the type.
template <class Go>
int by_type(int type, Go go) {
    switch (type) {
        case 0: return go(float{});
        case 1: return go(double{});
        case 4: return go(std::complex<float>{});
        case 5: return go(std::complex<double>{});
        default: return not_supported;
    }
}

bool takes_host_work(void* work, std::int64_t bytes) {
    if (work == nullptr || bytes < host_bytes_needed) return false;
    std::memset(work, 0, static_cast<std::size_t>(bytes));
    return true;
}

template <class T>
T* as(void* pointer) {
    return static_cast<T*>(pointer);
}
template <class T>
const T* as(const void* pointer) {
    return static_cast<const T*>(pointer);
}

template <class T>
int svd_of_batch(const Handle* h, bool vectors, Size m, Size n, T* a, Size lda, Real<T>* s, T* u, Size ldu, T* v,
                 Size ldv, int* info, Size batch) {
    const Size least = std::min(m, n);
    return submit(h, [=] {
        for (Size i = 0; i < batch; ++i) {
            const Matrix<T> one(m, n, a + i * lda * n, lda);
            info[i] = give_svd_with_v<T>(vectors, one, s + i * least, least, vectors ? u + i * ldu * m : nullptr, ldu,
                                         m, vectors ? v + i * ldv * n : nullptr, ldv, n);
        }
    });
}

}  // namespace

#define FUNCTION(name) extern "C" __attribute__((visibility("default"))) int name

FUNCTION(cusolverDnCreate)(Handle** h) {
    if (host() == nullptr) return not_initialized;
    if (h == nullptr) return invalid_value;
    *h = std::make_unique<Handle>().release();
    return success;
}
FUNCTION(cusolverDnDestroy)(Handle* h) {
    const std::unique_ptr<Handle> owner(h);
    return h != nullptr ? success : not_initialized;
}
FUNCTION(cusolverDnSetStream)(Handle* h, void* stream) {
    if (h == nullptr) return not_initialized;
    h->stream = stream;
    return success;
}

#define SETTING(Name, member, least, most)                           \
    FUNCTION(cusolverDnSet##Name)(Handle * h, int value) {           \
        if (h == nullptr) return not_initialized;                    \
        if (value < (least) || value > (most)) return invalid_value; \
        h->member = value;                                           \
        return success;                                              \
    }                                                                \
    FUNCTION(cusolverDnGet##Name)(const Handle* h, int* value) {     \
        if (h == nullptr) return not_initialized;                    \
        if (value == nullptr) return invalid_value;                  \
        *value = h->member;                                          \
        return success;                                              \
    }
SETTING(DeterministicMode, deterministic_mode, 1, 2)
SETTING(MathMode, math_mode, 1, 2)
SETTING(EmulationStrategy, emulation_strategy, 0, 2)

#define OBJECT(Name)                                        \
    FUNCTION(cusolverDnCreate##Name)(Info * *info) {        \
        if (info == nullptr) return invalid_value;          \
        *info = std::make_unique<Info>().release();         \
        return success;                                     \
    }                                                       \
    FUNCTION(cusolverDnDestroy##Name)(Info * info) {        \
        const std::unique_ptr<Info> owner(info);            \
        return info != nullptr ? success : not_initialized; \
    }
OBJECT(SyevjInfo)
OBJECT(GesvdjInfo)
OBJECT(Params)

#define JACOBI(name)                                                                         \
    FUNCTION(cusolverDnX##name##SetTolerance)(Info * info, double tolerance) {               \
        info->tolerance = tolerance;                                                         \
        return success;                                                                      \
    }                                                                                        \
    FUNCTION(cusolverDnX##name##SetMaxSweeps)(Info * info, int sweeps) {                     \
        info->sweeps = sweeps;                                                               \
        return success;                                                                      \
    }                                                                                        \
    FUNCTION(cusolverDnX##name##SetSortEig)(Info * info, int sort) {                         \
        info->sort = sort;                                                                   \
        return success;                                                                      \
    }                                                                                        \
    FUNCTION(cusolverDnX##name##GetResidual)(const Handle*, const Info*, double* residual) { \
        *residual = 0;                                                                       \
        return success;                                                                      \
    }                                                                                        \
    FUNCTION(cusolverDnX##name##GetSweeps)(const Handle*, const Info*, int* sweeps) {        \
        *sweeps = 1;                                                                         \
        return success;                                                                      \
    }
JACOBI(syevj)
JACOBI(gesvdj)

FUNCTION(cusolverDnSetAdvOptions)(const Info* params, int, int) {
    return params != nullptr ? success : invalid_value;
}

#define TYPED(X, T)                                                                                                    \
    FUNCTION(cusolverDn##X##potrf_bufferSize)(Handle * h, int, int n, T*, int, int* size) {                            \
        return give_size(h, size, {n});                                                                                \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##potrf)(Handle * h, int uplo, int n, T* a, int lda, T*, int, int* info) {                   \
        if (const int s = refusal(h, is_fill(uplo) && is_leading(lda, n), {n})) return s;                              \
        return submit(h, [=] { *info = factor_cholesky<T>(uplo, n, a, lda); });                                        \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##potri_bufferSize)(Handle * h, int, int n, T*, int, int* size) {                            \
        return give_size(h, size, {n});                                                                                \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##potri)(Handle * h, int uplo, int n, T* a, int lda, T*, int, int* info) {                   \
        if (const int s = refusal(h, is_fill(uplo) && is_leading(lda, n), {n})) return s;                              \
        return submit(h, [=] { *info = invert_cholesky<T>(uplo, n, a, lda); });                                        \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##potrs)                                                                                     \
    (Handle * h, int uplo, int n, int nrhs, const T* a, int lda, T* b, int ldb, int* info) {                           \
        if (const int s = refusal(h, is_fill(uplo) && is_leading(lda, n) && is_leading(ldb, n), {n, nrhs})) return s;  \
        return submit(h, [=] {                                                                                         \
            solve_cholesky<T>(uplo, n, nrhs, a, lda, b, ldb);                                                          \
            *info = 0;                                                                                                 \
        });                                                                                                            \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##potrfBatched)(Handle * h, int uplo, int n, T** a, int lda, int* info, int batch) {         \
        if (const int s = refusal(h, is_fill(uplo) && is_leading(lda, n) && batch >= 0, {n})) return s;                \
        return submit(h, [=] {                                                                                         \
            for (int i = 0; i < batch; ++i)                                                                            \
                info[i] = factor_cholesky<T>(uplo, n, a[i], lda);                                                      \
        });                                                                                                            \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##potrsBatched)                                                                              \
    (Handle * h, int uplo, int n, int nrhs, T** a, int lda, T** b, int ldb, int* info, int batch) {                    \
        const bool valid = is_fill(uplo) && is_leading(lda, n) && is_leading(ldb, n) && batch >= 0;                    \
        if (const int s = refusal(h, valid, {n, nrhs})) return s;                                                      \
        return submit(h, [=] {                                                                                         \
            for (int i = 0; i < batch; ++i)                                                                            \
                solve_cholesky<T>(uplo, n, nrhs, a[i], lda, b[i], ldb);                                                \
            *info = 0;                                                                                                 \
        });                                                                                                            \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##getrf_bufferSize)(Handle * h, int m, int n, T*, int, int* size) {                          \
        return give_size(h, size, {m, n});                                                                             \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##getrf)(Handle * h, int m, int n, T* a, int lda, T*, int* pivots, int* info) {              \
        if (const int s = refusal(h, is_leading(lda, m), {m, n})) return s;                                            \
        return submit(h, [=] { *info = factor_lu<T>(m, n, a, lda, pivots); });                                         \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##getrs)                                                                                     \
    (Handle * h, int trans, int n, int nrhs, const T* a, int lda, const int* pivots, T* b, int ldb, int* info) {       \
        const bool valid = trans >= 0 && trans <= 2 && is_leading(lda, n) && is_leading(ldb, n);                       \
        if (const int s = refusal(h, valid, {n, nrhs})) return s;                                                      \
        return submit(h, [=] {                                                                                         \
            solve_lu<T>(trans, n, nrhs, a, lda, pivots, b, ldb);                                                       \
            *info = 0;                                                                                                 \
        });                                                                                                            \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##sytrf_bufferSize)(Handle * h, int n, T*, int, int* size) {                                 \
        return give_size(h, size, {n});                                                                                \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##sytrf)(Handle * h, int uplo, int n, T* a, int lda, int* pivots, T*, int, int* info) {      \
        if (const int s = refusal(h, is_fill(uplo) && is_leading(lda, n), {n})) return s;                              \
        return submit(h, [=] { *info = factor_symmetric<T>(uplo, n, a, lda, pivots); });                               \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##geqrf_bufferSize)(Handle * h, int m, int n, T*, int, int* size) {                          \
        return give_size(h, size, {m, n});                                                                             \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##geqrf)(Handle * h, int m, int n, T* a, int lda, T* tau, T*, int, int* info) {              \
        if (const int s = refusal(h, is_leading(lda, m), {m, n})) return s;                                            \
        return submit(h, [=] {                                                                                         \
            factor_qr<T>(m, n, a, lda, tau);                                                                           \
            *info = 0;                                                                                                 \
        });                                                                                                            \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##gesvd_bufferSize)(Handle * h, int m, int n, int* size) {                                   \
        return give_size(h, size, {m, n});                                                                             \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##gesvd)                                                                                     \
    (Handle * h, signed char jobu, signed char jobvt, int m, int n, T* a, int lda, Real<T>* s, T* u, int ldu, T* vt,   \
     int ldvt, T*, int, Real<T>*, int* info) {                                                                         \
        if (const int status = refusal(h, m >= n && is_leading(lda, m), {m, n})) return status;                        \
        return submit(h, [=] { *info = give_svd<T>(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt); });                \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##gesvdj_bufferSize)                                                                         \
    (Handle * h, int, int, int m, int n, const T*, int, const Real<T>*, const T*, int, const T*, int, int* size,       \
     Info*) {                                                                                                          \
        return give_size(h, size, {m, n});                                                                             \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##gesvdj)                                                                                    \
    (Handle * h, int jobz, int econ, int m, int n, T* a, int lda, Real<T>* s, T* u, int ldu, T* v, int ldv, T*, int,   \
     int* info, Info*) {                                                                                               \
        if (const int status = refusal(h, is_leading(lda, m) && is_leading(ldu, m) && is_leading(ldv, n), {m, n}))     \
            return status;                                                                                             \
        const int least = std::min(m, n);                                                                              \
        return submit(h, [=] {                                                                                         \
            const Matrix<T> copy(m, n, a, lda);                                                                        \
            *info = give_svd_with_v<T>(jobz == 1, copy, s, least, u, ldu, econ ? least : m, v, ldv, econ ? least : n); \
        });                                                                                                            \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##gesvdjBatched_bufferSize)                                                                  \
    (Handle * h, int, int m, int n, const T*, int, const Real<T>*, const T*, int, const T*, int, int* size, Info*,     \
     int) {                                                                                                            \
        return give_size(h, size, {m, n});                                                                             \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##gesvdjBatched)                                                                             \
    (Handle * h, int jobz, int m, int n, T* a, int lda, Real<T>* s, T* u, int ldu, T* v, int ldv, T*, int, int* info,  \
     Info*, int batch) {                                                                                               \
        const bool valid =                                                                                             \
            m <= 32 && n <= 32 && batch >= 0 && is_leading(lda, m) && is_leading(ldu, m) && is_leading(ldv, n);        \
        if (const int status = refusal(h, valid, {m, n})) return status;                                               \
        return svd_of_batch<T>(h, jobz == 1, m, n, a, lda, s, u, ldu, v, ldv, info, batch);                            \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##gesvdaStridedBatched_bufferSize)                                                           \
    (Handle * h, int, int, int m, int n, const T*, int, long long, const Real<T>*, long long, const T*, int,           \
     long long, const T*, int, long long, int* size, int) {                                                            \
        return give_size(h, size, {m, n});                                                                             \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##gesvdaStridedBatched)                                                                      \
    (Handle * h, int jobz, int rank, int m, int n, const T* a, int lda, long long step_a, Real<T>* s,                  \
     long long step_s, T* u, int ldu, long long step_u, T* v, int ldv, long long step_v, T*, int, int* info,           \
     double* residuals, int batch) {                                                                                   \
        const bool valid = m >= n && rank >= 0 && rank <= n && batch >= 0 && is_leading(lda, m) &&                     \
                           is_leading(ldu, m) && is_leading(ldv, n);                                                   \
        if (const int status = refusal(h, valid, {m, n})) return status;                                               \
        for (int i = 0; residuals != nullptr && i < batch; ++i)                                                        \
            residuals[i] = 0;                                                                                          \
        return submit(h, [=] {                                                                                         \
            for (Size i = 0; i < batch; ++i) {                                                                         \
                const Matrix<T> copy(m, n, a + i * step_a, lda);                                                       \
                const bool vectors = jobz == 1;                                                                        \
                info[i] = give_svd_with_v<T>(vectors, copy, s + i * step_s, rank, vectors ? u + i * step_u : nullptr,  \
                                             ldu, rank, vectors ? v + i * step_v : nullptr, ldv, rank);                \
            }                                                                                                          \
        });                                                                                                            \
    }

#define GENERALIZED(X, T, gv)                                                                                         \
    FUNCTION(cusolverDn##X##gv##d_bufferSize)                                                                         \
    (Handle * h, int, int, int, int n, const T*, int, const T*, int, const Real<T>*, int* size) {                     \
        return give_size(h, size, {n});                                                                               \
    }                                                                                                                 \
    FUNCTION(cusolverDn##X##gv##d)                                                                                    \
    (Handle * h, int kind, int jobz, int uplo, int n, T* a, int lda, T* b, int ldb, Real<T>* w, T*, int, int* info) { \
        const bool valid = kind >= 1 && kind <= 3 && is_fill(uplo) && is_leading(lda, n) && is_leading(ldb, n);       \
        if (const int s = refusal(h, valid, {n})) return s;                                                           \
        return submit(h,                                                                                              \
                      [=] { *info = give_generalized_eigenvalues<T>(kind, jobz == 1, uplo, n, a, lda, b, ldb, w); }); \
    }                                                                                                                 \
    FUNCTION(cusolverDn##X##gv##j_bufferSize)                                                                         \
    (Handle * h, int, int, int, int n, const T*, int, const T*, int, const Real<T>*, int* size, Info*) {              \
        return give_size(h, size, {n});                                                                               \
    }                                                                                                                 \
    FUNCTION(cusolverDn##X##gv##j)                                                                                    \
    (Handle * h, int kind, int jobz, int uplo, int n, T* a, int lda, T* b, int ldb, Real<T>* w, T* work, int size,    \
     int* info, Info*) {                                                                                              \
        return cusolverDn##X##gv##d(h, kind, jobz, uplo, n, a, lda, b, ldb, w, work, size, info);                     \
    }

#define ORTHOGONAL(X, T, org, orm, ev)                                                                                 \
    FUNCTION(cusolverDn##X##org##_bufferSize)(Handle * h, int m, int n, int k, const T*, int, const T*, int* size) {   \
        return give_size(h, size, {m, n, k});                                                                          \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##org)(Handle * h, int m, int n, int k, T* a, int lda, const T* tau, T*, int, int* info) {   \
        if (const int s = refusal(h, n <= m && k <= n && is_leading(lda, m), {m, n, k})) return s;                     \
        return submit(h, [=] {                                                                                         \
            make_q<T>(m, n, k, a, lda, tau);                                                                           \
            *info = 0;                                                                                                 \
        });                                                                                                            \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##orm##_bufferSize)                                                                          \
    (Handle * h, int, int, int m, int n, int k, const T*, int, const T*, const T*, int, int* size) {                   \
        return give_size(h, size, {m, n, k});                                                                          \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##orm)                                                                                       \
    (Handle * h, int side, int trans, int m, int n, int k, const T* a, int lda, const T* tau, T* c, int ldc, T*, int,  \
     int* info) {                                                                                                      \
        const int order = side == 0 ? m : n;                                                                           \
        const bool valid = k <= order && is_leading(lda, order) && is_leading(ldc, m) && (side == 0 || side == 1);     \
        if (const int s = refusal(h, valid, {m, n, k})) return s;                                                      \
        if (is_complex<T> && trans == 1) return invalid_value; /* there is no such product */                          \
        return submit(h, [=] {                                                                                         \
            multiply_by_q<T>(side, trans, m, n, k, a, lda, tau, c, ldc);                                               \
            *info = 0;                                                                                                 \
        });                                                                                                            \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##ev##d_bufferSize)(Handle * h, int, int, int n, const T*, int, const Real<T>*, int* size) { \
        return give_size(h, size, {n});                                                                                \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##ev##d)                                                                                     \
    (Handle * h, int jobz, int uplo, int n, T* a, int lda, Real<T>* w, T*, int, int* info) {                           \
        if (const int s = refusal(h, is_fill(uplo) && is_leading(lda, n), {n})) return s;                              \
        return submit(h, [=] { *info = give_eigenvalues<T>(jobz == 1, uplo, n, a, lda, w); });                         \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##ev##j_bufferSize)                                                                          \
    (Handle * h, int, int, int n, const T*, int, const Real<T>*, int* size, Info*) {                                   \
        return give_size(h, size, {n});                                                                                \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##ev##j)                                                                                     \
    (Handle * h, int jobz, int uplo, int n, T* a, int lda, Real<T>* w, T*, int, int* info, Info*) {                    \
        if (const int s = refusal(h, is_fill(uplo) && is_leading(lda, n), {n})) return s;                              \
        return submit(h, [=] { *info = give_eigenvalues<T>(jobz == 1, uplo, n, a, lda, w); });                         \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##ev##jBatched_bufferSize)                                                                   \
    (Handle * h, int, int, int n, const T*, int, const Real<T>*, int* size, Info*, int) {                              \
        return give_size(h, size, {n});                                                                                \
    }                                                                                                                  \
    FUNCTION(cusolverDn##X##ev##jBatched)                                                                              \
    (Handle * h, int jobz, int uplo, int n, T* a, int lda, Real<T>* w, T*, int, int* info, Info*, int batch) {         \
        if (const int s = refusal(h, is_fill(uplo) && is_leading(lda, n) && batch >= 0, {n})) return s;                \
        return submit(h, [=] {                                                                                         \
            for (Size i = 0; i < batch; ++i)                                                                           \
                info[i] = give_eigenvalues<T>(jobz == 1, uplo, n, a + i * n * lda, lda, w + i * n);                    \
        });                                                                                                            \
    }

TYPED(S, float)
TYPED(D, double)
TYPED(C, std::complex<float>)
TYPED(Z, std::complex<double>)
ORTHOGONAL(S, float, orgqr, ormqr, syev)
ORTHOGONAL(D, double, orgqr, ormqr, syev)
ORTHOGONAL(C, std::complex<float>, ungqr, unmqr, heev)
ORTHOGONAL(Z, std::complex<double>, ungqr, unmqr, heev)
GENERALIZED(S, float, sygv)
GENERALIZED(D, double, sygv)
GENERALIZED(C, std::complex<float>, hegv)
GENERALIZED(Z, std::complex<double>, hegv)

// The interface with 64-bit sizes and types by number.

FUNCTION(cusolverDnXpotrf_bufferSize)
(Handle* h, Info*, int, Size n, int type, const void*, Size, int, std::int64_t* device, std::int64_t* on_host) {
    return give_sizes(h, type, device, on_host, {n});
}
FUNCTION(cusolverDnXpotrf)
(Handle* h, Info*, int uplo, Size n, int type, void* a, Size lda, int, void*, Size, void* host_work, Size host_bytes,
 int* info) {
    if (const int s = refusal(h, is_fill(uplo) && is_leading(lda, n), {n})) return s;
    if (!takes_host_work(host_work, host_bytes)) return invalid_value;
    return by_type(type, [&](auto element) {
        using T = decltype(element);
        return submit(h, [=] { *info = factor_cholesky<T>(uplo, n, as<T>(a), lda); });
    });
}
FUNCTION(cusolverDnXpotrs)
(Handle* h, Info*, int uplo, Size n, Size nrhs, int type, const void* a, Size lda, int b_type, void* b, Size ldb,
 int* info) {
    const bool valid = is_fill(uplo) && is_leading(lda, n) && is_leading(ldb, n) && type == b_type;
    if (const int s = refusal(h, valid, {n, nrhs})) return s;
    return by_type(type, [&](auto element) {
        using T = decltype(element);
        return submit(h, [=] {
            solve_cholesky<T>(uplo, n, nrhs, as<T>(a), lda, as<T>(b), ldb);
            *info = 0;
        });
    });
}
FUNCTION(cusolverDnXgetrf_bufferSize)
(Handle* h, Info*, Size m, Size n, int type, const void*, Size, int, std::int64_t* device, std::int64_t* on_host) {
    return give_sizes(h, type, device, on_host, {m, n});
}
FUNCTION(cusolverDnXgetrf)
(Handle* h, Info*, Size m, Size n, int type, void* a, Size lda, std::int64_t* pivots, int, void*, Size, void* host_work,
 Size host_bytes, int* info) {
    if (const int s = refusal(h, is_leading(lda, m), {m, n})) return s;
    if (!takes_host_work(host_work, host_bytes)) return invalid_value;
    return by_type(type, [&](auto element) {
        using T = decltype(element);
        return submit(h, [=] { *info = factor_lu<T>(m, n, as<T>(a), lda, pivots); });
    });
}
FUNCTION(cusolverDnXgetrs)
(Handle* h, Info*, int trans, Size n, Size nrhs, int type, const void* a, Size lda, const std::int64_t* pivots,
 int b_type, void* b, Size ldb, int* info) {
    const bool valid = trans >= 0 && trans <= 2 && is_leading(lda, n) && is_leading(ldb, n) && type == b_type;
    if (const int s = refusal(h, valid, {n, nrhs})) return s;
    return by_type(type, [&](auto element) {
        using T = decltype(element);
        return submit(h, [=] {
            solve_lu<T>(trans, n, nrhs, as<T>(a), lda, pivots, as<T>(b), ldb);
            *info = 0;
        });
    });
}
FUNCTION(cusolverDnXgeqrf_bufferSize)
(Handle* h, Info*, Size m, Size n, int type, const void*, Size, int, const void*, int, std::int64_t* device,
 std::int64_t* on_host) {
    return give_sizes(h, type, device, on_host, {m, n});
}
FUNCTION(cusolverDnXgeqrf)
(Handle* h, Info*, Size m, Size n, int type, void* a, Size lda, int tau_type, void* tau, int, void*, Size,
 void* host_work, Size host_bytes, int* info) {
    if (const int s = refusal(h, is_leading(lda, m) && type == tau_type, {m, n})) return s;
    if (!takes_host_work(host_work, host_bytes)) return invalid_value;
    return by_type(type, [&](auto element) {
        using T = decltype(element);
        return submit(h, [=] {
            factor_qr<T>(m, n, as<T>(a), lda, as<T>(tau));
            *info = 0;
        });
    });
}
FUNCTION(cusolverDnXsytrs_bufferSize)
(Handle* h, int, Size n, Size nrhs, int type, const void*, Size, const std::int64_t*, int, void*, Size,
 std::int64_t* device, std::int64_t* on_host) {
    return give_sizes(h, type, device, on_host, {n, nrhs});
}
FUNCTION(cusolverDnXsytrs)
(Handle* h, int uplo, Size n, Size nrhs, int type, const void* a, Size lda, const std::int64_t* pivots, int b_type,
 void* b, Size ldb, void*, Size, void* host_work, Size host_bytes, int* info) {
    const bool valid = is_fill(uplo) && is_leading(lda, n) && is_leading(ldb, n) && type == b_type;
    if (const int s = refusal(h, valid, {n, nrhs})) return s;
    if (!takes_host_work(host_work, host_bytes)) return invalid_value;
    return by_type(type, [&](auto element) {
        using T = decltype(element);
        return submit(h, [=] {
            solve_symmetric<T>(uplo, n, nrhs, as<T>(a), lda, pivots, as<T>(b), ldb);
            *info = 0;
        });
    });
}
FUNCTION(cusolverDnXsyevd_bufferSize)
(Handle* h, Info*, int, int, Size n, int type, const void*, Size, int, const void*, int, std::int64_t* device,
 std::int64_t* on_host) {
    return give_sizes(h, type, device, on_host, {n});
}
FUNCTION(cusolverDnXsyevBatched_bufferSize)
(Handle* h, Info*, int, int, Size n, int type, const void*, Size, int, const void*, int, std::int64_t* device,
 std::int64_t* on_host, Size) {
    return give_sizes(h, type, device, on_host, {n});
}
FUNCTION(cusolverDnXsyevBatched)
(Handle* h, Info*, int jobz, int uplo, Size n, int type, void* a, Size lda, int w_type, void* w, int, void*, Size,
 void* host_work, Size host_bytes, int* info, Size batch) {
    const bool valid = is_fill(uplo) && is_leading(lda, n) && w_type == real_type(type) && batch >= 0;
    if (const int s = refusal(h, valid, {n})) return s;
    if (!takes_host_work(host_work, host_bytes)) return invalid_value;
    return by_type(type, [&](auto element) {
        using T = decltype(element);
        return submit(h, [=] {
            for (Size i = 0; i < batch; ++i)
                info[i] = give_eigenvalues<T>(jobz == 1, uplo, n, as<T>(a) + i * n * lda, lda, as<Real<T>>(w) + i * n);
        });
    });
}
FUNCTION(cusolverDnXsyevd)
(Handle* h, Info* params, int jobz, int uplo, Size n, int type, void* a, Size lda, int w_type, void* w, int work_type,
 void* work, Size bytes, void* host_work, Size host_bytes, int* info) {
    return cusolverDnXsyevBatched(h, params, jobz, uplo, n, type, a, lda, w_type, w, work_type, work, bytes, host_work,
                                  host_bytes, info, 1);
}
FUNCTION(cusolverDnXgeev_bufferSize)
(Handle* h, Info*, int, int, Size n, int type, const void*, Size, int, const void*, int, const void*, Size, int,
 const void*, Size, int, std::int64_t* device, std::int64_t* on_host) {
    return give_sizes(h, type, device, on_host, {n});
}
FUNCTION(cusolverDnXgeev)
(Handle* h, Info*, int jobvl, int jobvr, Size n, int type, void* a, Size lda, int w_type, void* w, int vl_type,
 void* vl, Size ldvl, int vr_type, void* vr, Size ldvr, int, void*, Size, void* host_work, Size host_bytes, int* info) {
    const bool has_complex_w = w_type == 4 || w_type == 5;
    const bool fits = real_type(w_type) == real_type(type) && (has_complex_w || type == w_type) &&
                      (jobvl == 0 || vl_type == type) && (jobvr == 0 || vr_type == type);
    const bool valid = is_leading(lda, n) && (jobvl == 0 || is_leading(ldvl, n)) && (jobvr == 0 || is_leading(ldvr, n));
    if (const int s = refusal(h, valid && fits, {n})) return s;
    if (!takes_host_work(host_work, host_bytes)) return invalid_value;
    return by_type(type, [&](auto element) {
        using T = decltype(element);
        return submit(h, [=] {
            *info = give_general_eigenvalues<T>(jobvl == 1, jobvr == 1, n, as<T>(a), lda, w, has_complex_w, as<T>(vl),
                                                ldvl, as<T>(vr), ldvr);
        });
    });
}

FUNCTION(cusolverDnXgesvd_bufferSize)
(Handle* h, Info*, signed char, signed char, Size m, Size n, int type, const void*, Size, int, const void*, int,
 const void*, Size, int, const void*, Size, int, std::int64_t* device, std::int64_t* on_host) {
    return give_sizes(h, type, device, on_host, {m, n});
}
FUNCTION(cusolverDnXgesvd)
(Handle* h, Info*, signed char jobu, signed char jobvt, Size m, Size n, int type, void* a, Size lda, int s_type,
 void* values, int, void* u, Size ldu, int, void* vt, Size ldvt, int, void*, Size, void* host_work, Size host_bytes,
 int* info) {
    const bool valid = m >= n && is_leading(lda, m) && s_type == real_type(type);
    if (const int s = refusal(h, valid, {m, n})) return s;
    if (!takes_host_work(host_work, host_bytes)) return invalid_value;
    return by_type(type, [&](auto element) {
        using T = decltype(element);
        return submit(h, [=] {
            *info = give_svd<T>(static_cast<char>(jobu), static_cast<char>(jobvt), m, n, as<T>(a), lda,
                                as<Real<T>>(values), as<T>(u), ldu, as<T>(vt), ldvt);
        });
    });
}
FUNCTION(cusolverDnXtrtri_bufferSize)
(Handle* h, int, int, Size n, int type, const void*, Size, std::int64_t* device, std::int64_t* on_host) {
    return give_sizes(h, type, device, on_host, {n});
}
FUNCTION(cusolverDnXtrtri)
(Handle* h, int uplo, int diag, Size n, int type, void* a, Size lda, void*, Size, void* host_work, Size host_bytes,
 int* info) {
    if (const int s = refusal(h, is_fill(uplo) && is_leading(lda, n), {n})) return s;
    if (!takes_host_work(host_work, host_bytes)) return invalid_value;
    return by_type(type, [&](auto element) {
        using T = decltype(element);
        return submit(h, [=] { *info = invert_triangle<T>(uplo, diag == 1, n, as<T>(a), lda); });
    });
}

#undef FUNCTION

}  // namespace ringfence::soft_libraries::solver

extern "C" __attribute__((visibility("default"))) void ringfence_soft_library_begin(
    ringfence::soft_libraries::Host* host) {
    openblas_set_num_threads(1);  // streams are what runs beside one another here
    ringfence::soft_libraries::solver::host() = host;
}
