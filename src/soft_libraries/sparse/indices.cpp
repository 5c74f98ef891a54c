// Orders of indices, and their forms.
#include <algorithm>

#include "soft_libraries/sparse/matrix.h"

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
    return submit(h, [=, base = type->base] {
        Watch watch;
        const auto at = reinterpret_cast<std::uint64_t>(offsets);
        for (int row = 0; row < m && !watch.has_ended(); ++row) {
            const auto begin = static_cast<int>(std::max<Size>(load_index(index_32, at, row, base), 0));
            const auto end = static_cast<int>(std::min<Size>(load_index(index_32, at, row + 1, base), nnz));
            // Rows may be one another's elements, each of them all that there are.
            if (begin >= end || watch.has_ended(end - begin)) continue;
            std::vector<int> same(static_cast<std::size_t>(end - begin));
            sort_coo(end - begin, columns + begin, same.data(), p != nullptr ? p + begin : nullptr);
        }
    });
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

}  // namespace ringfence::soft_libraries::sparse
