// A guarded module without its text, as bytes: all that a worker needs when the compiled code is there already.
//
// The bytes come from a file of our own, which is checked as a whole before. Still, reading takes any bytes: the result
// can be used without harm, and malformed bytes are no module.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "guard/guard.h"

namespace ringfence::guard {

// A digest of the guard's and the parser's sources: files of another version are of no use.
std::string_view rules_version();

// All but the texts, the reasons of `accesses`, and `left_out`.
std::string kept(const GuardedPtx& module);
std::optional<GuardedPtx> unkept(std::string_view bytes);

}  // namespace ringfence::guard
