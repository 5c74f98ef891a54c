// Writes PTX text.
//
// The canonical layout is stable: printing what was parsed from it gives the same bytes. The source layout takes its
// tokens from the module too, but the white space and comments between them from the text the module was parsed from,
// wherever the two still agree. Debuggers and profilers show PTX by line number, so a module with debug data keeps its
// lines that way.
#pragma once

#include <string>

#include "ptx/model.h"

namespace ringfence::ptx {

enum class Layout : std::uint8_t { Canonical, Source };

std::string print(const Module& module, Layout layout = Layout::Canonical);
// The canonical text, with names that mean nothing but what the module says.
std::string print_for_assembler(const Module& module);

// One instruction without its semicolon, for messages and drawings.
std::string print(const Function& function, const Instruction& instruction);

// A register's name as it was declared: `%r7`.
std::string register_name(const Function& function, RegisterId reg);

}  // namespace ringfence::ptx
