// Words in memory that streams write and wait for.
#pragma once

#include <functional>

#include "backend/device.h"

namespace ringfence::backend::soft {

// The word must be writable, aligned, of 4 or 8 bytes.
void store_word(const WriteWordNode& word);

// Returns when the condition holds: true; or when `is_over` does: false. Others may write the word at any time; since
// nobody tells us, it is looked at again and again: first every 50 microseconds, and the longer it takes, the less
// often (at last every 5 milliseconds), so that a thousand streams that wait leave the processor to those that work.
bool wait_for_word(const WaitWordNode& word, const std::function<bool()>& is_over);

}  // namespace ringfence::backend::soft
