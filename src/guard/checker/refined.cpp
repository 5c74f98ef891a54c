// Values where they are wanted, not where they were computed.
//
// `a = f(i); if (i < 10) … [a]`: what the comparison says of i holds for the i that a was computed from. For the place
// of a's write is executed before each use of it, and that of i's before a's. Were i's executed again between a's and
// the use, there would be a way to the use that leaves out a's: to i's place for the first time, and on from there. So
// all names from which a name was computed, but for those that a join stands for, still have the values that they had.
#include <algorithm>

#include "guard/checker/values.h"

namespace ringfence::guard {

using ptx::Operand;

namespace {
constexpr std::size_t most_origins = 24;
}  // namespace

bool Values::origins_of(const Name& name, std::vector<Name>& origins) {
    const auto is_among = [](const std::vector<Name>& names, const Name& one) {
        return std::find(names.begin(), names.end(), one) != names.end();
    };
    std::vector<Name> stack = {name};
    std::vector<Name> begun;
    while (!stack.empty()) {
        const Name next = stack.back();
        if (is_among(begun, next)) {
            stack.pop_back();
            if (!is_among(origins, next)) origins.push_back(next);
            continue;
        }
        if (begun.size() == most_origins) return false;
        begun.push_back(next);
        if (!next.is_written()) continue;
        const ptx::Instruction& instruction = flow_.instruction(next.place);
        const bool is_followed = instruction.instruction_class() != ptx::Class::Load && !instruction.operands.empty();
        if (!is_followed) continue;
        for (const Operand& operand : instruction.operands.subspan(1)) {
            if (!operand.is_register()) continue;
            const Name input = flow_.names().before(operand.id, next.place);
            if (input.kind != Name::Kind::Undefined && !is_among(begun, input)) stack.push_back(input);
        }
    }
    return true;
}

bool Values::are_compared(const std::vector<Name>& origins) {
    return std::any_of(facts_.begin(), facts_.end(), [&](const Fact& fact) {
        return !fact.left.constant && std::find(origins.begin(), origins.end(), fact.left.name) != origins.end();
    });
}

// Comparisons of what a launch knows, such as a parameter's, may be impossible in this launch. Loops that are left over
// from others (`for (; i < n; ++i)` behind one that takes four at a time) are often so.
NodeId Values::if_reached(NodeId node, std::uint32_t statement) {
    look_at(flow_.cfg().block_of(statement));
    const std::vector<Fact> facts = facts_;
    for (const Fact& fact : facts) {
        if (fact.left.constant || fact.left.name.kind == Name::Kind::Undefined) continue;
        evaluate(fact.left.name);
        if (!fact.right.constant && fact.right.name.kind != Name::Kind::Undefined) evaluate(fact.right.name);
        const Value* left = known(fact.left.name);
        if (left == nullptr || !left->is_number() || !builder_.is_exact(left->node)) continue;
        const Value narrow = narrowed_by({fact}, fact.left.name, *left);
        if (builder_.is_exact(narrow.node)) node = builder_.apply(RangeOp::Given, 64, node, narrow.node);
    }
    return node;
}

Value Values::refined(const Operand& operand, std::uint32_t statement, unsigned width) {
    const Value usual = at(operand, statement, width);
    const Name name = flow_.names().before(operand.id, statement);
    const ptx::BlockId block = flow_.cfg().block_of(statement);
    look_at(block);
    std::vector<Name> origins;
    if (facts_.empty() || !name.is_written() || !origins_of(name, origins) || !are_compared(origins)) return usual;
    const std::vector<Fact> facts = facts_;
    for (const Fact& fact : facts) {
        if (fact.right.name.kind != Name::Kind::Undefined) evaluate(fact.right.name);
    }
    here_ = block;
    for (const Name& origin : origins) {
        if (origin.is_written()) here_values_[origin.key()] = computed(origin);
    }
    const Value value = operand_value(operand, statement, width);
    here_ = ptx::no_block;
    here_values_.clear();
    return value;
}

}  // namespace ringfence::guard
