// Checks the memory ranges that operations name, for single operations and for nodes of a graph.
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

// The fill must not be empty. Returns the range from its first byte to its last.
Result<GraphObject::Range> check_fill(const memory::Window& window, const wire::Fill& fill);

// Checks an aligned word of 4 or 8 bytes.
Result<void> check_word(const memory::Window& window, backend::Address address, std::uint32_t bytes);
// The same for a word that a stream is to wait for. A condition that can never hold is refused, since then not even the
// end of the session could end the wait.
Result<WaitedWord> check_wait(const memory::Window& window, const wire::WaitValue& wait);

}  // namespace ringfence::worker
