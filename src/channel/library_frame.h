// The format in which a shim sends the arguments of one library call to the worker.
//
//   | mask: which arguments are copies | one word for each argument | the copies |
//
// A word is a number, a handle, a device address, or the offset and length of a copy of host memory.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "base/result.h"

namespace ringfence::channel {

// The libraries, with their numbers on the channel.
enum class Library : std::uint32_t { Cufft, Cublas, CublasLt, Cusolver, Cusparse, Curand, Cudnn, Nccl, Cufile, Nvml };
constexpr std::uint32_t library_count = 10;

constexpr std::size_t most_library_arguments = 63;

class LibraryFrame {
public:
    template <typename T>
    void add(T value) {
        static_assert(std::is_arithmetic_v<T> || std::is_pointer_v<T> || std::is_enum_v<T>);
        if constexpr (std::is_pointer_v<T>) {
            words_.push_back(reinterpret_cast<std::uint64_t>(value));
        } else if constexpr (std::is_floating_point_v<T>) {
            words_.push_back(std::bit_cast<std::uint64_t>(static_cast<double>(value)));
        } else {
            words_.push_back(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
        }
    }
    void add_copy(const void* from, std::size_t bytes);

    // The bytes to send.
    std::vector<std::byte> bytes() const;

private:
    std::uint64_t mask_ = 0;
    std::vector<std::uint64_t> words_;
    std::vector<std::byte> copies_;
};

// The worker's view of such a frame. It refers to the bytes that it was read from, which must be a private copy.
class LibraryArguments {
public:
    // Fails unless there are `count` arguments and all copies lie within the bytes.
    [[nodiscard]] static Result<LibraryArguments> read(std::span<const std::byte> bytes, std::size_t count);

    std::uint64_t word(std::size_t index) const;
    std::int32_t i32(std::size_t index) const { return static_cast<std::int32_t>(word(index)); }
    std::int64_t i64(std::size_t index) const { return static_cast<std::int64_t>(word(index)); }
    double f64(std::size_t index) const { return std::bit_cast<double>(word(index)); }
    bool is_copy(std::size_t index) const { return (mask_ >> index & 1) != 0; }
    // Empty if the argument is not a copy.
    std::span<const std::byte> copy(std::size_t index) const;

private:
    LibraryArguments() = default;

    std::uint64_t mask_ = 0;
    std::span<const std::byte> words_;
    std::span<const std::byte> copies_;
};

}  // namespace ringfence::channel
