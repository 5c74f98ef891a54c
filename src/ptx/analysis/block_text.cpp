#include "ptx/analysis/block_text.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "ptx/printer.h"

namespace ringfence::ptx {
namespace {

// Whole characters only: what is cut is valid UTF-8.
std::string clipped(std::string text, std::size_t columns) {
    if (text.size() <= columns) return text;
    std::size_t end = columns == 0 ? 0 : columns - 1;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return text.substr(0, end) + "…";
}

std::string name_of(const ControlFlowGraph& cfg, BlockId block) {
    const Block& described = cfg.block(block);
    if (described.table != nullptr) return fmt::format("table {}", described.table->label->name);
    if (described.label != nullptr) return std::string(described.label->name);
    return block == ControlFlowGraph::entry ? "entry" : "";
}

}  // namespace

BlockText block_text(const ControlFlowGraph& cfg, BlockId block, const DrawingOptions& options) {
    BlockText text;
    text.number = fmt::format("#{}", block);
    text.name = clipped(escape(name_of(cfg, block)), options.max_columns);
    const Block& described = cfg.block(block);
    // "1 more" would take the place of the one line that it hides.
    const std::size_t shown = described.instruction_count <= options.max_lines ? described.instruction_count
                              : options.max_lines == 0                         ? 0
                                                                               : options.max_lines - 1;
    for (std::uint32_t i = described.begin; i < described.end && text.lines.size() < shown; ++i) {
        const Statement& statement = cfg.function().body[i];
        if (!statement.is_instruction()) continue;
        text.lines.push_back(clipped(escape(print(cfg.function(), statement.instruction)), options.max_columns));
    }
    if (shown < described.instruction_count)
        text.lines.push_back(fmt::format("… {} more", described.instruction_count - shown));
    return text;
}

std::string function_title(const Function& function, std::size_t limit) {
    return clipped(fmt::format("{} {}", function.is_entry ? ".entry" : ".func", escape(function.name)), limit);
}

}  // namespace ringfence::ptx
