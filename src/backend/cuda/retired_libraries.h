// Unused machine code that is still on the card.
//
// Unloading a library waits for all running work on the card, and launches wait meanwhile; so does loading one. So
// unloading waits for the next load.
#pragma once

#include <cstddef>
#include <vector>

#include "backend/cuda/driver_api.h"
#include "base/mutex.h"

namespace ringfence::backend::cuda {

class Context;

class RetiredLibraries {
public:
    // More than this do not wait.
    static constexpr std::size_t most_bytes = std::size_t{64} << 20;

    // `bytes`: of the image that it was made of.
    void put(const Context& context, LibraryHandle library, std::size_t bytes);
    void unload(const Context& context);

private:
    Mutex mutex_;  // guards what follows
    std::vector<LibraryHandle> libraries_ RF_GUARDED_BY(mutex_);
    std::size_t bytes_ RF_GUARDED_BY(mutex_) = 0;
};

}  // namespace ringfence::backend::cuda
