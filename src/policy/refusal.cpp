#include "policy/refusal.h"

#include <fmt/format.h>

#include "base/escape.h"

namespace ringfence::policy {
namespace {

constexpr std::size_t longest_line = 160;

std::string_view without_indent(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

}  // namespace

std::string text_of(const Refusal& refusal, const Program& program) {
    std::string text;
    if (const SourceLine* const line = program.line_of(refusal.insn)) {
        text = fmt::format("{}:{}:{}: refused: {} [{}]\n", escape(program.files[line->file]), line->line, line->column,
                           refusal.message, refusal.rule);
        if (!line->text.empty())
            text += fmt::format("{:>6} | {}\n", line->line, escape(without_indent(line->text), longest_line));
    } else {
        text = fmt::format("refused: {} [{}]\n", refusal.message, refusal.rule);
    }
    if (refusal.insn < program.insns.size()) {
        const Function* const function = program.function_of(refusal.insn);
        text += fmt::format("  instruction {}{}: {}\n", refusal.insn,
                            function == nullptr ? "" : " of " + escape(function->name),
                            text_of(program.insns, refusal.insn));
    }
    if (!refusal.needed.empty()) text += fmt::format("  needed: {}\n", refusal.needed);
    return text;
}

}  // namespace ringfence::policy
