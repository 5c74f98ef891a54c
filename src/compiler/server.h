// The compiler's side: locks itself down, then compiles what comes until the worker is gone.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compiler/lockdown.h"

namespace ringfence::compiler {

using Compile = std::function<Result<std::vector<std::byte>>(const std::string& text, const std::string& file_name)>;

// `open` makes all that compiling needs, while it still can: what it opens later will not open. The status for the end
// of the process.
int serve(int socket, const std::function<Result<Compile>()>& open, const LockdownOptions& options);

}  // namespace ringfence::compiler
