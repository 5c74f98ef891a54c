// Shared by the programs of this folder: checks that print where two values differ. A program ends with `return
// passed();`, which prints `ok`, or at its first failure with status 1. Failures are printed to standard error.
#pragma once

#include <cuda_runtime.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) e2e::check_status(int(call), #call, __FILE__, __LINE__)
#define EXPECT_STATUS(expected, call) e2e::expect_status(int(expected), int(call), #call, __FILE__, __LINE__)
#define EXPECT(condition, ...) ((condition) ? void() : e2e::fail(__FILE__, __LINE__, __VA_ARGS__))

namespace e2e {

__attribute__((format(printf, 3, 4))) [[noreturn]] inline void fail(const char* file, int line, const char* format,
                                                                    ...) {
    std::va_list arguments;
    va_start(arguments, format);
    std::fflush(stdout);
    std::fprintf(stderr, "%s:%d: ", file, line);
    std::vfprintf(stderr, format, arguments);
    std::fprintf(stderr, "\n");
    va_end(arguments);
    std::_Exit(1);
}

inline void check_status(int status, const char* call, const char* file, int line) {
    if (status != 0) fail(file, line, "%s: status %d (%s)", call, status, cudaGetErrorName(cudaError_t(status)));
}

inline void expect_status(int expected, int status, const char* call, const char* file, int line) {
    if (status != expected) fail(file, line, "%s: status %d, expected %d", call, status, expected);
}

// Compares with what a function of the index says.
template <typename T, typename Expected>
void expect_each(const char* what, const T* values, std::size_t count, Expected&& expected) {
    for (std::size_t i = 0; i < count; ++i) {
        const T wanted = T(expected(i));
        if (values[i] == wanted) continue;
        fail("values", int(i), "%s[%zu] is %.17g, expected %.17g", what, i, double(values[i]), double(wanted));
    }
}

template <typename T, typename Expected>
void expect_each(const char* what, const std::vector<T>& values, Expected&& expected) {
    expect_each(what, values.data(), values.size(), expected);
}

template <typename T>
T* device_array(std::size_t count) {
    void* memory = nullptr;
    CHECK(cudaMalloc(&memory, count * sizeof(T)));
    return static_cast<T*>(memory);
}

template <typename T>
T* device_copy(const std::vector<T>& values) {
    T* memory = device_array<T>(values.size());
    CHECK(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

template <typename T>
std::vector<T> fetch(const T* memory, std::size_t count) {
    std::vector<T> values(count);
    CHECK(cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
}

// A vector of `count` numbers, each a function of its index.
template <typename T, typename Function>
std::vector<T> filled(std::size_t count, Function&& function) {
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = T(function(i));
    return values;
}

// Numbers that look random and are the same everywhere.
inline unsigned scramble(unsigned x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

inline int passed() {
    std::printf("ok\n");
    std::fflush(stdout);
    return 0;
}

}  // namespace e2e
