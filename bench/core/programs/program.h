// The frame of a whole program: it repeats its work for some time, waits the way such programs do, and says how much it
// did in a second of its own clock.
#pragma once

#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        const cudaError_t status_ = (call);                                                                  \
        if (status_ != cudaSuccess) {                                                                        \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status_)); \
            std::exit(1);                                                                                    \
        }                                                                                                    \
    } while (false)

struct Program {
    const char* name;
    const char* unit;  // of what run() returns
    // Does the work once; the result is how much that was.
    std::function<double()> (*prepare)();
};

inline double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <class T>
T* device_array(std::size_t count) {
    T* result = nullptr;
    CHECK(cudaMalloc(&result, count * sizeof(T)));
    CHECK(cudaMemset(result, 0, count * sizeof(T)));
    return result;
}

template <class T>
T* device_copy(const std::vector<T>& values) {
    T* const result = device_array<T>(values.size());
    CHECK(cudaMemcpy(result, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return result;
}

inline std::vector<float> random_floats(std::size_t count) {
    std::vector<float> result(count);
    unsigned state = 12345;
    for (float& value : result) {
        state = state * 1664525 + 1013904223;
        value = static_cast<float>(state >> 8) / 16777216.0f;
    }
    return result;
}

inline unsigned blocks_for(std::size_t count, unsigned block) {
    return static_cast<unsigned>((count + block - 1) / block);
}

inline void expect(bool is_right, const char* what) {
    if (is_right) return;
    std::fprintf(stderr, "wrong result: %s\n", what);
    std::exit(1);
}

// For some time; the result is how much was done.
inline double repeat(const std::function<double()>& run, double seconds) {
    const auto begin = std::chrono::steady_clock::now();
    double done = 0;
    do
        done += run();
    while (seconds_since(begin) < seconds);
    CHECK(cudaDeviceSynchronize());
    return done;
}

// NAME SECONDS: prints how much was done per second.
inline int run_program(const Program* programs, std::size_t count, int argc, char** argv) {
    if (argc == 2 && std::strcmp(argv[1], "--list") == 0) {
        for (std::size_t i = 0; i < count; ++i)
            std::printf("%s\n", programs[i].name);
        return 0;
    }
    for (std::size_t i = 0; i < count && argc == 3; ++i) {
        if (std::strcmp(argv[1], programs[i].name) != 0) continue;
        const double wanted = std::atof(argv[2]);
        const std::function<double()> run = programs[i].prepare();
        // A card that was idle takes some tenths of a second until it runs at full speed.
        repeat(run, 0.3);
        const auto begin = std::chrono::steady_clock::now();
        const double done = repeat(run, wanted);
        std::printf("%g %s/s\n", done / seconds_since(begin), programs[i].unit);
        return 0;
    }
    std::fprintf(stderr, "usage: %s --list | NAME SECONDS\n", argv[0]);
    return 2;
}

#define PROGRAMS_MAIN(...)                                                              \
    int main(int argc, char** argv) {                                                   \
        const Program programs[] = {__VA_ARGS__};                                       \
        return run_program(programs, sizeof programs / sizeof programs[0], argc, argv); \
    }
