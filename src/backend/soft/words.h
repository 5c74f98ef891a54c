// Words in memory that streams write and wait for.
#pragma once

#include <functional>

#include "backend/device.h"

namespace ringfence::backend::soft {

// The word must be writable and aligned, with 4 or 8 bytes.
void store_word(const WriteWordNode& word);

// Returns true when the condition holds, or false when `is_over` returns true. The word may be written without notice,
// so it is polled: at first every 50 microseconds, then ever less often (at last every 5 milliseconds), so that even a
// thousand waiting streams leave the processor to others.
bool wait_for_word(const WaitWordNode& word, const std::function<bool()>& is_over);

}  // namespace ringfence::backend::soft
