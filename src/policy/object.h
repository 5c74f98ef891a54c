// Makes a Program of an object file: puts the code of all its sections together, finds functions, maps, variables and
// hooks, and applies relocations. The result is as hostile as the file: verify() decides over it.
#pragma once

#include "base/result.h"
#include "policy/map.h"
#include "policy/program.h"

namespace ringfence::policy {

[[nodiscard]] Result<Program> load_object(ConstBytes bytes);

}  // namespace ringfence::policy
