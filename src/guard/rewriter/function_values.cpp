#include "guard/rewriter/function_values.h"

#include <algorithm>
#include <limits>

#include "base/effort.h"

namespace ringfence::guard::rewriting {
namespace {

constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();
constexpr int most_levels = 8;  // of nested loops that are looked at
const Value nothing_known = Value::unknown(64, true);

bool writes_value(const ptx::Occurrence& occurrence) {
    return occurrence.writes;
}

}  // namespace

FunctionValues::FunctionValues(const ptx::Function& function, const FunctionFlow& flow)
    : function_(function), flow_(flow), values_(flow.registers.size()) {
    value_of_ = [this](ptx::RegisterId reg) {
        const std::size_t index = flow_.registers.index_of(reg);
        return index < values_.size() ? values_[index] : nothing_known;
    };
    turns_.assign(flow.loops.size(), endless);
    pointer_turns_.assign(flow.loops.size(), endless);
    find_cycles();
    evaluate();
    if (flow.loops.size() == 0) return;
    // The bounds of loops are values too; bounds of inner loops may need the outer ones.
    for (int round = 0; round < 2; ++round) {
        count_turns();
        evaluate();
    }
}

const Value& FunctionValues::of(ptx::RegisterId reg) const {
    const std::size_t index = flow_.registers.index_of(reg);
    return index < values_.size() ? values_[index] : nothing_known;
}

bool FunctionValues::is_cyclic(ptx::RegisterId reg) const {
    const std::size_t index = flow_.registers.index_of(reg);
    return index < values_.size() && cyclic_[cycles_.of[index]];
}

std::span<const ptx::NodeId> FunctionValues::cycle_of(ptx::RegisterId reg) const {
    return cycles_.nodes[cycles_.of[flow_.registers.index_of(reg)]];
}

void FunctionValues::find_cycles() {
    std::vector<ptx::GraphEdge> edges;
    std::vector<bool> on_itself(values_.size());
    for (std::size_t index = 0; index < values_.size() && !must_stop(); ++index) {
        for (const ptx::Occurrence& occurrence : flow_.registers.occurrences(index)) {
            if (!writes_value(occurrence)) continue;
            const ptx::Instruction& instruction = function_.body[occurrence.statement].instruction;
            if (!is_computed(instruction)) continue;
            ptx::for_each_register_use(instruction, [&](const ptx::RegisterUse& use) {
                if (!use.reads() || use.operand == ptx::guard_operand) return;
                const std::size_t source = flow_.registers.index_of(use.reg);
                edges.push_back({static_cast<ptx::NodeId>(index), static_cast<ptx::NodeId>(source)});
                if (source == index) on_itself[index] = true;
            });
        }
    }
    cycles_ = ptx::strongly_connected(ptx::Graph(values_.size(), edges));
    cyclic_.resize(cycles_.size());
    for (std::size_t component = 0; component < cycles_.size(); ++component) {
        const auto nodes = cycles_.nodes[component];
        cyclic_[component] = nodes.size() > 1 || on_itself[nodes[0]];
    }
}

// Components are numbered so that a value's inputs come first.
void FunctionValues::evaluate() {
    for (std::size_t component = 0; component < cycles_.size() && !must_stop(); ++component) {
        const auto nodes = cycles_.nodes[component];
        if (cyclic_[component]) {
            evaluate_cycle(nodes);
        } else {
            values_[nodes[0]] = evaluate(nodes[0], false);
        }
    }
}

bool FunctionValues::depends_on(const ptx::Instruction& instruction, std::uint32_t component) const {
    bool depends = false;
    if (!is_computed(instruction)) return false;
    ptx::for_each_register_use(instruction, [&](const ptx::RegisterUse& use) {
        if (!use.reads() || use.operand == ptx::guard_operand) return;
        depends = depends || cycles_.of[flow_.registers.index_of(use.reg)] == component;
    });
    return depends;
}

Value FunctionValues::evaluate(std::size_t index, bool outside_only) const {
    Value value;
    bool is_written = false;
    const ptx::RegisterId reg = flow_.registers.registers()[index];
    for (const ptx::Occurrence& occurrence : flow_.registers.occurrences(index)) {
        if (must_stop()) return nothing_known;
        if (!writes_value(occurrence)) continue;
        is_written = true;
        const ptx::Instruction& instruction = function_.body[occurrence.statement].instruction;
        if (outside_only && depends_on(instruction, cycles_.of[index])) continue;
        value = join(value, transfer(function_, instruction, reg, value_of_));
    }
    if (!is_written) return Value::unknown(ptx::isa::info(function_.group_of(reg).type).bits, true);
    return value;
}

void FunctionValues::evaluate_cycle(std::span<const ptx::NodeId> cycle) {
    for (const ptx::NodeId index : cycle)
        values_[index] = evaluate(index, true);
    const auto widen = [this](ptx::NodeId index) {
        Value& value = values_[index];
        if (value.is_nothing) return;
        const unsigned bits = ptx::isa::info(function_.group_of(flow_.registers.registers()[index]).type).bits;
        value.sure = value.likely = Range::of_bits(bits, true);
        value.is_of_launch = false;
    };
    std::vector<Value> first;
    first.reserve(cycle.size());
    for (const ptx::NodeId index : cycle)
        first.push_back(values_[index]);
    constexpr int most_rounds = 6;
    bool changed = true;
    for (int round = 0; changed && round < most_rounds; ++round) {
        changed = false;
        if (must_stop()) return;
        for (const ptx::NodeId index : cycle) {
            const Value before = values_[index];
            values_[index] = join(before, evaluate(index, false));
            widen(index);
            changed = changed || !(values_[index] == before);
        }
    }
    for (const ptx::NodeId index : cycle) {
        if (changed) values_[index] = nothing_known;
        widen(index);
    }
    if (changed) return;
    std::vector<Value> widened;
    widened.reserve(cycle.size());
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        widened.push_back(values_[cycle[i]]);
        if (!first[i].is_nothing) {
            values_[cycle[i]].likely = first[i].likely;
            values_[cycle[i]].is_of_launch = first[i].is_of_launch;
        } else {
            values_[cycle[i]].is_nothing = true;
        }
    }
    if (add_turns(cycle)) return;
    for (std::size_t i = 0; i < cycle.size(); ++i)
        values_[cycle[i]] = widened[i];
}

Value FunctionValues::operand_value(const ptx::Operand& operand) const {
    if (operand.kind == ptx::OperandKind::Integer) return Value::number(static_cast<std::int64_t>(operand.bits));
    return operand.is_register() ? of(operand.id) : nothing_known;
}

// Adds the sum of a cycle's steps to the range with which it begins. False if it is no induction.
bool FunctionValues::add_turns(std::span<const ptx::NodeId> cycle) {
    const std::uint32_t component = cycles_.of[cycle[0]];
    Value start;
    std::vector<ptx::BlockId> starts;
    for (const ptx::NodeId index : cycle) {
        start = join(start, values_[index]);
        for (const ptx::Occurrence& occurrence : flow_.registers.occurrences(index)) {
            const ptx::Instruction& instruction = function_.body[occurrence.statement].instruction;
            if (writes_value(occurrence) && !depends_on(instruction, component)) {
                starts.push_back(flow_.cfg.block_of(occurrence.statement));
            }
        }
    }
    if (start.is_nothing || starts.size() > most_levels) return false;
    Range added = Range::of(0);
    bool is_of_launch = start.is_of_launch;
    for (const ptx::NodeId index : cycle) {
        for (const ptx::Occurrence& occurrence : flow_.registers.occurrences(index)) {
            const ptx::Instruction& instruction = function_.body[occurrence.statement].instruction;
            if (!writes_value(occurrence) || !depends_on(instruction, component)) continue;
            const ptx::Opcode opcode = instruction.opcode();
            if (opcode == ptx::Opcode::Mov || opcode == ptx::Opcode::Cvta) continue;
            const bool halves = opcode == ptx::Opcode::Shr || opcode == ptx::Opcode::Div;
            if (opcode != ptx::Opcode::Add && opcode != ptx::Opcode::Sub && !halves) return false;
            const auto in_cycle = [&](const ptx::Operand& operand) {
                return operand.is_register() && cycles_.of[flow_.registers.index_of(operand.id)] == component;
            };
            const bool first = in_cycle(instruction.operands[1]);
            if (first == in_cycle(instruction.operands[2]) || (!first && opcode != ptx::Opcode::Add)) return false;
            if (halves) {
                if (start.likely.low < 0) return false;
                start.likely.low = 0;
                continue;
            }
            const Value step = as_number(operand_value(instruction.operands[first ? 2 : 1]), 64);
            const std::int64_t count = executions(occurrence.statement, starts, start.root.kind != RootKind::Number);
            if (count == endless) return false;
            const Range all = multiply(step.likely, {0, count});
            added = opcode == ptx::Opcode::Add ? add(added, all) : subtract(added, all);
            is_of_launch = is_of_launch && step.is_of_launch;
        }
    }
    for (const ptx::NodeId index : cycle) {
        Value& value = values_[index];
        const unsigned bits = ptx::isa::info(function_.group_of(flow_.registers.registers()[index]).type).bits;
        value.is_nothing = false;
        value.likely = wrap(add(start.likely, added), bits);
        value.is_of_launch = is_of_launch;
    }
    return true;
}

// How often a statement is executed, likely, before its register begins anew at one of `starts`.
std::int64_t FunctionValues::executions(std::uint32_t statement, std::span<const ptx::BlockId> starts,
                                        bool is_pointer) const {
    ptx::LoopId loop = flow_.loops.loop_of(flow_.cfg.block_of(statement));
    std::int64_t count = 1;
    for (int level = 0; loop != ptx::no_loop; ++level, loop = flow_.loops[loop].parent) {
        const auto inside = [&](ptx::BlockId block) { return flow_.loops.contains(loop, block); };
        if (std::all_of(starts.begin(), starts.end(), inside)) break;
        const std::int64_t turns = is_pointer ? pointer_turns_[loop] : turns_[loop];
        if (level == most_levels || turns == endless) return endless;
        if (__builtin_mul_overflow(count, turns, &count)) return endless;
    }
    return count;
}

}  // namespace ringfence::guard::rewriting
