// Where the matrices of a call lie: one, several at a distance, or several by an array of addresses in device memory,
// which is read when the work runs.
#pragma once

#include "soft_libraries/blas/work.h"

namespace ringfence::soft_libraries::blas {

template <class T>
struct Strided {
    T* first;
    Size stride = 0;
    T* operator[](Size i) const { return first + i * stride; }
};

template <class T>
struct Listed {
    T* const* addresses;
    T* operator[](Size i) const { return addresses[i]; }
};

template <class T>
Strided<T> single(T* matrix) {
    return {matrix};
}

}  // namespace ringfence::soft_libraries::blas
