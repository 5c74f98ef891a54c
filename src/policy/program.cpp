#include "policy/program.h"

#include <algorithm>

namespace ringfence::policy {

const SourceLine* Program::line_of(std::uint32_t insn) const {
    const auto after = std::upper_bound(lines.begin(), lines.end(), insn,
                                        [](std::uint32_t at, const SourceLine& line) { return at < line.insn; });
    if (after == lines.begin()) return nullptr;
    const SourceLine& line = *std::prev(after);
    // None if the line belongs to an earlier function.
    const Function* const function = function_of(insn);
    return function != nullptr && line.insn < function->begin ? nullptr : &line;
}

const Function* Program::function_of(std::uint32_t insn) const {
    const auto after = std::upper_bound(functions.begin(), functions.end(), insn,
                                        [](std::uint32_t at, const Function& function) { return at < function.begin; });
    if (after == functions.begin()) return nullptr;
    const Function& function = *std::prev(after);
    return insn < function.end ? &function : nullptr;
}

}  // namespace ringfence::policy
