// The command line of `ringfence`.
#pragma once

#include "cli/exit_code.h"

namespace ringfence::cli {

ExitCode run(int argc, const char* const* argv);

}  // namespace ringfence::cli
