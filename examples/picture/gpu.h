// A device with one module and one stream: what a program with a few kernels needs, in a few calls.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/device.h"
#include "backend/parameters.h"
#include "base/result.h"

namespace ringfence::example {

class Stopwatch {
public:
    double milliseconds() const {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct Places {
    std::string kernels;  // the folder with the PTX files
    std::string out;      // where pictures go
    std::string cache;    // where compiled kernels go
};

class Gpu {
public:
    // Opens the software GPU and loads a module. Kernels are compiled, or taken from the cache, at their first launch.
    static Result<std::unique_ptr<Gpu>> open(const Places& places, const std::string& ptx_file);
    Gpu() = default;
    ~Gpu();
    Gpu(const Gpu&) = delete;
    Gpu& operator=(const Gpu&) = delete;

    const backend::Properties& properties() const { return device_->properties(); }

    // Buffers live as long as the Gpu.
    Result<backend::Address> allocate(std::uint64_t bytes);
    Result<void> clear(backend::Address address, std::uint64_t bytes);

    template <typename T>
    Result<backend::Address> upload(const std::vector<T>& values) {
        const std::span<const std::byte> bytes = std::as_bytes(std::span(values));
        RF_TRY(const backend::Address address, allocate(bytes.size()));
        RF_RETURN_IF_ERROR(device_->copy_to_device(*stream_, address, bytes));
        RF_RETURN_IF_ERROR(wait());
        return address;
    }

    template <typename T>
    Result<std::vector<T>> download(backend::Address address, std::size_t count) {
        std::vector<T> values(count);
        RF_RETURN_IF_ERROR(device_->copy_to_host(*stream_, std::as_writable_bytes(std::span(values)), address));
        RF_RETURN_IF_ERROR(wait());
        return values;
    }

    // Puts a launch on the stream. The arguments must have the types that the kernel's parameters have.
    template <typename... Arguments>
    Result<void> launch(const char* kernel, backend::Dim3 grid, backend::Dim3 block, const Arguments&... arguments) {
        RF_TRY(const backend::Function* function, module_->function(kernel));
        backend::ParameterBlock parameters(function->info());
        std::size_t index = 0;
        Result<void> set;
        (void)((set = parameters.set(index++, arguments), set.ok()) && ...);
        if (!set.ok()) return set;
        RF_TRY(const std::span<const std::byte> bytes, parameters.bytes());
        return device_->launch(*stream_, *function, {.grid = grid, .block = block}, bytes);
    }

    // For what was put on the stream. Gives the failure of a kernel.
    Result<void> wait() { return stream_->synchronize(); }

private:
    std::unique_ptr<backend::Device> device_;
    std::unique_ptr<backend::Module> module_;
    std::unique_ptr<backend::Stream> stream_;
    std::vector<backend::Address> buffers_;
};

// How many blocks of `size` cover `count`.
constexpr std::uint32_t blocks(std::uint32_t count, std::uint32_t size) {
    return (count + size - 1) / size;
}

}  // namespace ringfence::example
