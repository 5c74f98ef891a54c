// The client's table of the session's memory.
//
// It answers queries about pointers, and finds wrong arguments before anything is sent. Security does not depend on it:
// the worker checks every range again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/mutex.h"

namespace ringfence::client {

enum class MemoryKind : std::uint8_t {
    Device,
    Pool,        // device memory from a stream-ordered allocation
    Shared,      // device memory that another process made, or a segment
    Reserved,    // addresses at which the program maps memory itself
    Global,      // a variable of a module
    Host,        // page-locked: the device uses the same address
    Managed,     // like Host, from cuMemAllocManaged
    Registered,  // the program's own, registered with cuMemHostRegister
};

struct Allocation {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    MemoryKind kind = MemoryKind::Device;
    std::uint64_t context = 0;
    std::uint64_t id = 0;     // unique in the life of the process
    std::uint64_t owner = 0;  // the pool or module that it came from
    std::uint32_t flags = 0;  // of the request

    bool contains(std::uint64_t begin, std::uint64_t size) const {
        return begin >= address && begin - address <= bytes && size <= bytes - (begin - address);
    }
    // True if the program can use these addresses as they are.
    bool is_for_host() const {
        return kind == MemoryKind::Host || kind == MemoryKind::Managed || kind == MemoryKind::Registered;
    }
    // True if a device can use these addresses as they are.
    bool is_in_session() const { return kind != MemoryKind::Registered; }
};

class Allocations {
public:
    void add(Allocation allocation);
    // Removes the allocation that begins there; nothing if none does.
    std::optional<Allocation> remove(std::uint64_t address);
    // The allocation that contains this address. An empty allocation contains its own address.
    std::optional<Allocation> find(std::uint64_t address) const;
    std::optional<Allocation> find_beginning_at(std::uint64_t address) const;

    bool empty() const {
        const ReaderLock lock(mutex_);
        return by_address_.empty();
    }

    template <typename Predicate>
    std::vector<Allocation> select(Predicate&& matches) const {
        const ReaderLock lock(mutex_);
        std::vector<Allocation> result;
        for (const auto& [address, allocation] : by_address_) {
            if (matches(allocation)) result.push_back(allocation);
        }
        return result;
    }

private:
    mutable SharedMutex mutex_;
    std::map<std::uint64_t, Allocation> by_address_ RF_GUARDED_BY(mutex_);
    std::uint64_t last_id_ RF_GUARDED_BY(mutex_) = 0;
};

}  // namespace ringfence::client
