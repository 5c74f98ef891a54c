#include "backend/cuda/retired_libraries.h"

#include <utility>

#include "backend/cuda/context.h"
#include "backend/cuda/step_back.h"

namespace ringfence::backend::cuda {

void RetiredLibraries::put(const Context& context, LibraryHandle library, std::size_t bytes) {
    {
        const MutexLock lock(mutex_);
        libraries_.push_back(library);
        bytes_ += bytes;
        if (bytes_ <= most_bytes) return;
    }
    unload(context);
}

void RetiredLibraries::unload(const Context& context) {
    std::vector<LibraryHandle> libraries;
    {
        const MutexLock lock(mutex_);
        libraries = std::exchange(libraries_, {});
        bytes_ = 0;
    }
    // If this fails the context is lost, and its memory with it.
    for (LibraryHandle library : libraries) {
        context.api().library_unload(library);
        step_back_for_others();
    }
}

}  // namespace ringfence::backend::cuda
