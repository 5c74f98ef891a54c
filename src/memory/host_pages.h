// Pages of the machine's memory, for data that does not fit on the card (memory/host_supply.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "base/mapped_memory.h"
#include "base/result.h"

namespace ringfence::memory {

// The machine's memory.
struct MachineMemory {
    std::uint64_t total = 0;
    std::uint64_t available = 0;  // without swapping
};

// Where the memory comes from: the machine, and in tests something that fails.
struct HostPages {
    // All pages of fresh memory, cleared, or why they cannot be had. Looks at `is_over` every few milliseconds.
    std::function<Result<void>(std::span<std::byte> memory, const std::atomic<bool>& is_over)> populate;
    std::function<MachineMemory()> look;
};
HostPages machine_pages();

// Addresses for memory of this process alone, which no child gets: in huge pages where the system has them. No page is
// taken yet.
Result<MappedMemory> map_host_part(std::uint64_t bytes);

}  // namespace ringfence::memory
