// Delays the unloading of unused machine code.
//
// Unloading a library waits for all running work on the card, and blocks launches meanwhile; so does loading. So
// libraries are unloaded when the next one is loaded.
#pragma once

#include <cstddef>
#include <vector>

#include "backend/cuda/driver_api.h"
#include "base/mutex.h"

namespace ringfence::backend::cuda {

class Context;

class RetiredLibraries {
public:
    // Beyond this they are unloaded at once.
    static constexpr std::size_t most_bytes = std::size_t{64} << 20;

    // `bytes`: the size of its image.
    void put(const Context& context, LibraryHandle library, std::size_t bytes);
    void unload(const Context& context);

private:
    Mutex mutex_;  // guards what follows
    std::vector<LibraryHandle> libraries_ RF_GUARDED_BY(mutex_);
    std::size_t bytes_ RF_GUARDED_BY(mutex_) = 0;
};

}  // namespace ringfence::backend::cuda
