// The common part of the programs with CUB's and Thrust's device algorithms: memory that is filled alike each time,
// temporary memory that is taken once, and the stream that is timed.
#pragma once

#include <cuda_runtime.h>

#include <cstdlib>
#include <map>
#include <memory>

#include "../serve.h"

namespace program {

inline void check(cudaError_t status, const char* what) {
    if (status == cudaSuccess) return;
    std::fflush(stdout);
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::_Exit(1);
}

inline cudaStream_t stream() {
    static cudaStream_t made = [] {
        cudaStream_t stream = nullptr;
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreate");
        return stream;
    }();
    return made;
}

// How many elements: fewer for the software GPU.
inline int& count() {
    static int value = 1 << 22;
    return value;
}

inline unsigned scramble(unsigned i) {
    i = (i ^ (i >> 16)) * 0x85ebca6bU;
    i = (i ^ (i >> 13)) * 0xc2b2ae35U;
    return i ^ (i >> 16);
}

template <typename T>
class Array {
public:
    Array(std::size_t size, std::function<T(unsigned)> make) : values_(size) {
        for (std::size_t i = 0; i < size; ++i)
            values_[i] = make(static_cast<unsigned>(i));
        check(cudaMalloc(&data_, size * sizeof(T)), "cudaMalloc");
    }
    T* data() const { return data_; }
    void fill() const {
        check(cudaMemcpy(data_, values_.data(), values_.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
        // The copy may have returned before the memory is there, and the timed stream does not wait for it.
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    }
    std::vector<std::uint8_t> bytes() const {
        std::vector<std::uint8_t> all(values_.size() * sizeof(T));
        check(cudaMemcpy(all.data(), data_, all.size(), cudaMemcpyDeviceToHost), "cudaMemcpy");
        return all;
    }

private:
    std::vector<T> values_;
    T* data_ = nullptr;
};

// A workload over arrays: made when it is first checked.
template <typename... Arrays>
outside::Workload workload(const char* name, std::function<std::tuple<Arrays...>()> make,
                           std::function<void(Arrays&...)> launch) {
    const auto arrays = std::make_shared<std::unique_ptr<std::tuple<Arrays...>>>();
    const auto prepare = [=] {
        if (*arrays == nullptr) *arrays = std::make_unique<std::tuple<Arrays...>>(make());
        std::apply([](auto&... array) { (array.fill(), ...); }, **arrays);
    };
    const auto results = [=] {
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        std::vector<std::vector<std::uint8_t>> all;
        std::apply([&](auto&... array) { (all.push_back(array.bytes()), ...); }, **arrays);
        return all;
    };
    return {name, prepare, [=] { std::apply(launch, **arrays); }, results};
}

// Temporary memory of CUB's algorithms: asked for at the first call of each place.
template <typename Algorithm>
void with_memory(std::pair<void*, std::size_t>& memory, Algorithm algorithm) {
    if (memory.first == nullptr) {
        check(algorithm(nullptr, memory.second), "the size of temporary memory");
        check(cudaMalloc(&memory.first, memory.second + 1), "cudaMalloc");
    }
    check(algorithm(memory.first, memory.second), "an algorithm");
}

// `PROGRAM [SAMPLE_MICROSECONDS [ELEMENTS]]`
inline int run(int words, char** arguments, std::function<std::vector<outside::Workload>()> make) {
    if (words > 2) count() = std::atoi(arguments[2]);
    const std::vector<outside::Workload> workloads = make();
    cudaEvent_t begin = nullptr, end = nullptr;
    check(cudaEventCreate(&begin), "cudaEventCreate");
    check(cudaEventCreate(&end), "cudaEventCreate");
    std::string line;
    while (std::getline(std::cin, line) && line != "serve") {
    }
    std::printf("ready");
    for (const auto& one : workloads)
        std::printf(" %s", one.name.c_str());
    std::printf("\n");
    std::fflush(stdout);
    outside::Clock clock;
    clock.begin = [&] { check(cudaEventRecord(begin, stream()), "cudaEventRecord"); };
    clock.end = [&] {
        check(cudaEventRecord(end, stream()), "cudaEventRecord");
        check(cudaEventSynchronize(end), "cudaEventSynchronize");
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, begin, end), "cudaEventElapsedTime");
        return 1000.0 * milliseconds;
    };
    return outside::serve(workloads, clock, words > 1 ? std::atof(arguments[1]) : 2000);
}

}  // namespace program

// A workload with CUB's two calls: its arrays and what is called with `memory` and `bytes`.
#define CUB_WORKLOAD(name, make, parameters, call)                                                                 \
    program::workload(name, std::function(make),                                                                   \
                      std::function([=, memory = std::pair<void*, std::size_t>()] parameters mutable {             \
                          program::with_memory(memory, [&](void* temporary, std::size_t& bytes) { return call; }); \
                      }))
