// The generic interface of the software GPU's cuSPARSE: products, triangular systems, conversions.
#include "soft_libraries/sparse/algorithms.h"

namespace ringfence::soft_libraries::sparse {
namespace {

constexpr Size any_bytes = 8;  // of work areas, which nothing here needs

bool is_batch_of(Size count, Size all) {
    return count == 1 || count == all;
}

// The status of a product op(A) * op(B) = C that cannot be computed; 0: it can.
int product_problem(const Matrix& a, int op_a, const DenseMatrix& b, int op_b, const DenseMatrix& c, int compute) {
    if (!go_together(compute, a.type, b.type, c.type)) return not_supported;
    if (!is_usable(a) || !is_usable(b) || !is_usable(c)) return invalid_value;
    const Size rows = op_a == 0 ? rows_of(a) : columns_of(a);
    const Size depth = op_a == 0 ? columns_of(a) : rows_of(a);
    if (rows != c.rows || depth != rows_after(b, op_b) || c.columns != columns_after(b, op_b)) return invalid_value;
    if (!is_batch_of(a.batch_count, c.batch_count) || !is_batch_of(b.batch_count, c.batch_count)) return invalid_value;
    return success;
}

int submit_product(const Handle* h, int op_a, const void* alpha, const Matrix& a, const DenseMatrix& b, int op_b,
                   const void* beta, const DenseMatrix& c, int compute) {
    if (const int problem = product_problem(a, op_a, b, op_b, c, compute); problem != success) return problem;
    if (c.rows == 0 || c.columns == 0) return success;
    return submit(h, [=, factor = Scalar(h, alpha, compute), old = Scalar(h, beta, compute)] {
        with_number(is_complex_type(compute), [&](auto number) {
            using Number = decltype(number);
            multiply<Number>(a, op_a, b, op_b, c, factor.get<Number>(), old.get<Number>());
        });
    });
}

int sampled_problem(const DenseMatrix& a, int op_a, const DenseMatrix& b, int op_b, const Matrix& c, int compute) {
    if (!go_together(compute, a.type, b.type, c.type)) return not_supported;
    if (!is_usable(a) || !is_usable(b) || !is_usable(c)) return invalid_value;
    if (rows_after(a, op_a) != rows_of(c) || columns_after(b, op_b) != columns_of(c)) return invalid_value;
    if (columns_after(a, op_a) != rows_after(b, op_b)) return invalid_value;
    const bool are_batches = is_batch_of(a.batch_count, c.batch_count) && is_batch_of(b.batch_count, c.batch_count);
    return are_batches ? success : invalid_value;
}

int solve_problem(const Matrix& a, const DenseMatrix& b, int op_b, const DenseMatrix& x, int compute) {
    if (!go_together(compute, a.type, b.type, x.type)) return not_supported;
    if (!is_usable(a) || !is_usable(b) || !is_usable(x) || rows_of(a) != columns_of(a)) return invalid_value;
    if (rows_after(b, op_b) != rows_of(a) || x.rows != rows_of(a) || columns_after(b, op_b) != x.columns)
        return invalid_value;
    return a.batch_count == 1 && b.batch_count == 1 && x.batch_count == 1 ? success : not_supported;
}

int submit_solve(const Handle* h, int op_a, const void* alpha, const Matrix& a, const DenseMatrix& b, int op_b,
                 const DenseMatrix& x, int compute) {
    if (const int problem = solve_problem(a, b, op_b, x, compute); problem != success) return problem;
    if (x.rows == 0 || x.columns == 0) return success;
    return submit(h, [=, factor = Scalar(h, alpha, compute)] {
        with_number(is_complex_type(compute), [&](auto number) {
            using Number = decltype(number);
            (void)solve<Number>(a, op_a, a.fill_mode == 1, a.diagonal == 1, b, op_b, x, 0, factor.get<Number>());
        });
    });
}

// The same for sparse times sparse: only CSR, without transposing.
int sparse_product_problem(const Matrix& a, int op_a, const Matrix& b, int op_b, const Matrix& c, int compute) {
    if (!go_together(compute, a.type, b.type, c.type) || op_a != 0 || op_b != 0) return not_supported;
    for (const Matrix* one : {&a, &b, &c})
        if (one->format != format_csr || one->batch_count != 1) return not_supported;
    if (!is_usable(a) || !is_usable(b)) return invalid_value;
    return a.columns == b.rows && a.rows == c.rows && b.columns == c.columns ? success : invalid_value;
}

bool is_dense_of(const DenseMatrix& dense, const Matrix& sparse) {
    return dense.type == sparse.type && is_usable(dense) && dense.rows == rows_of(sparse) &&
           dense.columns == columns_of(sparse) && dense.batch_count == 1 && sparse.batch_count == 1;
}

// Calls `visit(row, column, place)` for all elements that are not zero, in the order of the format.
template <class Visit>
void walk_dense(const DenseMatrix& a, bool by_columns, Visit visit) {
    Watch watch;
    const Size lines = by_columns ? a.columns : a.rows;
    const Size across = by_columns ? a.rows : a.columns;
    for (Size line = 0; line < lines && !watch.has_ended(); ++line)
        for (Size i = 0; i < across && !watch.has_ended(); ++i) {
            const Size place = by_columns ? place_of(a, i, line, 0) : place_of(a, line, i, 0);
            const Complex value = load<Complex>(a.type, a.values, place);
            if (value == Complex{}) continue;
            if (!visit(by_columns ? i : line, by_columns ? line : i, value)) return;
        }
}

// Offsets, indices and values, if there are as many as there is room for.
void convert(const DenseMatrix& a, const Matrix& b) {
    const bool by_columns = b.format == format_csc;
    const Size lines = b.format == format_coo ? 0 : by_columns ? b.columns : b.rows;
    std::vector<Size> counts(static_cast<std::size_t>(lines + 1));
    Size at = 0;
    walk_dense(a, by_columns, [&](Size row, Size column, Complex value) {
        if (at == b.nonzeros) return false;
        if (b.format == format_coo) {
            store_index(b.indices_type, b.offsets, at, row + b.base);
        } else {
            ++counts[static_cast<std::size_t>((by_columns ? column : row) + 1)];
        }
        store_index(b.indices_type, b.indices, at, (by_columns ? row : column) + b.base);
        store_any(b.type, b.values, at++, value);
        return true;
    });
    Size sum = b.base;
    for (Size line = 0; lines > 0 && line <= lines; ++line) {
        sum += counts[static_cast<std::size_t>(line)];
        store_index(b.offsets_type, b.offsets, line, sum);
    }
}

int give_any_size(int problem, Size* bytes) {
    if (problem == success) *bytes = any_bytes;
    return problem;
}

}  // namespace

// Products

RF_SPARSE(cusparseSpMM_bufferSize)
(Handle*, int op_a, int op_b, const void*, const SparseMatrix* a, const DenseMatrix* b, const void*,
 const DenseMatrix* c, int compute, int, Size* bytes) {
    return give_any_size(product_problem(a->its, op_a, *b, op_b, *c, compute), bytes);
}
RF_SPARSE(cusparseSpMM_preprocess)
(Handle*, int op_a, int op_b, const void*, const SparseMatrix* a, const DenseMatrix* b, const void*,
 const DenseMatrix* c, int compute, int, void*) {
    return product_problem(a->its, op_a, *b, op_b, *c, compute);
}
RF_SPARSE(cusparseSpMM)
(Handle* h, int op_a, int op_b, const void* alpha, const SparseMatrix* a, const DenseMatrix* b, const void* beta,
 const DenseMatrix* c, int compute, int, void*) {
    return submit_product(h, op_a, alpha, a->its, *b, op_b, beta, *c, compute);
}
RF_SPARSE(cusparseSpMV_bufferSize)
(Handle*, int op_a, const void*, const SparseMatrix* a, const DenseVector* x, const void*, const DenseVector* y,
 int compute, int, Size* bytes) {
    return give_any_size(product_problem(a->its, op_a, as_matrix(*x), 0, as_matrix(*y), compute), bytes);
}
RF_SPARSE(cusparseSpMV_preprocess)
(Handle*, int op_a, const void*, const SparseMatrix* a, const DenseVector* x, const void*, const DenseVector* y,
 int compute, int, void*) {
    return product_problem(a->its, op_a, as_matrix(*x), 0, as_matrix(*y), compute);
}
RF_SPARSE(cusparseSpMV)
(Handle* h, int op_a, const void* alpha, const SparseMatrix* a, const DenseVector* x, const void* beta,
 const DenseVector* y, int compute, int, void*) {
    return submit_product(h, op_a, alpha, a->its, as_matrix(*x), 0, beta, as_matrix(*y), compute);
}
RF_SPARSE(cusparseSDDMM_bufferSize)
(Handle*, int op_a, int op_b, const void*, const DenseMatrix* a, const DenseMatrix* b, const void*,
 const SparseMatrix* c, int compute, int, Size* bytes) {
    return give_any_size(sampled_problem(*a, op_a, *b, op_b, c->its, compute), bytes);
}
RF_SPARSE(cusparseSDDMM_preprocess)
(Handle*, int op_a, int op_b, const void*, const DenseMatrix* a, const DenseMatrix* b, const void*,
 const SparseMatrix* c, int compute, int, void*) {
    return sampled_problem(*a, op_a, *b, op_b, c->its, compute);
}
RF_SPARSE(cusparseSDDMM)
(Handle* h, int op_a, int op_b, const void* alpha, const DenseMatrix* a, const DenseMatrix* b, const void* beta,
 const SparseMatrix* c, int compute, int, void*) {
    if (const int problem = sampled_problem(*a, op_a, *b, op_b, c->its, compute); problem != success) return problem;
    return submit(
        h, [=, from = *a, with = *b, to = c->its, factor = Scalar(h, alpha, compute), old = Scalar(h, beta, compute)] {
            with_number(is_complex_type(compute), [&](auto number) {
                using Number = decltype(number);
                multiply_sampled<Number>(from, op_a, with, op_b, to, factor.get<Number>(), old.get<Number>());
            });
        });
}

// Sparse times sparse. Nothing of the product is kept: it is counted, and computed again when it is copied.

RF_SPARSE(cusparseSpGEMM_workEstimation)
(Handle*, int op_a, int op_b, const void*, const SparseMatrix* a, const SparseMatrix* b, const void*,
 const SparseMatrix* c, int compute, int, Info*, Size* bytes, void* buffer) {
    const int problem = sparse_product_problem(a->its, op_a, b->its, op_b, c->its, compute);
    if (problem == success && buffer != nullptr && *bytes < any_bytes) return insufficient_resources;
    return give_any_size(problem, bytes);
}
RF_SPARSE(cusparseSpGEMM_compute)
(Handle* h, int op_a, int op_b, const void*, const SparseMatrix* a, const SparseMatrix* b, const void*, SparseMatrix* c,
 int compute, int, Info*, Size* bytes, void* buffer) {
    const int problem = sparse_product_problem(a->its, op_a, b->its, op_b, c->its, compute);
    if (problem != success || buffer == nullptr) return give_any_size(problem, bytes);
    if (*bytes < any_bytes) return insufficient_resources;
    c->count = std::make_shared<Later>();
    c->stream = h->stream;
    return submit(h, [from = a->its, with = b->its, count = c->count] {
        Size sum = 0;
        multiply_rows<Complex>(from, with, Complex{1}, [&](Size, const auto& row) {
            sum += static_cast<Size>(row.size());
            return true;
        });
        count->number = sum;
    });
}
RF_SPARSE(cusparseSpGEMM_copy)
(Handle* h, int op_a, int op_b, const void* alpha, const SparseMatrix* a, const SparseMatrix* b, const void*,
 const SparseMatrix* c, int compute, int, Info*) {
    if (const int problem = sparse_product_problem(a->its, op_a, b->its, op_b, c->its, compute); problem != success)
        return problem;
    if (!is_usable(c->its)) return invalid_value;
    return submit(h, [from = a->its, with = b->its, to = c->its, compute, factor = Scalar(h, alpha, compute)] {
        with_number(is_complex_type(compute), [&](auto number) {
            using Number = decltype(number);
            Collected<Number> collected(to);
            multiply_rows<Number>(from, with, factor.get<Number>(),
                                  [&](Size i, const auto& row) { return collected.take(i, row); });
            collected.give(true);
        });
    });
}

// Triangular systems

RF_SPARSE(cusparseSpSV_bufferSize)
(Handle*, int, const void*, const SparseMatrix* a, const DenseVector* x, const DenseVector* y, int compute, int, Info*,
 Size* bytes) {
    return give_any_size(solve_problem(a->its, as_matrix(*x), 0, as_matrix(*y), compute), bytes);
}
RF_SPARSE(cusparseSpSV_analysis)
(Handle*, int, const void*, const SparseMatrix* a, const DenseVector* x, const DenseVector* y, int compute, int, Info*,
 void*) {
    return solve_problem(a->its, as_matrix(*x), 0, as_matrix(*y), compute);
}
RF_SPARSE(cusparseSpSV_solve)
(Handle* h, int op_a, const void* alpha, const SparseMatrix* a, const DenseVector* x, const DenseVector* y, int compute,
 int, Info*) {
    return submit_solve(h, op_a, alpha, a->its, as_matrix(*x), 0, as_matrix(*y), compute);
}
RF_SPARSE(cusparseSpSM_bufferSize)
(Handle*, int, int op_b, const void*, const SparseMatrix* a, const DenseMatrix* b, const DenseMatrix* c, int compute,
 int, Info*, Size* bytes) {
    return give_any_size(solve_problem(a->its, *b, op_b, *c, compute), bytes);
}
RF_SPARSE(cusparseSpSM_analysis)
(Handle*, int, int op_b, const void*, const SparseMatrix* a, const DenseMatrix* b, const DenseMatrix* c, int compute,
 int, Info*, void*) {
    return solve_problem(a->its, *b, op_b, *c, compute);
}
RF_SPARSE(cusparseSpSM_solve)
(Handle* h, int op_a, int op_b, const void* alpha, const SparseMatrix* a, const DenseMatrix* b, const DenseMatrix* c,
 int compute, int, Info*) {
    return submit_solve(h, op_a, alpha, a->its, *b, op_b, *c, compute);
}

// Conversions

RF_SPARSE(cusparseSparseToDense_bufferSize)(Handle*, const SparseMatrix* a, const DenseMatrix* b, int, Size* bytes) {
    return give_any_size(is_usable(a->its) && is_dense_of(*b, a->its) ? success : invalid_value, bytes);
}
RF_SPARSE(cusparseSparseToDense)(Handle* h, const SparseMatrix* a, const DenseMatrix* b, int, void*) {
    if (!is_usable(a->its) || !is_dense_of(*b, a->its)) return invalid_value;
    return submit(h, [from = a->its, to = *b] {
        Watch watch;
        const Size lines = to.columns == 0 ? 0 : to.rows;
        for (Size i = 0; i < lines && !watch.has_ended(); ++i)
            for (Size j = 0; j < to.columns; ++j)
                store_any(to.type, to.values, place_of(to, i, j, 0), Complex{});
        walk(from, watch, [&](Size row, Size column, Size at) {
            store_any(to.type, to.values, place_of(to, row, column, 0), load<Complex>(from.type, from.values, at));
        });
    });
}
RF_SPARSE(cusparseDenseToSparse_bufferSize)(Handle*, const DenseMatrix* a, const SparseMatrix* b, int, Size* bytes) {
    if (b->its.format == format_bsr) return not_supported;
    return give_any_size(is_dense_of(*a, b->its) ? success : invalid_value, bytes);
}
RF_SPARSE(cusparseDenseToSparse_analysis)(Handle* h, const DenseMatrix* a, SparseMatrix* b, int, void*) {
    if (b->its.format == format_bsr) return not_supported;
    if (!is_dense_of(*a, b->its)) return invalid_value;
    b->count = std::make_shared<Later>();
    b->stream = h->stream;
    return submit(h, [from = *a, count = b->count] {
        Size sum = 0;
        if (from.rows > 0 && from.columns > 0) {
            walk_dense(from, false, [&](Size, Size, Complex) {
                ++sum;
                return true;
            });
        }
        count->number = sum;
    });
}
RF_SPARSE(cusparseDenseToSparse_convert)(Handle* h, const DenseMatrix* a, const SparseMatrix* b, int, void*) {
    if (b->its.format == format_bsr) return not_supported;
    if (!is_dense_of(*a, b->its) || !is_usable(b->its)) return invalid_value;
    return submit(h, [from = *a, to = b->its] { convert(from, to); });
}

}  // namespace ringfence::soft_libraries::sparse
