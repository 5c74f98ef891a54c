#include "guard/rewriter/whole_warps.h"

#include <algorithm>

#include <fmt/format.h>

#include "guard/rewriter/refusal.h"
#include "ptx/analysis/uniformity.h"
#include "ptx/printer.h"

namespace ringfence::guard::rewriting {
namespace {

constexpr std::string_view remedy = "run this program in a domain of its own (--isolation private)";

class WholeWarps {
public:
    WholeWarps(const ptx::Module& module, FunctionPlan& plan)
        : module_(module), plan_(plan), function_(*plan.function), cfg_(plan.flow->cfg) {}

    Result<void> run() {
        find();
        if (matrices_.empty() && barriers_.empty()) return {};
        if (!function_.is_entry && !matrices_.empty())
            return refuse(matrices_.front(), "a function that a kernel calls has an instruction for whole warps");
        std::vector<std::uint32_t> choices;
        if (!find_choices(choices)) return refuse(matrices_.front(), "too many branches around it");
        const ptx::Uniformity uniformity(cfg_, plan_.flow->dominators, plan_.flow->registers, choices);
        for (const std::uint32_t matrix : matrices_) {
            if (!uniformity.execute_together(matrix))
                return refuse(matrix, "nothing tells that all threads of a warp come to it together");
        }
        for (const std::uint32_t choice : choices) {
            const ptx::Guard& guard = function_.body[choice].instruction.guard;
            if (guard && !uniformity.is_uniform(guard.predicate)) plan_.votes.insert(choice);
        }
        for (const std::uint32_t barrier : barriers_) {
            if (!function_.is_entry || !uniformity.execute_together(barrier)) plan_.come_alone.insert(barrier);
        }
        return {};
    }

private:
    void find() {
        for (std::uint32_t i = 0; i < function_.body.size(); ++i) {
            if (!function_.body[i].is_instruction() || !cfg_.is_reachable(cfg_.block_of(i))) continue;
            const ptx::Instruction& instruction = function_.body[i].instruction;
            if (instruction.instruction_class() == ptx::Class::Matrix) matrices_.push_back(i);
            const bool is_barrier = instruction.opcode() == ptx::Opcode::Bar ||
                                    instruction.opcode() == ptx::Opcode::Barrier;
            if (is_barrier && ptx::is_for_whole_warp(instruction)) barriers_.push_back(i);
        }
    }

    // The statements that decide whether control gets to a matrix, ascending.
    bool find_choices(std::vector<std::uint32_t>& choices) const {
        std::vector<bool> wanted(cfg_.size());
        for (const std::uint32_t matrix : matrices_) {
            wanted[cfg_.block_of(matrix)] = true;
            if (function_.body[matrix].instruction.guard) choices.push_back(matrix);
        }
        std::vector<ptx::BlockId> deciding;
        if (!ptx::find_deciding_blocks(cfg_, std::move(wanted), deciding)) return false;
        for (const ptx::BlockId block : deciding) {
            if (const ptx::Statement* last = cfg_.last_instruction(block))
                choices.push_back(static_cast<std::uint32_t>(last - function_.body.data()));
        }
        std::sort(choices.begin(), choices.end());
        choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
        return true;
    }

    Error refuse(std::uint32_t statement, std::string_view why) const {
        const ptx::Statement& at = function_.body[statement];
        return refusal(module_, at.where, fmt::format("{}: `{}`", why, ptx::print(function_, at.instruction)),
                       std::string(remedy));
    }

    const ptx::Module& module_;
    FunctionPlan& plan_;
    const ptx::Function& function_;
    const ptx::ControlFlowGraph& cfg_;
    std::vector<std::uint32_t> matrices_;
    std::vector<std::uint32_t> barriers_;
};

}  // namespace

Result<void> plan_whole_warps(const ptx::Module& module, FunctionPlan& plan) {
    return WholeWarps(module, plan).run();
}

}  // namespace ringfence::guard::rewriting
