// The sixteen barriers of a block.
//
// A warp counts as 32 threads, and has come when all of its threads that have not ended have; where no number of
// threads is given all warps come that have any left. A reduction is over all threads that have met.
#include <algorithm>

#include "block_judge.h"

namespace ringfence::soundness {

using ptx::Instruction;
using ptx::Modifier;

void BlockJudge::come_to_barrier(Member& member) {
    const Instruction& instruction = member.thread.instruction();
    const auto number_at = [&](std::size_t index) {
        return static_cast<std::uint32_t>(machine_.read_of(member.thread, instruction.operands[index], 32));
    };
    Barrier& barrier = member.barrier;
    barrier = {};
    barrier.is_arrival = instruction.operation->has(Modifier::Arrive);
    barrier.is_reduction = instruction.operation->has(Modifier::Red);
    // The result comes first, and what is reduced last.
    const std::size_t first = barrier.is_reduction ? 1 : 0;
    const std::size_t end = instruction.operands.size() - first;
    barrier.number = number_at(first);
    if (first + 1 < end) barrier.threads = number_at(first + 1);
    const bool has_count = first + 1 < end;
    if (barrier.number >= arrived_.size() || (has_count && barrier.threads == 0) || barrier.threads % warp_size != 0)
        is_unsure_ = true;
    member.state = State::AtBarrier;
}

bool BlockJudge::settle_barriers() {
    bool has_moved = false;
    std::uint32_t waited_for = 0;
    for (Warp& warp : warps_) {
        if (is_unsure_) return false;
        has_moved = settle_arrival(warp) || has_moved;
        for (const Member& member : warp)
            if (member.state == State::AtBarrier && !member.barrier.is_arrival)
                waited_for |= 1U << member.barrier.number;
    }
    for (std::uint32_t number = 0; number < arrived_.size() && !is_unsure_; ++number)
        if ((waited_for >> number & 1U) != 0) has_moved = settle_barrier(number) || has_moved;
    return has_moved;
}

// A warp that has come to an arrival as a whole goes on at once.
bool BlockJudge::settle_arrival(Warp& warp) {
    const Barrier* arrival = nullptr;
    for (const Member& member : warp) {
        if (member.state == State::Ended) continue;
        if (member.state != State::AtBarrier || !member.barrier.is_arrival) return false;
        if (arrival != nullptr && arrival->number != member.barrier.number) return false;
        arrival = &member.barrier;
    }
    if (arrival == nullptr) return false;
    arrived_[arrival->number] += warp_size;
    for (Member& member : warp) {
        if (member.state != State::AtBarrier) continue;
        member.state = State::Ready;
        Machine::pass(member.thread);
    }
    return true;
}

bool BlockJudge::settle_barrier(std::uint32_t number) {
    std::vector<Warp*> here;
    const Barrier* way = nullptr;
    std::size_t left = 0;  // warps that have not ended
    for (Warp& warp : warps_) {
        bool are_all_here = true;
        bool is_any_left = false;
        for (const Member& member : warp) {
            if (member.state == State::Ended) continue;
            is_any_left = true;
            const Barrier& one = member.barrier;
            if (member.state != State::AtBarrier || one.number != number || one.is_arrival) {
                are_all_here = false;
                continue;
            }
            // One barrier in two ways: the card ends the context, so the guard refuses it.
            if (way != nullptr && (way->threads != one.threads || way->is_reduction != one.is_reduction))
                return is_unsure_ = true, false;
            way = &one;
        }
        left += is_any_left ? 1 : 0;
        if (is_any_left && are_all_here) here.push_back(&warp);
    }
    const std::size_t wanted = way->threads == 0 ? left : way->threads / warp_size;
    const std::size_t before = std::min<std::size_t>(arrived_[number] / warp_size, wanted);
    if (here.empty() || here.size() + before < wanted) return false;
    // If more have come than it is for, nobody says which are first.
    for (std::size_t i = here.size(); i > 1; --i)
        std::swap(here[i - 1], here[choices_->below(static_cast<unsigned>(i))]);
    here.resize(std::max<std::size_t>(1, wanted - before));
    arrived_[number] -= static_cast<std::uint32_t>(before) * warp_size;
    release(here);
    return true;
}

void BlockJudge::release(const std::vector<Warp*>& warps) {
    ++gathered_.barriers;
    std::uint64_t all = 0;
    std::uint64_t true_ones = 0;
    std::vector<Member*> members;
    for (Warp* warp : warps) {
        for (Member& member : *warp) {
            if (member.state != State::AtBarrier) continue;
            members.push_back(&member);
            ++all;
            if (member.barrier.is_reduction)
                true_ones += machine_.read_of(member.thread, member.thread.instruction().operands.back(), 1);
        }
    }
    for (Member* member : members) {
        const Instruction& instruction = member->thread.instruction();
        const ptx::Operation& operation = *instruction.operation;
        const bool holds = operation.has(Modifier::And) ? true_ones == all : true_ones != 0;
        if (member->barrier.is_reduction)
            machine_.write_to(member->thread, instruction.operands[0],
                              operation.has(Modifier::Popc) ? true_ones : (holds ? 1 : 0));
        member->state = State::Ready;
        Machine::pass(member->thread);
    }
}

}  // namespace ringfence::soundness
