// The few functions of CUDA's runtime that the examples with libraries need, declared here so that they can be built
// without the toolkit. Handles are pointers, enumerations are numbers, as CUDA's ABI has them.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

extern "C" {
int cudaMalloc(void** address, std::size_t bytes);
int cudaFree(void* address);
int cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind);
const char* cudaGetErrorString(int status);
}

namespace ringfence::example {

// Ends the program, with the call's name, unless the status is 0.
inline void check(int status, const char* what) {
    if (status == 0) return;
    std::fprintf(stderr, "%s: status %d\n", what, status);
    std::exit(EXIT_FAILURE);
}

inline void expect(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "this should be so and is not: %s\n", what);
    std::exit(EXIT_FAILURE);
}

// An array in the device's memory.
template <typename T>
class DeviceArray {
public:
    explicit DeviceArray(std::size_t count) : count_(count) {
        check(cudaMalloc(&address_, count * sizeof(T)), "cudaMalloc");
    }
    explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
        check(cudaMemcpy(address_, values.data(), count_ * sizeof(T), 1), "cudaMemcpy to the device");
    }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;
    ~DeviceArray() { static_cast<void>(cudaFree(address_)); }

    T* data() const { return static_cast<T*>(address_); }
    std::vector<T> fetch() const {
        std::vector<T> values(count_);
        check(cudaMemcpy(values.data(), address_, count_ * sizeof(T), 2), "cudaMemcpy to the host");
        return values;
    }

private:
    std::size_t count_;
    void* address_ = nullptr;
};

}  // namespace ringfence::example
