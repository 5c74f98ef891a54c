// Random numbers of cuBLAS's, cuSOLVER's and cuSPARSE's four types, for programs that test libraries.
#pragma once

#include <complex>
#include <random>
#include <type_traits>
#include <vector>

#include "dice.h"

template <typename T>
constexpr bool is_complex = !std::is_floating_point_v<T>;
template <typename T>
using Real = decltype(std::real(T{}));
// A cudaDataType.
template <typename T>
constexpr int type_number = (is_complex<T> ? 4 : 0) + (sizeof(Real<T>) == 8 ? 1 : 0);
template <typename T>
constexpr char letter = is_complex<T> ? (sizeof(Real<T>) == 8 ? 'Z' : 'C') : (sizeof(Real<T>) == 8 ? 'D' : 'S');

template <typename T>
T conjugate(T value) {
    if constexpr (is_complex<T>) return std::conj(value);
    return value;
}

template <typename T>
T random_value() {
    std::uniform_real_distribution<double> value(-1, 1);
    if constexpr (is_complex<T>) {
        return T(static_cast<Real<T>>(value(generator)), static_cast<Real<T>>(value(generator)));
    } else {
        return static_cast<T>(value(generator));
    }
}

template <typename T>
std::vector<T> random_values(int count) {
    std::vector<T> values(static_cast<std::size_t>(count));
    for (T& value : values)
        value = random_value<T>();
    return values;
}

// One set of functions for each type: RF_BY_TYPE(cublas, gemm_v2)(handle, ...), where T is the type.
#define RF_BY_TYPE(prefix, name)                                                       \
    [&] {                                                                              \
        if constexpr (std::is_same_v<T, float>) return prefix##S##name;                \
        if constexpr (std::is_same_v<T, double>) return prefix##D##name;               \
        if constexpr (std::is_same_v<T, std::complex<float>>) return prefix##C##name;  \
        if constexpr (std::is_same_v<T, std::complex<double>>) return prefix##Z##name; \
    }()
