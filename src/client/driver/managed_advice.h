// The advice that a program has given about ranges of its managed memory (cuMemAdvise, cuMemPrefetchAsync).
//
// Managed memory lies where both sides see it, so nothing moves; the advice is only stored, and can be read back
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
    CUmemLocation preferred = {};  // of no type: none
    CUmemLocation prefetched = {};
    std::vector<CUmemLocation> accessed_by;
};

class ManagedAdvice {
public:
    // Changes what is said of all bytes of the range.
    template <typename Change>
    void change(std::uint64_t address, std::uint64_t bytes, Change&& make_change) {
        const MutexLock lock(mutex_);
        const auto end = split(address + bytes);
        for (auto piece = split(address); piece != end; ++piece)
            make_change(piece->second);
    }
    // The advice for each part of the range.
    std::vector<Advice> of(std::uint64_t address, std::uint64_t bytes);
    // The memory is gone.
    void forget(std::uint64_t address, std::uint64_t bytes);

private:
    using Pieces = std::map<std::uint64_t, Advice>;
    // The piece that begins at the address, which is made if need be.
    Pieces::iterator split(std::uint64_t address) RF_REQUIRES(mutex_);

    Mutex mutex_;
    Pieces pieces_ RF_GUARDED_BY(mutex_);  // each up to the next one's begin
};

ManagedAdvice& managed_advice();
// All of the range must be managed memory; after check_context.
CUresult check_managed(std::uint64_t address, std::uint64_t bytes);

}  // namespace ringfence::driver
