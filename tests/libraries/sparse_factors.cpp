// cuSPARSE under Ringfence, the calls of solvers with incomplete factors (the preconditioned conjugate gradients of
// vendors' samples) and what programs do besides: sparse vectors, CSR to CSC, counts, tridiagonal systems of all
// layouts; four types, indices from 0 and from 1.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "device.h"
#include "numbers.h"

extern "C" {
int cusparseCreate(void** handle);
int cusparseDestroy(void* handle);
int cusparseSetPointerMode(void* handle, int mode);
int cusparseCreateMatDescr(void**);
int cusparseDestroyMatDescr(void*);
int cusparseSetMatIndexBase(void*, int);
int cusparseCreateCsrilu02Info(void**);
int cusparseDestroyCsrilu02Info(void*);
int cusparseCreateCsric02Info(void**);
int cusparseDestroyCsric02Info(void*);
int cusparseXcsrilu02_zeroPivot(void*, void*, int*);
int cusparseXcsric02_zeroPivot(void*, void*, int*);
int cusparseCreateCsr(void**, std::int64_t, std::int64_t, std::int64_t, void*, void*, void*, int, int, int, int);
int cusparseSpMatSetAttribute(void*, int, void*, std::size_t);
int cusparseDestroySpMat(const void*);
int cusparseSpSV_createDescr(void**);
int cusparseSpSV_destroyDescr(void*);
int cusparseSpSV_bufferSize(void*, int, const void*, const void*, const void*, void*, int, int, void*, std::size_t*);
int cusparseSpSV_analysis(void*, int, const void*, const void*, const void*, void*, int, int, void*, void*);
int cusparseSpSV_solve(void*, int, const void*, const void*, const void*, void*, int, int, void*);
int cusparseCreateSpVec(void**, std::int64_t, std::int64_t, void*, void*, int, int, int);
int cusparseDestroySpVec(const void*);
int cusparseSpVecGet(void*, std::int64_t*, std::int64_t*, void**, void**, int*, int*, int*);
int cusparseSpVecGetIndexBase(const void*, int*);
int cusparseConstSpVecGetValues(const void*, const void**);
int cusparseSpVecSetValues(void*, void*);
int cusparseCreateDnVec(void**, std::int64_t, void*, int);
int cusparseDestroyDnVec(const void*);
int cusparseAxpby(void*, const void*, const void*, const void*, void*);
int cusparseRot(void*, const void*, const void*, void*, void*);
int cusparseSpVV_bufferSize(void*, int, const void*, const void*, const void*, int, std::size_t*);
int cusparseSpVV(void*, int, const void*, const void*, void*, int, void*);
int cusparseCsr2cscEx2_bufferSize(void*, int, int, int, const void*, const int*, const int*, void*, int*, int*, int,
                                  int, int, int, std::size_t*);
int cusparseCsr2cscEx2(void*, int, int, int, const void*, const int*, const int*, void*, int*, int*, int, int, int, int,
                       void*);
int cusparseCreateIdentityPermutation(void*, int, int*);
int cusparseXcscsort_bufferSizeExt(void*, int, int, int, const int*, const int*, std::size_t*);
int cusparseXcscsort(void*, int, int, int, const void*, const int*, int*, int*, void*);
#define RF_FACTOR(X, T, NAME)                                                                                    \
    int cusparse##X##NAME##_bufferSize(void*, int, int, const void*, T*, const int*, const int*, void*, int*);   \
    int cusparse##X##NAME##_analysis(void*, int, int, const void*, const T*, const int*, const int*, void*, int, \
                                     void*);                                                                     \
    int cusparse##X##NAME(void*, int, int, const void*, T*, const int*, const int*, void*, int, void*);
#define RF_FOR_TYPE(X, T)                                                                                             \
    RF_FACTOR(X, T, csrilu02)                                                                                         \
    RF_FACTOR(X, T, csric02)                                                                                          \
    int cusparse##X##nnz(void*, int, int, int, const void*, const T*, int, int*, int*);                               \
    int cusparse##X##gtsv2_bufferSizeExt(void*, int, int, const T*, const T*, const T*, const T*, int, std::size_t*); \
    int cusparse##X##gtsv2(void*, int, int, const T*, const T*, const T*, T*, int, void*);                            \
    int cusparse##X##gtsv2_nopivot_bufferSizeExt(void*, int, int, const T*, const T*, const T*, const T*, int,        \
                                                 std::size_t*);                                                       \
    int cusparse##X##gtsv2_nopivot(void*, int, int, const T*, const T*, const T*, T*, int, void*);                    \
    int cusparse##X##gtsvInterleavedBatch_bufferSizeExt(void*, int, int, const T*, const T*, const T*, const T*, int, \
                                                        std::size_t*);                                                \
    int cusparse##X##gtsvInterleavedBatch(void*, int, int, T*, T*, T*, T*, int, void*);
RF_FOR_TYPE(S, float)
RF_FOR_TYPE(D, double)
RF_FOR_TYPE(C, std::complex<float>)
RF_FOR_TYPE(Z, std::complex<double>)
}

namespace {

constexpr int zero_pivot_status = 9;

void* handle = nullptr;

template <typename T>
double tolerance() {
    return sizeof(Real<T>) == 4 ? 1e-4 : 1e-10;
}

void check_small(double difference, double most, const std::string& what) {
    ++cases;
    check(difference <= most, what + ": off by " + std::to_string(difference));
}

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

// A square matrix with all its zeros, and which of its elements a sparse one has.
template <typename T>
struct Square {
    int size;
    std::vector<T> elements;
    std::vector<bool> is_there;

    explicit Square(int its_size) : size(its_size), elements(at(size * size)), is_there(elements.size()) {}
    T& operator()(int i, int j) { return elements[at(i * size + j)]; }
    T operator()(int i, int j) const { return elements[at(i * size + j)]; }
    bool has(int i, int j) const { return is_there[at(i * size + j)]; }
    void put(int i, int j, T value) {
        (*this)(i, j) = value;
        is_there[at(i * size + j)] = true;
    }
};

// Half of the elements, and a diagonal that outweighs them; Hermitian if `is_hermitian`.
template <typename T>
Square<T> random_square(int n, bool is_hermitian) {
    Square<T> a(n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < i; ++j) {
            const bool has_lower = roll(0, 1) == 0;
            const T value = random_value<T>();
            if (has_lower) a.put(i, j, value);
            if (is_hermitian ? has_lower : roll(0, 1) == 0) a.put(j, i, is_hermitian ? conjugate(value) : value * T(2));
        }
    for (int i = 0; i < n; ++i)
        a.put(i, i, T(static_cast<Real<T>>(2 * n)));
    return a;
}

template <typename T>
class CsrOnDevice {
public:
    CsrOnDevice(const Square<T>& a, int its_base) : base(its_base), size_(a.size) {
        std::vector<int> offsets;
        std::vector<int> indices;
        std::vector<T> values;
        for (int i = 0; i < a.size; ++i) {
            offsets.push_back(static_cast<int>(values.size()) + base);
            for (int j = 0; j < a.size; ++j) {
                if (!a.has(i, j)) continue;
                indices.push_back(j + base);
                values.push_back(a(i, j));
            }
        }
        offsets.push_back(static_cast<int>(values.size()) + base);
        count = static_cast<int>(values.size());
        offsets_.emplace(offsets);
        indices_.emplace(indices);
        values_.emplace(values);
        check_status(cusparseCreateMatDescr(&description), 0, "describe a matrix");
        check_status(cusparseSetMatIndexBase(description, base), 0, "where indices begin");
    }
    CsrOnDevice(const CsrOnDevice&) = delete;
    CsrOnDevice& operator=(const CsrOnDevice&) = delete;
    ~CsrOnDevice() { cusparseDestroyMatDescr(description); }

    T* values() const { return values_->data(); }
    int* offsets() const { return offsets_->data(); }
    int* indices() const { return indices_->data(); }
    // What has become of it. Its pattern is the same.
    Square<T> read(Square<T> a) const {
        const std::vector<T> values = values_->read();
        std::size_t k = 0;
        for (int i = 0; i < size_; ++i)
            for (int j = 0; j < size_; ++j)
                if (a.has(i, j)) a(i, j) = values[k++];
        return a;
    }

    int base;
    int count = 0;
    void* description = nullptr;

private:
    int size_;
    std::optional<DeviceVector<int>> offsets_;
    std::optional<DeviceVector<int>> indices_;
    std::optional<DeviceVector<T>> values_;
};

struct Work {
    explicit Work(std::size_t bytes) : memory(std::vector<unsigned char>(std::max<std::size_t>(bytes, 1))) {}
    void* data() const { return memory.data(); }
    DeviceVector<unsigned char> memory;
};

// Analysis and factorization. What the zero pivot was found to be after each.
template <typename T>
std::pair<int, int> factorize(const CsrOnDevice<T>& on_a, int n, bool is_cholesky, const std::string& name) {
    void* info = nullptr;
    check_status((is_cholesky ? cusparseCreateCsric02Info : cusparseCreateCsrilu02Info)(&info), 0, name + " info");
    int bytes = -1;
    check_status(
        (is_cholesky ? RF_BY_TYPE(cusparse, csric02_bufferSize) : RF_BY_TYPE(cusparse, csrilu02_bufferSize))(
            handle, n, on_a.count, on_a.description, on_a.values(), on_a.offsets(), on_a.indices(), info, &bytes),
        0, name + " size");
    const Work work(static_cast<std::size_t>(std::max(bytes, 1)));
    check_status((is_cholesky ? RF_BY_TYPE(cusparse, csric02_analysis) : RF_BY_TYPE(cusparse, csrilu02_analysis))(
                     handle, n, on_a.count, on_a.description, on_a.values(), on_a.offsets(), on_a.indices(), info, 1,
                     work.data()),
                 0, name + " analysis");
    const auto ask = [&] {
        int position = 99;
        const int status =
            (is_cholesky ? cusparseXcsric02_zeroPivot : cusparseXcsrilu02_zeroPivot)(handle, info, &position);
        check_status(status, position >= 0 ? zero_pivot_status : 0, name + " pivot");
        return position;
    };
    const int missing = ask();
    check_status((is_cholesky ? RF_BY_TYPE(cusparse, csric02) : RF_BY_TYPE(cusparse, csrilu02))(
                     handle, n, on_a.count, on_a.description, on_a.values(), on_a.offsets(), on_a.indices(), info, 1,
                     work.data()),
                 0, name);
    const int zero = ask();
    check_status((is_cholesky ? cusparseDestroyCsric02Info : cusparseDestroyCsrilu02Info)(info), 0, name + " destroy");
    return {missing, zero};
}

// What defines incomplete factors: their product is the matrix wherever it has elements.
template <typename T>
void check_factors(bool is_cholesky) {
    const int n = roll(1, 24);
    const Square<T> a = random_square<T>(n, is_cholesky);
    const CsrOnDevice<T> on_a(a, roll(0, 1));
    const std::string name = std::string(is_cholesky ? "csric02 " : "csrilu02 ") + letter<T>;
    const auto [missing, zero] = factorize(on_a, n, is_cholesky, name);
    check(missing == -1 && zero == -1, name + ": there is no zero pivot");
    const Square<T> factors = on_a.read(a);
    double worst = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            if (!a.has(i, j)) continue;
            T sum{};
            if (is_cholesky && j > i) {
                sum = factors(i, j);  // above the diagonal nothing changes
            } else if (is_cholesky) {
                for (int k = 0; k <= j; ++k)
                    sum += factors(i, k) * conjugate(factors(j, k));
            } else {
                for (int k = 0; k <= std::min(i, j); ++k)
                    sum += (k == i ? T(1) : factors(i, k)) * factors(k, j);
            }
            worst = std::max(worst, static_cast<double>(std::abs(sum - a(i, j))));
        }
    check_small(worst, tolerance<T>() * n, name);
}

void check_zero_pivots() {
    for (const bool is_cholesky : {false, true})
        for (const int base : {0, 1}) {
            const std::string name = is_cholesky ? "csric02" : "csrilu02";
            Square<double> a(3);
            a.put(0, 0, 1);
            a.put(1, 0, 1);
            a.put(2, 2, 1);
            const CsrOnDevice<double> without(a, base);
            check(factorize(without, 3, is_cholesky, name).first == 1 + base, name + ": an element that is missing");
            a.put(0, 1, 1);
            a.put(1, 1, 1);  // nothing is left of it
            const CsrOnDevice<double> singular(a, base);
            const auto [missing, zero] = factorize(singular, 3, is_cholesky, name);
            check(missing == -1 && zero == 1 + base, name + ": an element that becomes zero");
            cases += 2;
        }
}

// Of a tridiagonal matrix nothing is left out: its factors solve it, as in a sample's preconditioner.
void check_preconditioner() {
    constexpr int n = 50;
    Square<double> a(n);
    for (int i = 0; i < n; ++i)
        for (int j = std::max(i - 1, 0); j <= std::min(i + 1, n - 1); ++j)
            a.put(i, j, i == j ? 3 : -1);
    const CsrOnDevice<double> on_a(a, 0);
    (void)factorize(on_a, n, false, "preconditioner");
    std::vector<double> right(n);
    for (double& value : right)
        value = roll(-9, 9);
    const DeviceVector<double> r(right);
    const DeviceVector<double> y(std::vector<double>(n, 0));
    const DeviceVector<double> z(std::vector<double>(n, 0));
    void* vectors[3] = {};
    check_status(cusparseCreateDnVec(&vectors[0], n, r.data(), 1), 0, "r");
    check_status(cusparseCreateDnVec(&vectors[1], n, y.data(), 1), 0, "y");
    check_status(cusparseCreateDnVec(&vectors[2], n, z.data(), 1), 0, "z");
    for (const int is_upper : {0, 1}) {
        void* triangle = nullptr;
        check_status(
            cusparseCreateCsr(&triangle, n, n, on_a.count, on_a.offsets(), on_a.indices(), on_a.values(), 2, 2, 0, 1),
            0, "a triangle");
        int fill = is_upper;
        int unit = 1 - is_upper;
        check_status(cusparseSpMatSetAttribute(triangle, 0, &fill, sizeof fill), 0, "its fill mode");
        check_status(cusparseSpMatSetAttribute(triangle, 1, &unit, sizeof unit), 0, "its diagonal");
        void* state = nullptr;
        check_status(cusparseSpSV_createDescr(&state), 0, "state");
        const double one = 1;
        std::size_t bytes = 0;
        void* from = vectors[is_upper];
        void* to = vectors[is_upper + 1];
        check_status(cusparseSpSV_bufferSize(handle, 0, &one, triangle, from, to, 1, 0, state, &bytes), 0, "size");
        const Work work(bytes);
        check_status(cusparseSpSV_analysis(handle, 0, &one, triangle, from, to, 1, 0, state, work.data()), 0,
                     "analysis");
        check_status(cusparseSpSV_solve(handle, 0, &one, triangle, from, to, 1, 0, state), 0, "solve");
        check_status(cusparseSpSV_destroyDescr(state), 0, "destroy the state");
        check_status(cusparseDestroySpMat(triangle), 0, "destroy the triangle");
    }
    const std::vector<double> solution = z.read();
    double worst = 0;
    for (int i = 0; i < n; ++i) {
        double sum = -right[at(i)];
        for (int j = 0; j < n; ++j)
            sum += a(i, j) * solution[at(j)];
        worst = std::max(worst, std::abs(sum));
    }
    check_small(worst, 1e-10, "preconditioner");
    for (void* vector : vectors)
        check_status(cusparseDestroyDnVec(vector), 0, "destroy");
}

// A vector of which some places have elements.
template <typename T>
struct SparseVector {
    explicit SparseVector(int size) {
        for (int i = 0; i < size; ++i)
            if (i == 0 || roll(0, 2) == 0) places.push_back(i);
        values = random_values<T>(static_cast<int>(places.size()));
    }
    std::vector<int> places;
    std::vector<T> values;
};

template <typename T>
double distance(const std::vector<T>& one, const std::vector<T>& other) {
    double worst = one.size() == other.size() ? 0 : 1e9;
    for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
        worst = std::max(worst, static_cast<double>(std::abs(one[i] - other[i])));
    return worst;
}

template <typename T>
void check_vectors(bool has_device_scalars) {
    const int n = roll(3, 50);
    const int base = roll(0, 1);
    const SparseVector<T> x(n);
    const std::vector<T> y = random_values<T>(n);
    std::vector<int> based = x.places;
    for (int& place : based)
        place += base;
    const DeviceVector<int> on_places(based);
    const DeviceVector<T> on_values(x.values);
    const DeviceVector<T> on_y(y);
    void* sparse = nullptr;
    void* dense = nullptr;
    const auto count = static_cast<std::int64_t>(x.places.size());
    const std::string name = std::string("vector ") + letter<T>;
    check_status(cusparseCreateSpVec(&sparse, n, count, on_places.data(), nullptr, 2, base, type_number<T>), 0, name);
    check_status(cusparseSpVecSetValues(sparse, on_values.data()), 0, name + " values");
    check_status(cusparseCreateDnVec(&dense, n, on_y.data(), type_number<T>), 0, name);
    std::int64_t size = 0;
    std::int64_t nonzeros = 0;
    void* places = nullptr;
    void* values = nullptr;
    const void* same_values = nullptr;
    int index_type = 0;
    int its_base = -1;
    int same_base = -1;
    int type = -1;
    check_status(cusparseSpVecGet(sparse, &size, &nonzeros, &places, &values, &index_type, &its_base, &type), 0, name);
    check_status(cusparseSpVecGetIndexBase(sparse, &same_base), 0, name);
    check_status(cusparseConstSpVecGetValues(sparse, &same_values), 0, name);
    check(size == n && nonzeros == count && places == on_places.data() && values == on_values.data() &&
              same_values == values && index_type == 2 && its_base == base && same_base == base &&
              type == type_number<T>,
          name + ": its parts");

    const std::vector<T> factors = random_values<T>(2);
    const DeviceVector<T> on_factors(factors);
    const T* alpha = has_device_scalars ? on_factors.data() : factors.data();
    check_status(cusparseSetPointerMode(handle, has_device_scalars ? 1 : 0), 0, "pointer mode");
    // The product first, since it changes nothing.
    T product{};
    for (std::size_t k = 0; k < x.places.size(); ++k)
        product += conjugate(x.values[k]) * y[at(x.places[k])];
    std::vector<T> result(1, T(99));
    const DeviceVector<T> on_result(result);
    void* place = has_device_scalars ? on_result.data() : result.data();
    const int op = is_complex<T> ? 2 : 0;
    std::size_t bytes = 0;
    check_status(cusparseSpVV_bufferSize(handle, op, sparse, dense, place, type_number<T>, &bytes), 0, name + " size");
    const Work work(bytes);
    check_status(cusparseSpVV(handle, op, sparse, dense, place, type_number<T>, work.data()), 0, name + " SpVV");
    if (has_device_scalars) result = on_result.read();
    check_small(static_cast<double>(std::abs(result[0] - product)), tolerance<T>() * n, name + " SpVV");

    std::vector<T> wanted = y;
    for (T& value : wanted)
        value *= factors[1];
    for (std::size_t k = 0; k < x.places.size(); ++k)
        wanted[at(x.places[k])] += factors[0] * x.values[k];
    check_status(cusparseAxpby(handle, alpha, sparse, alpha + 1, dense), 0, name + " Axpby");
    check_small(distance(on_y.read(), wanted), tolerance<T>(), name + " Axpby");

    std::vector<T> turned = x.values;
    for (std::size_t k = 0; k < turned.size(); ++k) {
        T& other = wanted[at(x.places[k])];
        turned[k] = factors[0] * x.values[k] + factors[1] * other;
        other = factors[0] * other - factors[1] * x.values[k];
    }
    check_status(cusparseRot(handle, alpha, alpha + 1, sparse, dense), 0, name + " Rot");
    check_small(std::max(distance(on_y.read(), wanted), distance(on_values.read(), turned)), tolerance<T>(),
                name + " Rot");
    check_status(cusparseSetPointerMode(handle, 0), 0, "pointer mode");
    check_status(cusparseDestroyDnVec(dense), 0, "destroy");
    check_status(cusparseDestroySpVec(sparse), 0, "destroy");
}

// Numbers of 16 bits have factors of 32.
void check_half_vector() {
    const DeviceVector<int> places({1, 3});
    const DeviceVector<std::uint16_t> values({0x3c00, 0x4000});             // 1, 2
    const DeviceVector<std::uint16_t> y({0x3c00, 0x3c00, 0x3c00, 0x4200});  // 1, 1, 1, 3
    void* sparse = nullptr;
    void* dense = nullptr;
    check_status(cusparseCreateSpVec(&sparse, 4, 2, places.data(), values.data(), 2, 0, 2), 0, "half");
    check_status(cusparseCreateDnVec(&dense, 4, y.data(), 2), 0, "half");
    const float alpha = 2;
    const float beta = 1;
    check_status(cusparseAxpby(handle, &alpha, sparse, &beta, dense), 0, "Axpby of half");
    check(y.read() == std::vector<std::uint16_t>{0x3c00, 0x4200, 0x3c00, 0x4700}, "Axpby of half");  // 1, 3, 1, 7
    ++cases;
    check_status(cusparseDestroyDnVec(dense), 0, "destroy");
    check_status(cusparseDestroySpVec(sparse), 0, "destroy");
}

template <typename T>
void check_transposed() {
    const int m = roll(1, 20);
    const int n = roll(1, 20);
    const int base = roll(0, 1);
    std::vector<int> offsets{base};
    std::vector<int> columns;
    std::vector<std::vector<std::pair<int, T>>> of_column(at(n));
    std::vector<T> values;
    for (int i = 0; i < m; ++i) {
        for (int j = 0; j < n; ++j) {
            if (roll(0, 2) != 0) continue;
            columns.push_back(j + base);
            values.push_back(random_value<T>());
            of_column[at(j)].emplace_back(i + base, values.back());
        }
        offsets.push_back(static_cast<int>(values.size()) + base);
    }
    const auto nnz = static_cast<int>(values.size());
    std::vector<int> wanted_offsets{base};
    std::vector<int> wanted_rows;
    std::vector<T> wanted_values;
    for (const auto& column : of_column) {
        for (const auto& [row, value] : column) {
            wanted_rows.push_back(row);
            wanted_values.push_back(value);
        }
        wanted_offsets.push_back(static_cast<int>(wanted_rows.size()) + base);
    }
    const DeviceVector<int> on_offsets(offsets);
    const DeviceVector<int> on_columns(columns);
    const DeviceVector<T> on_values(values);
    const DeviceVector<int> csc_offsets(std::vector<int>(at(n + 1), -1));
    const DeviceVector<int> rows(std::vector<int>(at(nnz), -1));
    const DeviceVector<T> csc_values(std::vector<T>(at(nnz), T(-1)));
    const std::string name = std::string("csr2csc ") + letter<T>;
    for (const int copies : {0, 1}) {
        std::size_t bytes = 0;
        check_status(cusparseCsr2cscEx2_bufferSize(handle, m, n, nnz, on_values.data(), on_offsets.data(),
                                                   on_columns.data(), csc_values.data(), csc_offsets.data(),
                                                   rows.data(), type_number<T>, copies, base, 1, &bytes),
                     0, name + " size");
        const Work work(bytes);
        check_status(cusparseCsr2cscEx2(handle, m, n, nnz, copies != 0 ? on_values.data() : nullptr, on_offsets.data(),
                                        on_columns.data(), copies != 0 ? csc_values.data() : nullptr,
                                        csc_offsets.data(), rows.data(), type_number<T>, copies, base, 1, work.data()),
                     0, name);
        check(csc_offsets.read() == wanted_offsets && rows.read() == wanted_rows, name);
        ++cases;
    }
    check(csc_values.read() == wanted_values, name + " values");

    // Rows that are reversed in each column are sorted again.
    std::vector<int> reversed = wanted_rows;
    for (int j = 0; j < n; ++j)
        std::reverse(reversed.begin() + (wanted_offsets[at(j)] - base),
                     reversed.begin() + (wanted_offsets[at(j + 1)] - base));
    const DeviceVector<int> on_reversed(reversed);
    const DeviceVector<int> names(std::vector<int>(at(nnz), -1));
    void* description = nullptr;
    check_status(cusparseCreateMatDescr(&description), 0, "describe");
    check_status(cusparseSetMatIndexBase(description, base), 0, "base");
    std::size_t bytes = 0;
    check_status(cusparseXcscsort_bufferSizeExt(handle, m, n, nnz, csc_offsets.data(), on_reversed.data(), &bytes), 0,
                 "cscsort size");
    const Work work(bytes);
    check_status(cusparseCreateIdentityPermutation(handle, nnz, names.data()), 0, "identity");
    check_status(cusparseXcscsort(handle, m, n, nnz, description, csc_offsets.data(), on_reversed.data(), names.data(),
                                  work.data()),
                 0, "cscsort");
    check(on_reversed.read() == wanted_rows, "cscsort");
    const std::vector<int> permutation = names.read();
    for (int k = 0; k < nnz; ++k)
        check(reversed[at(permutation[at(k)])] == wanted_rows[at(k)], "cscsort: the permutation");
    check_status(cusparseDestroyMatDescr(description), 0, "destroy");
    ++cases;
}

template <typename T>
void check_counts() {
    const int m = roll(1, 20);
    const int n = roll(1, 20);
    const int lda = m + roll(0, 2);
    std::vector<T> a(at(lda * n), T(7));
    std::vector<int> of_rows(at(m));
    std::vector<int> of_columns(at(n));
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
            const bool is_there = roll(0, 2) == 0;
            a[at(j * lda + i)] = is_there ? random_value<T>() : T{};
            of_rows[at(i)] += is_there ? 1 : 0;
            of_columns[at(j)] += is_there ? 1 : 0;
        }
    const DeviceVector<T> on_a(a);
    void* description = nullptr;
    check_status(cusparseCreateMatDescr(&description), 0, "describe");
    for (const int direction : {0, 1}) {
        const std::vector<int>& wanted = direction == 0 ? of_rows : of_columns;
        const DeviceVector<int> counts(std::vector<int>(wanted.size(), -1));
        int total = -1;
        check_status(
            RF_BY_TYPE(cusparse, nnz)(handle, direction, m, n, description, on_a.data(), lda, counts.data(), &total), 0,
            "nnz");
        int sum = 0;
        for (const int one : wanted)
            sum += one;
        check(counts.read() == wanted && total == sum, std::string("nnz ") + letter<T>);
        ++cases;
    }
    check_status(cusparseDestroyMatDescr(description), 0, "destroy");
}

// `count` right sides of one system, or as many systems side by side, element by element.
template <typename T>
void check_tridiagonal(bool is_interleaved, bool has_pivots) {
    const int m = roll(3, 40);
    const int count = roll(1, 5);
    const int systems = is_interleaved ? count : 1;
    const int ldb = is_interleaved ? m : m + roll(0, 3);
    const auto place = [&](int i, int b) { return at(is_interleaved ? i * count + b : b * ldb + i); };
    const auto in_system = [&](int i, int b) { return at(is_interleaved ? i * count + b : i); };
    std::vector<T> below = random_values<T>(m * systems);
    std::vector<T> above = random_values<T>(m * systems);
    std::vector<T> diagonal = random_values<T>(m * systems);
    for (T& value : diagonal)
        value += T(3);
    for (int b = 0; b < systems; ++b)
        below[in_system(0, b)] = above[in_system(m - 1, b)] = T{};
    const std::vector<T> right = random_values<T>(ldb * count);
    const DeviceVector<T> dl(below);
    const DeviceVector<T> d(diagonal);
    const DeviceVector<T> du(above);
    const DeviceVector<T> x(right);
    const std::string name = std::string("gtsv ") + letter<T> + (is_interleaved ? " interleaved" : "");
    std::size_t bytes = 0;
    if (is_interleaved) {
        check_status(RF_BY_TYPE(cusparse, gtsvInterleavedBatch_bufferSizeExt)(handle, 0, m, dl.data(), d.data(),
                                                                              du.data(), x.data(), count, &bytes),
                     0, name + " size");
    } else {
        check_status((has_pivots ? RF_BY_TYPE(cusparse, gtsv2_bufferSizeExt)
                                 : RF_BY_TYPE(cusparse, gtsv2_nopivot_bufferSizeExt))(
                         handle, m, count, dl.data(), d.data(), du.data(), x.data(), ldb, &bytes),
                     0, name + " size");
    }
    const Work work(bytes);
    if (is_interleaved) {
        check_status(RF_BY_TYPE(cusparse, gtsvInterleavedBatch)(handle, 0, m, dl.data(), d.data(), du.data(), x.data(),
                                                                count, work.data()),
                     0, name);
    } else {
        check_status((has_pivots ? RF_BY_TYPE(cusparse, gtsv2) : RF_BY_TYPE(cusparse, gtsv2_nopivot))(
                         handle, m, count, dl.data(), d.data(), du.data(), x.data(), ldb, work.data()),
                     0, name);
    }
    const std::vector<T> solution = x.read();
    double worst = 0;
    for (int b = 0; b < count; ++b)
        for (int i = 0; i < m; ++i) {
            T sum = diagonal[in_system(i, b)] * solution[place(i, b)] - right[place(i, b)];
            if (i > 0) sum += below[in_system(i, b)] * solution[place(i - 1, b)];
            if (i + 1 < m) sum += above[in_system(i, b)] * solution[place(i + 1, b)];
            worst = std::max(worst, static_cast<double>(std::abs(sum)));
        }
    check_small(worst, tolerance<T>(), name);
}

template <typename T>
void check_type() {
    for (int turn = 0; turn < 12; ++turn) {
        check_factors<T>(turn % 2 == 0);
        check_vectors<T>(turn % 2 == 0);
        check_transposed<T>();
        check_counts<T>();
        check_tridiagonal<T>(turn % 3 == 0, turn % 3 == 1);
    }
}

// Only the software GPU's library looks at indices: those that name nothing are passed over.
void check_wrong_indices() {
    const DeviceVector<int> offsets({0, 2, 1 << 30});
    const DeviceVector<int> indices({0, -7, 1 << 30, 1});
    const DeviceVector<double> values({4, 5, 6, 9});
    void* description = nullptr;
    void* info = nullptr;
    check_status(cusparseCreateMatDescr(&description), 0, "describe");
    check_status(cusparseCreateCsric02Info(&info), 0, "info");
    int bytes = 0;
    check_status(cusparseDcsric02_bufferSize(handle, 2, 4, description, values.data(), offsets.data(), indices.data(),
                                             info, &bytes),
                 0, "size");
    const Work work(static_cast<std::size_t>(bytes));
    check_status(cusparseDcsric02_analysis(handle, 2, 4, description, values.data(), offsets.data(), indices.data(),
                                           info, 1, work.data()),
                 0, "analysis");
    check_status(cusparseDcsric02(handle, 2, 4, description, values.data(), offsets.data(), indices.data(), info, 1,
                                  work.data()),
                 0, "wrong indices");
    check(values.read() == std::vector<double>{2, 5, 6, 3}, "wrong indices");
    // More elements than there is memory for: refused, and nothing changes.
    (void)cusparseDcsric02(handle, 2, 1 << 28, description, values.data(), offsets.data(), indices.data(), info, 1,
                           work.data());
    cudaDeviceSynchronize();
    check(values.read() == std::vector<double>{2, 5, 6, 3}, "memory that is not there");
    (void)cudaGetLastError();
    check_status(cusparseDestroyCsric02Info(info), 0, "destroy");
    check_status(cusparseDestroyMatDescr(description), 0, "destroy");
    cases += 2;
}

}  // namespace

int main() {
    generator.seed(53);
    check_status(cusparseCreate(&handle), 0, "create");
    check_type<float>();
    check_type<double>();
    check_type<std::complex<float>>();
    check_type<std::complex<double>>();
    check_zero_pivots();
    check_preconditioner();
    check_half_vector();
    if (!is_native() && std::getenv("RINGFENCE_TEST_DIGESTS") == nullptr) check_wrong_indices();
    check_status(cusparseDestroy(handle), 0, "destroy");
    return finish("cuSPARSE, factors and vectors");
}
