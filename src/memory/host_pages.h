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

// The source of memory: the machine, or a replacement that fails, in tests.
struct HostPages {
    // Allocates all pages of a new mapping, cleared; an error if that fails. Checks `is_over` every few milliseconds.
    std::function<Result<void>(std::span<std::byte> memory, const std::atomic<bool>& is_over)> populate;
    std::function<MachineMemory()> look;
};
HostPages machine_pages();

// Maps private memory, which child processes do not inherit, with huge pages where the system has them. No page is
// allocated yet.
Result<MappedMemory> map_host_part(std::uint64_t bytes);

}  // namespace ringfence::memory
