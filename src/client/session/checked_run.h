// `ringfence run --check`: runs a program to find errors in its kernels.
#pragma once

#include <string>
#include <string_view>

namespace ringfence::client {

// True if this process is a checked run.
bool is_checked_run();

// Formats the report of a fault like a compiler's error: with the source line first, and demangled names.
//
//     saxpy.cu:5: error: kernel 'saxpy(int, float*)': store of 4 bytes outside any allocation
//       at line 27 of the PTX, block (3,0,0), thread (231,0,0)
std::string source_first(std::string_view report);

}  // namespace ringfence::client
