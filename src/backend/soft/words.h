// Words in memory that streams write and wait for.
#pragma once

#include <functional>

#include "backend/device.h"

namespace ringfence::backend::soft {

// The word must be writable, aligned, of 4 or 8 bytes.
void store_word(const WriteWordNode& word);

// Returns when the condition holds: true; or when `is_over` does: false. Others may write the word at any time without
// notice, so it is polled: first every 50 microseconds, and the longer it takes, the less often (at last every 5
// milliseconds), so that a thousand waiting streams leave the processor to working ones.
bool wait_for_word(const WaitWordNode& word, const std::function<bool()>& is_over);

}  // namespace ringfence::backend::soft
