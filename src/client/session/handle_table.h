// The objects behind the handles of one kind.
//
// find() takes no lock, since every launch calls it. An object exists until it is erased; a program that destroys what
// another of its threads is using breaks CUDA's rules, and harms only itself.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/handle.h"
#include "base/mutex.h"

namespace ringfence::client {

// Indices below `first` are reserved.
template <typename T, HandleKind kind, std::uint32_t first = 0>
class HandleTable {
public:
    static constexpr std::uint32_t chunk_entries = 1024;
    static constexpr std::uint32_t chunk_count = 1024;
    static constexpr std::size_t largest = std::size_t{chunk_entries} * chunk_count - first;

    HandleTable() = default;
    HandleTable(const HandleTable&) = delete;
    HandleTable& operator=(const HandleTable&) = delete;
    ~HandleTable() {
        for (auto& chunk : chunks_)
            const std::unique_ptr<Chunk> owner(chunk.load(std::memory_order_relaxed));
    }

    // The handle of a new object; handle 0 if there are too many: then the caller keeps the object.
    Handle insert(std::unique_ptr<T>&& object) {
        const MutexLock lock(mutex_);
        if (size_ >= most_) return {};
        std::uint32_t index = used_;
        if (!free_.empty()) {
            index = free_.back();
            free_.pop_back();
        } else {
            ++used_;
        }
        Entry& entry = make_entry(index);
        entry.generation = (entry.generation + 1) & Handle::generation_mask;
        const Handle handle = Handle::make(kind, entry.generation, index);
        entry.object = std::move(object);
        entry.bits.store(handle.bits, std::memory_order_release);
        ++size_;
        return handle;
    }

    T* find(Handle handle) const {
        Entry* entry = entry_of(handle.index());
        if (entry == nullptr || entry->bits.load(std::memory_order_acquire) != handle.bits) return nullptr;
        return entry->object.get();
    }

    // Removes the object; null if there is none.
    std::unique_ptr<T> erase(Handle handle) {
        const MutexLock lock(mutex_);
        Entry* entry = entry_of(handle.index());
        if (entry == nullptr || entry->bits.load(std::memory_order_relaxed) != handle.bits) return nullptr;
        entry->bits.store(0, std::memory_order_release);
        free_.push_back(handle.index());
        --size_;
        return std::move(entry->object);
    }

    // The handles of all objects that match.
    template <typename Predicate>
    std::vector<Handle> select(Predicate&& matches) const {
        const MutexLock lock(mutex_);
        std::vector<Handle> result;
        for (std::uint32_t index = first; index < used_; ++index) {
            const Entry* entry = entry_of(index);
            const Handle handle{entry->bits.load(std::memory_order_relaxed)};
            if (handle.bits != 0 && matches(*entry->object)) result.push_back(handle);
        }
        return result;
    }

    // Lowers the limit. For tests of what happens beyond it.
    void limit_to(std::size_t most) {
        const MutexLock lock(mutex_);
        most_ = std::min(most, largest);
    }
    std::size_t size() const {
        const MutexLock lock(mutex_);
        return size_;
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> bits{0};
        std::uint32_t generation = 0;  // changed with the table's mutex held
        std::unique_ptr<T> object;
    };
    using Chunk = std::array<Entry, chunk_entries>;

    Entry* entry_of(std::uint32_t index) const {
        if (index >= chunk_entries * chunk_count) return nullptr;
        Chunk* chunk = chunks_[index / chunk_entries].load(std::memory_order_acquire);
        return chunk == nullptr ? nullptr : &(*chunk)[index % chunk_entries];
    }
    Entry& make_entry(std::uint32_t index) RF_REQUIRES(mutex_) {
        auto& place = chunks_[index / chunk_entries];
        if (place.load(std::memory_order_relaxed) == nullptr) {
            place.store(std::make_unique<Chunk>().release(), std::memory_order_release);
        }
        return *entry_of(index);
    }

    mutable Mutex mutex_;
    std::vector<std::uint32_t> free_ RF_GUARDED_BY(mutex_);
    std::uint32_t used_ RF_GUARDED_BY(mutex_) = first;
    std::size_t most_ RF_GUARDED_BY(mutex_) = largest;
    std::size_t size_ RF_GUARDED_BY(mutex_) = 0;
    std::array<std::atomic<Chunk*>, chunk_count> chunks_{};
};

}  // namespace ringfence::client
