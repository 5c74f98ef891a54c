// The advice that a program has given about ranges of its managed memory (cuMemAdvise, cuMemPrefetchAsync).
//
// Managed memory is always accessible to both sides and never moves, so advice is only stored for queries
// (cuMemRangeGetAttribute).
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "abi/driver_types.h"
#include "base/mutex.h"

namespace ringfence::driver {

struct Advice {
    bool is_read_mostly = false;
    CUmemLocation preferred = {};  // without a type: none
    CUmemLocation prefetched = {};
    std::vector<CUmemLocation> accessed_by;
};

class ManagedAdvice {
public:
    // Changes the advice for all bytes of the range.
    template <typename Change>
    void change(std::uint64_t address, std::uint64_t bytes, Change&& make_change) {
        const MutexLock lock(mutex_);
        const auto end = split(address + bytes);
        for (auto piece = split(address); piece != end; ++piece)
            make_change(piece->second);
    }
    // The advice for each part of the range.
    std::vector<Advice> of(std::uint64_t address, std::uint64_t bytes);
    // Call it when the memory is freed.
    void forget(std::uint64_t address, std::uint64_t bytes);

private:
    using Pieces = std::map<std::uint64_t, Advice>;
    // The piece that begins at the address, split off if necessary.
    Pieces::iterator split(std::uint64_t address) RF_REQUIRES(mutex_);

    Mutex mutex_;
    Pieces pieces_ RF_GUARDED_BY(mutex_);  // each up to the next one's begin
};

ManagedAdvice& managed_advice();
// Fails unless the whole range is managed memory. Call it after check_context().
CUresult check_managed(std::uint64_t address, std::uint64_t bytes);

}  // namespace ringfence::driver
