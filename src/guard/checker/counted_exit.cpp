#include "guard/checker/counted_exit.h"

namespace ringfence::guard {

using ptx::Instruction;
using ptx::Operand;
using ptx::OperandKind;
using ptx::RegisterId;

namespace {

class CountedExit {
public:
    CountedExit(const ptx::ControlFlowGraph& cfg, const ptx::DefUse& registers, const ptx::CycleExit& exit)
        : cfg_(cfg), registers_(registers), exit_(exit) {}

    bool holds() const {
        const ptx::Statement* last = cfg_.last_instruction(exit_.block);
        if (last == nullptr || last->instruction.opcode() != ptx::Opcode::Bra || !last->instruction.guard) return false;
        const ptx::Guard& guard = last->instruction.guard;
        const Instruction* joined = only_write(guard.predicate);
        if (joined == nullptr || joined->operands.size() != 3 || !is_plain(joined->operands[2])) return false;
        const bool is_and = joined->operation->text == "and.pred";
        if (!is_and && joined->operation->text != "or.pred") return false;
        const Instruction* compared = only_write(joined->operands[2].id);
        if (compared == nullptr || compared > joined) return false;
        if (compared->operation->text != (is_and ? "setp.ne.u32" : "setp.eq.u32")) return false;
        if (compared->operands.size() != 3 || !is_plain(compared->operands[1]) || !is(compared->operands[2], 0))
            return false;
        // With `and` it leaves when the predicate is false, with `or` when it is true.
        return counts(compared->operands[1].id, *compared) && leads_there(is_and == guard.negated);
    }

private:
    static bool is_plain(const Operand& operand) { return operand.is_register() && !operand.component; }
    static bool is(const Operand& operand, std::uint64_t number) {
        return operand.kind == OperandKind::Integer && operand.bits == number;
    }

    const Instruction& instruction(std::uint32_t statement) const {
        return cfg_.function().body[statement].instruction;
    }

    // The one instruction that writes a register, if it is in this block and always executed.
    const Instruction* only_write(RegisterId reg) const {
        const ptx::Occurrence* write = registers_.only_definition(reg);
        if (write == nullptr || !write->kills || cfg_.block_of(write->statement) != exit_.block) return nullptr;
        return &instruction(write->statement);
    }

    // One at each turn, before it is compared; from 0.
    bool counts(RegisterId counter, const Instruction& compared) const {
        const auto [first, second] = registers_.both_definitions(counter);
        if (first == nullptr || !first->kills || !second->kills) return false;
        const Instruction& start = instruction(first->statement);
        const Instruction& step = instruction(second->statement);
        return cfg_.block_of(first->statement) == ptx::ControlFlowGraph::entry &&
               exit_.block != ptx::ControlFlowGraph::entry && cfg_.block_of(second->statement) == exit_.block &&
               &step < &compared && start.operation->text == "mov.u32" && is(start.operands[1], 0) &&
               step.operation->text == "add.u32" && is_plain(step.operands[1]) && step.operands[1].id == counter &&
               is(step.operands[2], 1);
    }

    bool leads_there(bool is_taken) const {
        for (const ptx::FlowEdge& edge : cfg_.successors(exit_.block)) {
            if (edge.to == exit_.to && (edge.kind == ptx::EdgeKind::Taken) == is_taken) return true;
        }
        return false;
    }

    const ptx::ControlFlowGraph& cfg_;
    const ptx::DefUse& registers_;
    const ptx::CycleExit& exit_;
};

}  // namespace

bool is_counted_exit(const ptx::ControlFlowGraph& cfg, const ptx::DefUse& registers, const ptx::CycleExit& exit) {
    return CountedExit(cfg, registers, exit).holds();
}

}  // namespace ringfence::guard
