#include "ptx/analysis/dot.h"

#include <fmt/format.h>

#include "ptx/analysis/dominators.h"
#include "ptx/analysis/loops.h"

namespace ringfence::ptx {
namespace {

void append_quoted(std::string& out, std::string_view text) {
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
}

std::string block_label(const BlockText& text) {
    std::string label;
    append_quoted(label, text.number);
    if (!text.name.empty()) label += "  ";
    append_quoted(label, text.name);
    label += "\\l";
    for (const std::string& line : text.lines) {
        label += "  ";
        append_quoted(label, line);
        label += "\\l";
    }
    return label;
}

std::string_view edge_style(EdgeKind kind) {
    switch (kind) {
        case EdgeKind::Fallthrough: return "color=\"#57606a\"";
        case EdgeKind::Taken: return "color=\"#1a7f4b\"";
        case EdgeKind::Table: return "color=\"#8250df\"";
        case EdgeKind::Leave: return "color=\"#57606a\", style=dashed";
    }
    return "";
}

}  // namespace

std::string to_dot(const ControlFlowGraph& cfg, const DrawingOptions& options) {
    const LoopForest loops(cfg, dominators(cfg));
    std::string out = "digraph cfg {\n    label=\"";
    append_quoted(out, function_title(cfg.function(), 200));
    out +=
        "\";\n    labelloc=t;\n    node [shape=box, fontname=monospace, fontsize=10, style=filled, "
        "fillcolor=white];\n    edge [fontname=monospace, fontsize=9];\n";
    for (BlockId block = 0; block < cfg.size(); ++block) {
        out += fmt::format("    b{} [label=\"{}\"{}];\n", block, block_label(block_text(cfg, block, options)),
                           cfg.is_reachable(block) ? "" : ", style=\"filled,dashed\", fillcolor=\"#eeeeee\"");
    }
    if (!cfg.graph().predecessors(cfg.exit()).empty())
        out += fmt::format("    b{} [label=\"exit\", shape=oval];\n", cfg.exit());
    for (const FlowEdge& edge : cfg.edges()) {
        const bool back = loops.is_back_edge(edge.from, edge.to);
        out += fmt::format("    b{} -> b{} [{}];\n", edge.from, edge.to,
                           back ? "color=\"#bc4c00\", constraint=false" : edge_style(edge.kind));
    }
    return out + "}\n";
}

}  // namespace ringfence::ptx
