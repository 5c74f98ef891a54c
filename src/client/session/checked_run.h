// `ringfence run --check`: a program that is run to find the mistakes in its kernels.
#pragma once

#include <string>
#include <string_view>

namespace ringfence::client {

// True if this process is a checked run.
bool is_checked_run();

// The report of a fault as a compiler would write it: the line of the source in front, names as the source has them.
//
//     saxpy.cu:5: error: kernel 'saxpy(int, float*)': store of 4 bytes outside any allocation
//       at line 27 of the PTX, block (3,0,0), thread (231,0,0)
std::string source_first(std::string_view report);

}  // namespace ringfence::client
