// Counts the calls of functions that are not supported.
//
// The counts are printed at exit if RINGFENCE_VERBOSE is set, and sent to the worker for `ringfence status`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/names.h"

namespace ringfence::client {

// Counts the call, traces it, returns the status for "not supported" (801).
int count_unsupported(Api api);
// The listener is called when the driver's private tables are requested, as NVIDIA's own CUDA runtime does.
[[gnu::visibility("default")]] void on_private_tables(void (*listener)());
// The same for a function of a library.
void count_unsupported_function(const char* name);
// The listener is called after each unsupported call.
void on_unsupported_call(void (*listener)());

struct UnsupportedCount {
    std::string name;
    std::uint64_t calls = 0;
};

// The unsupported functions that the program has called so far, in the order of their first calls.
std::vector<UnsupportedCount> unsupported_counts();

// One readable line of limited length, the most-called functions first. Empty if there were no such calls.
std::string describe_unsupported(std::vector<UnsupportedCount> counts);
// Prints that line once, if RINGFENCE_VERBOSE is set. exit() does it, so only programs that end otherwise need this.
void say_unsupported();

}  // namespace ringfence::client
