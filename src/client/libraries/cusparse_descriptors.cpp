// Making, asking and changing cuSPARSE's descriptors. Nothing of it goes to the worker.
#include "client/libraries/cusparse_descriptors.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <new>

#include "client/libraries/library_call.h"

namespace ringfence::client::sparse {
namespace {

using namespace channel::sparse;

constexpr int success = 0;
constexpr int alloc_failed = 2;
constexpr int invalid_value = 3;

// The object behind the pointer to a descriptor. The mark distinguishes descriptors of one kind from others, and from
// arbitrary memory.
template <typename State>
struct Kept {
    std::uint64_t mark = 0;
    State its;
};

constexpr std::uint64_t mark_of(Kind kind) {
    return 0x7266'7370'0000'0001 + static_cast<std::uint64_t>(kind);
}
template <typename State>
constexpr Kind kind_of = Kind::Matrix;
template <>
constexpr Kind kind_of<DenseMatrix> = Kind::DenseMatrix;
template <>
constexpr Kind kind_of<DenseVector> = Kind::DenseVector;
template <>
constexpr Kind kind_of<Vector> = Kind::Vector;
template <>
constexpr Kind kind_of<MatrixType> = Kind::MatrixType;

template <typename State>
State* find(const void* descriptor) {
    auto* kept = static_cast<Kept<State>*>(const_cast<void*>(descriptor));
    return kept != nullptr && kept->mark == mark_of(kind_of<State>) ? &kept->its : nullptr;
}

std::uint64_t new_id() {
    static std::atomic<std::uint64_t> newest = 0;
    return ++newest;
}

template <typename State>
int create(void** descriptor, const State& state) {
    if (descriptor == nullptr) return invalid_value;
    std::unique_ptr<Kept<State>> made(new (std::nothrow) Kept<State>{mark_of(kind_of<State>), state});
    if (made == nullptr) return alloc_failed;
    *descriptor = made.release();
    return success;
}

// As cuSPARSE does: nothing is no descriptor, and nothing is to be done.
template <typename State>
int destroy(const void* descriptor) {
    if (descriptor == nullptr) return success;
    if (find<State>(descriptor) == nullptr) return invalid_value;
    const std::unique_ptr<Kept<State>> owner(static_cast<Kept<State>*>(const_cast<void*>(descriptor)));
    owner->mark = 0;
    return success;
}

std::uint64_t address_of(const void* pointer) {
    return reinterpret_cast<std::uint64_t>(pointer);
}

// Writes results to the program's pointers and skips null ones.
template <typename T, typename From>
void give(T* place, const From& value) {
    if (place == nullptr) return;
    if constexpr (std::is_pointer_v<T>) {
        *place = reinterpret_cast<T>(value);
    } else {
        *place = static_cast<T>(value);
    }
}

template <typename Span, typename State>
Span bytes_or_nothing(const State* state) {
    return state != nullptr ? std::as_bytes(std::span(state, 1)) : Span{};
}

bool is_base(int base) {
    return base == 0 || base == 1;
}

int create_matrix(void** descriptor, Matrix matrix) {
    const bool is_right = matrix.rows >= 0 && matrix.columns >= 0 && matrix.nonzeros >= 0 && is_base(matrix.base) &&
                          index_bytes(matrix.offsets_type) != 0 && index_bytes(matrix.indices_type) != 0 &&
                          matrix.block_rows > 0 && matrix.block_columns > 0 &&
                          (matrix.order == order_column || matrix.order == order_row);
    if (!is_right) return invalid_value;
    matrix.id = new_id();
    return create(descriptor, matrix);
}

int create_compressed(void** descriptor, int format, std::int64_t rows, std::int64_t columns, std::int64_t nonzeros,
                      const void* offsets, const void* indices, const void* values, int offsets_type, int indices_type,
                      int base, int type) {
    Matrix matrix;
    matrix.format = format;
    matrix.rows = rows;
    matrix.columns = columns;
    matrix.nonzeros = nonzeros;
    matrix.offsets = address_of(offsets);
    matrix.indices = address_of(indices);
    matrix.values = address_of(values);
    matrix.offsets_type = offsets_type;
    matrix.indices_type = indices_type;
    matrix.base = base;
    matrix.type = type;
    return create_matrix(descriptor, matrix);
}

int create_blocks(void** descriptor, std::int64_t rows, std::int64_t columns, std::int64_t nonzeros,
                  std::int64_t block_rows, std::int64_t block_columns, const void* offsets, const void* indices,
                  const void* values, int offsets_type, int indices_type, int base, int type, int order) {
    Matrix matrix;
    matrix.format = format_bsr;
    matrix.rows = rows;
    matrix.columns = columns;
    matrix.nonzeros = nonzeros;
    matrix.block_rows = block_rows;
    matrix.block_columns = block_columns;
    matrix.offsets = address_of(offsets);
    matrix.indices = address_of(indices);
    matrix.values = address_of(values);
    matrix.offsets_type = offsets_type;
    matrix.indices_type = indices_type;
    matrix.base = base;
    matrix.type = type;
    matrix.order = order;
    return create_matrix(descriptor, matrix);
}

int create_dense(void** descriptor, std::int64_t rows, std::int64_t columns, std::int64_t leading, const void* values,
                 int type, int order) {
    const bool is_columns = order == order_column;
    if (rows < 0 || columns < 0 || (!is_columns && order != order_row)) return invalid_value;
    if (leading < (is_columns ? rows : columns)) return invalid_value;
    DenseMatrix matrix;
    matrix.id = new_id();
    matrix.rows = rows;
    matrix.columns = columns;
    matrix.leading = leading;
    matrix.values = address_of(values);
    matrix.type = type;
    matrix.order = order;
    return create(descriptor, matrix);
}

int create_dense_vector(void** descriptor, std::int64_t size, const void* values, int type) {
    if (size < 0) return invalid_value;
    DenseVector vector;
    vector.id = new_id();
    vector.size = size;
    vector.values = address_of(values);
    vector.type = type;
    return create(descriptor, vector);
}

int create_vector(void** descriptor, std::int64_t size, std::int64_t nonzeros, const void* indices, const void* values,
                  int indices_type, int base, int type) {
    if (size < 0 || nonzeros < 0 || nonzeros > size || index_bytes(indices_type) == 0 || !is_base(base))
        return invalid_value;
    Vector vector;
    vector.id = new_id();
    vector.size = size;
    vector.nonzeros = nonzeros;
    vector.indices = address_of(indices);
    vector.values = address_of(values);
    vector.indices_type = indices_type;
    vector.base = base;
    vector.type = type;
    return create(descriptor, vector);
}

int set_pointers(void* descriptor, int format, const void* offsets, const void* indices, const void* values) {
    auto* matrix = find<Matrix>(descriptor);
    if (matrix == nullptr || matrix->format != format) return invalid_value;
    matrix->offsets = address_of(offsets);
    matrix->indices = address_of(indices);
    matrix->values = address_of(values);
    return success;
}

struct Strides {
    std::int64_t offsets;
    std::int64_t indices;
    std::int64_t values;
};
int set_batch(void* descriptor, int format, int count, const Strides& strides) {
    auto* matrix = find<Matrix>(descriptor);
    if (matrix == nullptr || matrix->format != format || count < 1) return invalid_value;
    if (strides.offsets < 0 || strides.indices < 0 || strides.values < 0) return invalid_value;
    matrix->batch_count = count;
    matrix->offsets_stride = strides.offsets;
    matrix->indices_stride = strides.indices;
    matrix->values_stride = strides.values;
    return success;
}

template <typename State, typename Pointer>
int get_values(const void* descriptor, Pointer* values) {
    const auto* state = find<State>(descriptor);
    if (state == nullptr || values == nullptr) return invalid_value;
    give(values, state->values);
    return success;
}
template <typename State>
int set_values(void* descriptor, const void* values) {
    auto* state = find<State>(descriptor);
    if (state == nullptr) return invalid_value;
    state->values = address_of(values);
    return success;
}

std::int32_t* attribute_of(const void* descriptor, int attribute, const void* data, std::size_t bytes) {
    auto* matrix = find<Matrix>(descriptor);
    if (matrix == nullptr || data == nullptr || bytes != sizeof(std::int32_t)) return nullptr;
    if (attribute == fill_mode_attribute) return &matrix->fill_mode;
    return attribute == diagonal_attribute ? &matrix->diagonal : nullptr;
}

template <typename Pointer>
int get_compressed(const void* descriptor, int format, std::int64_t* rows, std::int64_t* columns,
                   std::int64_t* nonzeros, Pointer* offsets, Pointer* indices, Pointer* values, int* offsets_type,
                   int* indices_type, int* base, int* type) {
    const auto* matrix = find<Matrix>(descriptor);
    if (matrix == nullptr || matrix->format != format) return invalid_value;
    give(rows, matrix->rows);
    give(columns, matrix->columns);
    give(nonzeros, matrix->nonzeros);
    give(offsets, matrix->offsets);
    give(indices, matrix->indices);
    give(values, matrix->values);
    give(offsets_type, matrix->offsets_type);
    give(indices_type, matrix->indices_type);
    give(base, matrix->base);
    give(type, matrix->type);
    return success;
}

template <typename Pointer>
int get_dense(const void* descriptor, std::int64_t* rows, std::int64_t* columns, std::int64_t* leading, Pointer* values,
              int* type, int* order) {
    const auto* matrix = find<DenseMatrix>(descriptor);
    if (matrix == nullptr) return invalid_value;
    give(rows, matrix->rows);
    give(columns, matrix->columns);
    give(leading, matrix->leading);
    give(values, matrix->values);
    give(type, matrix->type);
    give(order, matrix->order);
    return success;
}

template <typename Pointer>
int get_dense_vector(const void* descriptor, std::int64_t* size, Pointer* values, int* type) {
    const auto* vector = find<DenseVector>(descriptor);
    if (vector == nullptr) return invalid_value;
    give(size, vector->size);
    give(values, vector->values);
    give(type, vector->type);
    return success;
}

template <typename Pointer>
int get_vector(const void* descriptor, std::int64_t* size, std::int64_t* nonzeros, Pointer* indices, Pointer* values,
               int* indices_type, int* base, int* type) {
    const auto* vector = find<Vector>(descriptor);
    if (vector == nullptr) return invalid_value;
    give(size, vector->size);
    give(nonzeros, vector->nonzeros);
    give(indices, vector->indices);
    give(values, vector->values);
    give(indices_type, vector->indices_type);
    give(base, vector->base);
    give(type, vector->type);
    return success;
}

int set_kind(void* descriptor, std::int32_t MatrixType::*member, int value, int end) {
    auto* its = find<MatrixType>(descriptor);
    if (its == nullptr || value < 0 || value >= end) return invalid_value;
    its->*member = value;
    return success;
}
int get_kind(const void* descriptor, std::int32_t MatrixType::*member) {
    const auto* its = find<MatrixType>(descriptor);
    return its != nullptr ? its->*member : 0;
}

}  // namespace

std::span<const std::byte> bytes_of(const void* descriptor, Kind kind) {
    using Bytes = std::span<const std::byte>;
    switch (kind) {
        case Kind::Matrix: return bytes_or_nothing<Bytes>(find<Matrix>(descriptor));
        case Kind::DenseMatrix: return bytes_or_nothing<Bytes>(find<DenseMatrix>(descriptor));
        case Kind::DenseVector: return bytes_or_nothing<Bytes>(find<DenseVector>(descriptor));
        case Kind::Vector: return bytes_or_nothing<Bytes>(find<Vector>(descriptor));
        case Kind::MatrixType: return bytes_or_nothing<Bytes>(find<MatrixType>(descriptor));
    }
    return {};
}

std::size_t scalar_bytes(const void* vector) {
    const auto* its = find<Vector>(vector);
    return its != nullptr ? channel::sparse::scalar_bytes(*its) : sizeof(float);  // refused when it is sent
}

void set_nonzeros(void* descriptor, std::int64_t nonzeros) {
    if (auto* matrix = find<Matrix>(descriptor); matrix != nullptr) matrix->nonzeros = nonzeros;
}

// Each comes twice: for memory that calls may write, and for memory that they only read.

RF_LIBRARY_FUNCTION(int, cusparseCreateCsr)
(void** descriptor, std::int64_t rows, std::int64_t columns, std::int64_t nonzeros, void* offsets, void* indices,
 void* values, int offsets_type, int indices_type, int base, int type) {
    return create_compressed(descriptor, format_csr, rows, columns, nonzeros, offsets, indices, values, offsets_type,
                             indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateCsc)
(void** descriptor, std::int64_t rows, std::int64_t columns, std::int64_t nonzeros, void* offsets, void* indices,
 void* values, int offsets_type, int indices_type, int base, int type) {
    return create_compressed(descriptor, format_csc, rows, columns, nonzeros, offsets, indices, values, offsets_type,
                             indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateCoo)
(void** descriptor, std::int64_t rows, std::int64_t columns, std::int64_t nonzeros, void* row_indices, void* indices,
 void* values, int indices_type, int base, int type) {
    return create_compressed(descriptor, format_coo, rows, columns, nonzeros, row_indices, indices, values,
                             indices_type, indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateBsr)
(void** descriptor, std::int64_t rows, std::int64_t columns, std::int64_t nonzeros, std::int64_t block_rows,
 std::int64_t block_columns, void* offsets, void* indices, void* values, int offsets_type, int indices_type, int base,
 int type, int order) {
    return create_blocks(descriptor, rows, columns, nonzeros, block_rows, block_columns, offsets, indices, values,
                         offsets_type, indices_type, base, type, order);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateDnMat)
(void** descriptor, std::int64_t rows, std::int64_t columns, std::int64_t leading, void* values, int type, int order) {
    return create_dense(descriptor, rows, columns, leading, values, type, order);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateDnVec)(void** descriptor, std::int64_t size, void* values, int type) {
    return create_dense_vector(descriptor, size, values, type);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateSpVec)
(void** descriptor, std::int64_t size, std::int64_t nonzeros, void* indices, void* values, int indices_type, int base,
 int type) {
    return create_vector(descriptor, size, nonzeros, indices, values, indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseCsrGet)
(const void* descriptor, std::int64_t* rows, std::int64_t* columns, std::int64_t* nonzeros, void** offsets,
 void** indices, void** values, int* offsets_type, int* indices_type, int* base, int* type) {
    return get_compressed(descriptor, format_csr, rows, columns, nonzeros, offsets, indices, values, offsets_type,
                          indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseCscGet)
(const void* descriptor, std::int64_t* rows, std::int64_t* columns, std::int64_t* nonzeros, void** offsets,
 void** indices, void** values, int* offsets_type, int* indices_type, int* base, int* type) {
    return get_compressed(descriptor, format_csc, rows, columns, nonzeros, offsets, indices, values, offsets_type,
                          indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseCooGet)
(const void* descriptor, std::int64_t* rows, std::int64_t* columns, std::int64_t* nonzeros, void** row_indices,
 void** indices, void** values, int* indices_type, int* base, int* type) {
    return get_compressed(descriptor, format_coo, rows, columns, nonzeros, row_indices, indices, values,
                          static_cast<int*>(nullptr), indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseSpMatGetValues)(const void* descriptor, void** values) {
    return get_values<Matrix>(descriptor, values);
}
RF_LIBRARY_FUNCTION(int, cusparseDnMatGetValues)(const void* descriptor, void** values) {
    return get_values<DenseMatrix>(descriptor, values);
}
RF_LIBRARY_FUNCTION(int, cusparseDnVecGetValues)(const void* descriptor, void** values) {
    return get_values<DenseVector>(descriptor, values);
}
RF_LIBRARY_FUNCTION(int, cusparseSpVecGetValues)(const void* descriptor, void** values) {
    return get_values<Vector>(descriptor, values);
}
RF_LIBRARY_FUNCTION(int, cusparseSpVecGet)
(const void* descriptor, std::int64_t* size, std::int64_t* nonzeros, void** indices, void** values, int* indices_type,
 int* base, int* type) {
    return get_vector(descriptor, size, nonzeros, indices, values, indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseSpVecGetIndexBase)(const void* descriptor, int* base) {
    const auto* vector = find<Vector>(descriptor);
    if (vector == nullptr || base == nullptr) return invalid_value;
    *base = vector->base;
    return success;
}
RF_LIBRARY_FUNCTION(int, cusparseDnMatGet)
(const void* descriptor, std::int64_t* rows, std::int64_t* columns, std::int64_t* leading, void** values, int* type,
 int* order) {
    return get_dense(descriptor, rows, columns, leading, values, type, order);
}
RF_LIBRARY_FUNCTION(int, cusparseDnVecGet)(const void* descriptor, std::int64_t* size, void** values, int* type) {
    return get_dense_vector(descriptor, size, values, type);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateConstCsr)
(void** descriptor, std::int64_t rows, std::int64_t columns, std::int64_t nonzeros, const void* offsets,
 const void* indices, const void* values, int offsets_type, int indices_type, int base, int type) {
    return create_compressed(descriptor, format_csr, rows, columns, nonzeros, offsets, indices, values, offsets_type,
                             indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateConstCsc)
(void** descriptor, std::int64_t rows, std::int64_t columns, std::int64_t nonzeros, const void* offsets,
 const void* indices, const void* values, int offsets_type, int indices_type, int base, int type) {
    return create_compressed(descriptor, format_csc, rows, columns, nonzeros, offsets, indices, values, offsets_type,
                             indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateConstCoo)
(void** descriptor, std::int64_t rows, std::int64_t columns, std::int64_t nonzeros, const void* row_indices,
 const void* indices, const void* values, int indices_type, int base, int type) {
    return create_compressed(descriptor, format_coo, rows, columns, nonzeros, row_indices, indices, values,
                             indices_type, indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateConstBsr)
(void** descriptor, std::int64_t rows, std::int64_t columns, std::int64_t nonzeros, std::int64_t block_rows,
 std::int64_t block_columns, const void* offsets, const void* indices, const void* values, int offsets_type,
 int indices_type, int base, int type, int order) {
    return create_blocks(descriptor, rows, columns, nonzeros, block_rows, block_columns, offsets, indices, values,
                         offsets_type, indices_type, base, type, order);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateConstDnMat)
(void** descriptor, std::int64_t rows, std::int64_t columns, std::int64_t leading, const void* values, int type,
 int order) {
    return create_dense(descriptor, rows, columns, leading, values, type, order);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateConstDnVec)(void** descriptor, std::int64_t size, const void* values, int type) {
    return create_dense_vector(descriptor, size, values, type);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateConstSpVec)
(void** descriptor, std::int64_t size, std::int64_t nonzeros, const void* indices, const void* values, int indices_type,
 int base, int type) {
    return create_vector(descriptor, size, nonzeros, indices, values, indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseConstCsrGet)
(const void* descriptor, std::int64_t* rows, std::int64_t* columns, std::int64_t* nonzeros, const void** offsets,
 const void** indices, const void** values, int* offsets_type, int* indices_type, int* base, int* type) {
    return get_compressed(descriptor, format_csr, rows, columns, nonzeros, offsets, indices, values, offsets_type,
                          indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseConstCscGet)
(const void* descriptor, std::int64_t* rows, std::int64_t* columns, std::int64_t* nonzeros, const void** offsets,
 const void** indices, const void** values, int* offsets_type, int* indices_type, int* base, int* type) {
    return get_compressed(descriptor, format_csc, rows, columns, nonzeros, offsets, indices, values, offsets_type,
                          indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseConstCooGet)
(const void* descriptor, std::int64_t* rows, std::int64_t* columns, std::int64_t* nonzeros, const void** row_indices,
 const void** indices, const void** values, int* indices_type, int* base, int* type) {
    return get_compressed(descriptor, format_coo, rows, columns, nonzeros, row_indices, indices, values,
                          static_cast<int*>(nullptr), indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseConstSpMatGetValues)(const void* descriptor, const void** values) {
    return get_values<Matrix>(descriptor, values);
}
RF_LIBRARY_FUNCTION(int, cusparseConstDnMatGetValues)(const void* descriptor, const void** values) {
    return get_values<DenseMatrix>(descriptor, values);
}
RF_LIBRARY_FUNCTION(int, cusparseConstDnVecGetValues)(const void* descriptor, const void** values) {
    return get_values<DenseVector>(descriptor, values);
}
RF_LIBRARY_FUNCTION(int, cusparseConstSpVecGetValues)(const void* descriptor, const void** values) {
    return get_values<Vector>(descriptor, values);
}
RF_LIBRARY_FUNCTION(int, cusparseConstSpVecGet)
(const void* descriptor, std::int64_t* size, std::int64_t* nonzeros, const void** indices, const void** values,
 int* indices_type, int* base, int* type) {
    return get_vector(descriptor, size, nonzeros, indices, values, indices_type, base, type);
}
RF_LIBRARY_FUNCTION(int, cusparseConstDnMatGet)
(const void* descriptor, std::int64_t* rows, std::int64_t* columns, std::int64_t* leading, const void** values,
 int* type, int* order) {
    return get_dense(descriptor, rows, columns, leading, values, type, order);
}
RF_LIBRARY_FUNCTION(int, cusparseConstDnVecGet)
(const void* descriptor, std::int64_t* size, const void** values, int* type) {
    return get_dense_vector(descriptor, size, values, type);
}

RF_LIBRARY_FUNCTION(int, cusparseDestroySpMat)(const void* descriptor) {
    return destroy<Matrix>(descriptor);
}
RF_LIBRARY_FUNCTION(int, cusparseDestroyDnMat)(const void* descriptor) {
    return destroy<DenseMatrix>(descriptor);
}
RF_LIBRARY_FUNCTION(int, cusparseDestroyDnVec)(const void* descriptor) {
    return destroy<DenseVector>(descriptor);
}
RF_LIBRARY_FUNCTION(int, cusparseDestroySpVec)(const void* descriptor) {
    return destroy<Vector>(descriptor);
}
RF_LIBRARY_FUNCTION(int, cusparseCsrSetPointers)(void* descriptor, void* offsets, void* indices, void* values) {
    return set_pointers(descriptor, format_csr, offsets, indices, values);
}
RF_LIBRARY_FUNCTION(int, cusparseCscSetPointers)(void* descriptor, void* offsets, void* indices, void* values) {
    return set_pointers(descriptor, format_csc, offsets, indices, values);
}
RF_LIBRARY_FUNCTION(int, cusparseCooSetPointers)(void* descriptor, void* row_indices, void* indices, void* values) {
    return set_pointers(descriptor, format_coo, row_indices, indices, values);
}
RF_LIBRARY_FUNCTION(int, cusparseSpMatSetValues)(void* descriptor, void* values) {
    return set_values<Matrix>(descriptor, values);
}
RF_LIBRARY_FUNCTION(int, cusparseDnMatSetValues)(void* descriptor, void* values) {
    return set_values<DenseMatrix>(descriptor, values);
}
RF_LIBRARY_FUNCTION(int, cusparseDnVecSetValues)(void* descriptor, void* values) {
    return set_values<DenseVector>(descriptor, values);
}
RF_LIBRARY_FUNCTION(int, cusparseSpVecSetValues)(void* descriptor, void* values) {
    return set_values<Vector>(descriptor, values);
}
RF_LIBRARY_FUNCTION(int, cusparseCsrSetStridedBatch)
(void* descriptor, int count, std::int64_t offsets_stride, std::int64_t stride) {
    return set_batch(descriptor, format_csr, count, {offsets_stride, stride, stride});
}
RF_LIBRARY_FUNCTION(int, cusparseCooSetStridedBatch)(void* descriptor, int count, std::int64_t stride) {
    return set_batch(descriptor, format_coo, count, {stride, stride, stride});
}
RF_LIBRARY_FUNCTION(int, cusparseBsrSetStridedBatch)
(void* descriptor, int count, std::int64_t offsets_stride, std::int64_t indices_stride, std::int64_t values_stride) {
    return set_batch(descriptor, format_bsr, count, {offsets_stride, indices_stride, values_stride});
}
RF_LIBRARY_FUNCTION(int, cusparseSpMatGetStridedBatch)(const void* descriptor, int* count) {
    const auto* matrix = find<Matrix>(descriptor);
    if (matrix == nullptr || count == nullptr) return invalid_value;
    give(count, matrix->batch_count);
    return success;
}
RF_LIBRARY_FUNCTION(int, cusparseDnMatSetStridedBatch)(void* descriptor, int count, std::int64_t stride) {
    auto* matrix = find<DenseMatrix>(descriptor);
    if (matrix == nullptr || count < 1 || stride < 0) return invalid_value;
    matrix->batch_count = count;
    matrix->stride = stride;
    return success;
}
RF_LIBRARY_FUNCTION(int, cusparseDnMatGetStridedBatch)(const void* descriptor, int* count, std::int64_t* stride) {
    const auto* matrix = find<DenseMatrix>(descriptor);
    if (matrix == nullptr || count == nullptr || stride == nullptr) return invalid_value;
    give(count, matrix->batch_count);
    give(stride, matrix->stride);
    return success;
}
RF_LIBRARY_FUNCTION(int, cusparseSpMatSetAttribute)
(void* descriptor, int attribute, void* data, std::size_t bytes) {
    std::int32_t* its = attribute_of(descriptor, attribute, data, bytes);
    if (its == nullptr) return invalid_value;
    std::int32_t value = 0;
    std::memcpy(&value, data, sizeof value);
    if (value != 0 && value != 1) return invalid_value;
    *its = value;
    return success;
}
RF_LIBRARY_FUNCTION(int, cusparseSpMatGetAttribute)
(const void* descriptor, int attribute, void* data, std::size_t bytes) {
    const std::int32_t* its = attribute_of(descriptor, attribute, data, bytes);
    if (its == nullptr) return invalid_value;
    const std::int32_t value = *its == not_set ? 0 : *its;
    std::memcpy(data, &value, sizeof value);
    return success;
}
RF_LIBRARY_FUNCTION(int, cusparseSpMatGetSize)
(const void* descriptor, std::int64_t* rows, std::int64_t* columns, std::int64_t* nonzeros) {
    const auto* matrix = find<Matrix>(descriptor);
    if (matrix == nullptr) return invalid_value;
    give(rows, matrix->rows * matrix->block_rows);
    give(columns, matrix->columns * matrix->block_columns);
    give(nonzeros, matrix->nonzeros);
    return success;
}
RF_LIBRARY_FUNCTION(int, cusparseSpMatGetFormat)(const void* descriptor, int* format) {
    const auto* matrix = find<Matrix>(descriptor);
    if (matrix == nullptr || format == nullptr) return invalid_value;
    give(format, matrix->format);
    return success;
}
RF_LIBRARY_FUNCTION(int, cusparseSpMatGetIndexBase)(const void* descriptor, int* base) {
    const auto* matrix = find<Matrix>(descriptor);
    if (matrix == nullptr || base == nullptr) return invalid_value;
    give(base, matrix->base);
    return success;
}

// The matrix descriptors of the older functions.

RF_LIBRARY_FUNCTION(int, cusparseCreateMatDescr)(void** descriptor) {
    return create(descriptor, MatrixType{});
}
RF_LIBRARY_FUNCTION(int, cusparseDestroyMatDescr)(void* descriptor) {
    return destroy<MatrixType>(descriptor);
}
RF_LIBRARY_FUNCTION(int, cusparseSetMatType)(void* descriptor, int type) {
    return set_kind(descriptor, &MatrixType::type, type, 4);
}
RF_LIBRARY_FUNCTION(int, cusparseSetMatFillMode)(void* descriptor, int mode) {
    return set_kind(descriptor, &MatrixType::fill_mode, mode, 2);
}
RF_LIBRARY_FUNCTION(int, cusparseSetMatDiagType)(void* descriptor, int type) {
    return set_kind(descriptor, &MatrixType::diagonal, type, 2);
}
RF_LIBRARY_FUNCTION(int, cusparseSetMatIndexBase)(void* descriptor, int base) {
    return set_kind(descriptor, &MatrixType::base, base, 2);
}
RF_LIBRARY_FUNCTION(int, cusparseGetMatType)(const void* descriptor) {
    return get_kind(descriptor, &MatrixType::type);
}
RF_LIBRARY_FUNCTION(int, cusparseGetMatFillMode)(const void* descriptor) {
    return get_kind(descriptor, &MatrixType::fill_mode);
}
RF_LIBRARY_FUNCTION(int, cusparseGetMatDiagType)(const void* descriptor) {
    return get_kind(descriptor, &MatrixType::diagonal);
}
RF_LIBRARY_FUNCTION(int, cusparseGetMatIndexBase)(const void* descriptor) {
    return get_kind(descriptor, &MatrixType::base);
}

}  // namespace ringfence::client::sparse
