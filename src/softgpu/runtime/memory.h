// The memory of the software GPU: what lies where, and whether an access is allowed.
//
// One reservation of address space holds everything that kernels reach by global and constant addresses; a device
// address is a host pointer. Pages are committed when they are touched. Freed memory goes back to the system, but its
// addresses are not used again before the others are, so that a use after free is recognised as that.
//
// Beside it there may be zones: address ranges whose memory is managed elsewhere, and which only say here what of them
// is allocated (see zones.h).
//
// The memory that the device's own malloc gives is a part of it, DeviceHeap. All functions may be called by several
// threads at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/mutex.h"
#include "base/result.h"
#include "softgpu/runtime/ranges.h"
#include "softgpu/runtime/zones.h"

namespace ringfence::softgpu {

struct MemoryOptions {
    std::uint64_t total_bytes = std::uint64_t{16} << 30;        // that may be allocated at a time
    std::uint64_t reservation_bytes = std::uint64_t{64} << 30;  // of address space; made larger than total_bytes
    std::uint64_t heap_bytes = std::uint64_t{8} << 20;          // for the device's malloc
};

// Facts about the piece of memory that an access is in.
struct MemoryHit {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
    MemoryKind kind = MemoryKind::Allocation;

    bool contains(std::uint64_t address, std::uint64_t size) const {
        return address >= begin && size <= bytes && address - begin <= bytes - size;
    }
    bool read_only() const { return kind == MemoryKind::Constant || kind == MemoryKind::Parameters; }
};

enum class FreeOutcome : std::uint8_t { Freed, NotAPiece, FreedBefore };

class DeviceMemory {
public:
    static Result<std::unique_ptr<DeviceMemory>> create(const MemoryOptions& options = {});
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    ~DeviceMemory();

    // A piece that begins at a multiple of `alignment`, which is a power of two and made at least 256. Fails if no
    // memory is left.
    Result<std::uint64_t> allocate(std::uint64_t bytes, std::uint64_t alignment = 256,
                                   MemoryKind kind = MemoryKind::Allocation, const std::string& name = {});
    // `address` must be what allocate() gave.
    Result<void> release(std::uint64_t address);

    void add_zone(std::uint64_t begin, std::uint64_t bytes) { zones_.add(begin, bytes); }
    void remove_zone(std::uint64_t begin);
    void announce(std::uint64_t begin, std::uint64_t bytes);
    void retract(std::uint64_t begin);
    // Takes memory that lies elsewhere from the budget; false if not so much is left.
    bool charge(std::uint64_t bytes);
    void refund(std::uint64_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

    // The live piece that holds all of [address, address + bytes).
    std::optional<MemoryHit> find(std::uint64_t address, std::uint64_t bytes) const;
    // Changes when something is released or retracted; what find() gave before holds as long as it stays the same.
    std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }

    // The nearest allocation and how the access lies to it, for people.
    std::string describe(std::uint64_t address, std::uint64_t bytes) const;
    // True if the access begins in memory that was freed.
    bool is_freed(std::uint64_t address) const;
    // True if the address lies in the reservation.
    bool covers(std::uint64_t address) const { return address - begin_ < reserved_; }

    std::uint64_t total_bytes() const { return options_.total_bytes; }
    std::uint64_t used_bytes() const { return used_.load(std::memory_order_relaxed); }

    // The device's malloc and free. 0 if the heap is full.
    std::uint64_t heap_allocate(std::uint64_t bytes);
    FreeOutcome heap_free(std::uint64_t address);
    // How large the heap is to be; no longer possible once something was taken from it.
    Result<void> set_heap_bytes(std::uint64_t bytes);

private:
    DeviceMemory(const MemoryOptions& options, std::uint64_t begin, std::uint64_t reserved);

    const Piece* find_piece(std::uint64_t address) const RF_REQUIRES_SHARED(mutex_);
    bool create_heap() RF_REQUIRES(heap_mutex_);
    void give_back_pages(const Piece& piece) const;

    MemoryOptions options_;
    std::uint64_t begin_ = 0;
    std::uint64_t reserved_ = 0;
    std::atomic<std::uint64_t> used_{0};
    std::atomic<std::uint64_t> generation_{0};
    mutable Mutex heap_mutex_;
    mutable SharedMutex mutex_ RF_ACQUIRED_AFTER(heap_mutex_);
    RangeMap pieces_ RF_GUARDED_BY(mutex_);
    std::atomic<bool> has_heap_{false};
    RangeMap heap_ RF_GUARDED_BY(heap_mutex_);
    Zones zones_;
};

}  // namespace ringfence::softgpu
