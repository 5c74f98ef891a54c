#include "guard/checker/flow.h"

#include <utility>

#include "base/effort.h"

namespace ringfence::guard {

using ptx::BlockId;
using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;

namespace {

// Predicates that are made of others are followed so far.
constexpr unsigned most_predicates = 8;

std::optional<std::pair<Relation, bool>> relation_of(const ptx::Operation& operation) {
    const bool is_unsigned = ptx::isa::info(operation.type).kind == ptx::TypeKind::Unsigned;
    for (const Modifier modifier : operation.modifiers) {
        switch (modifier) {
            case Modifier::Eq: return std::pair(Relation::Equal, is_unsigned);
            case Modifier::Ne: return std::pair(Relation::Unequal, is_unsigned);
            case Modifier::Lt: return std::pair(Relation::Less, is_unsigned);
            case Modifier::Le: return std::pair(Relation::LessOrEqual, is_unsigned);
            case Modifier::Gt: return std::pair(Relation::Greater, is_unsigned);
            case Modifier::Ge: return std::pair(Relation::GreaterOrEqual, is_unsigned);
            case Modifier::Lo: return std::pair(Relation::Less, true);
            case Modifier::Ls: return std::pair(Relation::LessOrEqual, true);
            case Modifier::Hi: return std::pair(Relation::Greater, true);
            case Modifier::Hs: return std::pair(Relation::GreaterOrEqual, true);
            default: break;
        }
    }
    return std::nullopt;
}

bool is_integer(ptx::Type type) {
    const ptx::TypeInfo& info = ptx::isa::info(type);
    const bool kind =
        info.kind == ptx::TypeKind::Signed || info.kind == ptx::TypeKind::Unsigned || info.kind == ptx::TypeKind::Bits;
    return kind && (info.bits == 16 || info.bits == 32 || info.bits == 64);
}

}  // namespace

Relation mirrored(Relation relation) {
    switch (relation) {
        case Relation::Less: return Relation::Greater;
        case Relation::LessOrEqual: return Relation::GreaterOrEqual;
        case Relation::Greater: return Relation::Less;
        case Relation::GreaterOrEqual: return Relation::LessOrEqual;
        default: return relation;
    }
}

Relation negated(Relation relation) {
    switch (relation) {
        case Relation::Less: return Relation::GreaterOrEqual;
        case Relation::LessOrEqual: return Relation::Greater;
        case Relation::Greater: return Relation::LessOrEqual;
        case Relation::GreaterOrEqual: return Relation::Less;
        case Relation::Equal: return Relation::Unequal;
        case Relation::Unequal: return Relation::Equal;
    }
    return relation;
}

Flow::Flow(const ptx::Function& function)
    : function_(function),
      cfg_(function),
      dominators_(ptx::dominators(cfg_)),
      loops_(cfg_, dominators_),
      names_(cfg_, dominators_) {}

std::optional<Source> Flow::source(const Operand& operand, std::uint32_t statement, unsigned width) {
    if (operand.kind == OperandKind::Integer) {
        const unsigned unused = 64 - width;
        return Source{{}, static_cast<std::int64_t>(operand.bits << unused) >> unused};
    }
    if (!operand.is_register() || operand.component || operand.negated) return std::nullopt;
    return Source{names_.before(operand.id, statement), std::nullopt};
}

BlockId Flow::only_way_in(BlockId block) const {
    BlockId way = ptx::no_block;
    for (const BlockId from : cfg_.graph().predecessors(block)) {
        // From below itself: control has been here before.
        if (!cfg_.is_reachable(from) || dominators_.dominates(block, from)) continue;
        if (way != ptx::no_block) return ptx::no_block;
        way = from;
    }
    return way;
}

void Flow::facts_on(BlockId from, BlockId to, std::vector<Fact>& facts) {
    const ptx::Statement* last = cfg_.last_instruction(from);
    if (last == nullptr || !last->instruction.guard) return;
    const ptx::FlowEdge* edge = nullptr;
    for (const ptx::FlowEdge& candidate : cfg_.successors(from)) {
        if (candidate.to != to) continue;
        if (edge != nullptr) return;  // both ways lead there
        edge = &candidate;
    }
    if (edge == nullptr) return;
    const ptx::Guard guard = last->instruction.guard;
    const auto statement = static_cast<std::uint32_t>(last - function_.body.data());
    // A guarded instruction in the middle of things does not end its block; it falls through whatever its guard says.
    if (cfg_.successors(from).size() < 2) return;
    const bool executed = edge->kind != ptx::EdgeKind::Fallthrough;
    facts_of(names_.before(guard.predicate, statement), executed != guard.negated, facts);
}

const Flow::Condition& Flow::condition_of(BlockId block) {
    const auto found = conditions_.find(block);
    if (found != conditions_.end()) return found->second;
    // From the first block upwards that is known already, or the entry, down to this one.
    std::vector<BlockId> path;
    BlockId top = block;
    while (top != ptx::no_block && conditions_.find(top) == conditions_.end()) {
        if (must_stop()) return nothing_known_;
        path.push_back(top);
        top = dominators_.parent(top);
    }
    while (!path.empty()) {
        if (must_stop()) return nothing_known_;
        const BlockId next = path.back();
        path.pop_back();
        const BlockId parent = dominators_.parent(next);
        Condition condition;
        if (parent != ptx::no_block) {
            const Condition& up = conditions_.at(parent);
            condition.above = up.facts.empty() ? up.above : parent;
            const BlockId from = only_way_in(next);
            if (from != ptx::no_block) facts_on(from, next, condition.facts);
        }
        conditions_.emplace(next, std::move(condition));
    }
    return conditions_.at(block);
}

void Flow::facts_at(BlockId block, std::vector<Fact>& facts, ptx::LoopId within) {
    if (!cfg_.is_reachable(block)) return;
    for (unsigned i = 0; i < most_conditions && block != ptx::no_block; ++i) {
        if (within != ptx::no_loop && (!loops_.contains(within, block) || loops_[within].header == block)) return;
        const Condition& condition = condition_of(block);
        facts.insert(facts.end(), condition.facts.begin(), condition.facts.end());
        block = condition.above;
    }
}

void Flow::facts_of_setp(const Name& predicate, bool holds, std::vector<Fact>& facts) {
    const Instruction& setp = instruction(predicate.place);
    const ptx::Operation& operation = *setp.operation;
    const auto relation = relation_of(operation);
    if (!relation || !is_integer(operation.type) || setp.operands.size() < 3) return;
    // `p|q`: q is the opposite of p.
    const Operand& result = setp.operands[0];
    if (result.kind == OperandKind::Pair) {
        const Operand& second = result.elements()[1];
        if (second.is_register() && second.id == predicate.reg) holds = !holds;
    }
    // `setp.lt.and p, a, b, c`: p says a < b and c; if p is false, nothing is known.
    if (setp.operands.size() > 3) {
        if (!operation.has(Modifier::And) || !holds || result.kind == OperandKind::Pair) return;
    }
    const unsigned width = ptx::isa::info(operation.type).bits;
    const auto left = source(setp.operands[1], predicate.place, width);
    const auto right = source(setp.operands[2], predicate.place, width);
    if (!left || !right) return;
    const Relation known = holds ? relation->first : negated(relation->first);
    const auto bits = static_cast<std::uint8_t>(width);
    facts.push_back({*left, *right, known, relation->second, bits});
    facts.push_back({*right, *left, mirrored(known), relation->second, bits});
}

// Follows `and.pred` that holds, `or.pred` that does not, `not.pred` and `mov.pred` to comparisons.
void Flow::facts_of(Name predicate, bool holds, std::vector<Fact>& facts) {
    std::vector<std::pair<Name, bool>> open = {{predicate, holds}};
    for (unsigned i = 0; i < most_predicates && !open.empty(); ++i) {
        const auto [name, is_true] = open.back();
        open.pop_back();
        if (!name.is_written()) continue;
        const Instruction& instruction = this->instruction(name.place);
        const Opcode opcode = instruction.opcode();
        if (opcode == Opcode::Setp) {
            facts_of_setp(name, is_true, facts);
            continue;
        }
        const bool is_pred = instruction.operation->type == ptx::Type::Pred;
        const bool splits = (opcode == Opcode::And && is_true) || (opcode == Opcode::Or && !is_true);
        const bool copies = opcode == Opcode::Mov || opcode == Opcode::Not;
        if (!is_pred || (!splits && !copies)) continue;
        for (std::size_t operand = 1; operand < instruction.operands.size(); ++operand) {
            const Operand& part = instruction.operands[operand];
            if (!part.is_register() || part.component) continue;
            const bool opposite = part.negated != (opcode == Opcode::Not);
            open.emplace_back(names_.before(part.id, name.place), is_true != opposite);
        }
    }
}

}  // namespace ringfence::guard
