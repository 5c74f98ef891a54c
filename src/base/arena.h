// Arena: memory for many small objects that die together.
//
// Allocation bumps a pointer; chunks double in size up to a bound; nothing is freed before the arena is destroyed.
// Addresses are stable, also when the arena is moved. Destructors are not run, so only trivially destructible types
// are accepted.
//
// An arena may be given a limit in bytes. When it is reached, allocations return null (or an empty span or string) and
// exhausted() stays true: a caller that sets a limit checks for it. Without a limit null is never returned; a machine
// that is out of memory ends the process, as with `new`. An arena is used by one thread at a time.
//
// Under the address sanitizer, memory that was not handed out is poisoned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/sanitizers.h"

#if RINGFENCE_ASAN
#    include <sanitizer/asan_interface.h>
#else
#    define ASAN_POISON_MEMORY_REGION(address, size) static_cast<void>(0)
#    define ASAN_UNPOISON_MEMORY_REGION(address, size) static_cast<void>(0)
#endif

namespace ringfence {

class Arena {
public:
    static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

    explicit Arena(std::size_t limit = unlimited) : limit_(limit) {}
    Arena(Arena&& other) noexcept;
    Arena& operator=(Arena&& other) noexcept;
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    ~Arena() = default;

    // `size` bytes, not initialised, aligned to the power of two `alignment`. Zero bytes is a valid request.
    [[nodiscard]] void* allocate_bytes(std::size_t size, std::size_t alignment) {
        const std::size_t padding = (0 - reinterpret_cast<std::uintptr_t>(cursor_)) & (alignment - 1);
        if (size > remaining_ || padding > remaining_ - size) return allocate_from_new_chunk(size, alignment);
        std::byte* const memory = cursor_ + padding;
        cursor_ = memory + size;
        remaining_ -= padding + size;
        used_ += padding + size;
        ASAN_UNPOISON_MEMORY_REGION(memory, size);
        return memory;
    }

    // One T, constructed from `args` (braces, so aggregates work).
    template <typename T, typename... Args>
    [[nodiscard]] T* allocate(Args&&... args) {
        static_assert(std::is_trivially_destructible_v<T>, "an arena does not run destructors");
        void* memory = allocate_bytes(sizeof(T), alignof(T));
        return memory == nullptr ? nullptr : ::new (memory) T{std::forward<Args>(args)...};
    }

    // `count` value-initialised T.
    template <typename T>
    [[nodiscard]] std::span<T> allocate_span(std::size_t count) {
        static_assert(std::is_trivially_destructible_v<T>, "an arena does not run destructors");
        if (count == 0) return {};
        void* memory = count > unlimited / sizeof(T) ? exhaust() : allocate_bytes(count * sizeof(T), alignof(T));
        if (memory == nullptr) return {};
        T* first = static_cast<T*>(memory);
        std::uninitialized_value_construct_n(first, count);
        return {first, count};
    }

    // A copy of `source` that lives as long as the arena.
    template <typename T>
    [[nodiscard]] std::span<T> copy_span(std::span<const T> source) {
        static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
        if (source.empty()) return {};
        void* memory = allocate_bytes(source.size_bytes(), alignof(T));
        if (memory == nullptr) return {};
        std::memcpy(memory, source.data(), source.size_bytes());
        return {static_cast<T*>(memory), source.size()};
    }
    template <typename T>
    [[nodiscard]] std::span<T> copy_span(const std::vector<T>& source) {
        return copy_span(std::span<const T>(source));
    }
    [[nodiscard]] std::string_view copy_string(std::string_view source) {
        const std::span<char> copy = copy_span(std::span<const char>(source));
        return {copy.data(), copy.size()};
    }

    // Bytes handed out so far, with padding for alignment. The limit counts these.
    [[nodiscard]] std::size_t bytes_used() const { return used_; }
    [[nodiscard]] std::size_t limit() const { return limit_; }
    // True if an allocation was refused because of the limit.
    [[nodiscard]] bool exhausted() const { return exhausted_; }

private:
    void* allocate_from_new_chunk(std::size_t size, std::size_t alignment);
    std::byte* add_chunk(std::size_t size);
    void* exhaust() {
        exhausted_ = true;
        return nullptr;
    }

    std::vector<std::unique_ptr<std::byte[]>> chunks_;
    std::byte* cursor_ = nullptr;
    std::size_t remaining_ = 0;  // bytes at cursor_ that the chunk has and the limit allows
    std::size_t next_chunk_size_ = 4096;
    std::size_t used_ = 0;
    std::size_t limit_ = unlimited;
    bool exhausted_ = false;
};

}  // namespace ringfence
