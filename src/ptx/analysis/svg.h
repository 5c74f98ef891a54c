// A control-flow graph as a drawing: one SVG file that needs nothing else.
//
// Blocks show their number, label and first instructions, tinted by loop depth; edges are coloured by kind, back edges
// run at the side. The exit is not drawn: a dot under a block says that it can leave the function. A function with more
// blocks or edges than can be read is drawn as a grid of small squares, one for each block or run of blocks, so the
// size of the drawing is bounded however large the function is.
//
// Names and instructions come from hostile text; they are made fit to print and escaped.
#pragma once

#include <cstddef>
#include <string>

#include "ptx/analysis/block_text.h"
#include "ptx/analysis/cfg.h"

namespace ringfence::ptx {

struct SvgOptions {
    DrawingOptions text;
    std::size_t max_blocks = 2000;  // more are drawn as squares
    std::size_t max_edges = 6000;
    std::size_t max_squares = 20'000;
};

std::string to_svg(const ControlFlowGraph& cfg, const SvgOptions& options = {});

}  // namespace ringfence::ptx
