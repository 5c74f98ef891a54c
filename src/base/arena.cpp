#include "base/arena.h"

#include <algorithm>

namespace ringfence {
namespace {

constexpr std::size_t largest_chunk_size = std::size_t{1} << 20;
constexpr std::size_t chunk_alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

}  // namespace

Arena::Arena(Arena&& other) noexcept {
    *this = std::move(other);
}

Arena& Arena::operator=(Arena&& other) noexcept {
    if (this == &other) return *this;
    chunks_ = std::exchange(other.chunks_, {});
    cursor_ = std::exchange(other.cursor_, nullptr);
    remaining_ = std::exchange(other.remaining_, 0);
    next_chunk_size_ = other.next_chunk_size_;
    used_ = std::exchange(other.used_, 0);
    limit_ = other.limit_;
    exhausted_ = std::exchange(other.exhausted_, false);
    return *this;
}

std::byte* Arena::add_chunk(std::size_t size) {
    chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
    std::byte* const begin = chunks_.back().get();
    ASAN_POISON_MEMORY_REGION(begin, size);
    return begin;
}

void* Arena::allocate_from_new_chunk(std::size_t size, std::size_t alignment) {
    const std::size_t room_for_padding = alignment > chunk_alignment ? alignment : 0;
    const std::size_t allowed = limit_ - used_;
    if (size > allowed || room_for_padding > allowed - size) return exhaust();
    const std::size_t needed = size + room_for_padding;

    // A large object gets a chunk of its own, and the rest of the current chunk stays in use.
    if (needed > next_chunk_size_) {
        std::byte* const begin = add_chunk(needed);
        const std::size_t padding = (0 - reinterpret_cast<std::uintptr_t>(begin)) & (alignment - 1);
        used_ += padding + size;
        remaining_ = std::min(remaining_, limit_ - used_);
        ASAN_UNPOISON_MEMORY_REGION(begin + padding, size);
        return begin + padding;
    }

    cursor_ = add_chunk(next_chunk_size_);
    remaining_ = std::min(next_chunk_size_, allowed);
    next_chunk_size_ = std::min(next_chunk_size_ * 2, largest_chunk_size);
    return allocate_bytes(size, alignment);
}

}  // namespace ringfence
