#include "ptx/analysis/uniformity.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "base/effort.h"
#include "ptx/barrier_use.h"
#include "ptx/member_mask.h"

namespace ringfence::ptx {
namespace {

bool reaches_exit_always(const ControlFlowGraph& cfg) {
    const NodeId exit = cfg.exit();
    const std::vector<bool> reaches = reachable(cfg.graph(), std::span(&exit, 1), Direction::Backward);
    for (BlockId block = 0; block < cfg.size(); ++block) {
        if (cfg.is_reachable(block) && !reaches[block]) return false;
    }
    return true;
}

}  // namespace

bool is_for_whole_warp(const Instruction& instruction) {
    switch (instruction.instruction_class()) {
        case Class::Matrix: return true;
        case Class::Wgmma: return false;
        default: return instruction.opcode() == Opcode::Bar || instruction.operation->has(Modifier::Aligned);
    }
}

bool computes_from_operands(const Instruction& instruction) {
    switch (instruction.instruction_class()) {
        case Class::Arith:
            // A carry is no operand.
            if (instruction.opcode() == Opcode::Addc || instruction.opcode() == Opcode::Subc ||
                instruction.opcode() == Opcode::Madc)
                return false;
            break;
        case Class::Compare:
        case Class::Select:
        case Class::Logic:
        case Class::Shift:
        case Class::Bits:
        case Class::Convert: break;
        case Class::Move:
            if (instruction.opcode() != Opcode::Mov) return false;
            break;
        default: return false;
    }
    return instruction.operands.size() > 1 && !instruction.operands[0].has_elements();
}

bool is_same_in_block(const Operand& special) {
    switch (static_cast<SpecialRegister>(special.id)) {
        case SpecialRegister::Ctaid:
        case SpecialRegister::Nctaid:
        case SpecialRegister::Ntid: return true;
        default: return false;
    }
}

bool names_all_lanes(const Function& function, const DefUse& registers, const Instruction& instruction) {
    const std::optional<std::uint32_t> index = member_mask(instruction);
    if (!index) return false;
    const Operand& mask = instruction.operands[*index];
    if (!mask.is_register() || mask.component) return has_all_lanes(mask);
    const Occurrence* found = registers.only_definition(mask.id);
    if (found == nullptr || !found->kills) return false;
    const Instruction& write = function.body[found->statement].instruction;
    return write.opcode() == Opcode::Mov && has_all_lanes(write.operands[1]);
}

Uniformity::Uniformity(const ControlFlowGraph& cfg, const DominatorTree& dominators, const DefUse& registers,
                       std::span<const std::uint32_t> voted, BlockShape shape, std::span<const std::uint32_t> alone)
    : cfg_(cfg),
      dominators_(dominators),
      registers_(registers),
      voted_(voted),
      shape_(shape),
      alone_(alone),
      post_dominators_(post_dominators(cfg)),
      may_never_end_(!reaches_exit_always(cfg)),
      is_spoilt_(registers.size()),
      is_surely_written_(registers.size()),
      is_apart_(cfg.size()),
      has_parted_(cfg.size()),
      above_(cfg.size() + 1) {
    std::iota(above_.begin(), above_.end(), 0);
    const auto parameters = cfg.function().signature.parameters;
    if (cfg.function().is_entry) parameters_.insert(parameters.begin(), parameters.end());
    spoil_unwritten();
    spoil_computed_otherwise();
    follow();
}

const Instruction& Uniformity::instruction(std::uint32_t statement) const {
    return cfg_.function().body[statement].instruction;
}

bool Uniformity::is_uniform(RegisterId reg) const {
    const std::size_t index = registers_.index_of(reg);
    return index != registers_.size() && !is_spoilt_[index];
}

bool Uniformity::is_surely_written(RegisterId reg) const {
    const std::size_t index = registers_.index_of(reg);
    return index != registers_.size() && is_surely_written_[index];
}

bool Uniformity::execute_together(std::uint32_t statement) const {
    const Guard& guard = instruction(statement).guard;
    return come_together(cfg_.block_of(statement)) && (!guard || is_voted(statement) || is_uniform(guard.predicate));
}

bool Uniformity::is_voted(std::uint32_t statement) const {
    return std::binary_search(voted_.begin(), voted_.end(), statement);
}

// All lanes agree on its result, if all come to it.
bool Uniformity::is_vote(const Instruction& instruction) const {
    return instruction.opcode() == Opcode::Vote && instruction.operation->has(Modifier::Sync) && !instruction.guard &&
           instruction.operands[0].is_register() && names_all_lanes(cfg_.function(), registers_, instruction);
}

// What a barrier makes of all threads' predicates, and tells all that wait there. It says that all threads of a warp
// come to it as one, and that must hold anyway: so a warp comes once to what it is told, and all its threads are told
// the same.
bool Uniformity::is_reduction(std::uint32_t statement) const {
    const Instruction& it = instruction(statement);
    const auto use = barrier_use(it);
    return use && use->kind != BarrierUse::Kind::Meet && is_for_whole_warp(it) && !it.guard &&
           it.operands[0].is_register() && !it.operands[0].component &&
           !std::binary_search(alone_.begin(), alone_.end(), statement);
}

// A register that holds %tid.x and nothing else.
bool Uniformity::is_place_in_row(const Operand& operand) const {
    if (!operand.is_register() || operand.component) return false;
    const Occurrence* found = registers_.only_definition(operand.id);
    if (found == nullptr || !is_surely_written(operand.id)) return false;
    const Instruction& write = instruction(found->statement);
    if (write.operation->text != "mov.u32" || write.operands[1].kind != OperandKind::Special) return false;
    const Operand& from = write.operands[1];
    return static_cast<SpecialRegister>(from.id) == SpecialRegister::Tid && from.component.letter() == 'x';
}

// Computed from %tid.x without its five low bits, as `tid.x >> 5` and `tid.x < 64` are.
bool Uniformity::is_number_of_warp(const Instruction& instruction) const {
    const auto operands = std::span(instruction.operands);
    if (shape_ != BlockShape::WholeRows || instruction.guard || operands.size() != 3 || !operands[0].is_register() ||
        !is_place_in_row(operands[1]) || operands[2].kind != OperandKind::Integer)
        return false;
    const std::uint64_t number = operands[2].bits;
    const std::uint64_t in_warp = number % 32;
    const std::string_view text = instruction.operation->text;
    if (text == "shr.u32" || text == "shr.s32" || text == "shr.b32") return number >= 5 && number < 32;
    if (text == "and.b32" || text == "setp.lt.u32" || text == "setp.lt.s32" || text == "setp.ge.u32" ||
        text == "setp.ge.s32")
        return in_warp == 0;
    if (text == "setp.le.u32" || text == "setp.le.s32" || text == "setp.gt.u32" || text == "setp.gt.s32")
        return in_warp == 31;
    return false;
}

// The same in all threads of a warp that come to it, whatever is known of its operands.
bool Uniformity::makes_same(std::uint32_t statement) const {
    const Instruction& it = instruction(statement);
    return is_vote(it) || is_number_of_warp(it) || is_reduction(statement);
}

bool Uniformity::is_choice(BlockId block) const {
    return cfg_.successors(block).size() > 1;
}

void Uniformity::spoil(std::size_t index) {
    if (is_spoilt_[index]) return;
    is_spoilt_[index] = true;
    open_registers_.push_back(index);
}

void Uniformity::spoil_writes(std::uint32_t statement) {
    for_each_register_use(instruction(statement), [&](const RegisterUse& use) {
        if (use.writes()) spoil(registers_.index_of(use.reg));
    });
}

bool Uniformity::is_written_before_reads(std::size_t index) const {
    const auto all = registers_.occurrences(index);
    const Occurrence* first = nullptr;
    const auto depth = [&](const Occurrence& at) { return dominators_.depth(cfg_.block_of(at.statement)); };
    for (const Occurrence& at : all) {
        if (!at.kills || !cfg_.is_reachable(cfg_.block_of(at.statement))) continue;
        if (first == nullptr || depth(at) < depth(*first)) first = &at;
    }
    if (first == nullptr) return false;
    const BlockId home = cfg_.block_of(first->statement);
    return std::all_of(all.begin(), all.end(), [&](const Occurrence& at) {
        const BlockId block = cfg_.block_of(at.statement);
        if (!at.reads || !cfg_.is_reachable(block)) return true;
        return block == home ? at.statement > first->statement : dominators_.dominates(home, block);
    });
}

// Registers that nobody has written differ from thread to thread; so do the arguments of functions.
void Uniformity::spoil_unwritten() {
    const ParameterRegisters given = parameter_registers(cfg_.function());
    for (std::size_t i = 0; i < registers_.size() && !must_stop(); ++i) {
        const RegisterId reg = registers_.registers()[i];
        is_surely_written_[i] = is_written_before_reads(i);
        if (given.is_parameter(reg) || given.is_result(reg) || !is_surely_written_[i]) spoil(i);
    }
}

// A kernel's own, not what a function gave back.
bool Uniformity::is_parameter_load(const Instruction& load) const {
    if (load.opcode() != Opcode::Ld || load.operation->space != Space::Param || load.operands[0].has_elements())
        return false;
    const Operand& from = load.operands[1];
    return from.kind == OperandKind::Address && from.address_base().kind == OperandKind::Variable &&
           parameters_.contains(from.address_base().variable);
}

bool Uniformity::computes_same(const Instruction& instruction) const {
    if (is_parameter_load(instruction)) return true;
    bool is_same = computes_from_operands(instruction);
    const auto look = [&](const Operand& operand) {
        if (operand.kind == OperandKind::Special) is_same = is_same && is_same_in_block(operand);
        if (operand.is_register() && operand.component) is_same = false;
    };
    for_each_operand(instruction.operands, look);
    return is_same;
}

void Uniformity::spoil_computed_otherwise() {
    const Function& function = cfg_.function();
    for (std::uint32_t i = 0; i < function.body.size() && !must_stop(); ++i) {
        if (!function.body[i].is_instruction()) continue;
        const Instruction& it = instruction(i);
        if (!makes_same(i) && !computes_same(it)) spoil_writes(i);
        if (it.opcode() == Opcode::BrxIdx && it.operands[0].kind != OperandKind::Integer &&
            !it.operands[0].is_register())
            part_at(cfg_.block_of(i));
    }
}

// The threads of a block may leave it on different ways.
void Uniformity::part_at(BlockId block) {
    if (has_parted_[block] || !cfg_.is_reachable(block)) return;
    has_parted_[block] = true;
    open_blocks_.push_back(block);
    part_at_tables(block);
}

// A table that several jumps use has a block of its own, with all the ways. Where threads meet there they have not made
// the same choice yet, unless it was by one jump.
void Uniformity::part_at_tables(BlockId block) {
    for (const FlowEdge& edge : cfg_.successors(block)) {
        if (edge.to != cfg_.exit() && cfg_.block(edge.to).table != nullptr) part_at(edge.to);
    }
}

void Uniformity::part(BlockId block) {
    is_apart_[block] = true;
    above_[block] = post_dominators_.parent(block);
    for (std::uint32_t i = cfg_.block(block).begin; i < cfg_.block(block).end; ++i) {
        if (cfg_.function().body[i].is_instruction()) spoil_writes(i);
    }
    if (is_choice(block)) part_at(block);
    part_at_tables(block);
}

NodeId Uniformity::nearest_together(NodeId block) {
    NodeId found = block;
    while (above_[found] != found)
        found = above_[found];
    while (above_[block] != found && block != found)
        block = std::exchange(above_[block], found);
    return found;
}

void Uniformity::follow_read(const Occurrence& read) {
    const BlockId block = cfg_.block_of(read.statement);
    const Instruction& it = instruction(read.statement);
    const bool is_guard = read.operand == guard_operand;
    if (is_guard && is_voted(read.statement)) return;
    const Statement* last = cfg_.last_instruction(block);
    if (is_guard && is_choice(block) && last != nullptr && &last->instruction == &it) part_at(block);
    if (!is_guard && it.opcode() == Opcode::BrxIdx) part_at(block);
    if (!makes_same(read.statement)) spoil_writes(read.statement);
}

void Uniformity::follow() {
    while ((!open_registers_.empty() || !open_blocks_.empty()) && !must_stop()) {
        if (open_registers_.empty()) {
            const BlockId block = open_blocks_.back();
            open_blocks_.pop_back();
            part_behind(block);
            continue;
        }
        const std::size_t index = open_registers_.back();
        open_registers_.pop_back();
        for (const Occurrence& at : registers_.occurrences(index)) {
            if (must_stop()) return;
            if (at.reads) follow_read(at);
        }
    }
}

// Everything up to where the ways meet.
void Uniformity::part_behind(BlockId from) {
    if (may_never_end_) {
        for (BlockId block = 0; block < cfg_.size() && !is_apart_.back(); ++block)
            part(block);
        return;
    }
    const std::uint32_t meeting = post_dominators_.depth(post_dominators_.parent(from));
    for (const FlowEdge& edge : cfg_.successors(from)) {
        for (NodeId block = nearest_together(edge.to); post_dominators_.depth(block) > meeting;
             block = nearest_together(block))
            part(block);
    }
}

bool find_deciding_blocks(const ControlFlowGraph& cfg, std::vector<bool> wanted, std::vector<BlockId>& deciding) {
    constexpr std::uint64_t most_steps = std::uint64_t{1} << 28U;
    const DominatorTree meetings = post_dominators(cfg);
    std::vector<bool> decides(cfg.size());
    std::vector<std::uint32_t> wanted_above(cfg.size() + 1);  // itself included
    std::uint64_t steps = 0;
    for (bool has_found = true; has_found;) {
        has_found = false;
        if (must_stop()) return false;
        for (const NodeId node : meetings.preorder()) {
            const NodeId parent = meetings.parent(node);
            const bool is_wanted = node != cfg.exit() && wanted[node];
            wanted_above[node] = (parent == no_node ? 0 : wanted_above[parent]) + (is_wanted ? 1 : 0);
        }
        for (BlockId block = 0; block < cfg.size(); ++block) {
            const auto ways = cfg.successors(block);
            if (decides[block] || ways.size() < 2 || !cfg.is_reachable(block)) continue;
            const std::uint32_t after = wanted_above[meetings.parent(block)];
            const bool leads = std::any_of(ways.begin(), ways.end(),
                                           [&](const FlowEdge& edge) { return wanted_above[edge.to] > after; });
            if (!leads) continue;
            decides[block] = true;
            deciding.push_back(block);
            has_found = !wanted[block] || has_found;
            wanted[block] = true;
        }
        steps += 2 * cfg.size();
        if (steps > most_steps) return false;
    }
    return true;
}

}  // namespace ringfence::ptx
