// The values of a function's registers, each over all places that write it.
//
// Registers are taken in the order in which they depend on each other. A register that depends on itself is an
// induction, whose range comes from an estimate of how often its loop turns, or else unknown.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "guard/rewriter/transfer.h"
#include "guard/rewriter/value.h"
#include "ptx/analysis/cfg.h"
#include "ptx/analysis/defuse.h"
#include "ptx/analysis/dominators.h"
#include "ptx/analysis/loops.h"

namespace ringfence::guard::rewriting {

// The flow of one function, for all that look at it.
struct FunctionFlow {
    explicit FunctionFlow(const ptx::Function& function)
        : cfg(function), dominators(ptx::dominators(cfg)), loops(cfg, dominators), registers(function) {}

    ptx::ControlFlowGraph cfg;
    ptx::DominatorTree dominators;
    ptx::LoopForest loops;
    ptx::DefUse registers;
};

class FunctionValues {
public:
    FunctionValues(const ptx::Function& function, const FunctionFlow& flow);

    const Value& of(ptx::RegisterId reg) const;
    // True if a register's value depends on itself.
    bool is_cyclic(ptx::RegisterId reg) const;
    // The registers whose values depend on each other and on this one.
    std::span<const ptx::NodeId> cycle_of(ptx::RegisterId reg) const;

private:
    void find_cycles();
    void evaluate();
    Value evaluate(std::size_t index, bool outside_only) const;
    void evaluate_cycle(std::span<const ptx::NodeId> cycle);
    bool add_turns(std::span<const ptx::NodeId> cycle);
    bool depends_on(const ptx::Instruction& instruction, std::uint32_t component) const;
    void count_turns();
    void count_turns_at(ptx::BlockId block);
    struct Turns {
        std::int64_t all = std::numeric_limits<std::int64_t>::max();
        std::int64_t of_pointers = std::numeric_limits<std::int64_t>::max();
    };
    Turns turns_by(const ptx::Instruction& compare, ptx::LoopId loop);
    const ptx::Operand* counter_in(const ptx::Operand& compared, Value& limit) const;
    Turns turns_until(ptx::RegisterId counter, const Value& limit, ptx::LoopId loop);
    std::int64_t executions(std::uint32_t statement, std::span<const ptx::BlockId> starts, bool is_pointer) const;
    Value operand_value(const ptx::Operand& operand) const;

    const ptx::Function& function_;
    const FunctionFlow& flow_;
    ValueOf value_of_;
    std::vector<Value> values_;  // by index of DefUse
    ptx::Components cycles_;
    std::vector<bool> cyclic_;         // by component
    std::vector<std::int64_t> turns_;  // by loop: an estimate
    // The same for pointers: only turns that a launch can tell.
    std::vector<std::int64_t> pointer_turns_;
    std::size_t budget_ = 0;  // steps left for counting turns: many exits may look at one long cycle
};

}  // namespace ringfence::guard::rewriting
