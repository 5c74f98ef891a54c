// A control-flow graph in the DOT language of Graphviz.
//
// Names and instructions come from hostile text; they are made fit to print and quoted, so the output is always one
// well-formed graph. Its size is linear in the function's.
#pragma once

#include <string>

#include "ptx/analysis/block_text.h"
#include "ptx/analysis/cfg.h"

namespace ringfence::ptx {

std::string to_dot(const ControlFlowGraph& cfg, const DrawingOptions& options = {});

}  // namespace ringfence::ptx
