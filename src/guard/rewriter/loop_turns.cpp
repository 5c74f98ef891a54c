// How often loops turn, likely: from the comparison by which they are left.
#include <algorithm>
#include <limits>

#include "guard/rewriter/function_values.h"

namespace ringfence::guard::rewriting {
namespace {

constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();
constexpr int levels_left_at_once = 8;

const ptx::Instruction* only_write(const ptx::Function& function, const ptx::DefUse& registers, ptx::RegisterId reg) {
    const ptx::Instruction* found = nullptr;
    for (const ptx::Occurrence& occurrence : registers.occurrences_of(reg)) {
        if (!occurrence.writes) continue;
        if (found != nullptr) return nullptr;
        found = &function.body[occurrence.statement].instruction;
    }
    return found;
}

}  // namespace

void FunctionValues::count_turns() {
    constexpr std::size_t steps_per_statement = 8;
    budget_ = function_.body.size() * steps_per_statement;
    for (ptx::BlockId block = 0; block < flow_.cfg.code_block_count(); ++block) {
        if (flow_.loops.loop_of(block) != ptx::no_loop) count_turns_at(block);
    }
}

void FunctionValues::count_turns_at(ptx::BlockId block) {
    const ptx::Statement* last = flow_.cfg.last_instruction(block);
    if (last == nullptr || !last->instruction.guard || last->instruction.opcode() != ptx::Opcode::Bra) return;
    const ptx::Instruction* compare = only_write(function_, flow_.registers, last->instruction.guard.predicate);
    if (compare == nullptr || compare->opcode() != ptx::Opcode::Setp || compare->operands.size() < 3) return;
    ptx::LoopId loop = flow_.loops.loop_of(block);
    for (int level = 0; loop != ptx::no_loop && level < levels_left_at_once; ++level) {
        const auto leaves = [&](const ptx::FlowEdge& edge) {
            return edge.to == flow_.cfg.exit() || !flow_.loops.contains(loop, edge.to);
        };
        const auto edges = flow_.cfg.successors(block);
        if (std::none_of(edges.begin(), edges.end(), leaves)) return;
        turns_[loop] = std::min(turns_[loop], turns_by(*compare, loop));
        loop = flow_.loops[loop].parent;
    }
}

// One side counts, in steps of the same sign; the other does not change.
std::int64_t FunctionValues::turns_by(const ptx::Instruction& compare, ptx::LoopId loop) const {
    for (int side = 1; side <= 2; ++side) {
        const ptx::Operand& counter = compare.operands[static_cast<std::size_t>(side)];
        const ptx::Operand& bound = compare.operands[static_cast<std::size_t>(3 - side)];
        if (!counter.is_register() || !is_cyclic(counter.id)) continue;
        if (bound.is_register() && is_cyclic(bound.id) && cycle_of(bound.id).data() == cycle_of(counter.id).data()) {
            continue;
        }
        const Range limit = as_number(operand_value(bound), 64).likely;
        const std::uint32_t component = cycles_.of[flow_.registers.index_of(counter.id)];
        const std::size_t cost = cycle_of(counter.id).size();
        if (cost > budget_) return no_end;
        budget_ -= cost;
        std::int64_t least_step = no_end;
        Range start = Range::of(0);
        for (const ptx::NodeId index : cycle_of(counter.id)) {
            for (const ptx::Occurrence& occurrence : flow_.registers.occurrences(index)) {
                const ptx::Instruction& write = function_.body[occurrence.statement].instruction;
                if (!occurrence.writes) continue;
                if (!depends_on(write, component)) {
                    start = join(
                        start, as_number(transfer(function_, write, flow_.registers.registers()[index], value_of_), 64)
                                   .likely);
                    continue;
                }
                if (write.opcode() == ptx::Opcode::Mov) continue;
                if (write.opcode() != ptx::Opcode::Add && write.opcode() != ptx::Opcode::Sub) return no_end;
                if (!flow_.loops.contains(loop, flow_.cfg.block_of(occurrence.statement))) continue;
                const bool first = write.operands[1].is_register() && is_cyclic(write.operands[1].id);
                const Range step = as_number(operand_value(write.operands[first ? 2 : 1]), 64).likely;
                const std::int64_t smallest = step.low > 0 ? step.low : step.high < 0 ? -step.high : 1;
                least_step = std::min(least_step, smallest);
            }
        }
        if (least_step == no_end) continue;
        const Range distance = subtract(limit, start);
        if (distance.is_full()) return no_end;
        const std::int64_t longest = std::max(std::abs(distance.low), std::abs(distance.high));
        return longest / least_step + 1;
    }
    return no_end;
}

}  // namespace ringfence::guard::rewriting
