// Values at the place of their use, not where they were computed.
//
// `a = f(i); if (i < 10) … [a]`: the comparison's fact about i holds for the i that a was computed from. For the place
// of a's write is executed before each use of it, and that of i's before a's. Were i's executed again between a's and
// the use, there would be a way to the use that leaves out a's: to i's place for the first time, and on from there. So
// all names from which a name was computed, but for those that a join stands for, still have the values that they had.
#include <algorithm>

#include "guard/checker/values.h"

namespace ringfence::guard {

using ptx::Operand;

namespace {
constexpr std::size_t most_origins = 24;
constexpr unsigned most_asked = 4;  // comparisons, the nearest first
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

// True if a name was computed from constants, parameters and special registers alone: nothing of memory, nothing of a
// join. Evaluating such a name needs no value that is still being computed.
bool Values::is_plain(const Name& name) {
    const auto [known, is_new] = plain_.try_emplace(name.key(), false);
    if (!is_new) return known->second;
    std::vector<Name> origins;
    const bool is_followed = origins_of(name, origins);
    known->second = is_followed && std::all_of(origins.begin(), origins.end(), [&](const Name& one) {
                        if (!one.is_written()) return false;
                        const ptx::Instruction& instruction = flow_.instruction(one.place);
                        return instruction.instruction_class() != ptx::Class::Load ||
                               instruction.operation->space == ptx::Space::Param;
                    });
    return known->second;
}

// A number, given the outcome of these comparisons. With the facts of a launch, such as a parameter or the range of a
// thread's number, they may be impossible in this launch for every thread; then there is none. Loops that handle the
// remainder of another, four at a time, are often so, and bring no value to a join.
NodeId Values::given(NodeId node, const std::vector<Fact>& facts, bool with_joins) {
    unsigned asked = 0;
    for (const Fact& fact : facts) {
        if (fact.left.constant || fact.left.name.kind == Name::Kind::Undefined) continue;
        const bool has_right = !fact.right.constant && fact.right.name.kind != Name::Kind::Undefined;
        // The remainder of a loop is compared with constants; more would be too much work for a launch.
        const bool plain = fact.right.constant && asked < most_asked && is_plain(fact.left.name);
        if (!plain && !with_joins) continue;
        evaluate(fact.left.name);
        if (has_right) evaluate(fact.right.name);
        const Value* left = known(fact.left.name);
        if (left == nullptr || !left->is_number()) continue;
        const Value narrow = narrowed_by({fact}, fact.left.name, *left);
        // Values from joins are worth asking only if each launch knows them exactly.
        const bool is_exact = builder_.is_exact(left->node) && builder_.is_exact(narrow.node);
        if (plain) ++asked;
        if (plain || is_exact) node = builder_.apply(RangeOp::Given, 64, node, narrow.node);
    }
    return node;
}

NodeId Values::if_reached(NodeId node, std::uint32_t statement) {
    look_at(flow_.cfg().block_of(statement));
    return given(node, std::vector<Fact>(facts_), true);
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
