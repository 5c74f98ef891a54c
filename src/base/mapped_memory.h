// MappedMemory: the one owner of a range of mapped addresses. Move-only; unmaps on destruction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/result.h"

namespace ringfence {

class MappedMemory {
public:
    MappedMemory() = default;
    MappedMemory(MappedMemory&& other) noexcept : memory_(other.release()) {}
    MappedMemory& operator=(MappedMemory&& other) noexcept {
        if (this != &other) {
            unmap();
            memory_ = other.release();
        }
        return *this;
    }
    MappedMemory(const MappedMemory&) = delete;
    MappedMemory& operator=(const MappedMemory&) = delete;
    ~MappedMemory() { unmap(); }

    // The first `bytes` of a file, shared, for reading and writing, wherever there is room.
    [[nodiscard]] static Result<MappedMemory> map(int fd, std::size_t bytes);
    // The same at an address where nothing is mapped.
    [[nodiscard]] static Result<MappedMemory> map_at(std::uint64_t address, int fd, std::size_t bytes);
    // Memory of this process alone, of no file, that begins at a multiple of `alignment`, a power of two.
    [[nodiscard]] static Result<MappedMemory> map_own(std::size_t bytes, std::size_t alignment);
    // Addresses that nothing else shall get. Nothing can be read or written there.
    [[nodiscard]] static Result<MappedMemory> reserve_at(std::uint64_t address, std::size_t bytes);

    // Puts a file's first bytes over a part of these addresses, or takes them away again (back to "reserved"). The
    // range must lie within them.
    [[nodiscard]] Result<void> overlay(std::uint64_t address, int fd, std::size_t bytes) const;
    [[nodiscard]] Result<void> retire(std::uint64_t address, std::size_t bytes) const;

    [[nodiscard]] std::span<std::byte> bytes() const { return memory_; }
    [[nodiscard]] std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(memory_.data()); }
    [[nodiscard]] std::size_t size() const { return memory_.size(); }
    explicit operator bool() const { return !memory_.empty(); }

    // Gives the mapping to the caller, who unmaps it.
    [[nodiscard]] std::span<std::byte> release() { return std::exchange(memory_, {}); }

private:
    explicit MappedMemory(std::span<std::byte> memory) : memory_(memory) {}
    void unmap();
    [[nodiscard]] bool contains(std::uint64_t address, std::size_t bytes) const;
    static Result<MappedMemory> map_with(std::uint64_t address, int fd, std::size_t bytes, int protection, int flags);

    std::span<std::byte> memory_;
};

}  // namespace ringfence
