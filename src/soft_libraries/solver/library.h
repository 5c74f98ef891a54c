// The parts of every routine of the software GPU's cuSOLVER: handles, work for a stream, and copies of matrices.
//
// LAPACK never sees device memory, which programs can write at any time: matrices are copied into the worker's memory,
// computed on, and copied back.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "soft_libraries/host.h"
#include "soft_libraries/solver/lapack.h"

namespace ringfence::soft_libraries::solver {

using Size = std::int64_t;

enum Status : int {
    success = 0,
    not_initialized = 1,
    alloc_failed = 2,
    invalid_value = 3,
    execution_failed = 6,
    not_supported = 9,
};

struct Handle {
    void* stream = nullptr;
    int deterministic_mode = 1;
    int math_mode = 1;
    int emulation_strategy = 0;
};
// The parameters of syevj and gesvdj: LAPACK's methods need no sweeps. Also stands for cusolverDnParams.
struct Info {
    double tolerance = 0;
    int sweeps = 100;
    int sort = 1;
};

Host*& host();

// The number of concurrent calls is limited, as in the software GPU's cuBLAS: OpenBLAS has a limited number of buffers.
int submit(const Handle* h, std::function<void()> work);

// LAPACK counts elements with 32 bits.
inline constexpr Size largest_side = 16384;
inline bool is_leading(Size ld, Size rows) {
    return ld >= (rows > 1 ? rows : 1);
}

// Rows and columns without gaps, in the worker's memory.
template <class T>
class Matrix {
public:
    Matrix(Size rows, Size columns)
        : rows_(rows), columns_(columns), elements_(static_cast<std::size_t>(rows * columns)) {}
    Matrix(Size rows, Size columns, const T* from, Size ld) : Matrix(rows, columns) {
        for (Size j = 0; j < columns; ++j)
            for (Size i = 0; i < rows; ++i)
                (*this)(i, j) = from[j * ld + i];
    }
    T& operator()(Size row, Size column) { return elements_[static_cast<std::size_t>(column * rows_ + row)]; }
    const T& operator()(Size row, Size column) const {
        return elements_[static_cast<std::size_t>(column * rows_ + row)];
    }
    T* data() { return elements_.data(); }
    const T* data() const { return elements_.data(); }
    Size rows() const { return rows_; }
    Size columns() const { return columns_; }
    int ld() const { return static_cast<int>(rows_ > 1 ? rows_ : 1); }

    void give(T* to, Size ld) const { give(to, ld, rows_, columns_); }
    void give(T* to, Size ld, Size rows, Size columns) const {
        for (Size j = 0; j < columns; ++j)
            for (Size i = 0; i < rows; ++i)
                to[j * ld + i] = (*this)(i, j);
    }
    // Only a triangle: the other one stays as it is.
    void give_triangle(T* to, Size ld, bool is_upper) const {
        for (Size j = 0; j < columns_; ++j)
            for (Size i = is_upper ? 0 : j; i < (is_upper ? j + 1 : rows_); ++i)
                to[j * ld + i] = (*this)(i, j);
    }

private:
    Size rows_;
    Size columns_;
    std::vector<T> elements_;
};

template <class T>
bool is_finite(const Matrix<T>& a) {
    for (Size j = 0; j < a.columns(); ++j)
        for (Size i = 0; i < a.rows(); ++i)
            if (!std::isfinite(std::real(a(i, j))) || !std::isfinite(std::imag(a(i, j)))) return false;
    return true;
}

// Asks a routine for the size of its workspace, and gives it that: `go(work, size)` is called twice.
template <class T, class Go>
void with_workspace(Go go) {
    T wanted{};
    int size = -1;
    go(&wanted, &size);
    size = static_cast<int>(std::real(wanted)) > 1 ? static_cast<int>(std::real(wanted)) : 1;
    std::vector<T> work(static_cast<std::size_t>(size));
    go(work.data(), &size);
}

}  // namespace ringfence::soft_libraries::solver
