// Sleeping until a word in memory changes: the kernel's futex, for memory that processes share.
//
// A waiter must not trust a wake-up: it looks at the word again. Neither call sets an error; the worst that a peer can
// do with a word is to wake its sleepers too often or to let them sleep until their timeout.
#pragma once

#include <atomic>
#include <chrono>
#include <climits>
#include <cstdint>

namespace ringfence {

// Sleeps while the word is `expected`: until woken, until `timeout` has passed, or for no reason.
void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected, std::chrono::nanoseconds timeout);

// Wakes those that sleep on the word, and says how many that were.
int futex_wake(std::atomic<std::uint32_t>& word, int at_most = INT_MAX);

}  // namespace ringfence
