// Counts the calls of functions that are not supported.
//
// The counts are told at the program's end if RINGFENCE_VERBOSE is set, and to the worker, for `ringfence status`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/names.h"

namespace ringfence::client {

// Counts the call, traces it, returns the status for "not supported" (801).
int count_unsupported(Api api);
// Called when somebody asks for the driver's private tables, as NVIDIA's own CUDA runtime does.
[[gnu::visibility("default")]] void on_private_tables(void (*listener)());
// The same for a function of a library's.
void count_unsupported_function(const char* name);
// Called after each of these calls.
void on_unsupported_call(void (*listener)());

struct UnsupportedCount {
    std::string name;
    std::uint64_t calls = 0;
};

// The unsupported functions that the program has called so far, in the order of their first calls.
std::vector<UnsupportedCount> unsupported_counts();

// One line for people, the functions that were called most first; of limited length. Empty: there were no such calls.
std::string describe_unsupported(std::vector<UnsupportedCount> counts);
// Prints it, once, if the user wants to know such things. For a program that ends without exit(), which says it itself.
void say_unsupported();

}  // namespace ringfence::client
