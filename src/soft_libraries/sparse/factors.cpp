// Incomplete factors of matrices in CSR, LU and Cholesky, in the matrix's place: elements that it has not stay zero.
#include <algorithm>
#include <cmath>
#include <vector>

#include "soft_libraries/sparse/matrix.h"
#include "soft_libraries/sparse/typed.h"

namespace ringfence::soft_libraries::sparse {
namespace {

constexpr Size no_place = -1;

// A matrix in the worker's memory, its rows in the order of their columns, and where its values came from.
template <class Number>
class RowsInPlace {
public:
    struct Element {
        Size column = 0;
        Size at = 0;
        Number value = {};
    };

    // `is_lower`: what lies above the diagonal is left out, and so left alone.
    RowsInPlace(const Matrix& a, bool is_lower, Watch& watch)
        : a_(a), watch_(watch), ends_(static_cast<std::size_t>(a.rows)), places_(ends_.size(), no_place) {
        Size row = 0;
        const auto end_rows = [&](Size next) {
            for (; row < next; ++row)
                ends_[static_cast<std::size_t>(row)] = static_cast<Size>(elements_.size());
        };
        walk(a, watch, [&](Size its_row, Size column, Size at) {
            end_rows(its_row);
            if (!is_lower || column <= its_row) elements_.push_back({column, at, load<Number>(a.type, a.values, at)});
        });
        end_rows(a.rows);
        for (Size i = 0; i < a.rows; ++i)
            std::stable_sort(begin(i), end(i),
                             [](const Element& one, const Element& other) { return one.column < other.column; });
    }

    Size count() const { return a_.rows; }
    Element* begin(Size row) { return elements_.data() + (row == 0 ? 0 : ends_[static_cast<std::size_t>(row - 1)]); }
    Element* end(Size row) { return elements_.data() + ends_[static_cast<std::size_t>(row)]; }
    Element* diagonal(Size row) {
        Element* found = std::lower_bound(begin(row), end(row), row,
                                          [](const Element& one, Size column) { return one.column < column; });
        return found != end(row) && found->column == row ? found : nullptr;
    }
    // Before a row's elements are gone through.
    bool has_ended(Size row) { return watch_.has_ended(1 + (end(row) - begin(row))); }

    // Of one row at a time: its element of a column, or null.
    void open(Size row) {
        for (Element* one = begin(row); one != end(row); ++one)
            places_[static_cast<std::size_t>(one->column)] = one - elements_.data();
    }
    Element* of_column(Size column) {
        const Size place = places_[static_cast<std::size_t>(column)];
        return place == no_place ? nullptr : elements_.data() + place;
    }
    void close(Size row) {
        for (Element* one = begin(row); one != end(row); ++one)
            places_[static_cast<std::size_t>(one->column)] = no_place;
    }

    void give() {
        if (watch_.has_ended()) return;
        for (const Element& one : elements_)
            store(a_.type, a_.values, one.at, one.value);
    }

private:
    Matrix a_;
    Watch& watch_;
    std::vector<Element> elements_;
    std::vector<Size> ends_;
    std::vector<Size> places_;
};

// Both leave the first row whose pivot is zero or not there, or -1.

// A = L * U, with ones on the diagonal of L.
template <class Number>
Size factorize_lu(RowsInPlace<Number>& rows) {
    Size zero_pivot = -1;
    for (Size i = 0; i < rows.count(); ++i) {
        rows.open(i);
        for (auto* one = rows.begin(i); one != rows.end(i) && one->column < i; ++one) {
            if (rows.has_ended(one->column)) return -1;
            const auto* pivot = rows.diagonal(one->column);
            one->value /= pivot != nullptr ? pivot->value : Number{};
            const auto* end = rows.end(one->column);
            for (const auto* other = pivot != nullptr ? pivot + 1 : end; other != end; ++other)
                if (auto* target = rows.of_column(other->column)) target->value -= one->value * other->value;
        }
        rows.close(i);
        const auto* pivot = rows.diagonal(i);
        if (zero_pivot < 0 && (pivot == nullptr || pivot->value == Number{})) zero_pivot = i;
    }
    return zero_pivot;
}

// A = L * conjugated transpose of L, of the lower triangle. A pivot that is not positive counts as zero.
template <class Number>
Size factorize_cholesky(RowsInPlace<Number>& rows) {
    Size zero_pivot = -1;
    for (Size i = 0; i < rows.count(); ++i) {
        rows.open(i);
        for (auto* one = rows.begin(i); one != rows.end(i); ++one) {
            const Size k = one->column;
            if (rows.has_ended(k)) return -1;
            for (const auto* other = rows.begin(k); other != rows.end(k) && other->column < k; ++other)
                if (const auto* own = rows.of_column(other->column)) one->value -= own->value * conjugate(other->value);
            if (k == i) {
                const Real square = std::real(one->value);
                if (zero_pivot < 0 && !(square > 0)) zero_pivot = i;
                one->value = std::sqrt(square);
            } else {
                const auto* pivot = rows.diagonal(k);
                one->value /= pivot != nullptr ? pivot->value : Number{};
            }
        }
        rows.close(i);
        if (zero_pivot < 0 && rows.diagonal(i) == nullptr) zero_pivot = i;
    }
    return zero_pivot;
}

int analyze_diagonal(const Handle* h, const Matrix& a, const Info* info) {
    return submit(h, [a, pivot = info->pivot] {
        Watch watch;
        std::vector<bool> has_diagonal(static_cast<std::size_t>(a.rows));  // as many as there are offsets
        walk(a, watch, [&](Size row, Size column, Size) {
            if (row == column) has_diagonal[static_cast<std::size_t>(row)] = true;
        });
        const auto missing = std::find(has_diagonal.begin(), has_diagonal.end(), false);
        pivot->number = missing == has_diagonal.end() ? -1 : missing - has_diagonal.begin() + a.base;
    });
}

template <class T>
int factorize_in_place(const Handle* h, const Matrix& a, const Info* info, bool is_cholesky) {
    return submit(h, [=, pivot = info->pivot] {
        Watch watch;
        RowsInPlace<NumberOf<T>> rows(a, is_cholesky, watch);
        const Size zero = is_cholesky ? factorize_cholesky(rows) : factorize_lu(rows);
        pivot->number = zero < 0 ? -1 : zero + a.base;
        rows.give();
    });
}

int give_factor_bytes(int* bytes) {
    *bytes = 8;
    return success;
}

}  // namespace

RF_SPARSE(cusparseXcsrilu02_zeroPivot)(Handle* h, Info* info, int* position) {
    return tell_pivot(h, info, position);
}
RF_SPARSE(cusparseXcsric02_zeroPivot)(Handle* h, Info* info, int* position) {
    return tell_pivot(h, info, position);
}

#define RF_FACTORS(X, T, NAME, IS_CHOLESKY)                                                                       \
    RF_SPARSE(cusparse##X##NAME##_bufferSize)                                                                     \
    (Handle*, int, int, const MatrixType*, const T*, const int*, const int*, Info*, int* bytes) {                 \
        return give_factor_bytes(bytes);                                                                          \
    }                                                                                                             \
    RF_SPARSE(cusparse##X##NAME##_analysis)                                                                       \
    (Handle * h, int m, int nnz, const MatrixType* type, const T* values, const int* offsets, const int* indices, \
     Info* info, int, void*) {                                                                                    \
        return analyze_diagonal(h, csr(m, m, nnz, values, offsets, indices, type), info);                         \
    }                                                                                                             \
    RF_SPARSE(cusparse##X##NAME)                                                                                  \
    (Handle * h, int m, int nnz, const MatrixType* type, T* values, const int* offsets, const int* indices,       \
     Info* info, int, void*) {                                                                                    \
        return factorize_in_place<T>(h, csr<T>(m, m, nnz, values, offsets, indices, type), info, IS_CHOLESKY);    \
    }
#define RF_BOTH_FACTORS(X, T)         \
    RF_FACTORS(X, T, csrilu02, false) \
    RF_FACTORS(X, T, csric02, true)

RF_BOTH_FACTORS(S, float)
RF_BOTH_FACTORS(D, double)
RF_BOTH_FACTORS(C, std::complex<float>)
RF_BOTH_FACTORS(Z, std::complex<double>)

}  // namespace ringfence::soft_libraries::sparse
