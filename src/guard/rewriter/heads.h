// The heads of functions, without what the guard does not believe or know.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "ptx/model.h"

namespace ringfence::guard::rewriting {

// Pragmas that say nothing the guard would have to know. The others are left out: they are hints.
bool is_known(const ptx::Pragma& pragma);

// What a kernel says of its launches that the launch path would have to know, and does not.
Result<void> check_heads(const ptx::Module& module);

// Under another name. What `.ptr` promises of a parameter is left out, for the assembler would believe it.
void write_head(std::string& out, const ptx::Function& function, std::string_view name);

}  // namespace ringfence::guard::rewriting
