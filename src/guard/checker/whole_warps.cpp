#include "guard/checker/whole_warps.h"

#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/effort.h"
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

// Tells whether all threads of a warp come to a statement together, in blocks of one shape.
class Together {
public:
    Together(Flow& flow, const ptx::DefUse& registers, ptx::BlockShape shape)
        : cfg_(flow.cfg()),
          uniformity_(cfg_, flow.dominators(), registers, {}, shape),
          stragglers_(ptx::find_stragglers(
              cfg_, registers, uniformity_,
              {[&](const ptx::CycleExit& exit) { return is_counted_exit(cfg_, registers, exit); },
               [&](std::uint32_t statement) { return ptx::waits_for_warp(flow.instruction(statement)); },
               [&](std::uint32_t statement) { return ptx::waits_for_all_lanes(flow.instruction(statement)); },
               comes_back})) {}

    // Empty if all threads of a warp come.
    std::string_view doubt(std::uint32_t statement) const {
        if (!uniformity_.execute_together(statement))
            return "not all threads of a warp are known to come to it together";
        if (stragglers_.is_behind(cfg_, statement))
            return "some threads of a warp may stay behind on the way to it, in a loop, a wait or a call";
        return {};
    }

private:
    const ptx::ControlFlowGraph& cfg_;
    const ptx::Uniformity uniformity_;
    const ptx::Stragglers stragglers_;
};

// Each row of the block's threads is one of whole warps.
bool require_whole_rows(ConditionBuilder& builder, std::uint32_t statement) {
    constexpr std::int64_t most = 1024;
    constexpr unsigned zeros = 5;
    builder.begin(statement);
    return builder.require(builder.input(LaunchInput::Ntid, 0, {1, most, 0}), 1, most, zeros);
}

}  // namespace

void check_whole_warps(Flow& flow, ConditionBuilder& builder, std::vector<Finding>& findings) {
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
    const Together always(flow, registers, ptx::BlockShape::Any);
    std::optional<Together> in_rows;
    for (const std::uint32_t statement : statements) {
        if (must_stop()) return;
        if (!flow.cfg().is_reachable(flow.cfg().block_of(statement)) || always.doubt(statement).empty()) continue;
        if (!in_rows) in_rows.emplace(flow, registers, ptx::BlockShape::WholeRows);
        const std::string_view doubt = in_rows->doubt(statement);
        if (!doubt.empty() || !require_whole_rows(builder, statement))
            report(statement, doubt.empty() ? always.doubt(statement) : doubt);
    }
}

}  // namespace ringfence::guard
