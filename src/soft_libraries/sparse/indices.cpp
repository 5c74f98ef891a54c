// Orders of indices, and their forms.
#include <algorithm>
#include <cstring>
#include <vector>

#include "soft_libraries/sparse/matrix.h"
#include "soft_libraries/sparse/typed.h"

namespace ringfence::soft_libraries::sparse {
namespace {

constexpr Size any_work_bytes = 8;

// An element's indices, and what stands for it in the permutation. Sorted in the worker's memory: what lies in device
// memory may change under a sort's hands.
struct Named {
    int first;
    int second;
    int name;
};

void sort_coo(int nnz, int* first, int* second, int* names) {
    std::vector<Named> elements(static_cast<std::size_t>(nnz));
    for (int i = 0; i < nnz; ++i)
        elements[static_cast<std::size_t>(i)] = {first[i], second[i], names != nullptr ? names[i] : 0};
    std::stable_sort(elements.begin(), elements.end(), [](const Named& a, const Named& b) {
        return a.first != b.first ? a.first < b.first : a.second < b.second;
    });
    for (int i = 0; i < nnz; ++i) {
        const Named& one = elements[static_cast<std::size_t>(i)];
        first[i] = one.first;
        second[i] = one.second;
        if (names != nullptr) names[i] = one.name;
    }
}

// Within each row of CSR, or column of CSC.
int sort_lines(const Handle* h, int lines, int nnz, int base, const int* offsets, int* indices, int* names) {
    return submit(h, [=] {
        Watch watch;
        const auto at = reinterpret_cast<std::uint64_t>(offsets);
        for (int line = 0; line < lines && !watch.has_ended(); ++line) {
            // Compared in 64 bits: the least offset there is, less a base of 1, is no int.
            const Size begin = std::max<Size>(load_index(index_32, at, line, base), 0);
            const Size end = std::min<Size>(load_index(index_32, at, line + 1, base), nnz);
            // Lines may be one another's elements, each of them all that there are.
            if (begin >= end || watch.has_ended(end - begin)) continue;
            const auto count = static_cast<int>(end - begin);
            std::vector<int> same(static_cast<std::size_t>(count));
            sort_coo(count, indices + begin, same.data(), names != nullptr ? names + begin : nullptr);
        }
    });
}

// An element of CSR on its way to CSC.
struct Moved {
    int row;
    int column;
    Size at;
};

// Elements that are none are left out; so are the ends of arrays that are then not filled.
void transpose(const Matrix& a, std::uint64_t values, int* offsets, int* rows, std::size_t value_bytes) {
    Watch watch;
    std::vector<Moved> elements;
    std::vector<Size> ends(static_cast<std::size_t>(a.columns) + 1);
    walk(a, watch, [&](Size row, Size column, Size at) {
        elements.push_back({static_cast<int>(row), static_cast<int>(column), at});
        ++ends[static_cast<std::size_t>(column) + 1];
    });
    if (watch.has_ended()) return;
    for (Size i = 0, sum = 0; i <= a.columns; ++i) {
        sum = ends[static_cast<std::size_t>(i)] += sum;
        offsets[i] = static_cast<int>(sum) + a.base;
    }
    for (const Moved& one : elements) {
        const auto to = static_cast<std::size_t>(ends[static_cast<std::size_t>(one.column)]++);
        rows[to] = one.row + a.base;
        std::memcpy(reinterpret_cast<std::byte*>(values) + to * value_bytes,
                    reinterpret_cast<const std::byte*>(a.values) + static_cast<std::size_t>(one.at) * value_bytes,
                    value_bytes);
    }
}

// How many elements of each row (or column) are not zero, and how many in all.
template <class T>
int count_nonzeros(const Handle* h, bool of_rows, int m, int n, const T* a, Size leading, int* counts, int* total) {
    return submit(h, [=] {
        Watch watch;
        std::vector<int> found(static_cast<std::size_t>(of_rows ? m : n));
        int sum = 0;
        for (int j = 0; j < n && !watch.has_ended(); ++j)
            for (int i = 0; i < m && !watch.has_ended(); ++i) {
                if (a[j * leading + i] == T{}) continue;
                ++found[static_cast<std::size_t>(of_rows ? i : j)];
                ++sum;
            }
        std::copy(found.begin(), found.end(), counts);
        *total = sum;
    });
}

}  // namespace

RF_SPARSE(cusparseCreateIdentityPermutation)(Handle* h, int n, int* p) {
    return submit(h, [=] {
        for (int i = 0; i < n; ++i)
            p[i] = i;
    });
}
RF_SPARSE(cusparseXcoosort_bufferSizeExt)(Handle*, int, int, int, const int*, const int*, Size* bytes) {
    *bytes = any_work_bytes;
    return success;
}
RF_SPARSE(cusparseXcoosortByRow)(Handle* h, int, int, int nnz, int* rows, int* columns, int* p, void*) {
    return submit(h, [=] { sort_coo(nnz, rows, columns, p); });
}
RF_SPARSE(cusparseXcoosortByColumn)(Handle* h, int, int, int nnz, int* rows, int* columns, int* p, void*) {
    return submit(h, [=] { sort_coo(nnz, columns, rows, p); });
}
RF_SPARSE(cusparseXcsrsort_bufferSizeExt)(Handle*, int, int, int, const int*, const int*, Size* bytes) {
    *bytes = any_work_bytes;
    return success;
}
RF_SPARSE(cusparseXcsrsort)
(Handle* h, int m, int, int nnz, const MatrixType* type, const int* offsets, int* columns, int* p, void*) {
    return sort_lines(h, m, nnz, type->base, offsets, columns, p);
}
RF_SPARSE(cusparseXcscsort_bufferSizeExt)(Handle*, int, int, int, const int*, const int*, Size* bytes) {
    *bytes = any_work_bytes;
    return success;
}
RF_SPARSE(cusparseXcscsort)
(Handle* h, int, int n, int nnz, const MatrixType* type, const int* offsets, int* rows, int* p, void*) {
    return sort_lines(h, n, nnz, type->base, offsets, rows, p);
}

// Rows that are none count nowhere.
RF_SPARSE(cusparseXcoo2csr)(Handle* h, const int* rows, int nnz, int m, int* offsets, int base) {
    return submit(h, [=] {
        std::vector<int> counts(static_cast<std::size_t>(m) + 1);
        for (int i = 0; i < nnz; ++i) {
            const Size row = load_index(index_32, reinterpret_cast<std::uint64_t>(rows), i, base);
            if (row >= 0 && row < m) ++counts[static_cast<std::size_t>(row) + 1];
        }
        Size sum = base;
        for (Size i = 0; i <= m; ++i)
            offsets[i] = static_cast<int>(sum += counts[static_cast<std::size_t>(i)]);
    });
}
RF_SPARSE(cusparseXcsr2coo)(Handle* h, const int* offsets, int nnz, int m, int* rows, int base) {
    return submit(h, [=] {
        Watch watch;
        const auto at = reinterpret_cast<std::uint64_t>(offsets);
        for (int row = 0; row < m && !watch.has_ended(); ++row) {
            const Size begin = std::max<Size>(load_index(index_32, at, row, base), 0);
            const Size end = std::min<Size>(load_index(index_32, at, row + 1, base), nnz);
            for (Size k = begin; k < end && !watch.has_ended(); ++k)
                rows[k] = row + base;
        }
    });
}

RF_SPARSE(cusparseCsr2cscEx2_bufferSize)
(Handle*, int, int, int, const void*, const int*, const int*, const void*, const int*, const int*, int, int, int, int,
 Size* bytes) {
    *bytes = any_work_bytes;
    return success;
}
RF_SPARSE(cusparseCsr2cscEx2)
(Handle* h, int m, int n, int nnz, const void* values, const int* offsets, const int* columns, void* csc_values,
 int* csc_offsets, int* rows, int type, int copies_values, int base, int, void*) {
    if (copies_values != 0 && !is_type(type)) return not_supported;
    const std::size_t value_bytes = copies_values != 0 ? bytes_of_type(type) : 0;
    MatrixType description;
    description.base = base;
    Matrix a = csr<float>(m, n, nnz, nullptr, offsets, columns, &description);
    a.values = reinterpret_cast<std::uint64_t>(values);
    return submit(
        h, [=, to = reinterpret_cast<std::uint64_t>(csc_values)] { transpose(a, to, csc_offsets, rows, value_bytes); });
}

#define RF_COUNTS(X, T)                                                                                          \
    RF_SPARSE(cusparse##X##nnz)                                                                                  \
    (Handle * h, int direction, int m, int n, const MatrixType*, const T* a, int lda, int* counts, int* total) { \
        return count_nonzeros(h, direction == 0, m, n, a, lda, counts, total);                                   \
    }
RF_COUNTS(S, float)
RF_COUNTS(D, double)
RF_COUNTS(C, std::complex<float>)
RF_COUNTS(Z, std::complex<double>)

}  // namespace ringfence::soft_libraries::sparse
