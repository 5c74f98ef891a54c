// cuSPARSE under Ringfence against plain loops: products, sampled products, triangular systems, sparse times sparse,
// sums, blocks, conversions and orders, in the sequences of calls that PyTorch makes; formats, types, indices of 32 and
// 64 bits from 0 and from 1, transposes, orders, odd leading dimensions, batches; then what must be refused.
//
// Numbers of products are small integers: every order of summation gives the same bits.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>

#include "device.h"
#include "numbers.h"

extern "C" {
int cusparseCreate(void** handle);
int cusparseDestroy(void* handle);
int cusparseSetStream(void* handle, void* stream);
int cusparseGetStream(void* handle, void** stream);
int cusparseSetPointerMode(void* handle, int mode);
int cusparseGetPointerMode(void* handle, int* mode);
int cusparseGetVersion(void* handle, int* version);
const char* cusparseGetErrorString(int status);
int cusparseCreateCsr(void**, std::int64_t, std::int64_t, std::int64_t, void*, void*, void*, int, int, int, int);
int cusparseCreateCsc(void**, std::int64_t, std::int64_t, std::int64_t, void*, void*, void*, int, int, int, int);
int cusparseCreateCoo(void**, std::int64_t, std::int64_t, std::int64_t, void*, void*, void*, int, int, int);
int cusparseCsrSetPointers(void*, void*, void*, void*);
int cusparseCscSetPointers(void*, void*, void*, void*);
int cusparseCooSetPointers(void*, void*, void*, void*);
int cusparseCsrSetStridedBatch(void*, int, std::int64_t, std::int64_t);
int cusparseSpMatSetAttribute(void*, int, void*, std::size_t);
int cusparseSpMatGetSize(const void*, std::int64_t*, std::int64_t*, std::int64_t*);
int cusparseSpMatGetFormat(const void*, int*);
int cusparseDestroySpMat(const void*);
int cusparseCreateDnMat(void**, std::int64_t, std::int64_t, std::int64_t, void*, int, int);
int cusparseDnMatSetStridedBatch(void*, int, std::int64_t);
int cusparseDestroyDnMat(const void*);
int cusparseCreateDnVec(void**, std::int64_t, void*, int);
int cusparseDnVecGet(const void*, std::int64_t*, void**, int*);
int cusparseDestroyDnVec(const void*);
int cusparseCreateSpVec(void**, std::int64_t, std::int64_t, void*, void*, int, int, int);
int cusparseDestroySpVec(const void*);
int cusparseSpMM_bufferSize(void*, int, int, const void*, const void*, const void*, const void*, void*, int, int,
                            std::size_t*);
int cusparseSpMM(void*, int, int, const void*, const void*, const void*, const void*, void*, int, int, void*);
int cusparseSpMV_bufferSize(void*, int, const void*, const void*, const void*, const void*, void*, int, int,
                            std::size_t*);
int cusparseSpMV(void*, int, const void*, const void*, const void*, const void*, void*, int, int, void*);
int cusparseSDDMM_bufferSize(void*, int, int, const void*, const void*, const void*, const void*, void*, int, int,
                             std::size_t*);
int cusparseSDDMM_preprocess(void*, int, int, const void*, const void*, const void*, const void*, void*, int, int,
                             void*);
int cusparseSDDMM(void*, int, int, const void*, const void*, const void*, const void*, void*, int, int, void*);
int cusparseSpGEMM_createDescr(void**);
int cusparseSpGEMM_destroyDescr(void*);
int cusparseSpGEMM_workEstimation(void*, int, int, const void*, const void*, const void*, const void*, void*, int, int,
                                  void*, std::size_t*, void*);
int cusparseSpGEMM_compute(void*, int, int, const void*, const void*, const void*, const void*, void*, int, int, void*,
                           std::size_t*, void*);
int cusparseSpGEMM_copy(void*, int, int, const void*, const void*, const void*, const void*, void*, int, int, void*);
int cusparseSpSV_createDescr(void**);
int cusparseSpSV_destroyDescr(void*);
int cusparseSpSV_bufferSize(void*, int, const void*, const void*, const void*, void*, int, int, void*, std::size_t*);
int cusparseSpSV_analysis(void*, int, const void*, const void*, const void*, void*, int, int, void*, void*);
int cusparseSpSV_solve(void*, int, const void*, const void*, const void*, void*, int, int, void*);
int cusparseSpSM_createDescr(void**);
int cusparseSpSM_destroyDescr(void*);
int cusparseSpSM_bufferSize(void*, int, int, const void*, const void*, const void*, void*, int, int, void*,
                            std::size_t*);
int cusparseSpSM_analysis(void*, int, int, const void*, const void*, const void*, void*, int, int, void*, void*);
int cusparseSpSM_solve(void*, int, int, const void*, const void*, const void*, void*, int, int, void*);
int cusparseSparseToDense_bufferSize(void*, const void*, void*, int, std::size_t*);
int cusparseSparseToDense(void*, const void*, void*, int, void*);
int cusparseDenseToSparse_bufferSize(void*, const void*, void*, int, std::size_t*);
int cusparseDenseToSparse_analysis(void*, const void*, void*, int, void*);
int cusparseDenseToSparse_convert(void*, const void*, void*, int, void*);
int cusparseGather(void*, const void*, void*);
int cusparseScatter(void*, const void*, void*);
int cusparseXcoo2csr(void*, const int*, int, int, int*, int);
int cusparseXcsr2coo(void*, const int*, int, int, int*, int);
int cusparseCreateIdentityPermutation(void*, int, int*);
int cusparseXcoosort_bufferSizeExt(void*, int, int, int, const int*, const int*, std::size_t*);
int cusparseXcoosortByRow(void*, int, int, int, int*, int*, int*, void*);
int cusparseXcsrsort_bufferSizeExt(void*, int, int, int, const int*, const int*, std::size_t*);
int cusparseXcsrsort(void*, int, int, int, const void*, const int*, int*, int*, void*);
int cusparseCreateMatDescr(void**);
int cusparseDestroyMatDescr(void*);
int cusparseSetMatType(void*, int);
int cusparseSetMatFillMode(void*, int);
int cusparseSetMatDiagType(void*, int);
int cusparseSetMatIndexBase(void*, int);
int cusparseGetMatIndexBase(const void*);
int cusparseCreateBsrsv2Info(void**);
int cusparseDestroyBsrsv2Info(void*);
int cusparseCreateBsrsm2Info(void**);
int cusparseDestroyBsrsm2Info(void*);
int cusparseXbsrsv2_zeroPivot(void*, void*, int*);
int cusparseXbsrsm2_zeroPivot(void*, void*, int*);
int cusparseXcsrgeam2Nnz(void*, int, int, const void*, int, const int*, const int*, const void*, int, const int*,
                         const int*, const void*, int*, int*, void*);
#define RF_FOR_TYPE(X, T)                                                                                              \
    int cusparse##X##bsrmm(void*, int, int, int, int, int, int, int, const T*, const void*, const T*, const int*,      \
                           const int*, int, const T*, int, const T*, T*, int);                                         \
    int cusparse##X##bsrmv(void*, int, int, int, int, int, const T*, const void*, const T*, const int*, const int*,    \
                           int, const T*, const T*, T*);                                                               \
    int cusparse##X##bsrsv2_bufferSize(void*, int, int, int, int, const void*, T*, const int*, const int*, int, void*, \
                                       int*);                                                                          \
    int cusparse##X##bsrsv2_analysis(void*, int, int, int, int, const void*, const T*, const int*, const int*, int,    \
                                     void*, int, void*);                                                               \
    int cusparse##X##bsrsv2_solve(void*, int, int, int, int, const T*, const void*, const T*, const int*, const int*,  \
                                  int, void*, const T*, T*, int, void*);                                               \
    int cusparse##X##bsrsm2_bufferSize(void*, int, int, int, int, int, int, const void*, T*, const int*, const int*,   \
                                       int, void*, int*);                                                              \
    int cusparse##X##bsrsm2_analysis(void*, int, int, int, int, int, int, const void*, const T*, const int*,           \
                                     const int*, int, void*, int, void*);                                              \
    int cusparse##X##bsrsm2_solve(void*, int, int, int, int, int, int, const T*, const void*, const T*, const int*,    \
                                  const int*, int, void*, const T*, int, T*, int, int, void*);                         \
    int cusparse##X##csrgeam2_bufferSizeExt(void*, int, int, const T*, const void*, int, const T*, const int*,         \
                                            const int*, const T*, const void*, int, const T*, const int*, const int*,  \
                                            const void*, const T*, const int*, const int*, std::size_t*);              \
    int cusparse##X##csrgeam2(void*, int, int, const T*, const void*, int, const T*, const int*, const int*, const T*, \
                              const void*, int, const T*, const int*, const int*, const void*, T*, int*, int*, void*); \
    int cusparse##X##gtsv2StridedBatch_bufferSizeExt(void*, int, const T*, const T*, const T*, const T*, int, int,     \
                                                     std::size_t*);                                                    \
    int cusparse##X##gtsv2StridedBatch(void*, int, const T*, const T*, const T*, T*, int, int, void*);
RF_FOR_TYPE(S, float)
RF_FOR_TYPE(D, double)
RF_FOR_TYPE(C, std::complex<float>)
RF_FOR_TYPE(Z, std::complex<double>)
}

namespace {

constexpr int invalid_value = 3;
constexpr int zero_pivot_status = 9;
constexpr int csr = 1;
constexpr int csc = 2;
constexpr int coo = 3;
constexpr int by_columns = 1;
constexpr int by_rows = 2;

void* handle = nullptr;

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

template <typename T>
T small_integer() {
    if constexpr (is_complex<T>) {
        return T(static_cast<Real<T>>(roll(-4, 4)), static_cast<Real<T>>(roll(-4, 4)));
    } else {
        return static_cast<T>(roll(-4, 4));
    }
}

// A matrix with all its zeros, row by row: what plain loops compute with.
template <typename T>
struct Full {
    int rows = 0;
    int columns = 0;
    std::vector<T> elements;

    Full(int its_rows, int its_columns)
        : rows(its_rows), columns(its_columns), elements(at(std::int64_t{its_rows} * its_columns)) {}
    T& operator()(int i, int j) { return elements[at(std::int64_t{i} * columns + j)]; }
    const T& operator()(int i, int j) const { return elements[at(std::int64_t{i} * columns + j)]; }
};

template <typename T>
Full<T> random_full(int rows, int columns) {
    Full<T> a(rows, columns);
    for (T& value : a.elements)
        value = small_integer<T>();
    return a;
}

// About a third of the elements, and one at least.
template <typename T>
Full<T> random_sparse(int rows, int columns) {
    Full<T> a(rows, columns);
    for (T& value : a.elements)
        if (roll(0, 2) == 0) value = small_integer<T>();
    a(roll(0, rows - 1), roll(0, columns - 1)) = T(3);
    return a;
}

template <typename T>
Full<T> operated(const Full<T>& a, int operation) {
    if (operation == 0) return a;
    Full<T> result(a.columns, a.rows);
    for (int i = 0; i < a.rows; ++i)
        for (int j = 0; j < a.columns; ++j)
            result(j, i) = operation == 2 ? conjugate(a(i, j)) : a(i, j);
    return result;
}

template <typename T>
Full<T> product(const Full<T>& a, const Full<T>& b) {
    Full<T> c(a.rows, b.columns);
    for (int i = 0; i < a.rows; ++i)
        for (int k = 0; k < a.columns; ++k)
            for (int j = 0; j < b.columns; ++j)
                c(i, j) += a(i, k) * b(k, j);
    return c;
}

// alpha * a + beta * b
template <typename T>
Full<T> sum(T alpha, const Full<T>& a, T beta, const Full<T>& b) {
    Full<T> c(a.rows, a.columns);
    for (std::size_t i = 0; i < c.elements.size(); ++i)
        c.elements[i] = alpha * a.elements[i] + beta * b.elements[i];
    return c;
}

template <typename T>
void compare(const Full<T>& got, const Full<T>& wanted, const std::string& what, double most = 0) {
    ++cases;
    double worst = 0;
    for (std::size_t i = 0; i < wanted.elements.size(); ++i) {
        const auto difference = static_cast<double>(std::abs(got.elements[i] - wanted.elements[i]));
        worst = difference <= worst ? worst : difference;  // a NaN stays
    }
    check(worst <= most, what + ": off by " + std::to_string(worst));
}

template <typename T>
double tolerance() {
    return sizeof(Real<T>) == 4 ? 1e-4 : 1e-10;
}

// Indices of 32 or 64 bits.
class DeviceIndices {
public:
    DeviceIndices(const std::vector<std::int64_t>& values, bool is_wide, int base) : is_wide_(is_wide), base_(base) {
        std::vector<std::int64_t> wide = values;
        for (std::int64_t& value : wide)
            value += base;
        const std::vector<int> narrow(wide.begin(), wide.end());
        if (is_wide) {
            wide_.emplace(wide);
        } else {
            narrow_.emplace(narrow);
        }
    }
    void* data() const { return is_wide_ ? static_cast<void*>(wide_->data()) : static_cast<void*>(narrow_->data()); }
    int type() const { return is_wide_ ? 3 : 2; }
    std::vector<std::int64_t> read() const {
        std::vector<std::int64_t> values;
        if (is_wide_) {
            values = wide_->read();
        } else {
            for (const int value : narrow_->read())
                values.push_back(value);
        }
        for (std::int64_t& value : values)
            value -= base_;
        return values;
    }

private:
    bool is_wide_;
    int base_;
    std::optional<DeviceVector<std::int64_t>> wide_;
    std::optional<DeviceVector<int>> narrow_;
};

// The parts of a sparse matrix, in host memory.
template <typename T>
struct Parts {
    std::vector<std::int64_t> lines;  // offsets, or row indices of COO
    std::vector<std::int64_t> indices;
    std::vector<T> values;
};

// Elements that are not zero, and those of the diagonal if they are wanted; of all batches the same ones.
template <typename T>
Parts<T> parts_of(const Full<T>& a, int format, bool with_diagonal = false) {
    Parts<T> parts;
    const bool is_csc = format == csc;
    const int lines = is_csc ? a.columns : a.rows;
    for (int line = 0; line < lines; ++line) {
        if (format != coo) parts.lines.push_back(static_cast<std::int64_t>(parts.values.size()));
        for (int i = 0; i < (is_csc ? a.rows : a.columns); ++i) {
            const T value = is_csc ? a(i, line) : a(line, i);
            if (value == T{} && !(with_diagonal && i == line)) continue;
            if (format == coo) parts.lines.push_back(line);
            parts.indices.push_back(i);
            parts.values.push_back(value);
        }
    }
    if (format != coo) parts.lines.push_back(static_cast<std::int64_t>(parts.values.size()));
    return parts;
}

template <typename T>
Full<T> full_of(const Parts<T>& parts, int rows, int columns) {
    Full<T> a(rows, columns);
    for (int i = 0; i < rows; ++i)
        for (std::int64_t k = parts.lines[at(i)]; k < parts.lines[at(i + 1)]; ++k)
            a(i, static_cast<int>(parts.indices[at(k)])) = parts.values[at(k)];
    return a;
}

template <typename T>
class SparseOnDevice {
public:
    SparseOnDevice(const Full<T>& a, int format, bool is_wide, int base, bool with_diagonal = false)
        : SparseOnDevice(a.rows, a.columns, parts_of(a, format, with_diagonal), format, is_wide, base) {}
    SparseOnDevice(int rows, int columns, const Parts<T>& parts, int format, bool is_wide, int base)
        : lines_(parts.lines, is_wide, base), indices_(parts.indices, is_wide, base), values_(parts.values) {
        const auto nonzeros = static_cast<std::int64_t>(parts.values.size());
        int status = 0;
        if (format == coo) {
            status = cusparseCreateCoo(&descriptor, rows, columns, nonzeros, lines_.data(), indices_.data(),
                                       values_.data(), indices_.type(), base, type_number<T>);
        } else {
            status = (format == csr ? cusparseCreateCsr : cusparseCreateCsc)(
                &descriptor, rows, columns, nonzeros, lines_.data(), indices_.data(), values_.data(), lines_.type(),
                indices_.type(), base, type_number<T>);
        }
        check_status(status, 0, "create a sparse matrix");
    }
    SparseOnDevice(const SparseOnDevice&) = delete;
    SparseOnDevice& operator=(const SparseOnDevice&) = delete;
    ~SparseOnDevice() { cusparseDestroySpMat(descriptor); }

    Parts<T> read() const { return {lines_.read(), indices_.read(), values_.read()}; }
    const int* lines() const { return static_cast<const int*>(lines_.data()); }
    const int* indices() const { return static_cast<const int*>(indices_.data()); }
    T* values() const { return values_.data(); }

    void* descriptor = nullptr;

private:
    DeviceIndices lines_;
    DeviceIndices indices_;
    DeviceVector<T> values_;
};

// In either order, with gaps, one or several of them.
template <typename T>
class DenseOnDevice {
public:
    DenseOnDevice(const std::vector<Full<T>>& all, int order, int gap)
        : rows_(all[0].rows), columns_(all[0].columns), order_(order) {
        leading_ = (order == by_columns ? rows_ : columns_) + gap;
        stride_ = leading_ * (order == by_columns ? columns_ : rows_) + 1;
        std::vector<T> memory(at(stride_ * static_cast<std::int64_t>(all.size())), T(9));
        for (std::size_t b = 0; b < all.size(); ++b)
            for (int i = 0; i < rows_; ++i)
                for (int j = 0; j < columns_; ++j)
                    memory[place(static_cast<int>(b), i, j)] = all[b](i, j);
        values_.emplace(memory);
        check_status(
            cusparseCreateDnMat(&descriptor, rows_, columns_, leading_, values_->data(), type_number<T>, order), 0,
            "create a dense matrix");
        if (all.size() > 1) {
            check_status(cusparseDnMatSetStridedBatch(descriptor, static_cast<int>(all.size()), stride_), 0,
                         "batches of a dense matrix");
        }
    }
    DenseOnDevice(const Full<T>& one, int order, int gap) : DenseOnDevice(std::vector<Full<T>>{one}, order, gap) {}
    DenseOnDevice(const DenseOnDevice&) = delete;
    DenseOnDevice& operator=(const DenseOnDevice&) = delete;
    ~DenseOnDevice() { cusparseDestroyDnMat(descriptor); }

    Full<T> read(int batch = 0) const {
        Full<T> a(rows_, columns_);
        const std::vector<T> memory = values_->read();
        for (int i = 0; i < rows_; ++i)
            for (int j = 0; j < columns_; ++j)
                a(i, j) = memory[place(batch, i, j)];
        return a;
    }

    void* descriptor = nullptr;

private:
    std::size_t place(int batch, int i, int j) const {
        return at(batch * stride_ + (order_ == by_columns ? j * leading_ + i : i * leading_ + j));
    }
    int rows_;
    int columns_;
    int order_;
    std::int64_t leading_ = 0;
    std::int64_t stride_ = 0;
    std::optional<DeviceVector<T>> values_;
};

template <typename T>
class VectorOnDevice {
public:
    explicit VectorOnDevice(const Full<T>& x) : values_(x.elements), size_(x.rows) {
        check_status(cusparseCreateDnVec(&descriptor, size_, values_.data(), type_number<T>), 0, "create a vector");
    }
    VectorOnDevice(const VectorOnDevice&) = delete;
    VectorOnDevice& operator=(const VectorOnDevice&) = delete;
    ~VectorOnDevice() { cusparseDestroyDnVec(descriptor); }

    Full<T> read() const {
        Full<T> x(size_, 1);
        x.elements = values_.read();
        return x;
    }

    void* descriptor = nullptr;

private:
    DeviceVector<T> values_;
    int size_;
};

// Device memory for the library to work in.
class WorkArea {
public:
    explicit WorkArea(std::size_t bytes) : memory_(std::vector<unsigned char>(std::max<std::size_t>(bytes, 1))) {}
    void* data() const { return memory_.data(); }

private:
    DeviceVector<unsigned char> memory_;
};

// torch.sparse_csr @ dense, torch.addmm: SpMM_bufferSize, SpMM.
template <typename T>
void check_product(int format, bool is_wide, int base, int batches) {
    const int m = roll(1, 17);
    const int n = roll(1, 11);
    const int k = roll(1, 13);
    const int op_a = roll(0, is_complex<T> ? 2 : 1);
    const int op_b = roll(0, 1);
    const T alpha = small_integer<T>();
    const T beta = roll(0, 2) == 0 ? T{} : small_integer<T>();
    const Full<T> a = op_a == 0 ? random_sparse<T>(m, k) : random_sparse<T>(k, m);
    std::vector<Full<T>> b;
    std::vector<Full<T>> c;
    for (int i = 0; i < batches; ++i) {
        b.push_back(op_b == 0 ? random_full<T>(k, n) : random_full<T>(n, k));
        c.push_back(random_full<T>(m, n));
    }
    const std::string name = std::string("SpMM ") + letter<T> + " format " + std::to_string(format) + " op " +
                             std::to_string(op_a) + std::to_string(op_b) + " batches " + std::to_string(batches);
    const SparseOnDevice<T> on_a(a, format, is_wide, base);
    // One matrix for all of a batch.
    if (batches > 1) check_status(cusparseCsrSetStridedBatch(on_a.descriptor, batches, 0, 0), 0, name + " batches");
    const DenseOnDevice<T> on_b(b, roll(1, 2), roll(0, 3));
    const DenseOnDevice<T> on_c(c, roll(1, 2), roll(0, 3));
    std::size_t bytes = 0;
    check_status(cusparseSpMM_bufferSize(handle, op_a, op_b, &alpha, on_a.descriptor, on_b.descriptor, &beta,
                                         on_c.descriptor, type_number<T>, 0, &bytes),
                 0, name + " size");
    const WorkArea work(bytes);
    check_status(cusparseSpMM(handle, op_a, op_b, &alpha, on_a.descriptor, on_b.descriptor, &beta, on_c.descriptor,
                              type_number<T>, 0, work.data()),
                 0, name);
    for (int i = 0; i < batches; ++i)
        compare(on_c.read(i), sum(alpha, product(operated(a, op_a), operated(b[at(i)], op_b)), beta, c[at(i)]), name);
}

// torch.sparse_csr @ vector, torch.mv: SpMV_bufferSize, SpMV.
template <typename T>
void check_vector_product(int format, bool is_wide, int base) {
    const int m = roll(1, 31);
    const int k = roll(1, 31);
    const int op = roll(0, is_complex<T> ? 2 : 1);
    const T alpha = small_integer<T>();
    const T beta = roll(0, 2) == 0 ? T{} : small_integer<T>();
    const Full<T> a = op == 0 ? random_sparse<T>(m, k) : random_sparse<T>(k, m);
    const Full<T> x = random_full<T>(k, 1);
    const Full<T> y = random_full<T>(m, 1);
    const std::string name = std::string("SpMV ") + letter<T> + " format " + std::to_string(format);
    const SparseOnDevice<T> on_a(a, format, is_wide, base);
    const VectorOnDevice<T> on_x(x);
    const VectorOnDevice<T> on_y(y);
    std::size_t bytes = 0;
    check_status(cusparseSpMV_bufferSize(handle, op, &alpha, on_a.descriptor, on_x.descriptor, &beta, on_y.descriptor,
                                         type_number<T>, 0, &bytes),
                 0, name + " size");
    const WorkArea work(bytes);
    check_status(cusparseSpMV(handle, op, &alpha, on_a.descriptor, on_x.descriptor, &beta, on_y.descriptor,
                              type_number<T>, 0, work.data()),
                 0, name);
    compare(on_y.read(), sum(alpha, product(operated(a, op), x), beta, y), name);
}

// torch.sparse.sampled_addmm: SDDMM_bufferSize, SDDMM_preprocess, SDDMM.
template <typename T>
void check_sampled_product() {
    const int m = roll(1, 17);
    const int n = roll(1, 17);
    const int k = roll(1, 13);
    const int op_a = roll(0, 1);
    const int op_b = roll(0, 1);
    const int base = roll(0, 1);
    const T alpha = small_integer<T>();
    const T beta = small_integer<T>();
    const Full<T> a = op_a == 0 ? random_full<T>(m, k) : random_full<T>(k, m);
    const Full<T> b = op_b == 0 ? random_full<T>(k, n) : random_full<T>(n, k);
    const Full<T> c = random_sparse<T>(m, n);
    const std::string name = std::string("SDDMM ") + letter<T>;
    const DenseOnDevice<T> on_a(a, roll(1, 2), roll(0, 2));
    const DenseOnDevice<T> on_b(b, roll(1, 2), roll(0, 2));
    const SparseOnDevice<T> on_c(c, csr, false, base);
    std::size_t bytes = 0;
    check_status(cusparseSDDMM_bufferSize(handle, op_a, op_b, &alpha, on_a.descriptor, on_b.descriptor, &beta,
                                          on_c.descriptor, type_number<T>, 0, &bytes),
                 0, name + " size");
    const WorkArea work(bytes);
    check_status(cusparseSDDMM_preprocess(handle, op_a, op_b, &alpha, on_a.descriptor, on_b.descriptor, &beta,
                                          on_c.descriptor, type_number<T>, 0, work.data()),
                 0, name + " preprocess");
    check_status(cusparseSDDMM(handle, op_a, op_b, &alpha, on_a.descriptor, on_b.descriptor, &beta, on_c.descriptor,
                               type_number<T>, 0, work.data()),
                 0, name);
    Full<T> wanted = sum(alpha, product(operated(a, op_a), operated(b, op_b)), beta, c);
    for (std::size_t i = 0; i < wanted.elements.size(); ++i)
        if (c.elements[i] == T{}) wanted.elements[i] = T{};
    compare(full_of(on_c.read(), m, n), wanted, name);
}

// torch.sparse_csr @ torch.sparse_csr: the size of each work area is asked for first, and the result's before its
// memory is there.
template <typename T>
void check_sparse_product(bool is_wide, int base) {
    const int m = roll(1, 17);
    const int n = roll(1, 17);
    const int k = roll(1, 17);
    const T one(1);
    const T zero{};
    const Full<T> a = random_sparse<T>(m, k);
    const Full<T> b = random_sparse<T>(k, n);
    const std::string name = std::string("SpGEMM ") + letter<T>;
    const SparseOnDevice<T> on_a(a, csr, is_wide, base);
    const SparseOnDevice<T> on_b(b, csr, is_wide, base);
    const DeviceIndices offsets(std::vector<std::int64_t>(at(m + 1)), is_wide, base);
    void* c = nullptr;
    check_status(cusparseCreateCsr(&c, m, n, 0, offsets.data(), nullptr, nullptr, offsets.type(), offsets.type(), base,
                                   type_number<T>),
                 0, name + " result");
    void* state = nullptr;
    check_status(cusparseSpGEMM_createDescr(&state), 0, name + " state");
    const auto estimate = [&](std::size_t& bytes, void* buffer) {
        return cusparseSpGEMM_workEstimation(handle, 0, 0, &one, on_a.descriptor, on_b.descriptor, &zero, c,
                                             type_number<T>, 0, state, &bytes, buffer);
    };
    const auto compute = [&](std::size_t& bytes, void* buffer) {
        return cusparseSpGEMM_compute(handle, 0, 0, &one, on_a.descriptor, on_b.descriptor, &zero, c, type_number<T>, 0,
                                      state, &bytes, buffer);
    };
    std::size_t bytes1 = 0;
    check_status(estimate(bytes1, nullptr), 0, name + " first size");
    const WorkArea work1(bytes1);
    check_status(estimate(bytes1, work1.data()), 0, name + " estimation");
    std::size_t bytes2 = 0;
    check_status(compute(bytes2, nullptr), 0, name + " second size");
    const WorkArea work2(bytes2);
    check_status(compute(bytes2, work2.data()), 0, name + " compute");
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t nonzeros = 0;
    check_status(cusparseSpMatGetSize(c, &rows, &columns, &nonzeros), 0, name + " size");
    check(rows == m && columns == n && nonzeros >= 0 && nonzeros <= std::int64_t{m} * n, name + ": size of the result");
    const DeviceIndices indices(std::vector<std::int64_t>(at(nonzeros)), is_wide, base);
    const DeviceVector<T> values(std::vector<T>(at(nonzeros), T(77)));
    check_status(cusparseCsrSetPointers(c, offsets.data(), indices.data(), values.data()), 0, name + " pointers");
    check_status(
        cusparseSpGEMM_copy(handle, 0, 0, &one, on_a.descriptor, on_b.descriptor, &zero, c, type_number<T>, 0, state),
        0, name + " copy");
    compare(full_of(Parts<T>{offsets.read(), indices.read(), values.read()}, m, n), product(a, b), name);
    check_status(cusparseSpGEMM_destroyDescr(state), 0, name + " destroy");
    check_status(cusparseDestroySpMat(c), 0, name + " destroy");
}

// A triangle that can be solved with, and in the other one numbers that must not matter.
template <typename T>
Full<T> random_triangle(int n, bool is_upper, bool has_unit_diagonal) {
    Full<T> a(n, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            if (roll(0, 2) == 0) a(i, j) = random_value<T>() * T(static_cast<Real<T>>(0.3));
            if (i == j) a(i, j) = has_unit_diagonal ? T(7) : T(static_cast<Real<T>>(roll(2, 4)));
        }
    (void)is_upper;
    return a;
}
template <typename T>
Full<T> triangle_of(const Full<T>& a, bool is_upper, bool has_unit_diagonal) {
    Full<T> result(a.rows, a.columns);
    for (int i = 0; i < a.rows; ++i)
        for (int j = 0; j < a.columns; ++j) {
            if (is_upper ? i <= j : j <= i) result(i, j) = a(i, j);
            if (i == j && has_unit_diagonal) result(i, j) = T(1);
        }
    return result;
}

void set_triangle(void* descriptor, int fill_mode, int diagonal, const std::string& name) {
    check_status(cusparseSpMatSetAttribute(descriptor, 0, &fill_mode, sizeof fill_mode), 0, name + " fill mode");
    check_status(cusparseSpMatSetAttribute(descriptor, 1, &diagonal, sizeof diagonal), 0, name + " diagonal");
}

// torch.triangular_solve with one right side: SpSV.
template <typename T>
void check_solve_vector(int format, bool is_wide, int base) {
    const int n = roll(1, 23);
    const int is_upper = roll(0, 1);
    const int unit = roll(0, 1);
    const int op = roll(0, is_complex<T> ? 2 : 1);
    const T alpha(2);
    const Full<T> a = random_triangle<T>(n, is_upper == 1, unit == 1);
    Full<T> b(n, 1);
    b.elements = random_values<T>(n);
    const std::string name = std::string("SpSV ") + letter<T> + " format " + std::to_string(format);
    const SparseOnDevice<T> on_a(a, format, is_wide, base, true);
    set_triangle(on_a.descriptor, is_upper, unit, name);
    const VectorOnDevice<T> on_b(b);
    const VectorOnDevice<T> on_x(Full<T>(n, 1));
    void* state = nullptr;
    check_status(cusparseSpSV_createDescr(&state), 0, name + " state");
    std::size_t bytes = 0;
    check_status(cusparseSpSV_bufferSize(handle, op, &alpha, on_a.descriptor, on_b.descriptor, on_x.descriptor,
                                         type_number<T>, 0, state, &bytes),
                 0, name + " size");
    const WorkArea work(bytes);
    check_status(cusparseSpSV_analysis(handle, op, &alpha, on_a.descriptor, on_b.descriptor, on_x.descriptor,
                                       type_number<T>, 0, state, work.data()),
                 0, name + " analysis");
    check_status(cusparseSpSV_solve(handle, op, &alpha, on_a.descriptor, on_b.descriptor, on_x.descriptor,
                                    type_number<T>, 0, state),
                 0, name);
    const Full<T> wanted = sum(alpha, b, T{}, b);
    compare(product(operated(triangle_of(a, is_upper == 1, unit == 1), op), on_x.read()), wanted, name, tolerance<T>());
    check_status(cusparseSpSV_destroyDescr(state), 0, name + " destroy");
}

// torch.triangular_solve with several: SpSM.
template <typename T>
void check_solve(int format, int base) {
    const int n = roll(1, 23);
    const int width = roll(1, 7);
    const int is_upper = roll(0, 1);
    const int unit = roll(0, 1);
    const int op_a = roll(0, is_complex<T> ? 2 : 1);
    const int op_b = roll(0, 1);
    const T alpha(1);
    const Full<T> a = random_triangle<T>(n, is_upper == 1, unit == 1);
    const Full<T> b = op_b == 0 ? random_full<T>(n, width) : random_full<T>(width, n);
    const std::string name = std::string("SpSM ") + letter<T> + " format " + std::to_string(format);
    const SparseOnDevice<T> on_a(a, format, false, base, true);
    set_triangle(on_a.descriptor, is_upper, unit, name);
    const int order = roll(1, 2);
    const DenseOnDevice<T> on_b(b, order, roll(0, 2));
    const DenseOnDevice<T> on_x(Full<T>(n, width), order, roll(0, 2));
    void* state = nullptr;
    check_status(cusparseSpSM_createDescr(&state), 0, name + " state");
    std::size_t bytes = 0;
    check_status(cusparseSpSM_bufferSize(handle, op_a, op_b, &alpha, on_a.descriptor, on_b.descriptor, on_x.descriptor,
                                         type_number<T>, 0, state, &bytes),
                 0, name + " size");
    const WorkArea work(bytes);
    check_status(cusparseSpSM_analysis(handle, op_a, op_b, &alpha, on_a.descriptor, on_b.descriptor, on_x.descriptor,
                                       type_number<T>, 0, state, work.data()),
                 0, name + " analysis");
    check_status(cusparseSpSM_solve(handle, op_a, op_b, &alpha, on_a.descriptor, on_b.descriptor, on_x.descriptor,
                                    type_number<T>, 0, state),
                 0, name);
    compare(product(operated(triangle_of(a, is_upper == 1, unit == 1), op_a), on_x.read()), operated(b, op_b), name,
            tolerance<T>() * 10);
    check_status(cusparseSpSM_destroyDescr(state), 0, name + " destroy");
}

class MatrixDescription {
public:
    explicit MatrixDescription(int base, int fill_mode = 0, int diagonal = 0) {
        check_status(cusparseCreateMatDescr(&its), 0, "create a description");
        check_status(cusparseSetMatType(its, 0), 0, "type");
        check_status(cusparseSetMatIndexBase(its, base), 0, "base");
        check_status(cusparseSetMatFillMode(its, fill_mode), 0, "fill mode");
        check_status(cusparseSetMatDiagType(its, diagonal), 0, "diagonal");
        check(cusparseGetMatIndexBase(its) == base, "the base is kept");
    }
    MatrixDescription(const MatrixDescription&) = delete;
    MatrixDescription& operator=(const MatrixDescription&) = delete;
    ~MatrixDescription() { cusparseDestroyMatDescr(its); }

    void* its = nullptr;
};

// A matrix of blocks, as PyTorch's BSR tensors have them: 32-bit indices.
template <typename T>
class BlocksOnDevice {
public:
    // Blocks that hold a number, and those of the diagonal.
    BlocksOnDevice(const Full<T>& a, int side, int direction, int base, bool with_diagonal)
        : BlocksOnDevice(parts(a, side, direction, with_diagonal), base) {}

    const int* offsets() const { return static_cast<const int*>(offsets_.data()); }
    const int* indices() const { return static_cast<const int*>(indices_.data()); }
    T* values() const { return values_.data(); }
    int count() const { return count_; }

private:
    BlocksOnDevice(const Parts<T>& parts, int base)
        : offsets_(parts.lines, false, base),
          indices_(parts.indices, false, base),
          values_(parts.values),
          count_(static_cast<int>(parts.indices.size())) {}

    static Parts<T> parts(const Full<T>& a, int side, int direction, bool with_diagonal) {
        Parts<T> parts;
        for (int row = 0; row < a.rows / side; ++row) {
            parts.lines.push_back(static_cast<std::int64_t>(parts.indices.size()));
            for (int column = 0; column < a.columns / side; ++column) {
                bool is_there = with_diagonal && row == column;
                for (int i = 0; i < side * side; ++i)
                    is_there = is_there || a(row * side + i / side, column * side + i % side) != T{};
                if (!is_there) continue;
                parts.indices.push_back(column);
                for (int i = 0; i < side * side; ++i)
                    parts.values.push_back(direction == 0 ? a(row * side + i / side, column * side + i % side)
                                                          : a(row * side + i % side, column * side + i / side));
            }
        }
        parts.lines.push_back(static_cast<std::int64_t>(parts.indices.size()));
        return parts;
    }

    DeviceIndices offsets_;
    DeviceIndices indices_;
    DeviceVector<T> values_;
    int count_;
};

template <typename T>
std::vector<T> in_columns(const Full<T>& a, int leading) {
    std::vector<T> memory(at(std::int64_t{leading} * a.columns), T(9));
    for (int i = 0; i < a.rows; ++i)
        for (int j = 0; j < a.columns; ++j)
            memory[at(std::int64_t{j} * leading + i)] = a(i, j);
    return memory;
}
template <typename T>
Full<T> from_columns(const std::vector<T>& memory, int rows, int columns, int leading) {
    Full<T> a(rows, columns);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            a(i, j) = memory[at(std::int64_t{j} * leading + i)];
    return a;
}

// torch.sparse_bsr @ dense and @ vector.
template <typename T>
void check_block_products() {
    const int side = roll(2, 5);
    const int mb = roll(1, 5);
    const int kb = roll(1, 5);
    const int n = roll(1, 7);
    const int direction = roll(0, 1);
    const int base = roll(0, 1);
    const int op_b = roll(0, 1);
    const T alpha = small_integer<T>();
    const T beta = small_integer<T>();
    Full<T> a = random_sparse<T>(mb * side, kb * side);
    const Full<T> b = op_b == 0 ? random_full<T>(kb * side, n) : random_full<T>(n, kb * side);
    const Full<T> c = random_full<T>(mb * side, n);
    const std::string name = std::string("bsrmm ") + letter<T>;
    const BlocksOnDevice<T> on_a(a, side, direction, base, false);
    const MatrixDescription description(base);
    const int ldb = b.rows + roll(0, 2);
    const int ldc = c.rows + roll(0, 2);
    const DeviceVector<T> on_b(in_columns(b, ldb));
    const DeviceVector<T> on_c(in_columns(c, ldc));
    check_status(RF_BY_TYPE(cusparse, bsrmm)(handle, direction, 0, op_b, mb, n, kb, on_a.count(), &alpha,
                                             description.its, on_a.values(), on_a.offsets(), on_a.indices(), side,
                                             on_b.data(), ldb, &beta, on_c.data(), ldc),
                 0, name);
    compare(from_columns(on_c.read(), c.rows, n, ldc), sum(alpha, product(a, operated(b, op_b)), beta, c), name);
    const Full<T> x = random_full<T>(kb * side, 1);
    const Full<T> y = random_full<T>(mb * side, 1);
    const DeviceVector<T> on_x(x.elements);
    const DeviceVector<T> on_y(y.elements);
    check_status(
        RF_BY_TYPE(cusparse, bsrmv)(handle, direction, 0, mb, kb, on_a.count(), &alpha, description.its, on_a.values(),
                                    on_a.offsets(), on_a.indices(), side, on_x.data(), &beta, on_y.data()),
        0, name + " bsrmv");
    Full<T> got(mb * side, 1);
    got.elements = on_y.read();
    compare(got, sum(alpha, product(a, x), beta, y), name + " bsrmv");
}

// torch.triangular_solve of BSR: analysis, the question for a zero pivot, solution.
template <typename T>
void check_block_solves() {
    const int side = roll(2, 4);
    const int mb = roll(1, 5);
    const int n = roll(1, 5);
    const int direction = roll(0, 1);
    const int base = roll(0, 1);
    const int is_upper = roll(0, 1);
    const int unit = roll(0, 1);
    const int op = roll(0, 1);
    const T alpha(1);
    const int rows = mb * side;
    const Full<T> a = triangle_of(random_triangle<T>(rows, is_upper == 1, unit == 1), is_upper == 1, unit == 1);
    const MatrixDescription description(base, is_upper, unit);
    const BlocksOnDevice<T> on_a(a, side, direction, base, true);
    const std::string name = std::string("bsrsv2 ") + letter<T>;
    Full<T> b(rows, 1);
    b.elements = random_values<T>(rows);
    const DeviceVector<T> on_b(b.elements);
    const DeviceVector<T> on_x(std::vector<T>(at(rows)));
    void* info = nullptr;
    check_status(cusparseCreateBsrsv2Info(&info), 0, name + " info");
    int bytes = 0;
    int position = 99;
    check_status(
        RF_BY_TYPE(cusparse, bsrsv2_bufferSize)(handle, direction, op, mb, on_a.count(), description.its, on_a.values(),
                                                on_a.offsets(), on_a.indices(), side, info, &bytes),
        0, name + " size");
    const WorkArea work(static_cast<std::size_t>(bytes));
    check_status(
        RF_BY_TYPE(cusparse, bsrsv2_analysis)(handle, direction, op, mb, on_a.count(), description.its, on_a.values(),
                                              on_a.offsets(), on_a.indices(), side, info, 0, work.data()),
        0, name + " analysis");
    check_status(cusparseXbsrsv2_zeroPivot(handle, info, &position), 0, name + " pivot");
    check(position == -1, name + ": there is no zero pivot");
    check_status(RF_BY_TYPE(cusparse, bsrsv2_solve)(handle, direction, op, mb, on_a.count(), &alpha, description.its,
                                                    on_a.values(), on_a.offsets(), on_a.indices(), side, info,
                                                    on_b.data(), on_x.data(), 0, work.data()),
                 0, name);
    Full<T> x(rows, 1);
    x.elements = on_x.read();
    compare(product(operated(a, op), x), b, name, tolerance<T>() * 10);
    check_status(cusparseDestroyBsrsv2Info(info), 0, name + " destroy");

    const std::string name2 = std::string("bsrsm2 ") + letter<T>;
    const int op_b = roll(0, 1);
    const Full<T> right = op_b == 0 ? random_full<T>(rows, n) : random_full<T>(n, rows);
    const int ldb = right.rows + roll(0, 2);
    const DeviceVector<T> on_right(in_columns(right, ldb));
    const DeviceVector<T> on_left(in_columns(right, ldb));
    check_status(cusparseCreateBsrsm2Info(&info), 0, name2 + " info");
    check_status(
        RF_BY_TYPE(cusparse, bsrsm2_bufferSize)(handle, direction, op, op_b, mb, n, on_a.count(), description.its,
                                                on_a.values(), on_a.offsets(), on_a.indices(), side, info, &bytes),
        0, name2 + " size");
    const WorkArea work2(static_cast<std::size_t>(bytes));
    check_status(RF_BY_TYPE(cusparse, bsrsm2_analysis)(handle, direction, op, op_b, mb, n, on_a.count(),
                                                       description.its, on_a.values(), on_a.offsets(), on_a.indices(),
                                                       side, info, 0, work2.data()),
                 0, name2 + " analysis");
    check_status(cusparseXbsrsm2_zeroPivot(handle, info, &position), 0, name2 + " pivot");
    check_status(
        RF_BY_TYPE(cusparse, bsrsm2_solve)(handle, direction, op, op_b, mb, n, on_a.count(), &alpha, description.its,
                                           on_a.values(), on_a.offsets(), on_a.indices(), side, info, on_right.data(),
                                           ldb, on_left.data(), ldb, 0, work2.data()),
        0, name2);
    const Full<T> left = from_columns(on_left.read(), right.rows, right.columns, ldb);
    compare(product(operated(a, op), operated(left, op_b)), operated(right, op_b), name2, tolerance<T>() * 10);
    check_status(cusparseDestroyBsrsm2Info(info), 0, name2 + " destroy");
}

// A block that is missing on the diagonal is told, counted as the indices are.
void check_zero_pivot(int base) {
    Full<double> a(6, 6);
    a(0, 0) = a(1, 1) = a(4, 4) = a(5, 5) = 1;
    const BlocksOnDevice<double> on_a(a, 2, 0, base, false);
    const MatrixDescription description(base);
    void* info = nullptr;
    check_status(cusparseCreateBsrsv2Info(&info), 0, "info");
    int bytes = 0;
    check_status(cusparseDbsrsv2_bufferSize(handle, 0, 0, 3, on_a.count(), description.its, on_a.values(),
                                            on_a.offsets(), on_a.indices(), 2, info, &bytes),
                 0, "size");
    const WorkArea work(static_cast<std::size_t>(bytes));
    check_status(cusparseDbsrsv2_analysis(handle, 0, 0, 3, on_a.count(), description.its, on_a.values(), on_a.offsets(),
                                          on_a.indices(), 2, info, 0, work.data()),
                 0, "analysis");
    int position = 99;
    check_status(cusparseXbsrsv2_zeroPivot(handle, info, &position), zero_pivot_status, "a zero pivot");
    if (!is_native()) check(position == 1 + base, "where the zero pivot is");
    check_status(cusparseDestroyBsrsv2Info(info), 0, "destroy");
    ++cases;
}

// torch.add of two CSR tensors: the size, the offsets, then the rest.
template <typename T>
void check_sum() {
    const int m = roll(1, 17);
    const int n = roll(1, 17);
    const T alpha = small_integer<T>();
    const T beta = small_integer<T>();
    const Full<T> a = random_sparse<T>(m, n);
    const Full<T> b = random_sparse<T>(m, n);
    const std::string name = std::string("csrgeam2 ") + letter<T>;
    const SparseOnDevice<T> on_a(a, csr, false, 0);
    const SparseOnDevice<T> on_b(b, csr, false, 0);
    const auto nnz_a = static_cast<int>(parts_of(a, csr).values.size());
    const auto nnz_b = static_cast<int>(parts_of(b, csr).values.size());
    const MatrixDescription description(0);
    const DeviceIndices offsets(std::vector<std::int64_t>(at(m + 1)), false, 0);
    auto* on_offsets = static_cast<int*>(offsets.data());
    std::size_t bytes = 0;
    check_status(RF_BY_TYPE(cusparse, csrgeam2_bufferSizeExt)(
                     handle, m, n, &alpha, description.its, nnz_a, on_a.values(), on_a.lines(), on_a.indices(), &beta,
                     description.its, nnz_b, on_b.values(), on_b.lines(), on_b.indices(), description.its, nullptr,
                     on_offsets, nullptr, &bytes),
                 0, name + " size");
    const WorkArea work(bytes);
    int nnz_c = -1;
    check_status(
        cusparseXcsrgeam2Nnz(handle, m, n, description.its, nnz_a, on_a.lines(), on_a.indices(), description.its, nnz_b,
                             on_b.lines(), on_b.indices(), description.its, on_offsets, &nnz_c, work.data()),
        0, name + " count");
    check(nnz_c >= 0 && nnz_c <= nnz_a + nnz_b, name + ": number of elements");
    const DeviceIndices indices(std::vector<std::int64_t>(at(std::max(nnz_c, 0))), false, 0);
    const DeviceVector<T> values(std::vector<T>(at(std::max(nnz_c, 0))));
    check_status(RF_BY_TYPE(cusparse, csrgeam2)(
                     handle, m, n, &alpha, description.its, nnz_a, on_a.values(), on_a.lines(), on_a.indices(), &beta,
                     description.its, nnz_b, on_b.values(), on_b.lines(), on_b.indices(), description.its,
                     values.data(), on_offsets, static_cast<int*>(indices.data()), work.data()),
                 0, name);
    compare(full_of(Parts<T>{offsets.read(), indices.read(), values.read()}, m, n), sum(alpha, a, beta, b), name);
}

template <typename T>
void check_conversions(int format) {
    const int m = roll(1, 13);
    const int n = roll(1, 13);
    const int base = roll(0, 1);
    const Full<T> a = random_sparse<T>(m, n);
    const std::string name = std::string("conversion ") + letter<T> + " format " + std::to_string(format);
    const SparseOnDevice<T> sparse(a, format, false, base);
    const DenseOnDevice<T> dense(random_full<T>(m, n), roll(1, 2), roll(0, 2));
    std::size_t bytes = 0;
    check_status(cusparseSparseToDense_bufferSize(handle, sparse.descriptor, dense.descriptor, 0, &bytes), 0,
                 name + " size");
    const WorkArea work(bytes);
    check_status(cusparseSparseToDense(handle, sparse.descriptor, dense.descriptor, 0, work.data()), 0, name);
    compare(dense.read(), a, name);
    // And back.
    const Parts<T> parts = parts_of(a, format);
    const DeviceIndices offsets(std::vector<std::int64_t>(at((format == csc ? n : m) + 1)), false, base);
    void* back = nullptr;
    if (format == coo) {
        check_status(cusparseCreateCoo(&back, m, n, 0, nullptr, nullptr, nullptr, 2, base, type_number<T>), 0, name);
    } else {
        check_status((format == csr ? cusparseCreateCsr : cusparseCreateCsc)(&back, m, n, 0, offsets.data(), nullptr,
                                                                             nullptr, 2, 2, base, type_number<T>),
                     0, name);
    }
    check_status(cusparseDenseToSparse_bufferSize(handle, dense.descriptor, back, 0, &bytes), 0, name + " size back");
    const WorkArea work2(bytes);
    check_status(cusparseDenseToSparse_analysis(handle, dense.descriptor, back, 0, work2.data()), 0,
                 name + " analysis");
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t nonzeros = 0;
    check_status(cusparseSpMatGetSize(back, &rows, &columns, &nonzeros), 0, name + " size");
    check(nonzeros == static_cast<std::int64_t>(parts.values.size()), name + ": number of elements");
    if (nonzeros != static_cast<std::int64_t>(parts.values.size())) return;
    const DeviceIndices lines(std::vector<std::int64_t>(parts.lines.size()), false, base);
    const DeviceIndices indices(std::vector<std::int64_t>(at(nonzeros)), false, base);
    const DeviceVector<T> values(std::vector<T>(at(nonzeros), T(55)));
    const auto set = format == csr   ? cusparseCsrSetPointers
                     : format == csc ? cusparseCscSetPointers
                                     : cusparseCooSetPointers;
    void* const its_lines = format == coo ? lines.data() : offsets.data();
    check_status(set(back, its_lines, indices.data(), values.data()), 0, name + " pointers");
    check_status(cusparseDenseToSparse_convert(handle, dense.descriptor, back, 0, work2.data()), 0, name + " convert");
    check((format == coo ? lines.read() : offsets.read()) == parts.lines, name + ": lines");
    check(indices.read() == parts.indices, name + ": indices");
    check(values.read() == parts.values, name + ": values");
    ++cases;
    check_status(cusparseDestroySpMat(back), 0, name + " destroy");
}

template <typename T>
void check_gather() {
    const int n = roll(3, 40);
    std::vector<std::int64_t> places;
    for (int i = 0; i < n; ++i)
        if (roll(0, 1) == 0) places.push_back(i);
    places.push_back(n - 1);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    const auto count = static_cast<int>(places.size());
    const Full<T> y = random_full<T>(n, 1);
    const std::string name = std::string("gather ") + letter<T>;
    const DeviceIndices indices(places, roll(0, 1) == 1, 0);
    const DeviceVector<T> values(std::vector<T>(at(count), T(5)));
    const VectorOnDevice<T> dense(y);
    void* sparse = nullptr;
    check_status(
        cusparseCreateSpVec(&sparse, n, count, indices.data(), values.data(), indices.type(), 0, type_number<T>), 0,
        name + " create");
    check_status(cusparseGather(handle, dense.descriptor, sparse), 0, name);
    std::vector<T> wanted;
    for (const std::int64_t place : places)
        wanted.push_back(y.elements[at(place)]);
    check(values.read() == wanted, name);
    ++cases;
    const VectorOnDevice<T> scattered(Full<T>(n, 1));
    check_status(cusparseScatter(handle, sparse, scattered.descriptor), 0, name + " scatter");
    Full<T> wanted_there(n, 1);
    for (const std::int64_t place : places)
        wanted_there.elements[at(place)] = y.elements[at(place)];
    compare(scattered.read(), wanted_there, name + " scatter");
    check_status(cusparseDestroySpVec(sparse), 0, name + " destroy");
}

template <typename T>
void check_tridiagonal() {
    const int m = roll(3, 40);
    const int count = roll(1, 4);
    const int stride = m + roll(0, 3);
    std::vector<T> below = random_values<T>(stride * count);
    std::vector<T> above = random_values<T>(stride * count);
    std::vector<T> diagonal = random_values<T>(stride * count);
    const std::vector<T> right = random_values<T>(stride * count);
    for (int b = 0; b < count; ++b) {
        below[at(std::int64_t{b} * stride)] = above[at(std::int64_t{b} * stride + m - 1)] = T{};
        for (int i = 0; i < m; ++i)
            diagonal[at(b * stride + i)] += T(3);
    }
    const std::string name = std::string("gtsv2StridedBatch ") + letter<T>;
    const DeviceVector<T> dl(below);
    const DeviceVector<T> d(diagonal);
    const DeviceVector<T> du(above);
    const DeviceVector<T> x(right);
    std::size_t bytes = 0;
    check_status(RF_BY_TYPE(cusparse, gtsv2StridedBatch_bufferSizeExt)(handle, m, dl.data(), d.data(), du.data(),
                                                                       x.data(), count, stride, &bytes),
                 0, name + " size");
    const WorkArea work(bytes);
    check_status(RF_BY_TYPE(cusparse, gtsv2StridedBatch)(handle, m, dl.data(), d.data(), du.data(), x.data(), count,
                                                         stride, work.data()),
                 0, name);
    const std::vector<T> solution = x.read();
    for (int b = 0; b < count; ++b) {
        Full<T> got(m, 1);
        Full<T> wanted(m, 1);
        for (int i = 0; i < m; ++i) {
            const auto k = at(b * stride + i);
            got(i, 0) = diagonal[k] * solution[k];
            if (i > 0) got(i, 0) += below[k] * solution[k - 1];
            if (i + 1 < m) got(i, 0) += above[k] * solution[k + 1];
            wanted(i, 0) = right[k];
        }
        compare(got, wanted, name, tolerance<T>());
    }
}

// torch.sparse_coo_tensor.coalesce and its kin: elements in any order are sorted, with their permutation.
void check_orders() {
    const int m = roll(2, 19);
    const int n = roll(2, 19);
    const Full<float> a = random_sparse<float>(m, n);
    const Parts<float> sorted = parts_of(a, coo);
    const auto nnz = static_cast<int>(sorted.values.size());
    std::vector<int> order(at(nnz));
    for (int i = 0; i < nnz; ++i)
        order[at(i)] = i;
    std::shuffle(order.begin(), order.end(), generator);
    std::vector<int> rows;
    std::vector<int> columns;
    for (const int i : order) {
        rows.push_back(static_cast<int>(sorted.lines[at(i)]));
        columns.push_back(static_cast<int>(sorted.indices[at(i)]));
    }
    const DeviceVector<int> on_rows(rows);
    const DeviceVector<int> on_columns(columns);
    const DeviceVector<int> permutation(std::vector<int>(at(nnz), -1));
    check_status(cusparseCreateIdentityPermutation(handle, nnz, permutation.data()), 0, "identity");
    std::size_t bytes = 0;
    check_status(cusparseXcoosort_bufferSizeExt(handle, m, n, nnz, on_rows.data(), on_columns.data(), &bytes), 0,
                 "coosort size");
    const WorkArea work(bytes);
    check_status(
        cusparseXcoosortByRow(handle, m, n, nnz, on_rows.data(), on_columns.data(), permutation.data(), work.data()), 0,
        "coosort");
    const std::vector<int> wanted_rows(sorted.lines.begin(), sorted.lines.end());
    const std::vector<int> wanted_columns(sorted.indices.begin(), sorted.indices.end());
    check(on_rows.read() == wanted_rows && on_columns.read() == wanted_columns, "coosort: the order");
    const std::vector<int> names = permutation.read();
    for (int i = 0; i < nnz; ++i)
        check(order[at(names[at(i)])] == i, "coosort: the permutation");
    ++cases;

    // To offsets, and back.
    const DeviceVector<int> offsets(std::vector<int>(at(m + 1)));
    const int base = roll(0, 1);
    std::vector<int> based = wanted_rows;
    for (int& row : based)
        row += base;
    const DeviceVector<int> on_based(based);
    check_status(cusparseXcoo2csr(handle, on_based.data(), nnz, m, offsets.data(), base), 0, "coo2csr");
    std::vector<int> wanted_offsets;
    for (const std::int64_t offset : parts_of(a, csr).lines)
        wanted_offsets.push_back(static_cast<int>(offset) + base);
    check(offsets.read() == wanted_offsets, "coo2csr");
    const DeviceVector<int> again(std::vector<int>(at(nnz), -1));
    check_status(cusparseXcsr2coo(handle, offsets.data(), nnz, m, again.data(), base), 0, "csr2coo");
    check(again.read() == based, "csr2coo");
    cases += 2;

    // Columns that are reversed in each row.
    std::vector<int> reversed = wanted_columns;
    for (int i = 0; i < m; ++i)
        std::reverse(reversed.begin() + (wanted_offsets[at(i)] - base),
                     reversed.begin() + (wanted_offsets[at(i + 1)] - base));
    const DeviceVector<int> on_reversed(reversed);
    const MatrixDescription description(base);
    check_status(cusparseXcsrsort_bufferSizeExt(handle, m, n, nnz, offsets.data(), on_reversed.data(), &bytes), 0,
                 "csrsort size");
    const WorkArea work2(bytes);
    check_status(cusparseCreateIdentityPermutation(handle, nnz, permutation.data()), 0, "identity");
    check_status(cusparseXcsrsort(handle, m, n, nnz, description.its, offsets.data(), on_reversed.data(),
                                  permutation.data(), work2.data()),
                 0, "csrsort");
    check(on_reversed.read() == wanted_columns, "csrsort");
    ++cases;
}

// Numbers that both have exactly.
std::uint16_t half_bits(float value) {
    const auto word = [&] {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        return bits;
    }();
    if (value == 0) return 0;
    return static_cast<std::uint16_t>((word >> 16 & 0x8000) | ((word >> 23 & 0xff) - 112) << 10 | (word >> 13 & 0x3ff));
}
std::uint16_t bfloat_bits(float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return static_cast<std::uint16_t>(bits >> 16);
}

void check_short_numbers(bool is_half) {
    const int type = is_half ? 2 : 14;
    const auto bits_of = is_half ? half_bits : bfloat_bits;
    const int m = roll(1, 8);
    const int k = roll(1, 8);
    const int n = roll(1, 8);
    const Full<float> a = random_sparse<float>(m, k);
    const Full<float> b = random_full<float>(k, n);
    const Parts<float> parts = parts_of(a, csr);
    const auto converted = [&](const std::vector<float>& values) {
        std::vector<std::uint16_t> result;
        for (const float value : values)
            result.push_back(bits_of(value));
        return result;
    };
    const DeviceIndices offsets(parts.lines, false, 0);
    const DeviceIndices indices(parts.indices, false, 0);
    const DeviceVector<std::uint16_t> values(converted(parts.values));
    const DeviceVector<std::uint16_t> on_b(converted(b.elements));
    const DeviceVector<std::uint16_t> on_c(std::vector<std::uint16_t>(at(std::int64_t{m} * n)));
    void* descriptors[3] = {};
    check_status(cusparseCreateCsr(&descriptors[0], m, k, static_cast<std::int64_t>(parts.values.size()),
                                   offsets.data(), indices.data(), values.data(), 2, 2, 0, type),
                 0, "short numbers");
    check_status(cusparseCreateDnMat(&descriptors[1], k, n, n, on_b.data(), type, by_rows), 0, "short numbers");
    check_status(cusparseCreateDnMat(&descriptors[2], m, n, n, on_c.data(), type, by_rows), 0, "short numbers");
    const float alpha = 1;
    const float beta = 0;
    std::size_t bytes = 0;
    check_status(cusparseSpMM_bufferSize(handle, 0, 0, &alpha, descriptors[0], descriptors[1], &beta, descriptors[2], 0,
                                         0, &bytes),
                 0, "short numbers: size");
    const WorkArea work(bytes);
    check_status(
        cusparseSpMM(handle, 0, 0, &alpha, descriptors[0], descriptors[1], &beta, descriptors[2], 0, 0, work.data()), 0,
        "short numbers");
    check(on_c.read() == converted(product(a, b).elements), is_half ? "SpMM of half" : "SpMM of bfloat16");
    ++cases;
    cusparseDestroySpMat(descriptors[0]);
    cusparseDestroyDnMat(descriptors[1]);
    cusparseDestroyDnMat(descriptors[2]);
}

template <typename T>
void check_type() {
    for (int turn = 0; turn < 24; ++turn) {
        const int format = turn % 3 == 0 ? csr : turn % 3 == 1 ? coo : csc;
        check_product<T>(format, turn % 2 == 1, turn / 2 % 2, format == csr && turn % 6 == 0 ? 3 : 1);
        check_vector_product<T>(format, turn % 2 == 1, turn / 2 % 2);
    }
    for (int turn = 0; turn < 8; ++turn) {
        check_sampled_product<T>();
        check_sparse_product<T>(false, turn % 2);
        check_solve_vector<T>(turn % 2 == 0 ? csr : coo, turn % 3 == 0, turn / 2 % 2);
        check_solve<T>(turn % 2 == 0 ? csr : coo, turn / 2 % 2);
        check_block_products<T>();
        check_block_solves<T>();
        check_sum<T>();
    }
    for (const int format : {csr, csc, coo}) {
        check_conversions<T>(format);
        check_gather<T>();
        check_tridiagonal<T>();
    }
}

void check_settings() {
    int version = 0;
    check_status(cusparseGetVersion(handle, &version), 0, "version");
    check(version >= 12000, "version");
    check(std::strlen(cusparseGetErrorString(3)) > 0, "text of an error");
    int mode = 99;
    check_status(cusparseSetPointerMode(handle, 1), 0, "pointer mode");
    check_status(cusparseGetPointerMode(handle, &mode), 0, "pointer mode");
    check(mode == 1, "the pointer mode is kept");
    check_status(cusparseSetPointerMode(handle, 0), 0, "pointer mode");
    void* stream = nullptr;
    void* got = nullptr;
    check_status(cudaStreamCreate(&stream), 0, "stream");
    check_status(cusparseSetStream(handle, stream), 0, "set stream");
    check_status(cusparseGetStream(handle, &got), 0, "get stream");
    check(got == stream, "the stream is kept");
    check_vector_product<double>(csr, false, 0);
    check_sparse_product<double>(false, 0);
    check_status(cusparseSetStream(handle, nullptr), 0, "set stream");
    cudaStreamDestroy(stream);
}

// Factors in device memory.
void check_device_scalars() {
    const Full<double> a = random_sparse<double>(7, 5);
    const Full<double> x = random_full<double>(5, 1);
    const Full<double> y = random_full<double>(7, 1);
    const SparseOnDevice<double> on_a(a, csr, false, 0);
    const VectorOnDevice<double> on_x(x);
    const VectorOnDevice<double> on_y(y);
    const DeviceVector<double> factors({3, -2});
    check_status(cusparseSetPointerMode(handle, 1), 0, "pointer mode");
    std::size_t bytes = 0;
    check_status(cusparseSpMV_bufferSize(handle, 0, factors.data(), on_a.descriptor, on_x.descriptor,
                                         factors.data() + 1, on_y.descriptor, 1, 0, &bytes),
                 0, "size");
    const WorkArea work(bytes);
    check_status(cusparseSpMV(handle, 0, factors.data(), on_a.descriptor, on_x.descriptor, factors.data() + 1,
                              on_y.descriptor, 1, 0, work.data()),
                 0, "SpMV with factors in device memory");
    check_status(cusparseSetPointerMode(handle, 0), 0, "pointer mode");
    compare(on_y.read(), sum(3.0, product(a, x), -2.0, y), "SpMV with factors in device memory");
}

void check_refusals() {
    const Full<double> a = random_sparse<double>(4, 4);
    const SparseOnDevice<double> on_a(a, csr, false, 0);
    const VectorOnDevice<double> x(Full<double>(4, 1));
    const VectorOnDevice<double> longer(Full<double>(5, 1));
    const double one = 1;
    std::size_t bytes = 0;
    void* matrix = nullptr;
    check(cusparseSpMV_bufferSize(handle, 0, &one, on_a.descriptor, longer.descriptor, &one, x.descriptor, 1, 0,
                                  &bytes) != 0,
          "sizes that do not fit");
    check_status(cusparseCreateDnMat(&matrix, 4, 4, 3, x.descriptor, 1, by_columns), invalid_value,
                 "a leading dimension that is too small");
    check(
        cusparseSpMV_bufferSize(nullptr, 0, &one, on_a.descriptor, x.descriptor, &one, x.descriptor, 1, 0, &bytes) != 0,
        "no handle");
    std::int64_t size = 0;
    void* values = nullptr;
    int type = -1;
    check_status(cusparseDnVecGet(x.descriptor, &size, &values, &type), 0, "ask a vector");
    check(size == 4 && values != nullptr && type == 1, "a vector's parts");
    int format = 0;
    check_status(cusparseSpMatGetFormat(on_a.descriptor, &format), 0, "ask a matrix");
    check(format == csr, "a matrix's format");
}

// Only Ringfence refuses this: natively it would touch what lies behind.
void check_reach() {
    const Full<double> a = random_sparse<double>(4, 4);
    const SparseOnDevice<double> on_a(a, csr, false, 0);
    const VectorOnDevice<double> x(random_full<double>(4, 1));
    const DeviceVector<double> memory(std::vector<double>(4, 5));
    void* beyond = nullptr;
    check_status(cusparseCreateDnVec(&beyond, 1 << 28, memory.data(), 1), 0, "a vector that leaves its allocation");
    const double one = 1;
    std::size_t bytes = 0;
    check(cusparseSpMV_bufferSize(handle, 0, &one, on_a.descriptor, x.descriptor, &one, beyond, 1, 0, &bytes) != 0,
          "a vector that leaves its allocation");
    (void)cusparseSpMV(handle, 0, &one, on_a.descriptor, x.descriptor, &one, beyond, 1, 0, nullptr);
    cudaDeviceSynchronize();
    check(memory.read() == std::vector<double>(4, 5), "a vector that leaves its allocation is not touched");
    // A descriptor of another kind, and one that is none.
    check_status(cusparseSpMV_bufferSize(handle, 0, &one, x.descriptor, x.descriptor, &one, x.descriptor, 1, 0, &bytes),
                 invalid_value, "a vector as a matrix");
    check_status(cusparseDestroyDnVec(beyond), 0, "destroy");
    (void)cudaGetLastError();
}

// The software GPU's library passes over indices that name nothing. On a card they would reach the program's own
// memory, or nobody's.
void check_wrong_indices() {
    Parts<double> parts;
    parts.lines = {0, 2, 1 << 30};
    parts.indices = {1, -7, 1 << 30, 0};
    parts.values = {2, 3, 5, 7};
    const SparseOnDevice<double> on_a(2, 2, parts, csr, false, 0);
    Full<double> x(2, 1);
    x.elements = {1, 10};
    const VectorOnDevice<double> on_x(x);
    const VectorOnDevice<double> on_y(Full<double>(2, 1));
    const double one = 1;
    const double zero = 0;
    std::size_t bytes = 0;
    check_status(cusparseSpMV_bufferSize(handle, 0, &one, on_a.descriptor, on_x.descriptor, &zero, on_y.descriptor, 1,
                                         0, &bytes),
                 0, "size");
    const WorkArea work(bytes);
    check_status(
        cusparseSpMV(handle, 0, &one, on_a.descriptor, on_x.descriptor, &zero, on_y.descriptor, 1, 0, work.data()), 0,
        "wrong indices");
    Full<double> wanted(2, 1);
    wanted.elements = {20, 7};
    compare(on_y.read(), wanted, "wrong indices");
}

}  // namespace

int main() {
    generator.seed(47);
    // With digests it runs on a card, natively or not.
    const bool is_on_card = is_native() || std::getenv("RINGFENCE_TEST_DIGESTS") != nullptr;
    check_status(cusparseCreate(&handle), 0, "create");
    check_settings();
    check_type<float>();
    check_type<double>();
    check_type<std::complex<float>>();
    check_type<std::complex<double>>();
    for (int turn = 0; turn < 8; ++turn) {
        check_orders();
        check_short_numbers(turn % 2 == 0);
    }
    check_zero_pivot(0);
    check_zero_pivot(1);
    check_device_scalars();
    check_refusals();
    if (!is_native()) check_reach();
    if (!is_on_card) check_wrong_indices();
    check_status(cusparseDestroy(handle), 0, "destroy");
    return finish("cuSPARSE");
}
