// cuBLAS under Ringfence against plain loops: all three levels, types, transposes, odd strides, batches, pointer modes;
// then what must be refused.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "device.h"
#include "numbers.h"

extern "C" {
int cublasCreate_v2(void** handle);
int cublasDestroy_v2(void* handle);
int cublasSetStream_v2(void* handle, void* stream);
int cublasGetStream_v2(void* handle, void** stream);
int cublasSetPointerMode_v2(void* handle, int mode);
int cublasSetMathMode(void* handle, int mode);
int cublasGetMathMode(void* handle, int* mode);
int cublasGetVersion_v2(void* handle, int* version);
int cublasSetVector(int n, int bytes, const void* from, int from_step, void* to, int to_step);
int cublasGetMatrix(int rows, int columns, int bytes, const void* from, int from_step, void* to, int to_step);
int cublasXtCreate(void** handle);
int cublasXtDestroy(void* handle);
int cublasXtSspmm();
int cublasXtDeviceSelect(void* handle, int count, int* devices);
int cublasXtSetBlockDim(void* handle, int block);
int cublasXtGetBlockDim(void* handle, int* block);
int cublasXtDgemm(void*, int, int, std::size_t, std::size_t, std::size_t, const double*, const double*, std::size_t,
                  const double*, std::size_t, const double*, double*, std::size_t);
int cublasXtSsyrk(void*, int, int, std::size_t, std::size_t, const float*, const float*, std::size_t, const float*,
                  float*, std::size_t);
int cublasXtDsymm(void*, int, int, std::size_t, std::size_t, const double*, const double*, std::size_t, const double*,
                  std::size_t, const double*, double*, std::size_t);
int cublasXtDtrmm(void*, int, int, int, int, std::size_t, std::size_t, const double*, const double*, std::size_t,
                  const double*, std::size_t, double*, std::size_t);
int cublasXtDtrsm(void*, int, int, int, int, std::size_t, std::size_t, const double*, const double*, std::size_t,
                  double*, std::size_t);
int cublasXtZgemm(void*, int, int, std::size_t, std::size_t, std::size_t, const std::complex<double>*,
                  const std::complex<double>*, std::size_t, const std::complex<double>*, std::size_t,
                  const std::complex<double>*, std::complex<double>*, std::size_t);
int cublasSetMatrix_64(std::int64_t rows, std::int64_t columns, std::int64_t bytes, const void* from,
                       std::int64_t from_step, void* to, std::int64_t to_step);
int cublasGetVectorAsync_64(std::int64_t n, std::int64_t bytes, const void* from, std::int64_t from_step, void* to,
                            std::int64_t to_step, void* stream);
int cublasXtCreate(void** handle);
int cublasIsamax_v2(void*, int, const float*, int, int*);
int cublasIzamin_v2(void*, int, const void*, int, int*);
int cublasGemmEx(void*, int, int, int, int, int, const void*, const void*, int, int, const void*, int, int, const void*,
                 void*, int, int, int, int);
int cublasSgemm_v2_64(void*, int, int, std::int64_t, std::int64_t, std::int64_t, const float*, const float*,
                      std::int64_t, const float*, std::int64_t, const float*, float*, std::int64_t);
#define RF_FOR_TYPE(X, T)                                                                                              \
    int cublas##X##axpy_v2(void*, int, const T*, const T*, int, T*, int);                                              \
    int cublas##X##scal_v2(void*, int, const T*, T*, int);                                                             \
    int cublas##X##gemv_v2(void*, int, int, int, const T*, const T*, int, const T*, int, const T*, T*, int);           \
    int cublas##X##gemm_v2(void*, int, int, int, int, int, const T*, const T*, int, const T*, int, const T*, T*, int); \
    int cublas##X##trsm_v2(void*, int, int, int, int, int, int, const T*, const T*, int, T*, int);                     \
    int cublas##X##syrk_v2(void*, int, int, int, int, const T*, const T*, int, const T*, T*, int);                     \
    int cublas##X##geam(void*, int, int, int, int, const T*, const T*, int, const T*, const T*, int, T*, int);         \
    int cublas##X##gemmStridedBatched(void*, int, int, int, int, int, const T*, const T*, int, long long, const T*,    \
                                      int, long long, const T*, T*, int, long long, int);
RF_FOR_TYPE(S, float)
RF_FOR_TYPE(D, double)
RF_FOR_TYPE(C, std::complex<float>)
RF_FOR_TYPE(Z, std::complex<double>)
int cublasDgetrfBatched(void*, int, double* const*, int, int*, int*, int);
int cublasDgetrsBatched(void*, int, int, int, const double* const*, int, const int*, double* const*, int, int*, int);
int cublasDgemmBatched(void*, int, int, int, int, int, const double*, const double* const*, int, const double* const*,
                       int, const double*, double* const*, int, int);
int cublasSdot_v2(void*, int, const float*, int, const float*, int, float*);
int cublasDdot_v2(void*, int, const double*, int, const double*, int, double*);
int cublasCdotc_v2(void*, int, const void*, int, const void*, int, std::complex<float>*);
int cublasZdotc_v2(void*, int, const void*, int, const void*, int, std::complex<double>*);
int cublasSnrm2_v2(void*, int, const float*, int, float*);
int cublasDnrm2_v2(void*, int, const double*, int, double*);
int cublasScnrm2_v2(void*, int, const void*, int, float*);
int cublasDznrm2_v2(void*, int, const void*, int, double*);
}

namespace {

constexpr int success = 0;
constexpr int not_initialized = 1;
constexpr int invalid_value = 7;
constexpr int not_supported = 15;

void* handle = nullptr;

template <typename T>
void compare(const std::vector<T>& got, const std::vector<T>& wanted, const std::string& what) {
    ++cases;
    double worst = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        worst = std::max(worst, static_cast<double>(std::abs(got[i] - wanted[i])));
    check(worst < (sizeof(Real<T>) == 4 ? 2e-4 : 1e-11), what + ": off by " + std::to_string(worst));
}

#define RF_CHOOSE(name, ...) RF_BY_TYPE(cublas, name)(__VA_ARGS__)

// An element of op(A): 0 as it is, 1 transposed, 2 conjugated too.
template <typename T>
T element(const std::vector<T>& a, int leading, int operation, int row, int column, std::int64_t offset = 0) {
    const std::int64_t at =
        operation == 0 ? row + std::int64_t{column} * leading : column + std::int64_t{row} * leading;
    const T value = a[static_cast<std::size_t>(offset + at)];
    return operation == 2 ? conjugate(value) : value;
}

template <typename T>
void check_products() {
    for (int turn = 0; turn < 24; ++turn) {
        const int m = roll(1, 19);
        const int n = roll(1, 19);
        const int k = roll(1, 19);
        const int op_a = roll(0, 2);
        const int op_b = roll(0, 2);
        const int lda = (op_a == 0 ? m : k) + roll(0, 3);
        const int ldb = (op_b == 0 ? k : n) + roll(0, 3);
        const int ldc = m + roll(0, 3);
        const int batch = turn % 3 == 0 ? roll(2, 4) : 1;
        const int stride_a = lda * (op_a == 0 ? k : m) + roll(0, 2);
        const int stride_b = ldb * (op_b == 0 ? n : k) + roll(0, 2);
        const int stride_c = ldc * n + roll(0, 2);
        const auto a = random_values<T>(stride_a * batch);
        const auto b = random_values<T>(stride_b * batch);
        const auto c = random_values<T>(stride_c * batch);
        const T alpha = random_value<T>();
        const T beta = turn % 4 == 0 ? T{0} : random_value<T>();
        auto wanted = c;
        for (int s = 0; s < batch; ++s) {
            for (int j = 0; j < n; ++j) {
                for (int i = 0; i < m; ++i) {
                    T sum{};
                    for (int l = 0; l < k; ++l)
                        sum += element(a, lda, op_a, i, l, std::int64_t{s} * stride_a) *
                               element(b, ldb, op_b, l, j, std::int64_t{s} * stride_b);
                    T& place = wanted[static_cast<std::size_t>(s * stride_c + i + j * ldc)];
                    place = alpha * sum + beta * place;
                }
            }
        }
        const DeviceVector<T> on_a(a);
        const DeviceVector<T> on_b(b);
        const DeviceVector<T> on_c(c);
        const int status =
            batch == 1 ? RF_CHOOSE(gemm_v2, handle, op_a, op_b, m, n, k, &alpha, on_a.data(), lda, on_b.data(), ldb,
                                   &beta, on_c.data(), ldc)
                       : RF_CHOOSE(gemmStridedBatched, handle, op_a, op_b, m, n, k, &alpha, on_a.data(), lda, stride_a,
                                   on_b.data(), ldb, stride_b, &beta, on_c.data(), ldc, stride_c, batch);
        check_status(status, success, "gemm");
        compare(on_c.read(), wanted,
                "gemm of " + std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k));
    }
}

template <typename T>
void check_matrix_vector() {
    for (int turn = 0; turn < 12; ++turn) {
        const int m = roll(1, 23);
        const int n = roll(1, 23);
        const int operation = roll(0, 2);
        const int lda = m + roll(0, 3);
        const int step_x = roll(1, 3) * (roll(0, 1) == 0 ? 1 : -1);
        const int step_y = roll(1, 3);
        const int length_x = operation == 0 ? n : m;
        const int length_y = operation == 0 ? m : n;
        const auto a = random_values<T>(lda * n);
        const auto x = random_values<T>(1 + (length_x - 1) * std::abs(step_x));
        const auto y = random_values<T>(1 + (length_y - 1) * step_y);
        const T alpha = random_value<T>();
        const T beta = random_value<T>();
        auto wanted = y;
        for (int i = 0; i < length_y; ++i) {
            T sum{};
            for (int j = 0; j < length_x; ++j) {
                const int at = step_x > 0 ? j * step_x : (j - length_x + 1) * step_x;
                sum += element(a, lda, operation, i, j) * x[static_cast<std::size_t>(at)];
            }
            T& place = wanted[static_cast<std::size_t>(i * step_y)];
            place = alpha * sum + beta * place;
        }
        const DeviceVector<T> on_a(a);
        const DeviceVector<T> on_x(x);
        const DeviceVector<T> on_y(y);
        check_status(RF_CHOOSE(gemv_v2, handle, operation, m, n, &alpha, on_a.data(), lda, on_x.data(), step_x, &beta,
                               on_y.data(), step_y),
                     success, "gemv");
        compare(on_y.read(), wanted, "gemv");
    }
}

template <typename T>
void check_triangles() {
    for (int turn = 0; turn < 12; ++turn) {
        const int m = roll(1, 12);
        const int n = roll(1, 12);
        const int side = roll(0, 1);
        const int uplo = roll(0, 1);
        const int operation = roll(0, 2);
        const int unit = roll(0, 1);
        const int order = side == 0 ? m : n;
        const int lda = order + roll(0, 2);
        const int ldb = m + roll(0, 2);
        auto a = random_values<T>(lda * order);
        for (T& value : a)
            value /= static_cast<Real<T>>(4 * order);
        for (int i = 0; i < order; ++i)
            a[static_cast<std::size_t>(i + i * lda)] += Real<T>{2};
        const auto x = random_values<T>(ldb * n);
        // The triangle alone, so that the product with the solution can be compared with the right side.
        std::vector<T> triangle(a.size());
        for (int j = 0; j < order; ++j) {
            for (int i = 0; i < order; ++i) {
                const auto at = static_cast<std::size_t>(i + j * lda);
                const bool is_in = uplo == 0 ? i >= j : i <= j;
                triangle[at] = i == j && unit == 1 ? T{1} : is_in ? a[at] : T{0};
            }
        }
        auto right = x;
        for (int j = 0; j < n; ++j) {
            for (int i = 0; i < m; ++i) {
                T sum{};
                for (int l = 0; l < order; ++l) {
                    sum += side == 0
                               ? element(triangle, lda, operation, i, l) * x[static_cast<std::size_t>(l + j * ldb)]
                               : x[static_cast<std::size_t>(i + l * ldb)] * element(triangle, lda, operation, l, j);
                }
                right[static_cast<std::size_t>(i + j * ldb)] = sum;
            }
        }
        const T one{1};
        const DeviceVector<T> on_a(a);
        const DeviceVector<T> on_b(right);
        check_status(
            RF_CHOOSE(trsm_v2, handle, side, uplo, operation, unit, m, n, &one, on_a.data(), lda, on_b.data(), ldb),
            success, "trsm");
        compare(on_b.read(), x, "trsm");
    }
}

template <typename T>
void check_symmetric_update() {
    for (int turn = 0; turn < 6; ++turn) {
        const int n = roll(1, 15);
        const int k = roll(1, 15);
        const int uplo = roll(0, 1);
        const int operation = roll(0, 1);
        const int lda = (operation == 0 ? n : k) + roll(0, 2);
        const int ldc = n + roll(0, 2);
        const auto a = random_values<T>(lda * (operation == 0 ? k : n));
        const auto c = random_values<T>(ldc * n);
        const T alpha = random_value<T>();
        const T beta = random_value<T>();
        auto wanted = c;
        for (int j = 0; j < n; ++j) {
            for (int i = 0; i < n; ++i) {
                if (uplo == 0 ? i < j : i > j) continue;
                T sum{};
                for (int l = 0; l < k; ++l)
                    sum += element(a, lda, operation, i, l) * element(a, lda, operation, j, l);
                T& place = wanted[static_cast<std::size_t>(i + j * ldc)];
                place = alpha * sum + beta * place;
            }
        }
        const DeviceVector<T> on_a(a);
        const DeviceVector<T> on_c(c);
        check_status(
            RF_CHOOSE(syrk_v2, handle, uplo, operation, n, k, &alpha, on_a.data(), lda, &beta, on_c.data(), ldc),
            success, "syrk");
        compare(on_c.read(), wanted, "syrk");
    }
}

template <typename T>
int dot(int n, const T* x, int step_x, const T* y, int step_y, T* result) {
    if constexpr (std::is_same_v<T, float>) return cublasSdot_v2(handle, n, x, step_x, y, step_y, result);
    if constexpr (std::is_same_v<T, double>) return cublasDdot_v2(handle, n, x, step_x, y, step_y, result);
    if constexpr (std::is_same_v<T, std::complex<float>>)
        return cublasCdotc_v2(handle, n, x, step_x, y, step_y, result);
    if constexpr (std::is_same_v<T, std::complex<double>>)
        return cublasZdotc_v2(handle, n, x, step_x, y, step_y, result);
}

template <typename T>
int norm(int n, const T* x, int step, Real<T>* result) {
    if constexpr (std::is_same_v<T, float>) return cublasSnrm2_v2(handle, n, x, step, result);
    if constexpr (std::is_same_v<T, double>) return cublasDnrm2_v2(handle, n, x, step, result);
    if constexpr (std::is_same_v<T, std::complex<float>>) return cublasScnrm2_v2(handle, n, x, step, result);
    if constexpr (std::is_same_v<T, std::complex<double>>) return cublasDznrm2_v2(handle, n, x, step, result);
}

template <typename T>
void check_vectors() {
    for (int turn = 0; turn < 12; ++turn) {
        const int n = roll(1, 200);
        const int step_x = roll(1, 3);
        const int step_y = roll(1, 3);
        const auto x = random_values<T>(1 + (n - 1) * step_x);
        const auto y = random_values<T>(1 + (n - 1) * step_y);
        const T alpha = random_value<T>();
        auto sum = y;
        T product{};
        double squares = 0;
        for (int i = 0; i < n; ++i) {
            const T from = x[static_cast<std::size_t>(i * step_x)];
            sum[static_cast<std::size_t>(i * step_y)] += alpha * from;
            product += conjugate(from) * y[static_cast<std::size_t>(i * step_y)];
            squares += static_cast<double>(std::norm(from));
        }
        const DeviceVector<T> on_x(x);
        const DeviceVector<T> on_y(y);
        T got{};
        Real<T> length{};
        check_status(dot(n, on_x.data(), step_x, on_y.data(), step_y, &got), success, "dot");
        compare<T>({got}, {product}, "dot");
        check_status(norm(n, on_x.data(), step_x, &length), success, "nrm2");
        compare<Real<T>>({length}, {static_cast<Real<T>>(std::sqrt(squares))}, "nrm2");
        check_status(RF_CHOOSE(axpy_v2, handle, n, &alpha, on_x.data(), step_x, on_y.data(), step_y), success, "axpy");
        compare(on_y.read(), sum, "axpy");
    }
}

template <typename T>
void check_type() {
    check_vectors<T>();
    check_matrix_vector<T>();
    check_products<T>();
    check_triangles<T>();
    check_symmetric_update<T>();
}

void check_pointer_modes() {
    const DeviceVector<float> x({1, 2, 3, 4});
    const DeviceVector<float> y({1, 1, 1, 1});
    const DeviceVector<float> scalars({10, -1});
    check_status(cublasSetPointerMode_v2(handle, 1), success, "pointer mode");
    check_status(cublasSaxpy_v2(handle, 4, scalars.data(), x.data(), 1, y.data(), 1), success, "axpy");
    check_status(cublasSdot_v2(handle, 4, x.data(), 1, y.data(), 1, scalars.data() + 1), success, "dot");
    check_status(cublasSetPointerMode_v2(handle, 0), success, "pointer mode");
    compare<float>(y.read(), {11, 21, 31, 41}, "axpy with a scalar on the device");
    compare<float>(scalars.read(), {10, 310}, "dot to the device");
    int place = 0;
    check_status(cublasIsamax_v2(handle, 4, y.data(), 1, &place), success, "amax");
    check(place == 4, "amax counts from 1");
    ++cases;
}

void check_streams() {
    void* stream = nullptr;
    void* found = nullptr;
    check_status(cudaStreamCreate(&stream), 0, "stream");
    check_status(cublasSetStream_v2(handle, stream), success, "set stream");
    check_status(cublasGetStream_v2(handle, &found), success, "get stream");
    check(found == stream, "the stream that was set");
    const DeviceVector<float> x(std::vector<float>(1000, 1));
    const DeviceVector<float> y(std::vector<float>(1000, 0));
    const float one = 1;
    for (int i = 0; i < 100; ++i)
        check_status(cublasSaxpy_v2(handle, 1000, &one, x.data(), 1, y.data(), 1), success, "axpy");
    check_status(cudaStreamSynchronize(stream), 0, "synchronize");
    compare<float>(y.read(), std::vector<float>(1000, 100), "a hundred sums in order");
    check_status(cublasSetStream_v2(handle, nullptr), success, "default stream");
    check_status(cudaStreamDestroy(stream), 0, "destroy stream");
}

void check_half_precision() {
    constexpr std::uint16_t two = 0x4000;
    const DeviceVector<std::uint16_t> a(std::vector<std::uint16_t>(6, two));
    const DeviceVector<std::uint16_t> b(std::vector<std::uint16_t>(6, two));
    const DeviceVector<float> c(std::vector<float>(4, 5));
    const float one = 1;
    const float zero = 0;
    check_status(
        cublasGemmEx(handle, 0, 0, 2, 2, 3, &one, a.data(), 2, 2, b.data(), 2, 3, &zero, c.data(), 0, 2, 68, -1),
        success, "gemmEx");
    compare<float>(c.read(), {12, 12, 12, 12}, "half precision, accumulated in single");
}

void check_copies() {
    const std::vector<double> there = {1, 2, 3, 4, 5, 6};
    const DeviceVector<double> x(std::vector<double>(6, 0));
    check_status(cublasSetVector(3, 8, there.data(), 2, x.data(), 1), success, "set vector");
    compare<double>(x.read(), {1, 3, 5, 0, 0, 0}, "set vector");
    std::vector<double> back(4);
    check_status(cublasGetMatrix(2, 2, 8, x.data(), 3, back.data(), 2), success, "get matrix");
    compare<double>(back, {1, 3, 0, 0}, "get matrix");
    check_status(cublasSetMatrix_64(2, 2, 8, there.data(), 3, x.data(), 2), success, "set matrix, 64-bit sizes");
    compare<double>(x.read(), {1, 2, 4, 5, 0, 0}, "set matrix, 64-bit sizes");
    check_status(cublasGetVectorAsync_64(2, 8, x.data(), 2, back.data(), 1, nullptr), success, "get vector");
    check_status(cudaDeviceSynchronize(), 0, "synchronize");
    compare<double>(back, {1, 4, 0, 0}, "get vector, 64-bit sizes");
    if (is_native()) return;
    check(cublasGetVectorAsync_64(2, std::int64_t{1} << 62, x.data(), 2, back.data(), 1, nullptr) != success,
          "elements that are larger than any memory");
}

// cublasXt: matrices in host memory, with gaps between their columns, which stay as they are.
void check_host_matrices() {
    constexpr int m = 37;
    constexpr int n = 21;
    constexpr int k = 29;
    constexpr int gap = 2;
    void* xt = nullptr;
    int device = 0;
    int block = 0;
    check_status(cublasXtCreate(&xt), success, "cublasXt");
    check_status(cublasXtDeviceSelect(xt, 1, &device), success, "cublasXt: the device");
    check_status(cublasXtSetBlockDim(xt, 64), success, "cublasXt: tiles");
    check_status(cublasXtGetBlockDim(xt, &block), success, "cublasXt: tiles");
    check(block == 64, "cublasXt: tiles are kept");
    const auto a = random_values<double>((m + gap) * k);
    const auto b = random_values<double>((n + gap) * k);
    const auto c = random_values<double>((m + gap) * n);
    const double alpha = 1.5;
    const double beta = -0.5;
    const auto place = [](int row, int column, int leading) {
        return static_cast<std::size_t>(column * leading + row);
    };
    std::vector<double> wanted = c;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            double sum = 0;
            for (int l = 0; l < k; ++l)
                sum += a[place(i, l, m + gap)] * b[place(j, l, n + gap)];
            wanted[place(i, j, m + gap)] = alpha * sum + beta * wanted[place(i, j, m + gap)];
        }
    std::vector<double> got = c;
    check_status(
        cublasXtDgemm(xt, 0, 1, m, n, k, &alpha, a.data(), m + gap, b.data(), n + gap, &beta, got.data(), m + gap),
        success, "cublasXtDgemm");
    compare<double>(got, wanted, "cublasXtDgemm");
    // Some in device memory, some not.
    const DeviceVector<double> on_device(a);
    got = c;
    check_status(cublasXtDgemm(xt, 0, 1, m, n, k, &alpha, on_device.data(), m + gap, b.data(), n + gap, &beta,
                               got.data(), m + gap),
                 success, "cublasXtDgemm, mixed");
    compare<double>(got, wanted, "cublasXtDgemm, mixed");

    // A triangle and nothing else.
    const std::vector<float> ones(static_cast<std::size_t>(n * k), 1);
    std::vector<float> triangle(static_cast<std::size_t>(n * n), 7);
    const float one = 1;
    const float zero = 0;
    check_status(cublasXtSsyrk(xt, 0, 0, n, k, &one, ones.data(), n, &zero, triangle.data(), n), success,
                 "cublasXtSsyrk");
    std::vector<float> wanted_triangle(triangle.size());
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            wanted_triangle[place(i, j, n)] = i >= j ? static_cast<float>(k) : 7.0F;
    compare<float>(triangle, wanted_triangle, "cublasXtSsyrk");

    // L * X, then the system that gives X back; and a symmetric matrix of which one triangle is read.
    std::vector<double> lower = random_values<double>(m * m);
    for (int i = 0; i < m; ++i)
        lower[place(i, i, m)] += 4;
    const auto x = random_values<double>(m * n);
    std::vector<double> product(x.size());
    const double unit = 1;
    const double nothing = 0;
    check_status(cublasXtDtrmm(xt, 0, 0, 0, 0, m, n, &unit, lower.data(), m, x.data(), m, product.data(), m), success,
                 "cublasXtDtrmm");
    check_status(cublasXtDtrsm(xt, 0, 0, 0, 0, m, n, &unit, lower.data(), m, product.data(), m), success,
                 "cublasXtDtrsm");
    compare<double>(product, x, "cublasXtDtrsm of cublasXtDtrmm");
    std::vector<double> full = lower;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < i; ++j)
            full[place(j, i, m)] = full[place(i, j, m)];
    std::vector<double> symmetric(x.size());
    check_status(cublasXtDsymm(xt, 0, 0, m, n, &unit, lower.data(), m, x.data(), m, &nothing, symmetric.data(), m),
                 success, "cublasXtDsymm");
    check_status(cublasXtDgemm(xt, 0, 0, m, n, m, &unit, full.data(), m, x.data(), m, &nothing, product.data(), m),
                 success, "cublasXtDgemm");
    compare<double>(symmetric, product, "cublasXtDsymm");

    const std::complex<double> i(0, 1);
    const std::complex<double> z_zero = 0;
    std::complex<double> z_got = 5;
    check_status(cublasXtZgemm(xt, 2, 0, 1, 1, 1, &i, &i, 1, &i, 1, &z_zero, &z_got, 1), success, "cublasXtZgemm");
    check(z_got == i, "cublasXtZgemm");
    check(cublasXtDgemm(xt, 0, 0, m, n, k, &unit, a.data(), m - 1, b.data(), k, &nothing, got.data(), m) != success,
          "a leading dimension that is too small");
    check(cublasXtDgemm(nullptr, 0, 0, 1, 1, 1, &unit, a.data(), 1, b.data(), 1, &nothing, got.data(), 1) != success,
          "no handle");
    check_status(cublasXtDestroy(xt), success, "cublasXt: destroy");
}

// Arrays of pointers in device memory, written by work on the same stream; pointers that lie elsewhere are refused.
void check_pointer_arrays() {
    constexpr int n = 3;
    constexpr int batch = 5;
    const auto a = random_values<double>(n * n * batch);
    const auto b = random_values<double>(n * n * batch);
    const DeviceVector<double> on_a(a);
    const DeviceVector<double> on_b(b);
    const DeviceVector<double> on_c(std::vector<double>(n * n * batch, 0));
    std::vector<const double*> a_pointers;
    std::vector<const double*> b_pointers;
    std::vector<double*> c_pointers;
    std::vector<double> wanted(a.size());
    for (int s = 0; s < batch; ++s) {
        a_pointers.push_back(on_a.data() + s * n * n);
        b_pointers.push_back(on_b.data() + s * n * n);
        c_pointers.push_back(on_c.data() + s * n * n);
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
                for (int l = 0; l < n; ++l)
                    wanted[static_cast<std::size_t>(s * n * n + i + j * n)] +=
                        element(a, n, 0, i, l, s * n * n) * element(b, n, 0, l, j, s * n * n);
    }
    const DeviceVector<const double*> on_a_pointers(a_pointers);
    const DeviceVector<const double*> on_b_pointers(b_pointers);
    const DeviceVector<double*> on_c_pointers(c_pointers);
    const double one = 1;
    const double zero = 0;
    check_status(cublasDgemmBatched(handle, 0, 0, n, n, n, &one, on_a_pointers.data(), n, on_b_pointers.data(), n,
                                    &zero, on_c_pointers.data(), n, batch),
                 success, "gemmBatched");
    compare(on_c.read(), wanted, "gemmBatched");

    c_pointers[batch - 1] += 1;
    const DeviceVector<double*> beyond(c_pointers);
    check_status(cublasDgemmBatched(handle, 0, 0, n, n, n, &one, on_a_pointers.data(), n, on_b_pointers.data(), n, &one,
                                    beyond.data(), n, batch),
                 success, "is told later");
    check(cudaDeviceSynchronize() != 0, "a pointer that reaches beyond is refused");
    compare(on_c.read(), wanted, "nothing was written");
    check_status(cublasDgemmBatched(handle, 0, 0, n, n, n, &one, on_a_pointers.data(), n, on_b_pointers.data(), n, &one,
                                    nullptr, n, batch),
                 invalid_value, "an array that is nowhere");
    (void)cudaGetLastError();
    cases += 2;
}

void check_refusals() {
    const DeviceVector<float> a(std::vector<float>(16, 1));
    const DeviceVector<float> c(std::vector<float>(16, 3));
    const float one = 1;
    check_status(cublasSgemm_v2(nullptr, 0, 0, 4, 4, 4, &one, a.data(), 4, a.data(), 4, &one, c.data(), 4),
                 not_initialized, "no handle");
    check_status(cublasSgemm_v2(reinterpret_cast<void*>(0x1234), 0, 0, 4, 4, 4, &one, a.data(), 4, a.data(), 4, &one,
                                c.data(), 4),
                 not_initialized, "a forged handle");
    check_status(cublasSgemm_v2(handle, 0, 0, -1, 4, 4, &one, a.data(), 4, a.data(), 4, &one, c.data(), 4),
                 invalid_value, "fewer than no rows");
    check_status(cublasSgemm_v2(handle, 0, 0, 4, 4, 4, &one, a.data(), 3, a.data(), 4, &one, c.data(), 4),
                 invalid_value, "a leading dimension that is too small");
    check_status(cublasSgemm_v2(handle, 0, 0, 4, 4, 4, nullptr, a.data(), 4, a.data(), 4, &one, c.data(), 4),
                 invalid_value, "no alpha");
    if (!is_native()) check_status(cublasXtSspmm(), not_supported, "a function that is not covered");
    cases += 6;

    // Beyond its memory by one element, and by more than there is.
    check_status(cublasSgemm_v2(handle, 0, 0, 4, 4, 4, &one, a.data() + 1, 4, a.data(), 4, &one, c.data(), 4), success,
                 "is told later");
    check(cudaDeviceSynchronize() != 0, "a product that leaves its memory is refused");
    check_status(cublasSgemm_v2_64(handle, 0, 0, 1LL << 40, 1LL << 40, 1LL << 40, &one, a.data(), 1LL << 40, a.data(),
                                   1LL << 40, &one, c.data(), 1LL << 40),
                 success, "is told later");
    check(cudaDeviceSynchronize() != 0, "a product of absurd size is refused");
    float result = 0;
    check_status(cublasSdot_v2(handle, 17, a.data(), 1, c.data(), 1, &result), invalid_value, "one that is waited for");
    (void)cudaGetLastError();
    check_status(cudaDeviceSynchronize(), 0, "and the session goes on");
    compare<float>(c.read(), std::vector<float>(16, 3), "nothing was written");
    cases += 3;
}

// The result lies in host memory, and is there when the function returns.
void check_solving_batches() {
    constexpr int n = 3;
    const std::vector<double> a = {2, 0, 1, 0, 4, 0, 1, 0, 3};
    const DeviceVector<double> matrix(a);
    const DeviceVector<double> right({3, 4, 4});  // of the solution 1, 1, 1
    const DeviceVector<double*> matrices({matrix.data()});
    const DeviceVector<double*> rights({right.data()});
    const DeviceVector<int> pivots({0, 0, 0});
    const DeviceVector<int> device_info({99});
    check_status(cublasDgetrfBatched(handle, n, matrices.data(), n, pivots.data(), device_info.data(), 1), success,
                 "getrfBatched");
    int info = 99;
    check_status(cublasDgetrsBatched(handle, 0, n, 1, matrices.data(), n, pivots.data(), rights.data(), n, &info, 1),
                 success, "getrsBatched");
    check(info == 0, "getrsBatched gives its info");
    compare(right.read(), std::vector<double>{1, 1, 1}, "getrsBatched");
}

}  // namespace

int main() {
    generator.seed(41);
    int number = 0;
    check_status(cublasCreate_v2(&handle), success, "create");
    check_status(cublasGetVersion_v2(handle, &number), success, "version");
    check_status(cublasSetMathMode(handle, 3), success, "math mode");
    check_status(cublasGetMathMode(handle, &number), success, "math mode");
    check(number == 3, "the math mode that was set");
    check_type<float>();
    check_type<double>();
    check_type<std::complex<float>>();
    check_type<std::complex<double>>();
    check_pointer_modes();
    check_streams();
    check_half_precision();
    check_copies();
    check_host_matrices();
    check_pointer_arrays();
    check_solving_batches();
    if (!is_native()) check_refusals();
    check_status(cublasDestroy_v2(handle), success, "destroy");
    if (!is_native()) check_status(cublasDestroy_v2(handle), not_initialized, "destroy twice");
    return finish("cuBLAS");
}
