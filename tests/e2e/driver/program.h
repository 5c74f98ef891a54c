// Shared by the programs of this folder: the context, the kernels, checks. Each defines `test`, which begins with a
// current context and the module of kernels.ptx, and returns if all went well.
#pragma once

#include <vector>

#include "driver_api.h"

#define CHECK(call) expect_status(0, (call), #call, __FILE__, __LINE__)
#define EXPECT_STATUS(expected, call) expect_status((expected), (call), #call, __FILE__, __LINE__)
#define EXPECT(condition, ...) ((condition) ? void() : fail(__FILE__, __LINE__, __VA_ARGS__))

void test(Handle module);

// Finds the driver, and makes the primary context current.
Handle begin();

[[noreturn]] void fail(const char* file, int line, const char* format, ...) __attribute__((format(printf, 3, 4)));
void expect_status(int expected, int status, const char* call, const char* file, int line);

Handle find_function(Handle module, const char* name);
Address device_memory(std::size_t bytes);

// Launches with these arguments; their types must be the kernel's.
template <typename... Arguments>
void launch(Handle function, unsigned blocks, unsigned threads, unsigned shared, Handle stream,
            Arguments... arguments) {
    void* pointers[] = {&arguments...};
    CHECK(cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, shared, stream, pointers, nullptr));
}

template <typename T>
std::vector<T> fetch(Address memory, std::size_t count) {
    std::vector<T> values(count);
    CHECK(cuMemcpyDtoH(values.data(), memory, count * sizeof(T)));
    return values;
}

template <typename Values, typename Expected>
void expect_each(const char* what, const Values& values, std::size_t count, Expected&& expected) {
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT(values[i] == expected(i), "%s[%zu] is %g, expected %g", what, i, static_cast<double>(values[i]),
               static_cast<double>(expected(i)));
    }
}
