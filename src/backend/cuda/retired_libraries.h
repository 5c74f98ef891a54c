// Machine code that nobody needs any more, and that is still on the card.
//
// To unload a library waits for all that runs on the card, and meanwhile nobody can launch; so does to load one. So
// what is to go waits for the next that comes.
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
