// The guard's own device functions, as PTX text: runtime.ptx.
//
// They use `__rf_words`, which must be declared before them, and nothing else of a module's.
#pragma once

#include <string_view>

namespace ringfence::guard {

// All of them, without .version and .target.
std::string_view runtime_text();

// One of them, from `.func` to its closing brace; empty if there is none of this name.
std::string_view runtime_function(std::string_view name);

}  // namespace ringfence::guard
