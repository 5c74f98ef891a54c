#include "guard/checker/whole_warps.h"

#include <fmt/format.h>

#include "guard/checker/counted_exit.h"
#include "ptx/analysis/defuse.h"
#include "ptx/analysis/stragglers.h"
#include "ptx/analysis/uniformity.h"
#include "ptx/printer.h"

namespace ringfence::guard {
namespace {

// The guard's own functions that return wait for no other thread. Any other function may do anything.
bool comes_back(const ptx::Function& function) {
    return function.name == "__rf_violation" || function.name == "__rf_vprintf" || function.name == "__rf_malloc" ||
           function.name == "__rf_free" || function.name == "__rf_trap" || function.name == "__rf_assertfail";
}

}  // namespace

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
    const ptx::StragglerRules rules = {
        [&](const ptx::CycleExit& exit) { return is_counted_exit(flow.cfg(), registers, exit); },
        [&](std::uint32_t statement) { return ptx::waits_for_all_lanes(flow.instruction(statement)); }, comes_back};
    const ptx::Stragglers stragglers = ptx::find_stragglers(flow.cfg(), uniformity, rules);
    for (const std::uint32_t statement : statements) {
        if (!flow.cfg().is_reachable(flow.cfg().block_of(statement))) continue;
        if (!uniformity.execute_together(statement))
            report(statement, "not all threads of a warp are known to come to it together");
        else if (stragglers.is_behind(flow.cfg(), statement))
            report(statement, "some threads of a warp may stay behind on the way to it, in a loop, a wait or a call");
    }
}

}  // namespace ringfence::guard
