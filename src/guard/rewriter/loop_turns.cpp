// How often loops turn, likely: from the comparison by which they are left.
#include <algorithm>
#include <limits>

#include "base/effort.h"
#include "guard/rewriter/arithmetic.h"
#include "guard/rewriter/function_values.h"

namespace ringfence::guard::rewriting {
namespace {

constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();
constexpr int levels_left_at_once = 8;

const ptx::Instruction* only_write(const ptx::Function& function, const ptx::DefUse& registers, ptx::RegisterId reg) {
    const ptx::Occurrence* const found = registers.only_definition(reg);
    return found == nullptr ? nullptr : &function.body[found->statement].instruction;
}

// A step that may be nothing does not count as one.
std::int64_t smallest_step(Range step) {
    if (step.low > 0) return step.low;
    return step.high < 0 && step.high > INT64_MIN ? -step.high : 1;
}

}  // namespace

void FunctionValues::count_turns() {
    constexpr std::size_t steps_per_statement = 8;
    budget_ = function_.body.size() * steps_per_statement;
    for (ptx::BlockId block = 0; block < flow_.cfg.code_block_count() && !must_stop(); ++block) {
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
        const Turns turns = turns_by(*compare, loop);
        turns_[loop] = std::min(turns_[loop], turns.all);
        pointer_turns_[loop] = std::min(pointer_turns_[loop], turns.of_pointers);
        loop = flow_.loops[loop].parent;
    }
}

// One side counts, in steps of the same sign; the other does not change.
FunctionValues::Turns FunctionValues::turns_by(const ptx::Instruction& compare, ptx::LoopId loop) {
    for (std::size_t side = 1; side <= 2; ++side) {
        const ptx::Operand& bound = compare.operands[3 - side];
        Value limit = as_number(operand_value(bound), 64);
        const ptx::Operand* counter = counter_in(compare.operands[side], limit);
        if (counter == nullptr) continue;
        const std::uint32_t component = cycles_.of[flow_.registers.index_of(counter->id)];
        if (bound.is_register() && cycles_.of[flow_.registers.index_of(bound.id)] == component) continue;
        return turns_until(counter->id, limit, loop);
    }
    return {};
}

// The compared value is a counter, or the sum of one and something else, which is then subtracted from the limit.
const ptx::Operand* FunctionValues::counter_in(const ptx::Operand& compared, Value& limit) const {
    if (!compared.is_register()) return nullptr;
    if (is_cyclic(compared.id)) return &compared;
    const ptx::Instruction* sum = only_write(function_, flow_.registers, compared.id);
    if (sum == nullptr || sum->opcode() != ptx::Opcode::Add || sum->operands.size() != 3) return nullptr;
    for (const std::size_t side : {std::size_t{1}, std::size_t{2}}) {
        const ptx::Operand& one = sum->operands[side];
        const ptx::Operand& other = sum->operands[3 - side];
        if (!one.is_register() || !is_cyclic(one.id)) continue;
        if (other.is_register() && is_cyclic(other.id)) return nullptr;
        limit = difference(limit, as_number(operand_value(other), 64), 64);
        return &one;
    }
    return nullptr;
}

FunctionValues::Turns FunctionValues::turns_until(ptx::RegisterId counter, const Value& limit, ptx::LoopId loop) {
    const std::uint32_t component = cycles_.of[flow_.registers.index_of(counter)];
    const std::size_t cost = cycle_of(counter).size();
    if (cost > budget_) return {};
    budget_ -= cost;
    std::int64_t least_step = no_end;
    Value start;
    for (const ptx::NodeId index : cycle_of(counter)) {
        const ptx::RegisterId reg = flow_.registers.registers()[index];
        for (const ptx::Occurrence& occurrence : flow_.registers.occurrences(index)) {
            const ptx::Instruction& write = function_.body[occurrence.statement].instruction;
            if (!occurrence.writes) continue;
            if (!depends_on(write, component)) {
                start = join(start, as_number(transfer(function_, write, reg, value_of_), 64));
                continue;
            }
            if (write.opcode() == ptx::Opcode::Mov) continue;
            if (write.opcode() != ptx::Opcode::Add && write.opcode() != ptx::Opcode::Sub) return {};
            if (!flow_.loops.contains(loop, flow_.cfg.block_of(occurrence.statement))) continue;
            const ptx::Operand& left = write.operands[1];
            const bool first = left.is_register() && cycles_.of[flow_.registers.index_of(left.id)] == component;
            const Range step = as_number(operand_value(write.operands[first ? 2 : 1]), 64).likely;
            least_step = std::min(least_step, smallest_step(step));
        }
    }
    const Range distance = subtract(limit.likely, start.likely);
    if (least_step == no_end || distance.is_full() || distance.low == std::numeric_limits<std::int64_t>::min()) {
        return {};
    }
    const std::int64_t turns = std::max(std::abs(distance.low), std::abs(distance.high)) / least_step + 1;
    const bool is_known = limit.is_of_launch && start.is_of_launch;
    return {turns, is_known ? turns : no_end};
}

}  // namespace ringfence::guard::rewriting
