// The text of a block in a drawing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/analysis/cfg.h"

namespace ringfence::ptx {

struct DrawingOptions {
    std::size_t max_lines = 12;    // instructions shown of a block; the rest is counted
    std::size_t max_columns = 56;  // characters shown of an instruction

    static DrawingOptions everything() { return {SIZE_MAX, SIZE_MAX}; }
};

struct BlockText {
    std::string number;              // `#4`
    std::string name;                // its label, `entry`, or the name of the table it stands for; may be empty
    std::vector<std::string> lines;  // instructions, and `… 40 more` where some were left out
};

// All of it is fit to print (see base/escape.h).
BlockText block_text(const ControlFlowGraph& cfg, BlockId block, const DrawingOptions& options);

// `.entry name` or `.func name`, cut to `limit` characters.
std::string function_title(const Function& function, std::size_t limit);

}  // namespace ringfence::ptx
