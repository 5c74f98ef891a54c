// Blocks of memory pools that the program has freed in a stream's order.
//
// They are kept for the next allocation of that size on the same stream: what is put on the stream from now on comes
// after all that used the block, so nobody has to be asked, nor waited for. As natively, what a pool may not keep (its
// release threshold) goes back when the program waits for the stream.
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
    // Its address, and it is the caller's.
    std::optional<std::uint64_t> take(std::uint64_t bytes, std::uint64_t pool, std::uint64_t stream);
    // Gives older ones back if there are too many.
    void keep(const FreedBlock& block);
    // Gives back blocks that their pools may not keep: those of a stream that is about to be waited for, or all.
    void give_back_beyond_threshold(std::optional<std::uint64_t> stream = std::nullopt);
    void give_back_of_stream(std::uint64_t stream);
    void give_back_of_pool(std::uint64_t pool);
    // Says whether there were any.
    bool give_back_all();
    std::uint64_t bytes_of_pool(std::uint64_t pool) const;
    // The session that they were of is gone.
    void forget();

private:
    template <typename Predicate>
    bool give_back_if(const Predicate& predicate);

    mutable Mutex mutex_;
    std::vector<FreedBlock> blocks_ RF_GUARDED_BY(mutex_);  // the oldest first
};

FreedBlocks& freed_blocks();

// Asks for memory, and once more without the freed blocks where there is too little.
template <typename Ask>
CUresult ask_for_memory(const Ask& ask) {
    const CUresult result = ask();
    if (result != CUDA_ERROR_OUT_OF_MEMORY || !freed_blocks().give_back_all()) return result;
    // They are there when their streams have come to that.
    static_cast<void>(session().call(wire::SynchronizeSession{}));
    return ask();
}

}  // namespace ringfence::driver
