// A guarded module without its text, as bytes: what a worker needs of it when the compiled code is there already.
//
// The bytes come from a file of our own, which is checked as a whole before. Still, reading takes any bytes: what it
// gives can be used without harm, and what is wrong is no module.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "guard/guard.h"

namespace ringfence::guard {

// A digest of the guard's and the parser's sources: what another version has kept is of no use.
std::string_view rules_version();

// All but `ptx`, and the reasons of `accesses`.
std::string kept(const GuardedModule& module);
std::optional<GuardedModule> unkept(std::string_view bytes);

}  // namespace ringfence::guard
