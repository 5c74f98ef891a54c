// Values where paths join, and loops: how often they turn, and the range of a register that each turn adds to.
//
// Only loops with one header and one edge back to it are looked at. At the header a register has its first value, or
// that of the last turn. If that is the value at the header plus steps, then after t turns it is the first value plus t
// times something within the range of the steps. The number of turns is bounded by a counter, itself such a register,
// that is compared on every way round the loop.
#include <algorithm>

#include "guard/checker/values.h"

namespace ringfence::guard {

using ptx::BlockId;
using ptx::Instruction;
using ptx::Opcode;

namespace {
constexpr unsigned most_steps = 32;
constexpr std::size_t most_counters = 4;
constexpr std::size_t most_predecessors = 64;
}  // namespace

Values::Ends Values::ends_of(BlockId header) const {
    Ends ends;
    unsigned latches = 0;
    for (const BlockId from : flow_.cfg().graph().predecessors(header)) {
        if (!flow_.cfg().is_reachable(from)) continue;
        if (flow_.dominators().dominates(header, from)) {
            ends.latch = from;
            ++latches;
        } else {
            ends.entries.push_back(from);
        }
    }
    if (latches > 1) ends.latch = ptx::no_block;
    return ends;
}

// Follows copies, additions and subtractions up to a value at the header.
std::optional<Values::Steps> Values::steps_from(const Name& start, BlockId header) {
    Steps result;
    Name name = start;
    for (unsigned i = 0; i < most_steps; ++i) {
        if (name.is_merged() && name.place == header) {
            result.merged = name;
            return result;
        }
        if (!name.is_written()) return std::nullopt;
        const Instruction& instruction = flow_.instruction(name.place);
        const Opcode opcode = instruction.opcode();
        const unsigned width = width_of(name.reg);
        const ptx::TypeInfo& type = ptx::isa::info(instruction.operation->type);
        const bool is_plain = instruction.operation->modifiers.size() == 1 && type.bits == width &&
                              type.kind != ptx::TypeKind::Float && type.kind != ptx::TypeKind::Packed &&
                              instruction.operands[0].is_register();
        if (!is_plain) return std::nullopt;
        if (opcode == Opcode::Mov && instruction.operands[1].is_register() && !instruction.operands[1].component) {
            name = flow_.names().before(instruction.operands[1].id, name.place);
            continue;
        }
        if (opcode != Opcode::Add && opcode != Opcode::Sub) return std::nullopt;
        const auto left = flow_.source(instruction.operands[1], name.place, width);
        const auto right = flow_.source(instruction.operands[2], name.place, width);
        if (!left || !right) return std::nullopt;
        // The side that leads to the header: the one that changes in the loop. The first is tried unless it is a
        // number.
        const bool second = left->constant.has_value() ||
                            (opcode == Opcode::Add && !leads_to(left->name, header) && leads_to(right->name, header));
        if (second && (opcode == Opcode::Sub || right->constant)) return std::nullopt;
        result.steps.emplace_back(second ? *left : *right, opcode == Opcode::Sub);
        name = second ? right->name : left->name;
    }
    return std::nullopt;
}

// `x + (x >> 31)`, as a division of signed numbers has it: the name of x, which it is unless that is negative.
std::optional<Name> Values::rounded_towards_zero(const Name& name) {
    const Instruction& instruction = flow_.instruction(name.place);
    const unsigned width = width_of(name.reg);
    const auto left = flow_.source(instruction.operands[1], name.place, width);
    const auto right = flow_.source(instruction.operands[2], name.place, width);
    if (!left || !right || left->constant || right->constant) return std::nullopt;
    for (const auto& [number, sign] : {std::pair(left->name, right->name), std::pair(right->name, left->name)}) {
        if (!sign.is_written()) continue;
        const Instruction& shift = flow_.instruction(sign.place);
        const ptx::TypeInfo& type = ptx::isa::info(shift.operation->type);
        const bool is_shift = shift.opcode() == Opcode::Shr && type.kind == ptx::TypeKind::Unsigned &&
                              type.bits == width && width_of(sign.reg) == width;
        if (!is_shift) continue;
        const auto of = flow_.source(shift.operands[1], sign.place, width);
        const auto by = flow_.source(shift.operands[2], sign.place, 32);
        if (of && !of->constant && of->name == number && by && by->constant == width - 1) return number;
    }
    return std::nullopt;
}

// True if a value is the one at its header, shifted to the right or divided: if that is not negative, nor is this, and
// no larger.
bool Values::shrinks_from(const Name& start, const Name& merged) {
    Name name = start;
    for (unsigned i = 0; i < most_steps; ++i) {
        if (name == merged) return true;
        if (!name.is_written()) return false;
        const Instruction& instruction = flow_.instruction(name.place);
        const Opcode opcode = instruction.opcode();
        const unsigned width = width_of(name.reg);
        const bool is_followed =
            opcode == Opcode::Mov || opcode == Opcode::Shr || opcode == Opcode::Div || opcode == Opcode::Add;
        if (!is_followed) return false;
        const ptx::TypeInfo& type = ptx::isa::info(instruction.operation->type);
        const bool is_plain = instruction.operation->modifiers.size() == 1 && type.bits == width &&
                              type.kind != ptx::TypeKind::Float && type.kind != ptx::TypeKind::Packed &&
                              instruction.operands[0].is_register();
        if (!is_plain) return false;
        if (opcode == Opcode::Add) {
            const std::optional<Name> number = rounded_towards_zero(name);
            if (!number) return false;
            name = *number;
            continue;
        }
        if (opcode == Opcode::Div) {
            const auto by = flow_.source(instruction.operands[2], name.place, width);
            if (!by || !by->constant || *by->constant < 1) return false;
        }
        const auto from = flow_.source(instruction.operands[1], name.place, width);
        if (!from || from->constant) return false;
        name = from->name;
    }
    return false;
}

// A glance at where a value comes from: the header itself, or inside its loop.
bool Values::leads_to(const Name& name, BlockId header) const {
    if (name.kind == Name::Kind::Undefined) return false;
    if (name.is_merged()) return name.place == header;
    return flow_.dominators().dominates(header, flow_.cfg().block_of(name.place));
}

// True if it was computed before the loop, and so stays the same in it.
bool Values::is_before(const Source& source, BlockId header) const {
    if (source.constant) return true;
    if (source.name.kind == Name::Kind::Undefined) return false;
    const BlockId at = source.name.is_merged() ? source.name.place : flow_.cfg().block_of(source.name.place);
    return !flow_.dominators().dominates(header, at);
}

std::optional<Values::Counter> Values::counter_of(const Fact& fact, BlockId header, BlockId latch) {
    if (fact.left.constant || fact.left.name.kind == Name::Kind::Undefined) return std::nullopt;
    auto compared = steps_from(fact.left.name, header);
    if (!compared) return std::nullopt;
    Counter counter;
    counter.merged = compared->merged;
    counter.width = width_of(counter.merged.reg);
    if (counter.width != fact.width) return std::nullopt;
    // The compared value is that at the start of the turn, or that at its end.
    const Name next = flow_.names().at_end(counter.merged.reg, latch);
    const auto turn = steps_from(next, header);
    if (!turn || !(turn->merged == counter.merged) || turn->steps.empty()) return std::nullopt;
    bool updated = compared->steps == turn->steps && same_end(fact.left.name, next);
    if (!updated && !(fact.left.name == counter.merged)) {
        // Or one of these plus what stays the same: as if that had been added to the counter before the loop.
        const std::size_t count = compared->steps.size();
        const std::size_t own = turn->steps.size();
        updated = count > own && std::equal(turn->steps.begin(), turn->steps.end(),
                                            compared->steps.end() - static_cast<std::ptrdiff_t>(own));
        compared->steps.resize(updated ? count - own : count);
        for (const auto& [step, subtracted] : compared->steps) {
            if (!is_before(step, header)) return std::nullopt;
        }
        counter.added = std::move(compared->steps);
    }
    counter.steps = turn->steps;
    counter.limit = fact.right;
    counter.flags = (updated ? turn_flag::updated : 0) | (fact.is_unsigned ? turn_flag::is_unsigned : 0);
    switch (fact.relation) {
        case Relation::LessOrEqual: counter.flags |= turn_flag::inclusive; break;
        case Relation::Less: break;
        case Relation::GreaterOrEqual: counter.flags |= turn_flag::inclusive | turn_flag::downwards; break;
        case Relation::Greater: counter.flags |= turn_flag::downwards; break;
        case Relation::Unequal:
            // A number that changes in the loop could dodge the counter.
            if (!is_before(fact.right, header)) return std::nullopt;
            counter.flags |= turn_flag::unequal;
            break;
        case Relation::Equal: return std::nullopt;
    }
    for (const BlockId entry : ends_of(header).entries)
        counter.firsts.push_back({flow_.names().at_end(counter.merged.reg, entry), std::nullopt});
    return counter;
}

// True if one is the other, or a copy of it.
bool Values::same_end(const Name& a, const Name& b) {
    const auto origin = [&](Name name) {
        for (unsigned i = 0; i < most_steps && name.is_written(); ++i) {
            const Instruction& instruction = flow_.instruction(name.place);
            const bool is_copy = instruction.opcode() == Opcode::Mov && instruction.operation->modifiers.size() == 1 &&
                                 instruction.operands[0].is_register() && instruction.operands[1].is_register() &&
                                 !instruction.operands[1].component;
            if (!is_copy) break;
            name = flow_.names().before(instruction.operands[1].id, name.place);
        }
        return name;
    };
    return origin(a) == origin(b);
}

const std::vector<Values::Counter>& Values::counters_of(ptx::LoopId loop) {
    const auto [found, is_new] = counters_.try_emplace(loop);
    if (!is_new) return found->second;
    const BlockId header = flow_.loops()[loop].header;
    const Ends ends = ends_of(header);
    if (ends.latch == ptx::no_block || ends.entries.size() > most_predecessors) return found->second;
    // The facts that must hold for control to go back: on the edge itself, and on the way to it in the loop.
    std::vector<Fact> facts;
    flow_.facts_on(ends.latch, header, facts);
    flow_.facts_at(ends.latch, facts, loop);
    for (const Fact& fact : facts) {
        if (found->second.size() == most_counters) break;
        if (auto counter = counter_of(fact, header, ends.latch)) found->second.push_back(*std::move(counter));
    }
    return found->second;
}

void Values::inputs_of_merge(const Name& name, std::vector<Name>& inputs) {
    const BlockId block = name.place;
    const auto& predecessors = flow_.cfg().graph().predecessors(block);
    if (predecessors.size() > most_predecessors) return;
    const ptx::LoopId loop = flow_.loops().is_header(block) ? flow_.loops().loop_of(block) : ptx::no_loop;
    const auto add_source = [&](const Source& source, BlockId at) {
        if (!source.constant) add_input(source.name, at, inputs);
    };
    for (const BlockId from : predecessors) {
        if (!flow_.cfg().is_reachable(from)) continue;
        const Name value = flow_.names().at_end(name.reg, from);
        const bool is_back = loop != ptx::no_loop && flow_.dominators().dominates(block, from);
        if (is_back && shrinks_from(value, name)) continue;
        const auto turn = is_back ? steps_from(value, block) : std::nullopt;
        if (!turn || !(turn->merged == name)) {
            if (is_back && !is_following_ && goes_round(name)) continue;  // see invariants.cpp
            add_input(value, from, inputs);
            continue;
        }
        for (const auto& [step, subtracted] : turn->steps)
            add_source(step, from);
        const Ends ends = ends_of(block);
        for (const Counter& counter : counters_of(loop)) {
            for (std::size_t i = 0; i < counter.firsts.size(); ++i)
                add_source(counter.firsts[i], ends.entries[i]);
            for (const auto& [step, subtracted] : counter.steps)
                add_source(step, from);
            for (const auto& [step, subtracted] : counter.added)
                add_source(step, from);
            add_source(counter.limit, from);
        }
    }
}

NodeId Values::sum_of(const std::vector<std::pair<Source, bool>>& steps, unsigned width, BlockId block) {
    NodeId sum = builder_.exactly(0);
    for (const auto& [step, subtracted] : steps) {
        const NodeId amount = number_of(value_in(step, width, block), width);
        sum = builder_.apply(subtracted ? RangeOp::Sub : RangeOp::Add, width, sum, amount);
    }
    return sum;
}

NodeId Values::turns_of(ptx::LoopId loop) {
    std::optional<NodeId> turns;
    const BlockId header = flow_.loops()[loop].header;
    const Ends ends = ends_of(header);
    for (const Counter& counter : counters_of(loop)) {
        std::optional<NodeId> first;
        for (std::size_t i = 0; i < counter.firsts.size(); ++i) {
            const Value value = value_on(counter.firsts[i].name, counter.width, ends.entries[i], header);
            const NodeId one = number_of(value, counter.width);
            first = first ? builder_.apply(RangeOp::Union, counter.width, *first, one) : one;
        }
        if (!first) continue;
        if (!counter.added.empty()) {
            const NodeId added = sum_of(counter.added, counter.width, ends.latch);
            first = builder_.apply(RangeOp::Add, counter.width, *first, added);
        }
        const NodeId step = sum_of(counter.steps, counter.width, ends.latch);
        const NodeId limit = number_of(value_in(counter.limit, counter.width, ends.latch), counter.width);
        const NodeId bound = builder_.apply(RangeOp::Turns, counter.width, *first, step, limit, counter.flags);
        turns = turns ? builder_.apply(RangeOp::MinSigned, 64, *turns, bound) : bound;
    }
    return turns ? *turns : builder_.constant({0, INT64_MAX, 0});
}

Value Values::merge(const Name& name) {
    const BlockId block = name.place;
    const unsigned width = width_of(name.reg);
    const auto& predecessors = flow_.cfg().graph().predecessors(block);
    if (predecessors.size() > most_predecessors || flow_.function().group_of(name.reg).vector != 1) return any(64);
    const ptx::LoopId loop = flow_.loops().is_header(block) ? flow_.loops().loop_of(block) : ptx::no_loop;
    if (loop != ptx::no_loop && goes_round(name)) return invariant(name);
    std::optional<Value> result;
    std::optional<Steps> turn;
    BlockId latch = ptx::no_block;
    bool shrinks = false;
    for (const BlockId from : predecessors) {
        if (!flow_.cfg().is_reachable(from)) continue;
        const Name at_end = flow_.names().at_end(name.reg, from);
        if (loop != ptx::no_loop && flow_.dominators().dominates(block, from) && shrinks_from(at_end, name)) {
            shrinks = true;
            continue;
        }
        if (loop != ptx::no_loop && flow_.dominators().dominates(block, from)) {
            auto steps = steps_from(at_end, block);
            if (steps && steps->merged == name) {
                if (turn) return any(width);  // two ways back, each with steps of its own
                turn = std::move(steps);
                latch = from;
                continue;
            }
        }
        const Value value = value_on(at_end, width, from, block);
        result = result ? unite(*result, value, width) : value;
    }
    if (!result) return any(width);
    if (shrinks) {
        if (turn || !result->is_number()) return any(width);
        const NodeId first = builder_.apply(RangeOp::NonNegative, 64, result->node);
        // Down to 0; the low zeros are lost.
        return Value::number(builder_.apply(RangeOp::Union, 64, first, builder_.constant({0, 0, 0})));
    }
    if (!turn || turn->steps.empty()) return *result;
    if (!result->is_number() && !result->is_address()) return any(width);
    const NodeId step = sum_of(turn->steps, width, latch);
    const NodeId all = builder_.apply(RangeOp::Induction, width, result->node, step, turns_of(loop));
    const NodeId again = result->is_number() ? allowed_again(name, latch, all, step) : all;
    result->node = again == all ? all : builder_.apply(RangeOp::Union, width, result->node, again);
    return *result;
}

// The values that a register which each turn adds to has at the header, in all turns but the first. Control went back
// before each of them, so the comparisons on that way hold: for that value, or for the one a step before.
NodeId Values::allowed_again(const Name& name, BlockId latch, NodeId all, NodeId step) {
    const unsigned width = width_of(name.reg);
    const Name next = flow_.names().at_end(name.reg, latch);
    std::vector<Fact> facts;
    flow_.facts_on(latch, name.place, facts);
    flow_.facts_at(latch, facts, flow_.loops().loop_of(name.place));
    NodeId again = all;
    for (Fact fact : facts) {
        if (fact.left.constant || fact.left.name.kind == Name::Kind::Undefined) continue;
        if (fact.left.name == name) {
            const NodeId before = narrowed_by({fact}, name, Value::number(all)).node;
            if (before == all) continue;
            again = builder_.apply(RangeOp::Equal, width, again, builder_.apply(RangeOp::Add, width, before, step));
        } else if (same_end(fact.left.name, next)) {
            fact.left.name = next;
            again = narrowed_by({fact}, next, Value::number(again)).node;
        }
    }
    return again;
}

}  // namespace ringfence::guard
