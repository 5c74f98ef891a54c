// Checks of what operations say about memory, for those that come alone and those that are nodes of a graph.
#pragma once

#include <cstdint>

#include "backend/device.h"
#include "base/result.h"
#include "memory/window.h"
#include "wire/operations.h"
#include "worker/objects.h"

namespace ringfence::worker {

struct BoxCopy {
    backend::Box to;
    backend::Box from;
    backend::BoxSize size;
};

inline BoxCopy boxes_of(const wire::CopyBox& copy) {
    return {{copy.to, copy.to_pitch, copy.to_slice},
            {copy.from, copy.from_pitch, copy.from_slice},
            {copy.width, copy.height, copy.depth}};
}

inline bool is_empty(const backend::BoxSize& size) {
    return size.width == 0 || size.height == 0 || size.depth == 0;
}

// For a fill that is not empty. Gives all bytes from the first to the last.
Result<GraphObject::Range> check_fill(const memory::Window& window, const wire::Fill& fill);

// A word of 4 or 8 bytes, aligned.
Result<void> check_word(const memory::Window& window, backend::Address address, std::uint32_t bytes);
// The same for a word to be waited for; a condition that can never hold is refused, since not even the session's end
// could end the wait.
Result<WaitedWord> check_wait(const memory::Window& window, const wire::WaitValue& wait);

}  // namespace ringfence::worker
