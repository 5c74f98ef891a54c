// cuSOLVER under Ringfence: factors are multiplied and compared with what they are factors of. All types, sizes from 1
// on with primes among them, odd leading dimensions, batches, triangles, jobs; then what must be refused.
//
// With --checksums it prints a sum of every result's bytes, so that two runs can be compared bit by bit.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "device.h"
#include "numbers.h"

extern "C" {
int cusolverDnCreate(void** handle);
int cusolverDnDestroy(void* handle);
int cusolverDnSetStream(void* handle, void* stream);
int cusolverDnGetStream(void* handle, void** stream);
int cusolverDnCreateSyevjInfo(void** info);
int cusolverDnDestroySyevjInfo(void* info);
int cusolverDnCreateGesvdjInfo(void** info);
int cusolverDnDestroyGesvdjInfo(void* info);
int cusolverDnCreateParams(void** params);
int cusolverDnDestroyParams(void* params);
int cusolverDnXsyevjSetTolerance(void* info, double tolerance);
int cusolverDnSetDeterministicMode(void* handle, int mode);
int cusolverDnGetDeterministicMode(void* handle, int* mode);
int cusolverGetVersion(int* version);
int cusolverGetProperty(int type, int* value);
int cusolverDnXgetrf_bufferSize(void*, void*, std::int64_t, std::int64_t, int, const void*, std::int64_t, int,
                                std::size_t*, std::size_t*);
int cusolverDnXgetrf(void*, void*, std::int64_t, std::int64_t, int, void*, std::int64_t, std::int64_t*, int, void*,
                     std::size_t, void*, std::size_t, int*);
int cusolverDnXgetrs(void*, void*, int, std::int64_t, std::int64_t, int, const void*, std::int64_t, const std::int64_t*,
                     int, void*, std::int64_t, int*);
int cusolverDnXgeev_bufferSize(void*, void*, int, int, std::int64_t, int, const void*, std::int64_t, int, const void*,
                               int, const void*, std::int64_t, int, const void*, std::int64_t, int, std::size_t*,
                               std::size_t*);
int cusolverDnXgeev(void*, void*, int, int, std::int64_t, int, void*, std::int64_t, int, void*, int, void*,
                    std::int64_t, int, void*, std::int64_t, int, void*, std::size_t, void*, std::size_t, int*);
int cusolverDnXsyevBatched_bufferSize(void*, void*, int, int, std::int64_t, int, const void*, std::int64_t, int,
                                      const void*, int, std::size_t*, std::size_t*, std::int64_t);
int cusolverDnXsyevBatched(void*, void*, int, int, std::int64_t, int, void*, std::int64_t, int, void*, int, void*,
                           std::size_t, void*, std::size_t, int*, std::int64_t);
int cusolverDnXgesvd_bufferSize(void*, void*, signed char, signed char, std::int64_t, std::int64_t, int, const void*,
                                std::int64_t, int, const void*, int, const void*, std::int64_t, int, const void*,
                                std::int64_t, int, std::size_t*, std::size_t*);
int cusolverDnXgesvd(void*, void*, signed char, signed char, std::int64_t, std::int64_t, int, void*, std::int64_t, int,
                     void*, int, void*, std::int64_t, int, void*, std::int64_t, int, void*, std::size_t, void*,
                     std::size_t, int*);
int cusolverDnXtrtri_bufferSize(void*, int, int, std::int64_t, int, void*, std::int64_t, std::size_t*, std::size_t*);
int cusolverDnXtrtri(void*, int, int, std::int64_t, int, void*, std::int64_t, void*, std::size_t, void*, std::size_t,
                     int*);
#define RF_FOR_TYPE(X, T, R, org, ev, gv)                                                                             \
    int cusolverDn##X##potrf_bufferSize(void*, int, int, T*, int, int*);                                              \
    int cusolverDn##X##potrf(void*, int, int, T*, int, T*, int, int*);                                                \
    int cusolverDn##X##potrs(void*, int, int, int, const T*, int, T*, int, int*);                                     \
    int cusolverDn##X##potrfBatched(void*, int, int, T**, int, int*, int);                                            \
    int cusolverDn##X##getrf_bufferSize(void*, int, int, T*, int, int*);                                              \
    int cusolverDn##X##getrf(void*, int, int, T*, int, T*, int*, int*);                                               \
    int cusolverDn##X##getrs(void*, int, int, int, const T*, int, const int*, T*, int, int*);                         \
    int cusolverDn##X##geqrf_bufferSize(void*, int, int, T*, int, int*);                                              \
    int cusolverDn##X##geqrf(void*, int, int, T*, int, T*, T*, int, int*);                                            \
    int cusolverDn##X##org##_bufferSize(void*, int, int, int, const T*, int, const T*, int*);                         \
    int cusolverDn##X##org(void*, int, int, int, T*, int, const T*, T*, int, int*);                                   \
    int cusolverDn##X##gesvd_bufferSize(void*, int, int, int*);                                                       \
    int cusolverDn##X##gesvd(void*, signed char, signed char, int, int, T*, int, R*, T*, int, T*, int, T*, int, R*,   \
                             int*);                                                                                   \
    int cusolverDn##X##gesvdj_bufferSize(void*, int, int, int, int, const T*, int, const R*, const T*, int, const T*, \
                                         int, int*, void*);                                                           \
    int cusolverDn##X##gesvdj(void*, int, int, int, int, T*, int, R*, T*, int, T*, int, T*, int, int*, void*);        \
    int cusolverDn##X##ev##d_bufferSize(void*, int, int, int, const T*, int, const R*, int*);                         \
    int cusolverDn##X##ev##d(void*, int, int, int, T*, int, R*, T*, int, int*);                                       \
    int cusolverDn##X##ev##jBatched_bufferSize(void*, int, int, int, const T*, int, const R*, int*, void*, int);      \
    int cusolverDn##X##ev##jBatched(void*, int, int, int, T*, int, R*, T*, int, int*, void*, int);                    \
    int cusolverDn##X##gv##d_bufferSize(void*, int, int, int, int, const T*, int, const T*, int, const R*, int*);     \
    int cusolverDn##X##gv##d(void*, int, int, int, int, T*, int, T*, int, R*, T*, int, int*);                         \
    int cusolverDn##X##gv##j_bufferSize(void*, int, int, int, int, const T*, int, const T*, int, const R*, int*,      \
                                        void*);                                                                       \
    int cusolverDn##X##gv##j(void*, int, int, int, int, T*, int, T*, int, R*, T*, int, int*, void*);
RF_FOR_TYPE(S, float, float, orgqr, syev, sygv)
RF_FOR_TYPE(D, double, double, orgqr, syev, sygv)
RF_FOR_TYPE(C, std::complex<float>, float, ungqr, heev, hegv)
RF_FOR_TYPE(Z, std::complex<double>, double, ungqr, heev, hegv)
}

namespace {

constexpr int invalid_value = 3;

void* handle = nullptr;
void* params = nullptr;
bool prints_checksums = false;

// Settings of a Jacobi method, for one call: NVIDIA's library keeps in them what that call left there, and its samples
// use none for two types.
class JacobiInfo {
public:
    JacobiInfo(int (*create)(void**), int (*destroy)(void*)) : destroy_(destroy) {
        check_status(create(&info_), 0, "create settings");
    }
    JacobiInfo(const JacobiInfo&) = delete;
    JacobiInfo& operator=(const JacobiInfo&) = delete;
    ~JacobiInfo() { check_status(destroy_(info_), 0, "destroy settings"); }
    void* get() const { return info_; }

private:
    int (*destroy_)(void*);
    void* info_ = nullptr;
};

// A matrix with gaps between its columns.
template <typename T>
struct Matrix {
    int rows;
    int columns;
    int ld;
    std::vector<T> elements;

    Matrix(int its_rows, int its_columns, int its_ld)
        : rows(its_rows),
          columns(its_columns),
          ld(its_ld),
          elements(static_cast<std::size_t>(its_ld) * static_cast<std::size_t>(std::max(its_columns, 1))) {}
    T& operator()(int i, int j) {
        return elements[static_cast<std::size_t>(j) * static_cast<std::size_t>(ld) + static_cast<std::size_t>(i)];
    }
    const T& operator()(int i, int j) const {
        return elements[static_cast<std::size_t>(j) * static_cast<std::size_t>(ld) + static_cast<std::size_t>(i)];
    }
};

template <typename T>
Matrix<T> random_matrix(int rows, int columns, int gap) {
    Matrix<T> a(rows, columns, rows + gap);
    for (T& value : a.elements)
        value = random_value<T>();
    return a;
}

template <typename T>
Matrix<T> adjoint(const Matrix<T>& a) {
    Matrix<T> result(a.columns, a.rows, std::max(1, a.columns));
    for (int i = 0; i < a.rows; ++i)
        for (int j = 0; j < a.columns; ++j)
            result(j, i) = conjugate(a(i, j));
    return result;
}

template <typename T>
Matrix<T> product(const Matrix<T>& a, const Matrix<T>& b) {
    Matrix<T> c(a.rows, b.columns, std::max(1, a.rows));
    for (int i = 0; i < a.rows; ++i)
        for (int j = 0; j < b.columns; ++j)
            for (int k = 0; k < a.columns; ++k)
                c(i, j) += a(i, k) * b(k, j);
    return c;
}

template <typename T>
Matrix<T> positive_matrix(int n, int gap) {
    const Matrix<T> root = random_matrix<T>(n, n, 0);
    const Matrix<T> square = product(root, adjoint(root));
    Matrix<T> a(n, n, n + gap);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            a(i, j) = square(i, j) + (i == j ? T(static_cast<Real<T>>(n)) : T{});
    return a;
}

template <typename T>
void compare(const Matrix<T>& got, const Matrix<T>& wanted, const std::string& what) {
    ++cases;
    double worst = 0;
    for (int i = 0; i < wanted.rows; ++i)
        for (int j = 0; j < wanted.columns; ++j) {
            const double difference = static_cast<double>(std::abs(got(i, j) - wanted(i, j)));
            worst = difference <= worst ? worst : difference;  // a NaN stays
        }
    check(worst < (sizeof(Real<T>) == 4 ? 1e-3 : 1e-10), what + ": off by " + std::to_string(worst));
}

template <typename T>
void checksum(const std::string& what, const std::vector<T>& values) {
    if (!prints_checksums) return;
    std::uint64_t sum = 0xcbf29ce484222325U;
    std::vector<unsigned char> bytes(values.size() * sizeof(T));
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    for (const unsigned char byte : bytes)
        sum = (sum ^ byte) * 0x100000001b3U;
    std::printf("%s %016llx\n", what.c_str(), static_cast<unsigned long long>(sum));
}

#define RF_CHOOSE(name, ...) RF_BY_TYPE(cusolverDn, name)(__VA_ARGS__)
#define RF_CHOOSE_2(of_real, of_complex, ...)                                                  \
    [&] {                                                                                      \
        if constexpr (std::is_same_v<T, float>) return cusolverDnS##of_real;                   \
        if constexpr (std::is_same_v<T, double>) return cusolverDnD##of_real;                  \
        if constexpr (std::is_same_v<T, std::complex<float>>) return cusolverDnC##of_complex;  \
        if constexpr (std::is_same_v<T, std::complex<double>>) return cusolverDnZ##of_complex; \
    }()(__VA_ARGS__)

template <typename T>
std::string name_of(const char* routine, int m, int n) {
    return std::string(1, letter<T>) + routine + " " + std::to_string(m) + "x" + std::to_string(n);
}

constexpr int sizes[] = {1, 2, 3, 7, 13, 17, 31, 32, 37};

template <typename T>
void check_cholesky(int n) {
    const int uplo = roll(0, 1);
    const Matrix<T> a = positive_matrix<T>(n, roll(0, 3));
    const Matrix<T> x = random_matrix<T>(n, 3, 2);
    const std::string name = name_of<T>("potrf", n, n);
    DeviceVector<T> on_device(a.elements);
    const DeviceVector<int> info({99});
    int lwork = 0;
    check_status(RF_CHOOSE(potrf_bufferSize, handle, uplo, n, on_device.data(), a.ld, &lwork), 0, name + " size");
    const DeviceVector<T> work(std::vector<T>(static_cast<std::size_t>(lwork)));
    check_status(RF_CHOOSE(potrf, handle, uplo, n, on_device.data(), a.ld, work.data(), lwork, info.data()), 0, name);
    Matrix<T> factor = a;
    factor.elements = on_device.read();
    checksum(name, factor.elements);
    check(info.read()[0] == 0, name + ": info");
    Matrix<T> triangle(n, n, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            if (uplo == 0 ? j <= i : i <= j) triangle(i, j) = factor(i, j);
    compare(uplo == 0 ? product(triangle, adjoint(triangle)) : product(adjoint(triangle), triangle), a, name);
    const Matrix<T> b = product(a, x);
    const DeviceVector<T> solution(b.elements);
    check_status(RF_CHOOSE(potrs, handle, uplo, n, 3, on_device.data(), a.ld, solution.data(), b.ld, info.data()), 0,
                 name + " potrs");
    Matrix<T> got = b;
    got.elements = solution.read();
    compare(got, x, name + " potrs");
}

template <typename T>
void check_lu(int m, int n) {
    const Matrix<T> a = random_matrix<T>(m, n, roll(0, 3));
    const std::string name = name_of<T>("getrf", m, n);
    const DeviceVector<T> on_device(a.elements);
    const DeviceVector<int> pivots(std::vector<int>(static_cast<std::size_t>(std::min(m, n))));
    const DeviceVector<int> info({99});
    int lwork = 0;
    check_status(RF_CHOOSE(getrf_bufferSize, handle, m, n, on_device.data(), a.ld, &lwork), 0, name + " size");
    const DeviceVector<T> work(std::vector<T>(static_cast<std::size_t>(lwork)));
    check_status(RF_CHOOSE(getrf, handle, m, n, on_device.data(), a.ld, work.data(), pivots.data(), info.data()), 0,
                 name);
    Matrix<T> lu = a;
    lu.elements = on_device.read();
    checksum(name, lu.elements);
    const int least = std::min(m, n);
    Matrix<T> lower(m, least, m);
    Matrix<T> upper(least, n, least);
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < least; ++j)
            lower(i, j) = i == j ? T(1) : i > j ? lu(i, j) : T{};
    for (int i = 0; i < least; ++i)
        for (int j = i; j < n; ++j)
            upper(i, j) = lu(i, j);
    Matrix<T> exchanged = a;
    const std::vector<int> rows = pivots.read();
    for (int k = 0; k < least; ++k)
        for (int j = 0; j < n; ++j)
            std::swap(exchanged(k, j), exchanged(rows[static_cast<std::size_t>(k)] - 1, j));
    compare(product(lower, upper), exchanged, name);
    if (m != n) return;
    const Matrix<T> x = random_matrix<T>(n, 2, 1);
    const Matrix<T> b = product(a, x);
    const DeviceVector<T> solution(b.elements);
    check_status(
        RF_CHOOSE(getrs, handle, 0, n, 2, on_device.data(), a.ld, pivots.data(), solution.data(), b.ld, info.data()), 0,
        name + " getrs");
    Matrix<T> again = b;
    again.elements = solution.read();
    compare(product(a, again), b, name + " getrs");
}

template <typename T>
void check_qr(int m, int n) {
    const Matrix<T> a = random_matrix<T>(m, n, roll(0, 3));
    const int least = std::min(m, n);
    const std::string name = name_of<T>("geqrf", m, n);
    const DeviceVector<T> on_device(a.elements);
    const DeviceVector<T> tau(std::vector<T>(static_cast<std::size_t>(least)));
    const DeviceVector<int> info({99});
    int lwork = 0;
    check_status(RF_CHOOSE(geqrf_bufferSize, handle, m, n, on_device.data(), a.ld, &lwork), 0, name + " size");
    const DeviceVector<T> work(std::vector<T>(static_cast<std::size_t>(lwork)));
    check_status(RF_CHOOSE(geqrf, handle, m, n, on_device.data(), a.ld, tau.data(), work.data(), lwork, info.data()), 0,
                 name);
    Matrix<T> qr = a;
    qr.elements = on_device.read();
    checksum(name, qr.elements);
    Matrix<T> upper(least, n, least);
    for (int i = 0; i < least; ++i)
        for (int j = i; j < n; ++j)
            upper(i, j) = qr(i, j);
    int q_lwork = 0;
    check_status(RF_CHOOSE_2(orgqr_bufferSize, ungqr_bufferSize, handle, m, least, least, on_device.data(), a.ld,
                             tau.data(), &q_lwork),
                 0, name + " orgqr size");
    const DeviceVector<T> q_work(std::vector<T>(static_cast<std::size_t>(q_lwork)));
    check_status(RF_CHOOSE_2(orgqr, ungqr, handle, m, least, least, on_device.data(), a.ld, tau.data(), q_work.data(),
                             q_lwork, info.data()),
                 0, name + " orgqr");
    Matrix<T> q = a;
    q.columns = least;
    q.elements = on_device.read();
    checksum(name + " orgqr", q.elements);
    compare(product(q, upper), a, name);
}

template <typename T>
Matrix<T> scaled_columns(Matrix<T> a, const std::vector<Real<T>>& by) {
    for (int j = 0; j < a.columns; ++j)
        for (int i = 0; i < a.rows; ++i)
            a(i, j) *= by[static_cast<std::size_t>(j)];
    return a;
}

template <typename T>
void check_svd(int m, int n) {
    if (m < n) std::swap(m, n);
    const Matrix<T> a = random_matrix<T>(m, n, roll(0, 3));
    const std::string name = name_of<T>("gesvd", m, n);
    const DeviceVector<T> on_device(a.elements);
    const DeviceVector<Real<T>> s(std::vector<Real<T>>(static_cast<std::size_t>(n)));
    const bool all = roll(0, 1) == 0;
    Matrix<T> u(m, all ? m : n, m + 1);
    Matrix<T> vt(n, n, n + 2);
    const DeviceVector<T> u_device(u.elements);
    const DeviceVector<T> vt_device(vt.elements);
    const DeviceVector<int> info({99});
    int lwork = 0;
    check_status(RF_CHOOSE(gesvd_bufferSize, handle, m, n, &lwork), 0, name + " size");
    const DeviceVector<T> work(std::vector<T>(static_cast<std::size_t>(lwork)));
    const signed char job = all ? 'A' : 'S';
    check_status(RF_CHOOSE(gesvd, handle, job, job, m, n, on_device.data(), a.ld, s.data(), u_device.data(), u.ld,
                           vt_device.data(), vt.ld, work.data(), lwork, nullptr, info.data()),
                 0, name);
    u.elements = u_device.read();
    vt.elements = vt_device.read();
    checksum(name, s.read());
    check(info.read()[0] == 0, name + ": info");
    u.columns = n;
    compare(product(scaled_columns(u, s.read()), vt), a, name);
}

template <typename T>
void check_jacobi_svd(int m, int n) {
    const Matrix<T> a = random_matrix<T>(m, n, roll(0, 3));
    const int least = std::min(m, n);
    const int econ = roll(0, 1);
    const std::string name = name_of<T>("gesvdj", m, n);
    const DeviceVector<T> on_device(a.elements);
    const DeviceVector<Real<T>> s(std::vector<Real<T>>(static_cast<std::size_t>(least)));
    Matrix<T> u(m, econ == 1 ? least : m, m + 1);
    Matrix<T> v(n, econ == 1 ? least : n, n + 2);
    const DeviceVector<T> u_device(u.elements);
    const DeviceVector<T> v_device(v.elements);
    const DeviceVector<int> info({99});
    const JacobiInfo gesvdj(cusolverDnCreateGesvdjInfo, cusolverDnDestroyGesvdjInfo);
    int lwork = 0;
    check_status(RF_CHOOSE(gesvdj_bufferSize, handle, 1, econ, m, n, on_device.data(), a.ld, s.data(), u_device.data(),
                           u.ld, v_device.data(), v.ld, &lwork, gesvdj.get()),
                 0, name + " size");
    const DeviceVector<T> work(std::vector<T>(static_cast<std::size_t>(lwork)));
    check_status(RF_CHOOSE(gesvdj, handle, 1, econ, m, n, on_device.data(), a.ld, s.data(), u_device.data(), u.ld,
                           v_device.data(), v.ld, work.data(), lwork, info.data(), gesvdj.get()),
                 0, name);
    u.elements = u_device.read();
    v.elements = v_device.read();
    checksum(name, s.read());
    u.columns = v.columns = least;
    compare(product(scaled_columns(u, s.read()), adjoint(v)), a, name);
}

template <typename T>
void check_eigenvalues(int n, int batch) {
    const int uplo = roll(0, 1);
    const int ld = n + roll(0, 2);
    std::vector<T> all;
    std::vector<Matrix<T>> each;
    for (int i = 0; i < batch; ++i) {
        each.push_back(positive_matrix<T>(n, ld - n));
        all.insert(all.end(), each.back().elements.begin(), each.back().elements.end());
    }
    const std::string name = name_of<T>(batch == 1 ? "syevd" : "syevjBatched", n, batch);
    const DeviceVector<T> on_device(all);
    const DeviceVector<Real<T>> w(std::vector<Real<T>>(static_cast<std::size_t>(n * batch)));
    const DeviceVector<int> info(std::vector<int>(static_cast<std::size_t>(batch), 99));
    // Without a tolerance they are as accurate as their type.
    const JacobiInfo syevj(cusolverDnCreateSyevjInfo, cusolverDnDestroySyevjInfo);
    int lwork = 0;
    if (batch == 1) {
        check_status(
            RF_CHOOSE_2(syevd_bufferSize, heevd_bufferSize, handle, 1, uplo, n, on_device.data(), ld, w.data(), &lwork),
            0, name + " size");
    } else {
        check_status(RF_CHOOSE_2(syevjBatched_bufferSize, heevjBatched_bufferSize, handle, 1, uplo, n, on_device.data(),
                                 ld, w.data(), &lwork, syevj.get(), batch),
                     0, name + " size");
    }
    const DeviceVector<T> work(std::vector<T>(static_cast<std::size_t>(lwork)));
    if (batch == 1) {
        check_status(RF_CHOOSE_2(syevd, heevd, handle, 1, uplo, n, on_device.data(), ld, w.data(), work.data(), lwork,
                                 info.data()),
                     0, name);
    } else {
        check_status(RF_CHOOSE_2(syevjBatched, heevjBatched, handle, 1, uplo, n, on_device.data(), ld, w.data(),
                                 work.data(), lwork, info.data(), syevj.get(), batch),
                     0, name);
    }
    const std::vector<T> vectors = on_device.read();
    const std::vector<Real<T>> values = w.read();
    checksum(name, values);
    for (int i = 0; i < batch; ++i) {
        Matrix<T> v(n, n, ld);
        std::copy_n(vectors.begin() + static_cast<std::ptrdiff_t>(i) * n * ld, n * ld, v.elements.begin());
        const std::vector<Real<T>> own(values.begin() + static_cast<std::ptrdiff_t>(i) * n,
                                       values.begin() + static_cast<std::ptrdiff_t>(i + 1) * n);
        compare(product(scaled_columns(v, own), adjoint(v)), each[static_cast<std::size_t>(i)], name);
    }
}

// A * x = w * B * x, A * B * x = w * x, B * A * x = w * x.
template <typename T>
void check_generalized_eigenvalues(int n, int kind, bool is_jacobi) {
    const int uplo = roll(0, 1);
    const Matrix<T> a = positive_matrix<T>(n, roll(0, 2));
    const Matrix<T> b = positive_matrix<T>(n, roll(0, 2));
    const std::string name = name_of<T>(is_jacobi ? "sygvj" : "sygvd", n, kind);
    const DeviceVector<T> on_a(a.elements);
    const DeviceVector<T> on_b(b.elements);
    const DeviceVector<Real<T>> w(std::vector<Real<T>>(static_cast<std::size_t>(n)));
    const DeviceVector<int> info({99});
    const JacobiInfo syevj(cusolverDnCreateSyevjInfo, cusolverDnDestroySyevjInfo);
    int lwork = 0;
    if (is_jacobi) {
        check_status(RF_CHOOSE_2(sygvj_bufferSize, hegvj_bufferSize, handle, kind, 1, uplo, n, on_a.data(), a.ld,
                                 on_b.data(), b.ld, w.data(), &lwork, syevj.get()),
                     0, name + " size");
    } else {
        check_status(RF_CHOOSE_2(sygvd_bufferSize, hegvd_bufferSize, handle, kind, 1, uplo, n, on_a.data(), a.ld,
                                 on_b.data(), b.ld, w.data(), &lwork),
                     0, name + " size");
    }
    const DeviceVector<T> work(std::vector<T>(static_cast<std::size_t>(lwork)));
    if (is_jacobi) {
        check_status(RF_CHOOSE_2(sygvj, hegvj, handle, kind, 1, uplo, n, on_a.data(), a.ld, on_b.data(), b.ld, w.data(),
                                 work.data(), lwork, info.data(), syevj.get()),
                     0, name);
    } else {
        check_status(RF_CHOOSE_2(sygvd, hegvd, handle, kind, 1, uplo, n, on_a.data(), a.ld, on_b.data(), b.ld, w.data(),
                                 work.data(), lwork, info.data()),
                     0, name);
    }
    check(info.read()[0] == 0, name + ": info");
    Matrix<T> vectors(n, n, a.ld);
    vectors.elements = on_a.read();
    const std::vector<Real<T>> values = w.read();
    checksum(name, values);
    check(std::is_sorted(values.begin(), values.end()), name + ": the order");
    // Relative to the values, which are as large as both matrices' together.
    Real<T> largest = 1;
    for (const Real<T> value : values)
        largest = std::max(largest, value);
    std::vector<Real<T>> relative = values;
    for (Real<T>& value : relative)
        value /= largest;
    Matrix<T> left = kind == 1   ? product(a, vectors)
                     : kind == 2 ? product(a, product(b, vectors))
                                 : product(b, product(a, vectors));
    left = scaled_columns(left, std::vector<Real<T>>(static_cast<std::size_t>(n), 1 / largest));
    const Matrix<T> right = scaled_columns(kind == 1 ? product(b, vectors) : vectors, relative);
    compare(left, right, name);
}

// A second matrix that is not positive is told, with the number of its minor.
void check_indefinite() {
    const DeviceVector<double> a({1, 0, 0, 1});
    const DeviceVector<double> b({1, 0, 0, -1});
    const DeviceVector<double> w({0, 0});
    const DeviceVector<int> info({99});
    int lwork = 0;
    check_status(cusolverDnDsygvd_bufferSize(handle, 1, 1, 0, 2, a.data(), 2, b.data(), 2, w.data(), &lwork), 0,
                 "indefinite: size");
    const DeviceVector<double> work(std::vector<double>(static_cast<std::size_t>(lwork)));
    check_status(
        cusolverDnDsygvd(handle, 1, 1, 0, 2, a.data(), 2, b.data(), 2, w.data(), work.data(), lwork, info.data()), 0,
        "indefinite");
    check(info.read()[0] == 2 + 2, "indefinite: info");
    check_status(cusolverDnDsygvd_bufferSize(handle, 4, 1, 0, 2, a.data(), 2, b.data(), 2, w.data(), &lwork),
                 invalid_value, "there is no such kind");
    ++cases;
}

template <typename T>
void check_svd_by_number(int m, int n) {
    if (m < n) std::swap(m, n);
    constexpr int type = type_number<T>;
    constexpr int real = type_number<Real<T>>;
    const Matrix<T> a = random_matrix<T>(m, n, roll(0, 3));
    const std::string name = name_of<T>("Xgesvd", m, n);
    const DeviceVector<T> on_device(a.elements);
    const DeviceVector<Real<T>> s(std::vector<Real<T>>(static_cast<std::size_t>(n)));
    Matrix<T> u(m, n, m + 1);
    Matrix<T> vt(n, n, n + 2);
    const DeviceVector<T> on_u(u.elements);
    const DeviceVector<T> on_vt(vt.elements);
    const DeviceVector<int> info({99});
    std::size_t device_bytes = 0;
    std::size_t host_bytes = 0;
    check_status(
        cusolverDnXgesvd_bufferSize(handle, params, 'S', 'S', m, n, type, on_device.data(), a.ld, real, s.data(), type,
                                    on_u.data(), u.ld, type, on_vt.data(), vt.ld, type, &device_bytes, &host_bytes),
        0, name + " size");
    const DeviceVector<char> work(std::vector<char>(device_bytes + 1));
    std::vector<char> host_work(host_bytes + 1);
    check_status(cusolverDnXgesvd(handle, params, 'S', 'S', m, n, type, on_device.data(), a.ld, real, s.data(), type,
                                  on_u.data(), u.ld, type, on_vt.data(), vt.ld, type, work.data(), device_bytes,
                                  host_work.data(), host_bytes, info.data()),
                 0, name);
    u.elements = on_u.read();
    vt.elements = on_vt.read();
    checksum(name, s.read());
    compare(product(scaled_columns(u, s.read()), vt), a, name);
}

template <typename T>
void check_triangle(int n) {
    constexpr int type = type_number<T>;
    const int uplo = roll(0, 1);
    const int diag = roll(0, 1);
    Matrix<T> a = random_matrix<T>(n, n, roll(0, 2));
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            a(i, j) = i == j ? T(2) + a(i, j) : a(i, j) / T(static_cast<Real<T>>(n));
    const std::string name = name_of<T>("Xtrtri", n, diag);
    const DeviceVector<T> on_device(a.elements);
    const DeviceVector<int> info({99});
    std::size_t device_bytes = 0;
    std::size_t host_bytes = 0;
    check_status(
        cusolverDnXtrtri_bufferSize(handle, uplo, diag, n, type, on_device.data(), a.ld, &device_bytes, &host_bytes), 0,
        name + " size");
    const DeviceVector<char> work(std::vector<char>(device_bytes + 1));
    std::vector<char> host_work(host_bytes + 1);
    check_status(cusolverDnXtrtri(handle, uplo, diag, n, type, on_device.data(), a.ld, work.data(), device_bytes,
                                  host_work.data(), host_bytes, info.data()),
                 0, name);
    check(info.read()[0] == 0, name + ": info");
    Matrix<T> inverse = a;
    inverse.elements = on_device.read();
    Matrix<T> unit(n, n, n);
    bool is_kept = true;  // the other triangle
    for (int i = 0; i < n; ++i) {
        unit(i, i) = T(1);
        for (int j = 0; j < n; ++j) {
            const bool is_inside = uplo == 1 ? i < j : i > j;
            if (i == j && diag == 1) a(i, j) = inverse(i, j) = T(1);
            if (i == j || is_inside) continue;
            is_kept = is_kept && inverse(i, j) == a(i, j);
            a(i, j) = inverse(i, j) = T{};
        }
    }
    check(is_kept, name + ": the other triangle");
    compare(product(a, inverse), unit, name);
}

template <typename T>
void check_with_types_by_number(int n) {
    constexpr int type = type_number<T>;
    const Matrix<T> a = random_matrix<T>(n, n, roll(0, 2));
    const std::string name = name_of<T>("Xgetrf", n, n);
    const DeviceVector<T> on_device(a.elements);
    const DeviceVector<std::int64_t> pivots(std::vector<std::int64_t>(static_cast<std::size_t>(n)));
    const DeviceVector<int> info({99});
    std::size_t device_bytes = 0;
    std::size_t host_bytes = 0;
    check_status(cusolverDnXgetrf_bufferSize(handle, params, n, n, type, on_device.data(), a.ld, type, &device_bytes,
                                             &host_bytes),
                 0, name + " size");
    const DeviceVector<char> work(std::vector<char>(device_bytes + 1));
    std::vector<char> host_work(host_bytes + 1);
    check_status(cusolverDnXgetrf(handle, params, n, n, type, on_device.data(), a.ld, pivots.data(), type, work.data(),
                                  device_bytes, host_work.data(), host_bytes, info.data()),
                 0, name);
    const Matrix<T> x = random_matrix<T>(n, 2, 0);
    const Matrix<T> b = product(a, x);
    const DeviceVector<T> solution(b.elements);
    check_status(cusolverDnXgetrs(handle, params, 0, n, 2, type, on_device.data(), a.ld, pivots.data(), type,
                                  solution.data(), b.ld, info.data()),
                 0, name + " Xgetrs");
    Matrix<T> got = b;
    got.elements = solution.read();
    checksum(name, got.elements);
    compare(product(a, got), b, name);
}

// A * v = w * v for complex matrices.
template <typename T>
void check_general_eigenvalues(int n) {
    constexpr int type = type_number<T>;
    const Matrix<T> a = random_matrix<T>(n, n, 1);
    const std::string name = name_of<T>("Xgeev", n, n);
    const DeviceVector<T> on_device(a.elements);
    const DeviceVector<T> w(std::vector<T>(static_cast<std::size_t>(n)));
    Matrix<T> vectors(n, n, n);
    const DeviceVector<T> v(vectors.elements);
    const DeviceVector<int> info({99});
    std::size_t device_bytes = 0;
    std::size_t host_bytes = 0;
    check_status(cusolverDnXgeev_bufferSize(handle, params, 0, 1, n, type, on_device.data(), a.ld, type, w.data(), type,
                                            nullptr, n, type, v.data(), n, type, &device_bytes, &host_bytes),
                 0, name + " size");
    const DeviceVector<char> work(std::vector<char>(device_bytes + 1));
    std::vector<char> host_work(host_bytes + 1);
    check_status(
        cusolverDnXgeev(handle, params, 0, 1, n, type, on_device.data(), a.ld, type, w.data(), type, nullptr, n, type,
                        v.data(), n, type, work.data(), device_bytes, host_work.data(), host_bytes, info.data()),
        0, name);
    vectors.elements = v.read();
    const std::vector<T> values = w.read();
    checksum(name, values);
    Matrix<T> scaled = vectors;
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
            scaled(i, j) *= values[static_cast<std::size_t>(j)];
    compare(product(a, vectors), scaled, name);
}

template <typename T>
void check_type() {
    for (const int n : sizes) {
        const int other = sizes[static_cast<std::size_t>(roll(0, 8))];
        check_cholesky<T>(n);
        check_lu<T>(n, n);
        check_lu<T>(n, other);
        check_qr<T>(n, other);
        check_svd<T>(n, other);
        check_jacobi_svd<T>(n, other);
        check_eigenvalues<T>(n, 1);
        if (n <= 32) check_eigenvalues<T>(n, 3);
        check_with_types_by_number<T>(n);
        for (const int kind : {1, 2, 3})
            check_generalized_eigenvalues<T>(n, kind, (n + kind) % 2 == 0);
        check_svd_by_number<T>(n, other);
        check_triangle<T>(n);
        if constexpr (is_complex<T>) check_general_eigenvalues<T>(n);
    }
}

void check_settings() {
    int value = 0;
    check_status(cusolverGetVersion(&value), 0, "version");
    check(value / 1000 == 12, "version " + std::to_string(value));
    check_status(cusolverGetProperty(0, &value), 0, "property");
    check(value == 12, "property");
    check_status(cusolverDnSetDeterministicMode(handle, 2), 0, "deterministic mode");
    check_status(cusolverDnGetDeterministicMode(handle, &value), 0, "deterministic mode");
    check(value == 2, "deterministic mode is kept");
    check_status(cusolverDnSetDeterministicMode(handle, 1), 0, "deterministic mode");
    const JacobiInfo syevj(cusolverDnCreateSyevjInfo, cusolverDnDestroySyevjInfo);
    check_status(cusolverDnXsyevjSetTolerance(syevj.get(), 1e-9), 0, "tolerance");
    void* stream = nullptr;
    void* got = nullptr;
    check_status(cudaStreamCreate(&stream), 0, "stream");
    check_status(cusolverDnSetStream(handle, stream), 0, "set stream");
    check_status(cusolverDnGetStream(handle, &got), 0, "get stream");
    check(got == stream, "the stream is kept");
    check_status(cusolverDnSetStream(handle, nullptr), 0, "set stream");
    cudaStreamDestroy(stream);
}

// One that is singular or not positive says which pivot; what lies outside is refused, here or by the next call.
void check_refusals() {
    const DeviceVector<double> zeros(std::vector<double>(16));
    const DeviceVector<int> pivots(std::vector<int>(4));
    const DeviceVector<int> info({99});
    int lu_lwork = 0;
    int lwork = 0;
    check_status(cusolverDnDgetrf_bufferSize(handle, 4, 4, zeros.data(), 4, &lu_lwork), 0, "size");
    check_status(cusolverDnDpotrf_bufferSize(handle, 0, 4, zeros.data(), 4, &lwork), 0, "size");
    const DeviceVector<double> work(std::vector<double>(static_cast<std::size_t>(std::max(lu_lwork, lwork))));
    check_status(cusolverDnDgetrf(handle, 4, 4, zeros.data(), 4, work.data(), pivots.data(), info.data()), 0,
                 "singular");
    check(info.read()[0] == 1, "a singular matrix: info");
    check_status(cusolverDnDpotrf(handle, 0, 4, zeros.data(), 4, work.data(), lwork, info.data()), 0, "not positive");
    check(info.read()[0] == 1, "a matrix that is not positive: info");
    check_status(cusolverDnDpotrf(handle, 0, 4, zeros.data(), 3, work.data(), lwork, info.data()), invalid_value,
                 "a leading dimension that is too small");
    check(cusolverDnDpotrf(nullptr, 0, 4, zeros.data(), 4, work.data(), lwork, info.data()) != 0, "no handle");
}

// Only Ringfence refuses this: natively it would touch what lies behind.
void check_reach() {
    const DeviceVector<double> small(std::vector<double>(16));
    const DeviceVector<double> work(std::vector<double>(4096));
    const DeviceVector<int> info({99});
    (void)cusolverDnDpotrf(handle, 0, 4, small.data(), 1 << 28, work.data(), 4096, info.data());
    cudaDeviceSynchronize();
    check(info.read()[0] == 99, "a matrix that leaves its allocation is not touched");
    (void)cudaGetLastError();
}

}  // namespace

int main(int count, char** arguments) {
    generator.seed(43);
    prints_checksums = count > 1 && std::strcmp(arguments[1], "--checksums") == 0;
    check_status(cusolverDnCreate(&handle), 0, "create");
    check_status(cusolverDnCreateParams(&params), 0, "create params");
    check_settings();
    check_type<float>();
    check_type<double>();
    check_type<std::complex<float>>();
    check_type<std::complex<double>>();
    check_indefinite();
    check_refusals();
    if (!prints_checksums && !is_native()) check_reach();
    check_status(cusolverDnDestroyParams(params), 0, "destroy params");
    check_status(cusolverDnDestroy(handle), 0, "destroy");
    return finish("cuSOLVER");
}
