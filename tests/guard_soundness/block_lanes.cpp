// What lanes of a warp give each other.
//
// A lane waits for those of its mask that the block has and that have not ended. If all of them wait at its instruction
// with its mask, the results are computed.
#include <algorithm>
#include <bit>

#include "block_judge.h"

namespace ringfence::soundness {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;

namespace {

// A result that may have a predicate beside it.
const Operand& first_of(const Operand& result) {
    return result.kind == ptx::OperandKind::Pair ? result.elements()[0] : result;
}

unsigned bits_of(const Instruction& instruction) {
    const ptx::Type type = instruction.operation->type;
    if (instruction.opcode() == Opcode::Vote) return 1;
    return ptx::isa::info(type).bits == 64 ? 64 : 32;
}

bool is_computed(const Instruction& instruction) {
    return ptx::isa::info(instruction.operation->type).kind != ptx::TypeKind::Float;
}

std::uint64_t reduced(const ptx::Operation& operation, const std::vector<std::uint64_t>& values) {
    const bool is_signed = ptx::isa::info(operation.type).kind == ptx::TypeKind::Signed;
    const auto less = [&](std::uint64_t a, std::uint64_t b) {
        return is_signed ? static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b) : a < b;
    };
    std::uint64_t result = values.front();
    for (std::size_t i = 1; i < values.size(); ++i) {
        const std::uint64_t value = values[i];
        if (operation.has(Modifier::Add)) result = (result + value) & UINT32_MAX;
        if (operation.has(Modifier::And)) result &= value;
        if (operation.has(Modifier::Or)) result |= value;
        if (operation.has(Modifier::Xor)) result ^= value;
        if (operation.has(Modifier::Min) && less(value, result)) result = value;
        if (operation.has(Modifier::Max) && less(result, value)) result = value;
    }
    return result;
}

}  // namespace

const Operand* lanes_operand(const Instruction& instruction) {
    switch (instruction.opcode()) {
        case Opcode::Shfl:
        case Opcode::Vote: return instruction.operation->has(Modifier::Sync) ? &instruction.operands.back() : nullptr;
        case Opcode::Match:
        case Opcode::Redux:
        case Opcode::Elect:
        case Opcode::BarWarpSync: return &instruction.operands.back();
        default: return nullptr;
    }
}

bool BlockJudge::settle_lanes(Warp& warp) {
    bool has_moved = false;
    for (Member& first : warp) {
        if (first.state != State::AtLanes) continue;
        std::vector<Member*> group;
        bool have_all_come = true;
        for (Member& member : warp) {
            if ((first.mask >> member.lane & 1U) == 0 || member.state == State::Ended) continue;
            const Frame& here = first.thread.frames.back();
            const Frame& there = member.thread.frames.back();
            have_all_come = have_all_come && member.state == State::AtLanes && member.mask == first.mask &&
                            here.at == there.at && here.function == there.function;
            group.push_back(&member);
        }
        // The lane itself is in its mask, or PTX does not say what comes of it.
        if (!have_all_come || std::find(group.begin(), group.end(), &first) == group.end()) continue;
        exchange(group);
        has_moved = true;
    }
    return has_moved;
}

// As if each wait of one lane were one that another waits for.
bool BlockJudge::settle_lanes_loosely(Warp& warp) {
    for (Member& member : warp) {
        if (member.state != State::AtLanes) continue;
        const bool have_all_come = std::all_of(warp.begin(), warp.end(), [&](const Member& other) {
            return (member.mask >> other.lane & 1U) == 0 || other.state == State::AtLanes ||
                   other.state == State::Ended;
        });
        if (!have_all_come) continue;
        member.state = State::Ready;
        current_ = &member;
        machine_.perform(member.thread);
        return true;
    }
    return false;
}

void BlockJudge::exchange(const std::vector<Member*>& group) {
    ++gathered_.exchanges;
    const Instruction& instruction = group.front()->thread.instruction();
    const Opcode opcode = instruction.opcode();
    std::vector<Given> given(group.size());
    if (opcode == Opcode::Shfl) {
        for (std::size_t i = 0; i < group.size(); ++i)
            given[i] = shuffled(group, *group[i]);
    } else if (opcode == Opcode::Elect) {
        const std::uint32_t leader = group[choices_->below(static_cast<unsigned>(group.size()))]->lane;
        for (std::size_t i = 0; i < group.size(); ++i)
            given[i] = {leader, group[i]->lane == leader};
    } else if (opcode != Opcode::BarWarpSync) {
        std::vector<std::uint64_t> values;
        for (Member* member : group)
            values.push_back(machine_.read_of(member->thread, instruction.operands[1], bits_of(instruction)));
        for (std::size_t i = 0; i < group.size(); ++i)
            given[i] = combined(group, values, i);
        // Where it is not computed it is the attacker's, and yet the same for all.
        if (opcode == Opcode::Redux && !is_computed(instruction)) given.assign(group.size(), {choices_->word(), false});
    }
    for (std::size_t i = 0; i < group.size(); ++i) {
        Thread& thread = group[i]->thread;
        if (opcode != Opcode::BarWarpSync) {
            machine_.write_to(thread, first_of(instruction.operands[0]), given[i].value);
            if (instruction.operands[0].kind == ptx::OperandKind::Pair)
                machine_.write_to(thread, instruction.operands[0].elements()[1], given[i].holds ? 1 : 0);
        }
        group[i]->state = State::Ready;
        Machine::pass(thread);
    }
}

BlockJudge::Given BlockJudge::shuffled(const std::vector<Member*>& group, Member& member) {
    const Instruction& instruction = member.thread.instruction();
    const ptx::Operation& operation = *instruction.operation;
    const auto number = [&](std::size_t i) {
        return static_cast<std::uint32_t>(machine_.read_of(member.thread, instruction.operands[i], 32));
    };
    const std::uint32_t by = number(2) % warp_size;
    const std::uint32_t clamp = number(3) % warp_size;
    const std::uint32_t segment = (number(3) >> 8U) % warp_size;
    const std::uint32_t last = (member.lane & segment) | (clamp & ~segment);
    std::uint32_t from = member.lane;
    bool is_inside = true;
    if (operation.has(Modifier::Up)) {
        is_inside = member.lane >= by && member.lane - by >= last;
        from = member.lane - by;
    } else {
        if (operation.has(Modifier::Down)) from = member.lane + by;
        if (operation.has(Modifier::Bfly)) from = member.lane ^ by;
        if (operation.has(Modifier::Idx)) from = (member.lane & segment) | (by & ~segment);
        is_inside = from <= last;
    }
    if (!is_inside) from = member.lane;
    const auto source = std::find_if(group.begin(), group.end(), [&](const Member* one) { return one->lane == from; });
    if (source == group.end()) return {choices_->word(), is_inside};
    return {machine_.read_of((*source)->thread, instruction.operands[1], 32), is_inside};
}

// The result of the lane `own` for these values.
BlockJudge::Given BlockJudge::combined(const std::vector<Member*>& group, const std::vector<std::uint64_t>& values,
                                       std::size_t own) {
    const Instruction& instruction = group.front()->thread.instruction();
    const ptx::Operation& operation = *instruction.operation;
    if (instruction.opcode() == Opcode::Redux) return {reduced(operation, values), false};
    std::uint64_t mask = 0;  // of the lanes that say yes, or that have the own value
    const bool is_match = instruction.opcode() == Opcode::Match;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool counts = is_match ? values[i] == values[own] : values[i] != 0;
        if (counts) mask |= std::uint64_t{1} << group[i]->lane;
    }
    const auto count = static_cast<std::size_t>(std::popcount(mask));
    if (is_match && operation.has(Modifier::All)) return {count == group.size() ? mask : 0, count == group.size()};
    if (is_match || operation.has(Modifier::Ballot)) return {mask, false};
    if (operation.has(Modifier::All)) return {count == group.size() ? 1U : 0U, false};
    if (operation.has(Modifier::Any)) return {count != 0 ? 1U : 0U, false};
    return {count == 0 || count == group.size() ? 1U : 0U, false};
}

}  // namespace ringfence::soundness
