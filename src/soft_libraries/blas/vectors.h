// Vectors as BLAS has them: n elements, `inc` apart, beginning at the far end where it is negative.
#pragma once

#include <algorithm>

#include "soft_libraries/blas/work.h"

namespace ringfence::soft_libraries::blas {

template <class T>
class Vector {
public:
    Vector(T* elements, Size n, Size inc) : first_(inc < 0 && n > 0 ? elements - (n - 1) * inc : elements), inc_(inc) {}
    T& operator[](Size i) const { return first_[i * inc_]; }

private:
    T* first_;
    Size inc_;
};

template <class T>
void clear_vector(Size n, T* x, Size inc) {
    const Vector<T> elements(x, n, inc);
    for (Size i = 0; i < n; ++i)
        elements[i] = T{};
}

template <class T>
void clear_matrix(Size rows, Size cols, T* a, Size ld) {
    for (Size j = 0; j < cols; ++j)
        std::fill_n(a + j * ld, rows, T{});
}

// Calls `visit(column, begin, end)` with the rows of each column's part of a triangle.
template <class Visit>
void each_triangle_column(int fill, Size n, Visit visit) {
    for (Size j = 0; j < n; ++j)
        fill == cublas::lower ? visit(j, j, n) : visit(j, Size{0}, j + 1);
}

template <class T>
void clear_triangle(int fill, Size n, T* a, Size ld) {
    each_triangle_column(fill, n,
                         [=](Size j, Size begin, Size end) { std::fill(a + j * ld + begin, a + j * ld + end, T{}); });
}

}  // namespace ringfence::soft_libraries::blas
