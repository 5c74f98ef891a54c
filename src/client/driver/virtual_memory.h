// The client's record of the program's virtual memory: reserved addresses, created memory, and mappings. The worker
// checks everything again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "base/mutex.h"
#include "client/driver/shareable_file.h"
#include "client/driver/state.h"

namespace ringfence::driver {

// The card's unit for creating and mapping memory.
constexpr std::uint64_t virtual_memory_unit = std::uint64_t{2} << 20;

class VirtualMemory {
public:
    CUresult reserve(std::uint64_t bytes, std::uint64_t alignment, std::uint64_t& address);
    CUresult free(std::uint64_t address, std::uint64_t bytes);

    CUresult create(std::uint64_t bytes, const CUmemAllocationProp& properties, std::uint64_t& memory);
    CUresult retain(std::uint64_t address, std::uint64_t& memory);
    CUresult release(std::uint64_t memory);
    std::optional<CUmemAllocationProp> properties(std::uint64_t memory);
    // The size of the memory; 0 if there is no such memory.
    std::uint64_t bytes(std::uint64_t memory);
    // Export memory for other processes, and import what another process, or this one, has exported.
    CUresult export_memory(std::uint64_t memory, ShareToken& token);
    CUresult import_memory(const ShareToken& token, std::uint64_t& memory);

    CUresult map(std::uint64_t address, std::uint64_t bytes, std::uint64_t memory);
    CUresult unmap(std::uint64_t address, std::uint64_t bytes);
    CUresult set_access(std::uint64_t address, std::uint64_t bytes, CUmemAccess_flags access);
    // True if all of these addresses have memory.
    bool holds(std::uint64_t address, std::uint64_t bytes);
    std::optional<CUmemAccess_flags> access(std::uint64_t address);

    // Call it after a reset of the session: nothing exists any more.
    void forget();

private:
    struct Memory {
        std::uint64_t bytes = 0;
        CUmemAllocationProp properties = {};
        std::uint64_t handles = 1;  // by cuMemCreate and cuMemRetainAllocationHandle
        std::uint64_t mappings = 0;
    };
    struct Mapping {
        std::uint64_t bytes = 0;
        std::uint64_t memory = 0;
        CUmemAccess_flags access = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    };
    using Mappings = std::map<std::uint64_t, Mapping>;

    Mappings::iterator find(std::uint64_t address) RF_REQUIRES(mutex_);
    // True if these addresses are whole, adjacent mappings.
    bool covers(std::uint64_t address, std::uint64_t bytes) RF_REQUIRES(mutex_);
    CUresult destroy_if_unused(std::map<std::uint64_t, Memory>::iterator memory) RF_REQUIRES(mutex_);

    Mutex mutex_;  // held during calls to the worker, so that both sides agree
    std::map<std::uint64_t, std::uint64_t> reserved_ RF_GUARDED_BY(mutex_);
    std::map<std::uint64_t, Memory> memory_ RF_GUARDED_BY(mutex_);
    Mappings mappings_ RF_GUARDED_BY(mutex_);
};

VirtualMemory& virtual_memory();

}  // namespace ringfence::driver
