// The options of cuModuleLoadDataEx that matter here: where the compiler's log goes.
#pragma once

#include <string_view>

#include "abi/driver_types.h"

namespace ringfence::driver {

struct JitOptions {
    CUjit_option* names = nullptr;
    void** values = nullptr;
    unsigned count = 0;
};

// True if the program has passed a buffer for errors.
bool takes_errors(const JitOptions& options);

// Writes the log into the buffer for information, or the one for errors, and their sizes as CUDA does.
void write_log(const JitOptions& options, bool is_success, std::string_view log);

}  // namespace ringfence::driver
