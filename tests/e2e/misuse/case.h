// A case of misuse.cu: a name, and calls whose statuses are printed one after the other.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

struct Case {
    const char* name;
    void (*run)();
};

inline void say(int status) {
    std::printf(" %d", status);
    std::fflush(stdout);
}

// For what must work before the case can begin.
inline void must(int status) {
    if (status == 0) return;
    std::printf(" (cannot prepare: %d)", status);
    std::fflush(stdout);
    std::_Exit(0);
}

inline void* some_memory(std::size_t bytes = 4096) {
    void* memory = nullptr;
    must(cudaMalloc(&memory, bytes));
    return memory;
}

inline CUdeviceptr address_of(void* memory) {
    return reinterpret_cast<CUdeviceptr>(memory);
}

inline cudaStream_t new_stream() {
    cudaStream_t stream = nullptr;
    must(cudaStreamCreate(&stream));
    return stream;
}

inline cudaEvent_t new_event(unsigned flags = cudaEventDefault) {
    cudaEvent_t event = nullptr;
    must(cudaEventCreateWithFlags(&event, flags));
    return event;
}

// Makes the runtime's context current, for the driver API.
inline void prepare() {
    must(cudaFree(nullptr));
}

static __global__ void touch(int* address) {
    *address = 1;
}

static __global__ void busy(long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
}
