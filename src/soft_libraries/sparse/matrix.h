// Sparse and dense matrices in device memory, element by element.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "soft_libraries/sparse/library.h"

namespace ringfence::soft_libraries::sparse {

inline Size rows_of(const Matrix& a) {
    return a.rows * a.block_rows;
}
inline Size columns_of(const Matrix& a) {
    return a.columns * a.block_columns;
}

// True if all arrays that its sizes imply are there. Sizes whose product overflows are not usable.
inline bool is_usable(const Matrix& a) {
    constexpr Size largest = Size{1} << 48;
    const bool has_size = a.rows >= 0 && a.rows < largest && a.columns >= 0 && a.columns < largest && a.nonzeros >= 0 &&
                          a.block_rows > 0 && a.block_rows < 1 << 14 && a.block_columns > 0 &&
                          a.block_columns < 1 << 14;
    if (!has_size || !is_type(a.type)) return false;
    const bool has_offsets = a.format == format_coo ? a.nonzeros == 0 || a.offsets != 0 : a.offsets != 0;
    return has_offsets && (a.nonzeros == 0 || (a.indices != 0 && a.values != 0));
}
inline bool is_usable(const DenseMatrix& a) {
    return is_type(a.type) && (a.rows == 0 || a.columns == 0 || a.values != 0);
}
inline bool is_usable(const DenseVector& x) {
    return is_type(x.type) && (x.size == 0 || x.values != 0);
}

// One of its batch.
inline Matrix batch_of(Matrix a, Size batch) {
    const auto moved = [&](std::uint64_t address, Size stride, Size bytes) {
        return address == 0 ? 0 : address + static_cast<std::uint64_t>(batch * stride * bytes);
    };
    const auto value_bytes = static_cast<Size>(bytes_of_type(a.type));
    const auto offset_bytes = static_cast<Size>(index_bytes(a.format == format_coo ? a.indices_type : a.offsets_type));
    a.offsets = moved(a.offsets, a.offsets_stride, offset_bytes);
    a.indices = moved(a.indices, a.indices_stride, static_cast<Size>(index_bytes(a.indices_type)));
    a.values = moved(a.values, a.values_stride, value_bytes);
    return a;
}

// Calls `visit(row, column, at)` for each element that is really one, in the order in which they lie there; `at` is
// where its value is. Offsets may lead to the same elements again and again: no more are taken than there are.
template <class Visit>
void walk(const Matrix& a, Watch& watch, Visit visit) {
    if (a.format == format_coo) {
        for (Size k = 0; k < a.nonzeros && !watch.has_ended(); ++k) {
            const Size row = load_index(a.indices_type, a.offsets, k, a.base);
            const Size column = load_index(a.indices_type, a.indices, k, a.base);
            if (row >= 0 && row < a.rows && column >= 0 && column < a.columns) visit(row, column, k);
        }
        return;
    }
    const bool is_csc = a.format == format_csc;
    const Size lines = is_csc ? a.columns : a.rows;
    const Size across = is_csc ? a.rows : a.columns;
    const Size block = a.block_rows * a.block_columns;
    Size left = a.nonzeros;
    for (Size line = 0; line < lines && !watch.has_ended(); ++line) {
        const Size begin = std::max<Size>(load_index(a.offsets_type, a.offsets, line, a.base), 0);
        const Size end = std::min(load_index(a.offsets_type, a.offsets, line + 1, a.base), a.nonzeros);
        for (Size k = begin; k < end && left > 0 && !watch.has_ended(); ++k, --left) {
            const Size index = load_index(a.indices_type, a.indices, k, a.base);
            if (index < 0 || index >= across) continue;
            if (block == 1) {
                visit(is_csc ? index : line, is_csc ? line : index, k);
                continue;
            }
            for (Size i = 0; i < a.block_rows; ++i)
                for (Size j = 0; j < a.block_columns; ++j)
                    visit(line * a.block_rows + i, index * a.block_columns + j,
                          k * block + (a.order == order_row ? i * a.block_columns + j : j * a.block_rows + i));
        }
    }
}

// Operations: 0 as it is, 1 transposed, 2 conjugated too.
template <class Number>
Number operated(int operation, Number value) {
    return operation == 2 ? conjugate(value) : value;
}

inline Size place_of(const DenseMatrix& a, Size row, Size column, Size batch) {
    return batch * a.stride + (a.order == order_column ? column * a.leading + row : row * a.leading + column);
}
template <class Number>
Number element(const DenseMatrix& a, int operation, Size row, Size column, Size batch) {
    const Size at = operation == 0 ? place_of(a, row, column, batch) : place_of(a, column, row, batch);
    return operated(operation, load<Number>(a.type, a.values, at));
}
inline Size rows_after(const DenseMatrix& a, int operation) {
    return operation == 0 ? a.rows : a.columns;
}
inline Size columns_after(const DenseMatrix& a, int operation) {
    return operation == 0 ? a.columns : a.rows;
}

// A vector as a matrix of one column.
inline DenseMatrix as_matrix(const DenseVector& x) {
    DenseMatrix a;
    a.type = static_cast<std::int32_t>(x.type);
    a.rows = a.leading = x.size;
    a.columns = 1;
    a.values = x.values;
    return a;
}

// Its rows, in the worker's memory.
template <class Number>
class Rows {
public:
    struct Element {
        Size column = 0;
        Number value = {};
    };

    // Counts first, so that no more memory is taken than needed. A kernel that writes to the matrix meanwhile may
    // change the count: elements without room are skipped, and unused room holds zeros of column 0.
    Rows(const Matrix& a, int operation, Watch& watch)
        : begin_(static_cast<std::size_t>((operation == 0 ? rows_of(a) : columns_of(a)) + 1)) {
        walk(a, watch, [&](Size row, Size column, Size) {
            ++begin_[static_cast<std::size_t>((operation == 0 ? row : column) + 1)];
        });
        for (std::size_t i = 1; i < begin_.size(); ++i)
            begin_[i] += begin_[i - 1];
        elements_.resize(static_cast<std::size_t>(begin_.back()));
        std::vector<Size> next(begin_.begin(), begin_.end() - 1);
        walk(a, watch, [&](Size row, Size column, Size at) {
            if (operation != 0) std::swap(row, column);
            const auto line = static_cast<std::size_t>(row);
            if (next[line] == begin_[line + 1]) return;
            elements_[static_cast<std::size_t>(next[line]++)] = {
                column, operated(operation, load<Number>(a.type, a.values, at))};
        });
    }

    const Element* begin(Size row) const { return elements_.data() + begin_[static_cast<std::size_t>(row)]; }
    const Element* end(Size row) const { return elements_.data() + begin_[static_cast<std::size_t>(row + 1)]; }
    Size count() const { return static_cast<Size>(begin_.size()) - 1; }

private:
    std::vector<Size> begin_;
    std::vector<Element> elements_;
};

}  // namespace ringfence::soft_libraries::sparse
