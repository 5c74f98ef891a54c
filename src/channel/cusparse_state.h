// cuSPARSE's descriptors as plain structs: the shim stores them, sends them to the worker with each call, and the
// worker makes the library's own descriptors from them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/reach.h"
#include "channel/library_types.h"

namespace ringfence::channel::sparse {

// The numbers of NVIDIA's header.
enum Format : std::int32_t { format_csr = 1, format_csc = 2, format_coo = 3, format_bsr = 6 };
enum Order : std::int32_t { order_column = 1, order_row = 2 };
enum IndexType : std::int32_t { index_32 = 2, index_64 = 3 };
enum Attribute : std::int32_t { fill_mode_attribute, diagonal_attribute };

enum class Kind : std::uint32_t { Matrix, DenseMatrix, DenseVector, Vector, MatrixType };

constexpr std::int32_t not_set = -1;

// 0: there is no such type.
constexpr std::size_t index_bytes(std::int32_t type) {
    return type == index_32 ? 4 : type == index_64 ? 8 : 0;
}

// For BSR, rows, columns and nonzeros count blocks. `id` identifies the program's descriptor, and is never reused.
struct Matrix {
    std::uint64_t id = 0;
    std::int32_t format = format_csr;
    std::int32_t offsets_type = 0;  // for COO: like indices_type
    std::int32_t indices_type = 0;
    std::int32_t base = 0;
    std::int32_t type = 0;  // a cudaDataType
    std::int32_t order = order_row;
    std::int32_t fill_mode = not_set;
    std::int32_t diagonal = not_set;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t nonzeros = 0;
    std::int64_t block_rows = 1;
    std::int64_t block_columns = 1;
    std::uint64_t offsets = 0;  // for COO: row indices
    std::uint64_t indices = 0;
    std::uint64_t values = 0;
    std::int64_t batch_count = 1;
    std::int64_t offsets_stride = 0;
    std::int64_t indices_stride = 0;
    std::int64_t values_stride = 0;
};
static_assert(sizeof(Matrix) == 136);  // no padding, since the struct is sent as bytes

struct DenseMatrix {
    std::uint64_t id = 0;
    std::int32_t type = 0;
    std::int32_t order = order_column;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t leading = 0;
    std::uint64_t values = 0;
    std::int64_t batch_count = 1;
    std::int64_t stride = 0;
};
static_assert(sizeof(DenseMatrix) == 64);

struct DenseVector {
    std::uint64_t id = 0;
    std::int64_t size = 0;
    std::uint64_t values = 0;
    std::int64_t type = 0;
};
static_assert(sizeof(DenseVector) == 32);

struct Vector {
    std::uint64_t id = 0;
    std::int64_t size = 0;
    std::int64_t nonzeros = 0;
    std::uint64_t indices = 0;
    std::uint64_t values = 0;
    std::int32_t indices_type = 0;
    std::int32_t base = 0;
    std::int64_t type = 0;
};
static_assert(sizeof(Vector) == 56);

// The bytes of a scalar that goes with a vector: products of numbers of 16 bits are computed in float. 0: it has no
// type.
inline std::size_t scalar_bytes(const Vector& vector) {
    switch (vector.type) {
        case 2:   // half
        case 14:  // bfloat16
            return 4;
        case 6:   // complex half
        case 15:  // complex bfloat16
            return 8;
        default: return data_type_bytes(vector.type);
    }
}

// A cusparseMatDescr_t of the older functions, which refers to no memory.
struct MatrixType {
    std::int32_t type = 0;
    std::int32_t fill_mode = 0;
    std::int32_t diagonal = 0;
    std::int32_t base = 0;
};
static_assert(sizeof(MatrixType) == 16);

// How far each array of a matrix reaches, in elements.
struct MatrixReach {
    reach::Wide offsets = 0;
    reach::Wide indices = 0;
    reach::Wide values = 0;
};
inline MatrixReach reach_of(const Matrix& matrix) {
    const bool has_offsets = matrix.format != format_coo;
    const reach::Wide lines = matrix.format == format_csc ? matrix.columns : matrix.rows;
    const reach::Wide block = reach::bounded(reach::bounded(matrix.block_rows) * reach::bounded(matrix.block_columns));
    const reach::Wide blocks = reach::bounded(matrix.nonzeros);
    const reach::Wide values = blocks == 0 ? 0 : block > reach::unbounded / blocks ? reach::unbounded : blocks * block;
    return {reach::strided(has_offsets ? lines + 1 : reach::Wide{matrix.nonzeros}, matrix.offsets_stride,
                           matrix.batch_count),
            reach::strided(matrix.nonzeros, matrix.indices_stride, matrix.batch_count),
            reach::strided(values, matrix.values_stride, matrix.batch_count)};
}
inline reach::Wide reach_of(const DenseMatrix& matrix) {
    const bool is_columns = matrix.order == order_column;
    const reach::Wide one = is_columns ? reach::matrix(matrix.rows, matrix.columns, matrix.leading)
                                       : reach::matrix(matrix.columns, matrix.rows, matrix.leading);
    return reach::strided(one, matrix.stride, matrix.batch_count);
}

}  // namespace ringfence::channel::sparse
