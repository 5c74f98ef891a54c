#include "guard/checker/warpgroups.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "base/effort.h"
#include "ptx/analysis/uniformity.h"
#include "ptx/printer.h"

namespace ringfence::guard {

using ptx::BlockId;
using ptx::Class;
using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;

namespace {

bool is_of_warpgroup(const ptx::Statement& statement) {
    return statement.is_instruction() && statement.instruction.instruction_class() == Class::Wgmma;
}

// Decides if a value is the same in all threads of a block: computed from parameters and the block's index alone, on
// ways that all of them have gone. A success is remembered; after the first failure it is not used again.
class SameForAll {
public:
    explicit SameForAll(Flow& flow) : flow_(flow) {}

    bool holds(ptx::RegisterId reg, std::uint32_t statement) {
        open_.assign(1, flow_.names().before(reg, statement));
        while (!open_.empty()) {
            const Name name = open_.back();
            open_.pop_back();
            if (name.kind == Name::Kind::Undefined || seen_.size() > most_names || must_stop()) return false;
            if (!seen_.insert(name.key()).second) continue;
            if (!(name.is_merged() ? add_merged(name) : add_written(name))) return false;
        }
        return true;
    }

private:
    static constexpr std::size_t most_names = 1U << 20U;

    bool add_merged(const Name& name) {
        const auto from = flow_.cfg().graph().predecessors(name.place);
        for (const BlockId block : from) {
            if (flow_.cfg().is_reachable(block)) open_.push_back(flow_.names().at_end(name.reg, block));
        }
        // Where a body begins no register holds anything yet.
        return name.place != ptx::ControlFlowGraph::entry && !from.empty();
    }

    bool add_written(const Name& name) {
        const Instruction& instruction = flow_.instruction(name.place);
        if (!is_plain(instruction)) return false;
        if (instruction.guard) open_.push_back(flow_.names().before(instruction.guard.predicate, name.place));
        if (name.kind == Name::Kind::Partly) open_.push_back(flow_.names().before(name.reg, name.place));
        bool is_same = true;
        const auto look = [&](const Operand& operand) {
            if (operand.kind == OperandKind::Special) is_same = is_same && ptx::is_same_in_block(operand);
            if (operand.is_register()) open_.push_back(flow_.names().before(operand.id, name.place));
        };
        // Registers that are only written may be undefined before.
        ptx::for_each_operand(instruction.operands.subspan(1), look);
        return is_same && instruction.operands[0].is_register();
    }

    static bool is_plain(const Instruction& instruction) {
        if (instruction.instruction_class() != Class::Load) return ptx::computes_from_operands(instruction);
        const Operand& from = instruction.operands[1];
        return instruction.opcode() == Opcode::Ld && instruction.operation->space == ptx::Space::Param &&
               from.kind == OperandKind::Address && from.address_base().kind == OperandKind::Variable;
    }

    Flow& flow_;
    std::vector<Name> open_;
    std::unordered_set<std::uint64_t> seen_;
};

class WarpgroupRule {
public:
    WarpgroupRule(Flow& flow, std::vector<Finding>& findings)
        : same_(flow),
          cfg_(flow.cfg()),
          function_(flow.function()),
          findings_(findings),
          leads_(cfg_.size() + 1),
          is_ahead_(function_.body.size()) {}

    void check() {
        if (!function_.is_entry) {
            report(first(), "only a kernel's own body may have it");
            return;
        }
        find_ways();
        for (std::uint32_t i = 0; i < function_.body.size() && !has_found_ && !must_stop(); ++i) {
            if (!function_.body[i].is_instruction() || !cfg_.is_reachable(cfg_.block_of(i))) continue;
            check_statement(i, function_.body[i].instruction);
        }
    }

private:
    std::uint32_t first() const {
        const auto found = std::find_if(function_.body.begin(), function_.body.end(), is_of_warpgroup);
        return static_cast<std::uint32_t>(found - function_.body.begin());
    }

    // From which blocks' ends, and behind which statements of a block, control can get to such an instruction.
    void find_ways() {
        std::vector<BlockId> open;
        for (auto i = static_cast<std::uint32_t>(function_.body.size()); i-- > 0;) {
            const bool is_last = i + 1 == cfg_.block(cfg_.block_of(i)).end;
            is_ahead_[i] = !is_last && (is_ahead_[i + 1] || is_of_warpgroup(function_.body[i + 1]));
            if (is_of_warpgroup(function_.body[i])) open.push_back(cfg_.block_of(i));
        }
        while (!open.empty()) {
            const BlockId block = open.back();
            open.pop_back();
            for (const BlockId from : cfg_.graph().predecessors(block)) {
                if (leads_[from]) continue;
                leads_[from] = true;
                open.push_back(from);
            }
        }
    }

    bool leads_on(std::uint32_t statement) const { return leads_[cfg_.block_of(statement)] || is_ahead_[statement]; }

    void check_statement(std::uint32_t index, const Instruction& instruction) {
        const Class kind = instruction.instruction_class();
        const bool is_jump = kind == Class::Branch || kind == Class::Return;
        if (kind == Class::Call && leads_on(index) && !returns_always(instruction))
            return report(index, "a function that is called before wgmma could end some of its threads");
        if (instruction.opcode() == Opcode::BrxIdx && leads_on(index))
            return report(index, "a table of jumps may lead some threads past wgmma");
        const bool is_choice = (is_jump && leads_on(index)) || kind == Class::Wgmma;
        if (!instruction.guard || !is_choice) return;
        if (!same_.holds(instruction.guard.predicate, index))
            report(index, "not all threads of a block are known to go the same way to wgmma");
    }

    // This function only reports a stray address; it always returns.
    static bool returns_always(const Instruction& call) {
        const Operand& target = *ptx::call_operands(call).target;
        return target.kind == OperandKind::Function && target.function->name == "__rf_violation";
    }

    void report(std::uint32_t statement, std::string_view why) {
        has_found_ = true;
        findings_.push_back(
            {function_.name, statement, function_.body[statement].where, "warpgroups",
             fmt::format("`{}`: {}", ptx::print(function_, function_.body[statement].instruction), why)});
    }

    SameForAll same_;
    const ptx::ControlFlowGraph& cfg_;
    const ptx::Function& function_;
    std::vector<Finding>& findings_;
    std::vector<bool> leads_;     // by block
    std::vector<bool> is_ahead_;  // by statement
    bool has_found_ = false;
};

}  // namespace

bool uses_warpgroups(const ptx::Function& function) {
    return std::any_of(function.body.begin(), function.body.end(), is_of_warpgroup);
}

void check_warpgroups(Flow& flow, std::vector<Finding>& findings) {
    WarpgroupRule(flow, findings).check();
}

}  // namespace ringfence::guard
