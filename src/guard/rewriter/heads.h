// The heads of functions, without directives that the guard does not believe or know.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ptx/model.h"

namespace ringfence::guard::rewriting {

// Pragmas that say nothing the guard would have to know. The others are left out: they are hints.
bool is_known(const ptx::Pragma& pragma);

// Refuses a kernel's demands on its launches that the launch path would have to know, and does not.
Result<void> check_heads(const ptx::Module& module, std::vector<Error>* all = nullptr);

// Under another name. The promises of `.ptr` about a parameter are left out, for the assembler would believe them.
void write_head(std::string& out, const ptx::Function& function, std::string_view name);

}  // namespace ringfence::guard::rewriting
