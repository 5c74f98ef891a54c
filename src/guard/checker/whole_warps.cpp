#include "guard/checker/whole_warps.h"

#include <fmt/format.h>

#include "ptx/analysis/defuse.h"
#include "ptx/analysis/uniformity.h"
#include "ptx/printer.h"

namespace ringfence::guard {

void check_whole_warps(Flow& flow, std::vector<Finding>& findings) {
    const ptx::Function& function = flow.function();
    std::vector<std::uint32_t> statements;
    for (std::uint32_t i = 0; i < function.body.size(); ++i) {
        if (function.body[i].is_instruction() && ptx::is_for_whole_warp(flow.instruction(i))) statements.push_back(i);
    }
    if (statements.empty()) return;
    const auto report = [&](std::uint32_t statement, std::string_view why) {
        findings.push_back({function.name, statement, function.body[statement].where, "whole warps",
                            fmt::format("`{}`: {}", ptx::print(function, flow.instruction(statement)), why)});
    };
    // Where it is called from is not looked at.
    if (!function.is_entry) return report(statements.front(), "only a kernel's own body may have it");
    const ptx::DefUse registers(function);
    const ptx::Uniformity uniformity(flow.cfg(), flow.dominators(), registers);
    for (const std::uint32_t statement : statements) {
        if (flow.cfg().is_reachable(flow.cfg().block_of(statement)) && !uniformity.execute_together(statement))
            report(statement, "not all threads of a warp are known to come to it together");
    }
}

}  // namespace ringfence::guard
