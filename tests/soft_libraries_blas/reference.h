// The reference for the library's results: plain sums in long double, over matrices that are functions of row and
// column. All kinds of storage are such functions, so that there is one product for all of them.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "soft_libraries/blas/cublas_abi.h"
#include "soft_libraries/blas/scalar.h"
#include "soft_libraries/blas/work.h"

namespace ringfence::soft_libraries::blas {

using Wide = std::complex<long double>;
using Matrix = std::function<Wide(Size row, Size column)>;

template <class T>
Wide wide(const T& value) {
    if constexpr (is_complex<T>)
        return {value.real(), value.imag()};
    else
        return {static_cast<long double>(value), 0};
}

template <class T>
T rounded(const Wide& value) {
    if constexpr (is_complex<T>)
        return {static_cast<Real<T>>(value.real()), static_cast<Real<T>>(value.imag())};
    else if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(value.real());
    else
        return T(static_cast<float>(value.real()));
}

// Numbers between -1 and 1, always the same ones.
template <class T>
T some_number() {
    static std::minstd_rand random(20240229);
    std::uniform_real_distribution<float> between(-1, 1);
    if constexpr (is_complex<T>) {
        const float re = between(random);
        return {re, between(random)};
    } else {
        return T(between(random));
    }
}

// Device memory: what a call may touch, with numbers in it. On one side lie more numbers, which must stay; on the other
// a page that cannot be touched at all, not even read. Every other piece of memory has these sides exchanged.
template <class T>
class Memory {
public:
    explicit Memory(Size elements) : Memory(elements, next_side()) {
        for (Size i = 0; i < all_size(); ++i)
            all_[i] = some_number<T>();
    }
    Memory(const Memory& other) : Memory(other.elements_, other.page_in_front_) {
        std::copy_n(other.all_, all_size(), all_);
    }
    Memory& operator=(const Memory& other) {
        if (this == &other) return *this;
        std::destroy_at(this);
        return *std::construct_at(this, other);
    }
    ~Memory() { munmap(mapping_, mapping_bytes_); }

    T* data() const { return page_in_front_ ? all_ : all_ + fence; }
    T& operator[](Size i) { return data()[i]; }
    const T& operator[](Size i) const { return data()[i]; }
    // With the numbers beside it.
    std::span<const T> all() const { return {all_, static_cast<std::size_t>(all_size())}; }
    // The elements beside it.
    std::span<const T> beside() const { return {page_in_front_ ? all_ + elements_ : all_, std::size_t{fence}}; }

private:
    static constexpr Size fence = 8;

    static bool next_side() {
        static bool side = false;
        return side = !side;
    }
    Memory(Size elements, bool page_in_front) : elements_(elements), page_in_front_(page_in_front) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        const std::size_t bytes = static_cast<std::size_t>(all_size()) * sizeof(T);
        const std::size_t pages = (bytes + page - 1) / page * page;
        mapping_bytes_ = pages + page;
        mapping_ = mmap(nullptr, mapping_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        auto* const first = static_cast<std::byte*>(mapping_);
        mprotect(page_in_front ? first : first + pages, page, PROT_NONE);
        all_ = reinterpret_cast<T*>(page_in_front ? first + page : first + pages - bytes);
    }
    Size all_size() const { return elements_ + fence; }

    Size elements_;
    bool page_in_front_;
    void* mapping_ = nullptr;
    std::size_t mapping_bytes_ = 0;
    T* all_ = nullptr;
};

// All memory is as expected: numbers may differ by `tolerance`, NaN is not a number on both sides.
template <class T>
void expect_memory(const Memory<T>& found, const Memory<T>& expected, long double tolerance, const char* what) {
    ASSERT_EQ(found.all().size(), expected.all().size());
    for (std::size_t i = 0; i < found.all().size(); ++i) {
        const long double difference = std::abs(wide(found.all()[i]) - wide(expected.all()[i]));
        const bool neither =
            std::isnan(std::abs(wide(found.all()[i]))) && std::isnan(std::abs(wide(expected.all()[i])));
        ASSERT_TRUE(neither || difference <= tolerance)
            << what << ": element " << &found.all()[i] - found.data() << " is "
            << static_cast<double>(wide(found.all()[i]).real()) << ", expected "
            << static_cast<double>(wide(expected.all()[i]).real()) << ", off by " << static_cast<double>(difference);
    }
}

// For sums of `terms` products of such numbers.
template <class T>
long double tolerance_of(Size terms) {
    return 16 * static_cast<long double>(std::numeric_limits<Real<T>>::epsilon()) *
           static_cast<long double>(std::max<Size>(terms, 0) + 4);
}

inline Size vector_extent(Size n, Size inc) {
    return n <= 0 ? 0 : 1 + (n - 1) * std::abs(inc);
}
inline Size matrix_extent(Size rows, Size cols, Size ld) {
    return rows <= 0 || cols <= 0 ? 0 : (cols - 1) * ld + rows;
}
// Where element i of a vector lies.
inline Size vector_place(Size n, Size inc, Size i) {
    return inc >= 0 ? i * inc : (i - n + 1) * inc;
}

template <class T>
Matrix full(const Memory<T>& memory, Size ld) {
    return [&memory, ld](Size i, Size j) { return wide(memory[j * ld + i]); };
}
// A vector is a matrix of one column.
template <class T>
Matrix column(const Memory<T>& memory, Size n, Size inc) {
    return [&memory, n, inc](Size i, Size) { return wide(memory[vector_place(n, inc, i)]); };
}
inline Matrix turned(int trans, const Matrix& a) {
    if (trans == cublas::op_n) return a;
    return [=](Size i, Size j) { return trans == cublas::op_t ? a(j, i) : std::conj(a(j, i)); };
}
inline Matrix conjugated(const Matrix& a) {
    return [=](Size i, Size j) { return std::conj(a(i, j)); };
}
// Only the triangle is looked at.
inline Matrix symmetric(int fill, bool hermitian, const Matrix& a) {
    return [=](Size i, Size j) -> Wide {
        if (i == j) return hermitian ? Wide(a(i, i).real()) : a(i, i);
        if ((i > j) == (fill == cublas::lower)) return a(i, j);
        return hermitian ? std::conj(a(j, i)) : a(j, i);
    };
}
inline Matrix triangular(int fill, int diag, const Matrix& a) {
    return [=](Size i, Size j) -> Wide {
        if (i == j) return diag == cublas::unit ? Wide(1) : a(i, i);
        return (i > j) == (fill == cublas::lower) ? a(i, j) : Wide(0);
    };
}
template <class T>
Matrix general_band(const Memory<T>& memory, Size kl, Size ku, Size ld) {
    return
        [=, &memory](Size i, Size j) { return i - j > kl || j - i > ku ? Wide(0) : wide(memory[j * ld + ku + i - j]); };
}
// The stored triangle of a band with k diagonals beside the main one.
template <class T>
Matrix band(int fill, const Memory<T>& memory, Size k, Size ld) {
    return fill == cublas::lower ? general_band(memory, k, 0, ld) : general_band(memory, 0, k, ld);
}
inline Size packed_place(int fill, Size n, Size i, Size j) {
    return fill == cublas::lower ? j * (2 * n - j - 1) / 2 + i : j * (j + 1) / 2 + i;
}
template <class T>
Matrix packed(int fill, const Memory<T>& memory, Size n) {
    return [=, &memory](Size i, Size j) {
        const bool stored = fill == cublas::lower ? i >= j : i <= j;
        return stored ? wide(memory[packed_place(fill, n, i, j)]) : Wide(0);
    };
}

// alpha A B + beta C, with k columns of A; C is not looked at where beta is zero.
inline Matrix product(Wide alpha, const Matrix& a, const Matrix& b, Size k, Wide beta, const Matrix& c) {
    return [=](Size i, Size j) {
        Wide sum = 0;
        for (Size l = 0; alpha != Wide(0) && l < k; ++l)
            sum += a(i, l) * b(l, j);
        return alpha * sum + (beta == Wide(0) ? Wide(0) : beta * c(i, j));
    };
}
inline const Matrix nothing = [](Size, Size) { return Wide(0); };

// The memory with the matrix stored in it where `stored(i, j)`.
template <class T>
Memory<T> with_matrix(const Memory<T>& before, Size rows, Size cols, Size ld, const Matrix& values,
                      const std::function<bool(Size, Size)>& stored = nullptr) {
    Memory<T> after = before;
    for (Size j = 0; j < cols; ++j)
        for (Size i = 0; i < rows; ++i)
            if (!stored || stored(i, j)) after[j * ld + i] = rounded<T>(values(i, j));
    return after;
}
template <class T>
Memory<T> with_vector(const Memory<T>& before, Size n, Size inc, const Matrix& values) {
    Memory<T> after = before;
    for (Size i = 0; i < n; ++i)
        after[vector_place(n, inc, i)] = rounded<T>(values(i, 0));
    return after;
}
inline std::function<bool(Size, Size)> triangle(int fill) {
    return [=](Size i, Size j) { return fill == cublas::lower ? i >= j : i <= j; };
}

template <class T>
T not_a_number() {
    return T(std::numeric_limits<Real<T>>::quiet_NaN());
}

}  // namespace ringfence::soft_libraries::blas
