#include "guard/rewriter/whole_warps.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "base/effort.h"
#include "guard/rewriter/refusal.h"
#include "ptx/analysis/stragglers.h"
#include "ptx/analysis/uniformity.h"
#include "ptx/barrier_use.h"
#include "ptx/member_mask.h"
#include "ptx/printer.h"

namespace ringfence::guard::rewriting {
namespace {

constexpr std::string_view run_it_alone = "run this program in a worker of its own (--isolation private)";

class WholeWarps {
public:
    WholeWarps(const ptx::Module& module, const PlanOptions& options, FunctionPlan& plan)
        : module_(module), options_(options), plan_(plan), function_(*plan.function), cfg_(plan.flow->cfg) {}

    Result<void> run() {
        find();
        for (std::uint32_t i = 0; i < function_.body.size(); ++i) {
            if (must_stop()) return stopped_error();
            if (function_.body[i].is_instruction() && is_idle(i)) plan_.left_out.insert(i);
        }
        if (matrices_.empty() && barriers_.empty()) return {};
        if (!function_.is_entry && !matrices_.empty())
            return refuse(matrices_.front(), "a function that a kernel calls has an instruction for whole warps");
        std::vector<std::uint32_t> choices;
        const bool are_known = find_choices(choices);
        if (must_stop()) return stopped_error();
        if (!are_known) return refuse(matrices_.front(), "too many branches around it");
        const ptx::StragglerRules rules = {[&](const ptx::CycleExit& exit) { return can_be_counted(exit, choices); },
                                           [&](std::uint32_t statement) { return waits(statement); },
                                           [&](std::uint32_t statement) { return waits_for_all(statement); },
                                           is_service};
        const Together any(*this, choices, rules, ptx::BlockShape::Any);
        const ptx::Uniformity& uniformity = *any.uniformity;
        const ptx::Stragglers& stragglers = any.stragglers;
        if (must_stop()) return stopped_error();
        for (const std::uint32_t matrix : matrices_) {
            if (!uniformity.execute_together(matrix))
                return refuse(matrix, "nothing tells that all threads of a warp come to it together");
            if (stragglers.is_behind(cfg_, matrix))
                return refuse(matrix,
                              "some threads of a warp may stay behind on the way to it: in a call, a loop without end, "
                              "or where they wait for some others");
        }
        for (const std::uint32_t choice : choices) {
            const ptx::Guard& guard = function_.body[choice].instruction.guard;
            if (guard && !uniformity.is_uniform(guard.predicate)) plan_.votes.insert(choice);
        }
        for (const std::uint32_t wait : for_some_) {
            if (uniformity.execute_together(wait)) plan_.wait_for_all.insert(wait);
        }
        for (const ptx::CycleExit& exit : stragglers.relied_on)
            plan_.counted.emplace(last_statement(exit.block), leaves_when_taken(exit));
        plan_barriers(any, choices, rules);
        return {};
    }

private:
    void find() {
        for (std::uint32_t i = 0; i < function_.body.size(); ++i) {
            if (!function_.body[i].is_instruction() || !cfg_.is_reachable(cfg_.block_of(i))) continue;
            const ptx::Instruction& instruction = function_.body[i].instruction;
            if (instruction.instruction_class() == ptx::Class::Matrix) matrices_.push_back(i);
            if (names_all_lanes(instruction)) waits_.push_back(i);
            const bool is_barrier =
                instruction.opcode() == ptx::Opcode::Bar || instruction.opcode() == ptx::Opcode::Barrier;
            if (is_barrier && ptx::is_for_whole_warp(instruction)) barriers_.push_back(i);
        }
        std::vector<ptx::NodeId> blocks;
        for (const std::uint32_t matrix : matrices_)
            blocks.push_back(cfg_.block_of(matrix));
        leads_to_matrix_ = ptx::reachable(cfg_.graph(), blocks, ptx::Direction::Backward);
        for (std::uint32_t i = 0; i < function_.body.size() && !matrices_.empty(); ++i) {
            if (function_.body[i].is_instruction() && can_wait_for_all(i)) for_some_.push_back(i);
        }
    }

    // Who comes to statements together, in blocks of one shape. What a barrier tells all threads of a warp it tells
    // them alike if it says that all come. So barriers that may not are found, and more with what these told, until
    // there are no more; or none is believed.
    struct Together {
        Together(const WholeWarps& of, const std::vector<std::uint32_t>& choices, const ptx::StragglerRules& rules,
                 ptx::BlockShape shape, const std::vector<std::uint32_t>& never = {}) {
            constexpr unsigned most_rounds = 8;
            const FunctionFlow& flow = *of.plan_.flow;
            for (unsigned round = 0;; ++round) {
                uniformity.emplace(of.cfg_, flow.dominators, flow.registers, choices, shape, not_believed);
                stragglers = ptx::find_stragglers(of.cfg_, flow.registers, *uniformity, rules);
                std::vector<std::uint32_t> doubted;
                alone.clear();
                for (const std::uint32_t barrier : of.barriers_) {
                    const bool may_miss =
                        stragglers.is_behind(of.cfg_, barrier) || !uniformity->execute_together(barrier);
                    if (!may_miss && of.function_.is_entry && !std::binary_search(never.begin(), never.end(), barrier))
                        continue;
                    alone.push_back(barrier);
                    if (is_reduction(of.function_.body[barrier].instruction)) doubted.push_back(barrier);
                }
                if (doubted == not_believed || must_stop() || round > most_rounds) return;
                if (round == most_rounds) doubted = of.barriers_;
                not_believed = std::move(doubted);
            }
        }

        std::optional<ptx::Uniformity> uniformity;
        ptx::Stragglers stragglers;
        std::vector<std::uint32_t> alone;         // barriers that some threads of a warp may miss
        std::vector<std::uint32_t> not_believed;  // reductions among them, and perhaps others
    };

    void plan_barriers(const Together& any, const std::vector<std::uint32_t>& choices,
                       const ptx::StragglerRules& rules) {
        if (any.alone.empty()) return;
        std::vector<std::uint32_t> never;
        std::copy_if(any.alone.begin(), any.alone.end(), std::back_inserter(never),
                     [&](std::uint32_t barrier) { return is_unusual(barrier); });
        const Together in_rows(*this, choices, rules, ptx::BlockShape::WholeRows, never);
        for (const std::uint32_t barrier : any.alone) {
            const bool may_miss = std::binary_search(in_rows.alone.begin(), in_rows.alone.end(), barrier);
            (may_miss ? plan_.come_alone : plan_.come_in_rows).insert(barrier);
        }
    }

    static bool is_reduction(const ptx::Instruction& barrier) {
        const auto use = ptx::barrier_use(barrier);
        return use && use->kind != ptx::BarrierUse::Kind::Meet;
    }

    // A vote whose answer nobody reads, but as the mask of the next such vote: lanes that go through a loop one by one
    // have it to stay together. It is left out where threads that wait there would count as missing at a barrier.
    bool is_idle(std::uint32_t statement) const {
        const ptx::Instruction& vote = function_.body[statement].instruction;
        if (barriers_.empty() || vote.opcode() != ptx::Opcode::Vote || !ptx::member_mask(vote)) return false;
        const ptx::Operand& answer = vote.operands[0];
        const ptx::Operand& mask = vote.operands[*ptx::member_mask(vote)];
        if (!answer.is_register() || answer.component || !mask.is_register() || mask.id != answer.id) return false;
        const auto all = plan_.flow->registers.occurrences_of(answer.id);
        return std::all_of(all.begin(), all.end(),
                           [&](const ptx::Occurrence& at) { return !at.reads || at.statement == statement; });
    }

    bool waits(std::uint32_t statement) const {
        return ptx::waits_for_warp(function_.body[statement].instruction) && !plan_.left_out.contains(statement);
    }

    // True if launches of the usual kind, or those that a variant is for, do not have such rows.
    bool is_unusual(std::uint32_t barrier) const {
        return std::binary_search(options_.seldom.begin(), options_.seldom.end(), barrier) ||
               std::binary_search(options_.fenced.begin(), options_.fenced.end(), barrier);
    }

    bool names_all_lanes(const ptx::Instruction& instruction) const {
        return ptx::waits_for_all_lanes(instruction) ||
               ptx::names_all_lanes(function_, plan_.flow->registers, instruction);
    }

    // The result of some of these does not depend on which other lanes wait. Where all come anyway, on the way to a
    // matrix, they wait for all.
    bool can_wait_for_all(std::uint32_t statement) const {
        const ptx::Instruction& instruction = function_.body[statement].instruction;
        const bool can = instruction.opcode() == ptx::Opcode::Shfl || instruction.opcode() == ptx::Opcode::BarWarpSync;
        const ptx::BlockId block = cfg_.block_of(statement);
        return can && ptx::member_mask(instruction) && cfg_.is_reachable(block) && leads_to_matrix_[block];
    }

    bool waits_for_all(std::uint32_t statement) const {
        return names_all_lanes(function_.body[statement].instruction) || can_wait_for_all(statement);
    }

    // The statements that decide whether control gets to a matrix, or to where a warp waits on the way to one.
    // Ascending.
    bool find_choices(std::vector<std::uint32_t>& choices) const {
        std::vector<bool> wanted(cfg_.size());
        const auto want = [&](std::uint32_t statement) {
            wanted[cfg_.block_of(statement)] = true;
            if (function_.body[statement].instruction.guard) choices.push_back(statement);
        };
        for (const std::uint32_t matrix : matrices_)
            want(matrix);
        for (const std::uint32_t wait : waits_) {
            if (leads_to_matrix_[cfg_.block_of(wait)]) want(wait);
        }
        std::vector<ptx::BlockId> deciding;
        if (!ptx::find_deciding_blocks(cfg_, std::move(wanted), deciding)) return false;
        for (const ptx::BlockId block : deciding) {
            if (cfg_.last_instruction(block) != nullptr) choices.push_back(last_statement(block));
        }
        std::sort(choices.begin(), choices.end());
        choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
        return true;
    }

    std::uint32_t last_statement(ptx::BlockId block) const {
        return static_cast<std::uint32_t>(cfg_.last_instruction(block) - function_.body.data());
    }

    // Barriers come without the promise instead.
    bool can_be_counted(const ptx::CycleExit& exit, const std::vector<std::uint32_t>& choices) const {
        const ptx::Statement* last = cfg_.last_instruction(exit.block);
        return leads_to_matrix_[exit.block] && last != nullptr && last->instruction.opcode() == ptx::Opcode::Bra &&
               last->instruction.guard && exit.block != ptx::ControlFlowGraph::entry &&
               !std::binary_search(choices.begin(), choices.end(), last_statement(exit.block));
    }

    bool leaves_when_taken(const ptx::CycleExit& exit) const {
        const auto ways = cfg_.successors(exit.block);
        return std::any_of(ways.begin(), ways.end(), [&](const ptx::FlowEdge& edge) {
            return edge.to == exit.to && edge.kind == ptx::EdgeKind::Taken;
        });
    }

    // Functions that the guard provides itself, and which return.
    static bool is_service(const ptx::Function& callee) {
        return !callee.has_body && callee.definition == nullptr && callee.name != "__assertfail";
    }

    Error refuse(std::uint32_t statement, std::string_view why) const {
        const ptx::Statement& at = function_.body[statement];
        return refusal(module_, at.where, fmt::format("{}: `{}`", why, ptx::print(function_, at.instruction)),
                       std::string(run_it_alone));
    }

    const ptx::Module& module_;
    const PlanOptions& options_;
    FunctionPlan& plan_;
    const ptx::Function& function_;
    const ptx::ControlFlowGraph& cfg_;
    std::vector<std::uint32_t> matrices_;
    std::vector<std::uint32_t> barriers_;
    std::vector<std::uint32_t> waits_;     // for all lanes
    std::vector<std::uint32_t> for_some_;  // or for some, which makes no difference where all come
    std::vector<bool> leads_to_matrix_;    // by block
};

}  // namespace

Result<void> plan_whole_warps(const ptx::Module& module, const PlanOptions& options, FunctionPlan& plan) {
    return WholeWarps(module, options, plan).run();
}

}  // namespace ringfence::guard::rewriting
