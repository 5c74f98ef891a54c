// Values of attributes: the program passes a pointer to a value whose type depends on the attribute.
#pragma once

#include <cstring>

#include "abi/driver_types.h"

namespace ringfence::driver {

template <typename T>
CUresult give(void* to, const T& value) {
    std::memcpy(to, &value, sizeof(T));
    return CUDA_SUCCESS;
}

template <typename T>
T take(const void* from) {
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}

}  // namespace ringfence::driver
