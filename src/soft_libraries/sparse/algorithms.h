// Products, triangular systems and sums of sparse matrices, by plain loops.
#pragma once

#include <map>

#include "soft_libraries/sparse/matrix.h"

namespace ringfence::soft_libraries::sparse {

// C = alpha * op(A) * op(B) + beta * C
template <class Number>
void multiply(const Matrix& all_a, int op_a, const DenseMatrix& b, int op_b, const DenseMatrix& c, Number alpha,
              Number beta) {
    Watch watch;
    const Size width = c.columns;
    for (Size batch = 0; batch < c.batch_count && !host()->is_unwanted(); ++batch) {
        std::vector<Number> sums(static_cast<std::size_t>(c.rows * width));
        const Matrix a = batch_of(all_a, all_a.batch_count > 1 ? batch : 0);
        const Size batch_b = b.batch_count > 1 ? batch : 0;
        walk(a, watch, [&](Size row, Size column, Size at) {
            if (watch.has_ended(width)) return;
            if (op_a != 0) std::swap(row, column);
            const Number value = operated(op_a, load<Number>(a.type, a.values, at));
            for (Size j = 0; j < width; ++j)
                sums[static_cast<std::size_t>(row * width + j)] += value * element<Number>(b, op_b, column, j, batch_b);
        });
        for (Size i = 0; i < c.rows && !watch.has_ended(width); ++i)
            for (Size j = 0; j < width; ++j) {
                const Size at = place_of(c, i, j, batch);
                const Number product = alpha * sums[static_cast<std::size_t>(i * width + j)];
                // With beta = 0 the old contents of C do not matter, not even a NaN.
                store(c.type, c.values, at,
                      beta == Number{} ? product : product + beta * load<Number>(c.type, c.values, at));
            }
    }
}

// C = alpha * (op(A) * op(B)) where C has elements, + beta * C
template <class Number>
void multiply_sampled(const DenseMatrix& a, int op_a, const DenseMatrix& b, int op_b, const Matrix& all_c, Number alpha,
                      Number beta) {
    Watch watch;
    const Size depth = columns_after(a, op_a);
    for (Size batch = 0; batch < all_c.batch_count && !host()->is_unwanted(); ++batch) {
        const Matrix c = batch_of(all_c, batch);
        const Size batch_a = a.batch_count > 1 ? batch : 0;
        const Size batch_b = b.batch_count > 1 ? batch : 0;
        walk(c, watch, [&](Size row, Size column, Size at) {
            Number sum{};
            for (Size k = 0; k < depth && !watch.has_ended(); ++k)
                sum += element<Number>(a, op_a, row, k, batch_a) * element<Number>(b, op_b, k, column, batch_b);
            const Number product = alpha * sum;
            store(c.type, c.values, at,
                  beta == Number{} ? product : product + beta * load<Number>(c.type, c.values, at));
        });
    }
}

// op(A) * X = alpha * op(B), of the triangle of A that is named. Elements in the other are passed over. The first row
// without a number on its diagonal, or -1.
template <class Number>
Size solve(const Matrix& a, int op_a, bool is_upper, bool has_unit_diagonal, const DenseMatrix& b, int op_b,
           const DenseMatrix& x, int op_x, Number alpha) {
    Watch watch;
    const Rows<Number> rows(a, op_a, watch);
    const bool is_forward = is_upper == (op_a != 0);
    const Size n = rows.count();
    const Size width = columns_after(x, op_x);
    Size zero_pivot = -1;
    std::vector<Number> solution(static_cast<std::size_t>(n * width));
    const auto at = [&](Size i, Size j) -> Number& { return solution[static_cast<std::size_t>(i * width + j)]; };
    for (Size step = 0; step < n && !watch.has_ended(); ++step) {
        const Size i = is_forward ? step : n - 1 - step;
        Number diagonal = has_unit_diagonal ? Number{1} : Number{};
        for (Size j = 0; j < width; ++j)
            at(i, j) = alpha * element<Number>(b, op_b, i, j, 0);
        for (const auto* one = rows.begin(i); one != rows.end(i); ++one) {
            if (one->column == i && !has_unit_diagonal) diagonal += one->value;
            const bool is_known = is_forward ? one->column < i : one->column > i;
            if (!is_known || watch.has_ended(width)) continue;
            for (Size j = 0; j < width; ++j)
                at(i, j) -= one->value * at(one->column, j);
        }
        if (diagonal == Number{} && (zero_pivot < 0 || i < zero_pivot)) zero_pivot = i;
        for (Size j = 0; j < width; ++j)
            at(i, j) /= diagonal;
    }
    for (Size i = 0; i < n && !watch.has_ended(width); ++i)
        for (Size j = 0; j < width; ++j)
            store(x.type, x.values, op_x == 0 ? place_of(x, i, j, 0) : place_of(x, j, i, 0), at(i, j));
    return zero_pivot;
}

// Calls `take(row, elements)` with the rows of A * B, columns in order. It gives false when it has had enough.
template <class Number, class Take>
void multiply_rows(const Matrix& a, const Matrix& b, Number alpha, Take take) {
    Watch watch;
    const Rows<Number> rows_a(a, 0, watch);
    const Rows<Number> rows_b(b, 0, watch);
    for (Size i = 0; i < rows_a.count() && !watch.has_ended(); ++i) {
        std::map<Size, Number> row;
        for (const auto* one = rows_a.begin(i); one != rows_a.end(i); ++one)
            for (const auto* other = rows_b.begin(one->column); other != rows_b.end(one->column); ++other) {
                if (watch.has_ended()) return;
                row[other->column] += alpha * one->value * other->value;
            }
        if (!take(i, row)) return;
    }
}

// The same of alpha * A + beta * B.
template <class Number, class Take>
void add_rows(const Matrix& a, const Matrix& b, Number alpha, Number beta, Take take) {
    Watch watch;
    const Rows<Number> rows_a(a, 0, watch);
    const Rows<Number> rows_b(b, 0, watch);
    for (Size i = 0; i < rows_a.count() && !watch.has_ended(); ++i) {
        std::map<Size, Number> row;
        for (const auto* one = rows_a.begin(i); one != rows_a.end(i); ++one)
            row[one->column] += alpha * one->value;
        for (const auto* one = rows_b.begin(i); one != rows_b.end(i); ++one)
            row[one->column] += beta * one->value;
        if (!take(i, row)) return;
    }
}

// Rows that are collected in the worker's memory, and given if there are as many elements as there is room for.
template <class Number>
class Collected {
public:
    explicit Collected(const Matrix& c) : c_(c) {}

    bool take(Size, const std::map<Size, Number>& row) {
        if (static_cast<Size>(elements_.size() + row.size()) > c_.nonzeros) return is_whole_ = false;
        for (const auto& one : row)
            elements_.push_back(one);
        ends_.push_back(static_cast<Size>(elements_.size()));
        return true;
    }
    void give(bool with_offsets) const {
        const bool is_right = is_whole_ && static_cast<Size>(ends_.size()) == c_.rows &&
                              static_cast<Size>(elements_.size()) == c_.nonzeros;
        if (!is_right) return;
        if (with_offsets) {
            store_index(c_.offsets_type, c_.offsets, 0, c_.base);
            for (Size i = 0; i < c_.rows; ++i)
                store_index(c_.offsets_type, c_.offsets, i + 1, ends_[static_cast<std::size_t>(i)] + c_.base);
        }
        Size at = 0;
        for (const auto& [column, value] : elements_) {
            store_index(c_.indices_type, c_.indices, at, column + c_.base);
            store(c_.type, c_.values, at++, value);
        }
    }

private:
    Matrix c_;
    std::vector<Size> ends_;
    std::vector<std::pair<Size, Number>> elements_;
    bool is_whole_ = true;
};

}  // namespace ringfence::soft_libraries::sparse
