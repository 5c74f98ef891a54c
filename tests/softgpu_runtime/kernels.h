// Kernels written by hand: plain functions that call the runtime as compiled code does.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sanitizers.h"
#include "softgpu/runtime/executor.h"
#include "softgpu/runtime/kernel.h"
#include "softgpu/runtime/memory.h"

namespace ringfence::softgpu::test {

#if RINGFENCE_ASAN || RINGFENCE_TSAN
constexpr bool slow_build = true;
#else
constexpr bool slow_build = false;
#endif

// The thread sanitizer has room for a few hundred fibers only.
#if RINGFENCE_TSAN
constexpr bool few_fibers = true;
#else
constexpr bool few_fibers = false;
#endif

// Does what compiled code does around the body of a kernel.
template <void (*body)(ThreadState&)>
void each_thread(ThreadState* thread, std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t number = first; number < end; number += thread->lanes) {
        const std::uint32_t* const ntid = thread->block->ntid;
        thread->thread = number;
        thread->tid[0] = number % ntid[0];
        thread->tid[1] = number / ntid[0] % ntid[1];
        thread->tid[2] = number / ntid[0] / ntid[1];
        thread->local_top = thread->local_begin;
        body(*thread);
    }
}

// Site n is line n of k.ptx; from 100 on, also line n - 100 of k.cu.
const ModuleInfo& test_module();

template <void (*body)(ThreadState&)>
Kernel make_kernel(bool may_wait, std::uint32_t parameter_bytes = 8) {
    Kernel kernel;
    kernel.module = &test_module();
    kernel.name = "k";
    kernel.scalar = each_thread<body>;
    kernel.may_wait = may_wait;
    kernel.parameter_bytes = parameter_bytes;
    return kernel;
}

// The kernel's parameters as one value.
template <typename T>
T parameter(const ThreadState& thread) {
    T value;
    std::memcpy(&value, thread.block->parameters, sizeof(T));
    return value;
}

template <typename T>
T* pointer(std::uint64_t address) {
    return reinterpret_cast<T*>(address);
}

inline std::uint64_t number(const void* address) {
    return reinterpret_cast<std::uint64_t>(address);
}

inline std::uint32_t global_thread(const ThreadState& thread) {
    return thread.block->ctaid[0] * thread.block->thread_count + thread.thread;
}

// A device with what tests need around it.
class Device {
public:
    explicit Device(unsigned workers = 2);

    template <typename T>
    T* allocate(std::size_t count) {
        T* const place = pointer<T>(memory->allocate(count * sizeof(T)).take());
        std::memset(place, 0, count * sizeof(T));
        return place;
    }

    template <typename T>
    Result<void> run(const Kernel& kernel, const Dimensions& grid, const Dimensions& block, const T& parameters) {
        LaunchRequest request;
        request.grid = grid;
        request.block = block;
        return run(kernel, request, parameters);
    }
    template <typename T>
    Result<void> run(const Kernel& kernel, LaunchRequest request, const T& parameters) {
        request.kernel = &kernel;
        request.parameters = std::as_bytes(std::span(&parameters, 1));
        request.output = [this](std::string_view text) { output += text; };
        if (request.limit_ms == 0) request.limit_ms = 60'000;
        return executor->run(request);
    }

    std::unique_ptr<DeviceMemory> memory;
    std::unique_ptr<Executor> executor;
    std::string output;
};

// The report of a launch that must fail, with addresses replaced by "ADDRESS".
std::string report_of(const Result<void>& result);

}  // namespace ringfence::softgpu::test
