// The older functions, for four element types: blocks and sums.
#include "soft_libraries/sparse/algorithms.h"
#include "soft_libraries/sparse/typed.h"

namespace ringfence::soft_libraries::sparse {
namespace {

constexpr int some_bytes = 8;
constexpr int largest_block = 1 << 13;

template <class T>
struct Blocks {
    int direction;
    int rows;
    int columns;
    int nonzeros;
    const MatrixType* type;
    const T* values;
    const int* offsets;
    const int* indices;
    int side;

    bool is_right() const { return side >= 1 && side <= largest_block; }
    Matrix matrix() const {
        Matrix a = csr(rows, columns, nonzeros, values, offsets, indices, type);
        a.format = format_bsr;
        a.block_rows = a.block_columns = side;
        a.order = direction == 0 ? order_row : order_column;
        return a;
    }
};

template <class T>
DenseMatrix columns_of_memory(const T* values, Size rows, Size columns, Size leading) {
    DenseMatrix a;
    a.type = type_of<T>;
    a.rows = rows;
    a.columns = columns;
    a.leading = leading;
    a.values = reinterpret_cast<std::uint64_t>(values);
    return a;
}

template <class T>
int multiply_blocks(const Handle* h, const Blocks<T>& blocks, const T* alpha, const DenseMatrix& b, int op_b,
                    const T* beta, const DenseMatrix& c) {
    if (!blocks.is_right()) return not_supported;
    if (c.rows == 0 || c.columns == 0) return success;
    return submit(
        h, [a = blocks.matrix(), b, op_b, c, factor = Scalar(h, alpha, type_of<T>), old = Scalar(h, beta, type_of<T>)] {
            using Number = NumberOf<T>;
            multiply<Number>(a, 0, b, op_b, c, factor.template get<Number>(), old.template get<Number>());
        });
}

// Which block has no number on its diagonal: found by solving nothing.
template <class T>
int analyze_blocks(const Handle* h, const Blocks<T>& blocks, Info* info) {
    if (!blocks.is_right()) return not_supported;
    const bool has_unit_diagonal = blocks.type->diagonal == 1;
    return submit(h, [a = blocks.matrix(), pivot = info->pivot, has_unit_diagonal] {
        pivot->number = -1;
        if (has_unit_diagonal || a.rows == 0) return;
        Watch watch;
        std::vector<bool> has_diagonal(static_cast<std::size_t>(a.rows));  // as many as there are offsets
        walk(a, watch, [&](Size row, Size column, Size) {
            if (row == column) has_diagonal[static_cast<std::size_t>(row / a.block_rows)] = true;
        });
        for (Size i = 0; i < a.rows && !watch.has_ended(); ++i) {
            if (has_diagonal[static_cast<std::size_t>(i)]) continue;
            pivot->number = i + a.base;
            return;
        }
    });
}

template <class T>
int solve_blocks(const Handle* h, const Blocks<T>& blocks, int op_a, const T* alpha, Info* info, const DenseMatrix& b,
                 const DenseMatrix& x, int op_x) {
    if (!blocks.is_right()) return not_supported;
    if (b.rows == 0 || b.columns == 0) return success;
    const bool is_upper = blocks.type->fill_mode == 1;
    const bool has_unit_diagonal = blocks.type->diagonal == 1;
    return submit(h, [=, a = blocks.matrix(), pivot = info->pivot, factor = Scalar(h, alpha, type_of<T>)] {
        using Number = NumberOf<T>;
        const Size zero =
            solve<Number>(a, op_a, is_upper, has_unit_diagonal, b, op_x, x, op_x, factor.template get<Number>());
        if (zero >= 0) pivot->number = zero / a.block_rows + a.base;
    });
}

template <class T>
struct Sum {
    Matrix a;
    Matrix b;
};

template <class T>
int add(const Handle* h, const Sum<T>& sum, const T* alpha, const T* beta, const Matrix& c) {
    return submit(h, [=, factor_a = Scalar(h, alpha, type_of<T>), factor_b = Scalar(h, beta, type_of<T>)] {
        using Number = NumberOf<T>;
        Collected<Number> collected(c);
        add_rows<Number>(sum.a, sum.b, factor_a.template get<Number>(), factor_b.template get<Number>(),
                         [&](Size i, const auto& row) { return collected.take(i, row); });
        collected.give(false);
    });
}

}  // namespace

// Values do not matter where elements are counted: any address will do, as nothing is read from it.
RF_SPARSE(cusparseXcsrgeam2Nnz)
(Handle* h, int m, int n, const MatrixType* type_a, int nnz_a, const int* offsets_a, const int* indices_a,
 const MatrixType* type_b, int nnz_b, const int* offsets_b, const int* indices_b, const MatrixType* type_c,
 int* offsets_c, int* total, void*) {
    Matrix a = csr<float>(m, n, nnz_a, nullptr, offsets_a, indices_a, type_a);
    Matrix b = csr<float>(m, n, nnz_b, nullptr, offsets_b, indices_b, type_b);
    a.type = b.type = -1;  // no type: nothing is loaded
    return submit(h, [=, base = type_c->base] {
        Size sum = 0;
        std::vector<Size> ends;
        add_rows<Real>(a, b, Real{}, Real{}, [&](Size, const auto& row) {
            ends.push_back(sum += static_cast<Size>(row.size()));
            return true;
        });
        if (static_cast<Size>(ends.size()) != m) return;
        offsets_c[0] = base;
        for (int i = 0; i < m; ++i)
            offsets_c[i + 1] = static_cast<int>(ends[static_cast<std::size_t>(i)]) + base;
        *total = static_cast<int>(sum);
    });
}

RF_SPARSE(cusparseXbsrsv2_zeroPivot)(Handle* h, Info* info, int* position) {
    return tell_pivot(h, info, position);
}
RF_SPARSE(cusparseXbsrsm2_zeroPivot)(Handle* h, Info* info, int* position) {
    return tell_pivot(h, info, position);
}

#define RF_FOR_TYPE(X, T)                                                                                             \
    RF_SPARSE(cusparse##X##bsrmm)                                                                                     \
    (Handle * h, int direction, int, int op_b, int mb, int n, int kb, int nnzb, const T* alpha,                       \
     const MatrixType* type, const T* values, const int* offsets, const int* indices, int side, const T* b, int ldb,  \
     const T* beta, T* c, int ldc) {                                                                                  \
        const Size depth = Size{kb} * side;                                                                           \
        return multiply_blocks<T>(                                                                                    \
            h, {direction, mb, kb, nnzb, type, values, offsets, indices, side}, alpha,                                \
            op_b == 0 ? columns_of_memory(b, depth, n, ldb) : columns_of_memory(b, n, depth, ldb), op_b, beta,        \
            columns_of_memory(c, Size{mb} * side, n, ldc));                                                           \
    }                                                                                                                 \
    RF_SPARSE(cusparse##X##bsrmv)                                                                                     \
    (Handle * h, int direction, int, int mb, int nb, int nnzb, const T* alpha, const MatrixType* type,                \
     const T* values, const int* offsets, const int* indices, int side, const T* x, const T* beta, T* y) {            \
        const Size depth = Size{nb} * side;                                                                           \
        const Size rows = Size{mb} * side;                                                                            \
        return multiply_blocks<T>(h, {direction, mb, nb, nnzb, type, values, offsets, indices, side}, alpha,          \
                                  columns_of_memory(x, depth, 1, depth), 0, beta,                                     \
                                  columns_of_memory(y, rows, 1, rows));                                               \
    }                                                                                                                 \
    RF_SPARSE(cusparse##X##bsrsv2_bufferSize)                                                                         \
    (Handle*, int, int, int, int, const MatrixType*, const T*, const int*, const int*, int side, Info*, int* bytes) { \
        *bytes = some_bytes;                                                                                          \
        return side <= largest_block ? success : not_supported;                                                       \
    }                                                                                                                 \
    RF_SPARSE(cusparse##X##bsrsv2_analysis)                                                                           \
    (Handle * h, int direction, int, int mb, int nnzb, const MatrixType* type, const T* values, const int* offsets,   \
     const int* indices, int side, Info* info, int, void*) {                                                          \
        return analyze_blocks<T>(h, {direction, mb, mb, nnzb, type, values, offsets, indices, side}, info);           \
    }                                                                                                                 \
    RF_SPARSE(cusparse##X##bsrsv2_solve)                                                                              \
    (Handle * h, int direction, int op_a, int mb, int nnzb, const T* alpha, const MatrixType* type, const T* values,  \
     const int* offsets, const int* indices, int side, Info* info, const T* f, T* x, int, void*) {                    \
        const Size rows = Size{mb} * side;                                                                            \
        return solve_blocks<T>(h, {direction, mb, mb, nnzb, type, values, offsets, indices, side}, op_a, alpha, info, \
                               columns_of_memory(f, rows, 1, rows), columns_of_memory(x, rows, 1, rows), 0);          \
    }                                                                                                                 \
    RF_SPARSE(cusparse##X##bsrsm2_bufferSize)                                                                         \
    (Handle*, int, int, int, int, int, int, const MatrixType*, const T*, const int*, const int*, int side, Info*,     \
     int* bytes) {                                                                                                    \
        *bytes = some_bytes;                                                                                          \
        return side <= largest_block ? success : not_supported;                                                       \
    }                                                                                                                 \
    RF_SPARSE(cusparse##X##bsrsm2_analysis)                                                                           \
    (Handle * h, int direction, int, int, int mb, int, int nnzb, const MatrixType* type, const T* values,             \
     const int* offsets, const int* indices, int side, Info* info, int, void*) {                                      \
        return analyze_blocks<T>(h, {direction, mb, mb, nnzb, type, values, offsets, indices, side}, info);           \
    }                                                                                                                 \
    RF_SPARSE(cusparse##X##bsrsm2_solve)                                                                              \
    (Handle * h, int direction, int op_a, int op_x, int mb, int n, int nnzb, const T* alpha, const MatrixType* type,  \
     const T* values, const int* offsets, const int* indices, int side, Info* info, const T* b, int ldb, T* x,        \
     int ldx, int, void*) {                                                                                           \
        const Size rows = Size{mb} * side;                                                                            \
        return solve_blocks<T>(h, {direction, mb, mb, nnzb, type, values, offsets, indices, side}, op_a, alpha, info, \
                               op_x == 0 ? columns_of_memory(b, rows, n, ldb) : columns_of_memory(b, n, rows, ldb),   \
                               op_x == 0 ? columns_of_memory(x, rows, n, ldx) : columns_of_memory(x, n, rows, ldx),   \
                               op_x);                                                                                 \
    }                                                                                                                 \
    RF_SPARSE(cusparse##X##csrgeam2_bufferSizeExt)                                                                    \
    (Handle*, int, int, const T*, const MatrixType*, int, const T*, const int*, const int*, const T*,                 \
     const MatrixType*, int, const T*, const int*, const int*, const MatrixType*, const T*, const int*, const int*,   \
     Size* bytes) {                                                                                                   \
        *bytes = some_bytes;                                                                                          \
        return success;                                                                                               \
    }                                                                                                                 \
    RF_SPARSE(cusparse##X##csrgeam2)                                                                                  \
    (Handle * h, int m, int n, const T* alpha, const MatrixType* type_a, int nnz_a, const T* values_a,                \
     const int* offsets_a, const int* indices_a, const T* beta, const MatrixType* type_b, int nnz_b,                  \
     const T* values_b, const int* offsets_b, const int* indices_b, const MatrixType* type_c, T* values_c,            \
     int* offsets_c, int* indices_c, void*, int nnz_c) {                                                              \
        return add<T>(h,                                                                                              \
                      {csr(m, n, nnz_a, values_a, offsets_a, indices_a, type_a),                                      \
                       csr(m, n, nnz_b, values_b, offsets_b, indices_b, type_b)},                                     \
                      alpha, beta, csr(m, n, nnz_c, values_c, offsets_c, indices_c, type_c));                         \
    }

RF_FOR_TYPE(S, float)
RF_FOR_TYPE(D, double)
RF_FOR_TYPE(C, std::complex<float>)
RF_FOR_TYPE(Z, std::complex<double>)

}  // namespace ringfence::soft_libraries::sparse
