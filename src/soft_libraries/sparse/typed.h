// The older functions come once for each of four element types.
#pragma once

#include "soft_libraries/sparse/library.h"

namespace ringfence::soft_libraries::sparse {

template <class T>
constexpr int type_of = std::is_same_v<T, float>    ? f32
                        : std::is_same_v<T, double> ? f64
                        : sizeof(T) == 8            ? c32
                                                    : c64;
template <class T>
using NumberOf = std::conditional_t<std::is_floating_point_v<T>, Real, Complex>;

template <class T>
Matrix csr(Size rows, Size columns, Size nonzeros, const T* values, const int* offsets, const int* indices,
           const MatrixType* type) {
    Matrix a;
    a.offsets_type = a.indices_type = index_32;
    a.base = type->base;
    a.type = type_of<T>;
    a.rows = rows;
    a.columns = columns;
    a.nonzeros = nonzeros;
    a.offsets = reinterpret_cast<std::uint64_t>(offsets);
    a.indices = reinterpret_cast<std::uint64_t>(indices);
    a.values = reinterpret_cast<std::uint64_t>(values);
    return a;
}

}  // namespace ringfence::soft_libraries::sparse
