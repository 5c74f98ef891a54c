// Makes a Program from an object file: joins the code of all sections, finds functions, maps, variables and hooks, and
// applies relocations. The result is as hostile as the file: verify() must accept it.
#pragma once

#include "base/result.h"
#include "policy/map.h"
#include "policy/program.h"

namespace ringfence::policy {

[[nodiscard]] Result<Program> load_object(ConstBytes bytes);

}  // namespace ringfence::policy
