// The program's exit statuses. Every --help ends with this table, so keep the two alike.
#pragma once

#include <algorithm>

namespace ringfence::cli {

enum class ExitCode : int {
    fine = 0,
    bad_input = 1,      // the input has errors
    bad_usage = 2,      // the command line is wrong
    file_error = 3,     // a file could not be read or written, or a device not be opened
    kernel_failed = 4,  // a kernel was run and failed
    our_bug = 70,
};

inline ExitCode worse(ExitCode a, ExitCode b) {
    return std::max(a, b);
}

constexpr const char* exit_code_help =
    "Exit status:\n"
    "   0  fine\n"
    "   1  the input has errors\n"
    "   2  the command line is wrong\n"
    "   3  a file could not be read or written, or a device not be opened\n"
    "   4  a kernel failed while it ran\n"
    "  70  a bug in ringfence itself";

}  // namespace ringfence::cli
