// The compiler's side: enters its sandbox, then compiles the texts that come until the worker is gone.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compiler/lockdown.h"

namespace ringfence::compiler {

using Compile = std::function<Result<std::vector<std::byte>>(const std::string& text, const std::string& file_name)>;

// `open` makes all that compiling needs, while it still can: nothing can be opened later. Returns the exit status of
// the process.
int serve(int socket, const std::function<Result<Compile>()>& open, const LockdownOptions& options);

}  // namespace ringfence::compiler
