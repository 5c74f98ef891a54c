// Blocks of memory pools that the program has freed in a stream's order.
//
// They are kept for the next allocation of that size on the same stream: later work of the stream comes after all work
// that used the block, so no call or wait is needed. As in CUDA, what exceeds a pool's release threshold is freed when
// the program waits for the stream.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/mutex.h"
#include "client/driver/state.h"

namespace ringfence::driver {

struct FreedBlock {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint64_t pool = 0;
    std::uint64_t stream = 0;
};

class FreedBlocks {
public:
    // Removes a matching block, and returns its address.
    std::optional<std::uint64_t> take(std::uint64_t bytes, std::uint64_t pool, std::uint64_t stream);
    // Adds a block, and frees older ones if there are too many.
    void keep(const FreedBlock& block);
    // Frees blocks beyond their pools' thresholds: those of a stream that is about to be waited for, or all.
    void give_back_beyond_threshold(std::optional<std::uint64_t> stream = std::nullopt);
    void give_back_of_stream(std::uint64_t stream);
    void give_back_of_pool(std::uint64_t pool);
    // True if there were any.
    bool give_back_all();
    std::uint64_t bytes_of_pool(std::uint64_t pool) const;
    // Call it when the session that they belonged to is gone.
    void forget();

private:
    template <typename Predicate>
    bool give_back_if(const Predicate& predicate);

    mutable Mutex mutex_;
    std::vector<FreedBlock> blocks_ RF_GUARDED_BY(mutex_);  // the oldest first
};

FreedBlocks& freed_blocks();

// Asks for memory; if there is too little, frees the kept blocks and asks once more.
template <typename Ask>
CUresult ask_for_memory(const Ask& ask) {
    const CUresult result = ask();
    if (result != CUDA_ERROR_OUT_OF_MEMORY || !freed_blocks().give_back_all()) return result;
    // They are free when their streams have reached that point.
    static_cast<void>(session().call(wire::SynchronizeSession{}));
    return ask();
}

}  // namespace ringfence::driver
