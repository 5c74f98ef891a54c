#include "block_judge.h"

#include <algorithm>

#include <fmt/format.h>

#include "ptx/printer.h"

namespace ringfence::soundness {

using ptx::Opcode;

namespace {

constexpr std::uint64_t steps_per_thread = 500;
constexpr unsigned most_rounds = 300;

std::string text_at(const Thread& thread) {
    const Frame& frame = thread.frames.back();
    return fmt::format("`{}` (statement {} of {})", ptx::print(*frame.function, thread.instruction()), frame.at,
                       frame.function->name);
}

}  // namespace

const PromisesOf& BlockJudge::promises_of(const ptx::Function& function) {
    if (known_function_ != &function) {
        known_function_ = &function;
        known_promises_ = &promises_.of(function);
    }
    return *known_promises_;
}

bool BlockJudge::waits(Thread& thread, bool executes) {
    const Frame& frame = thread.frames.back();
    const std::uint32_t promise = promises_of(*frame.function).number[frame.at];
    Member& member = *current_;
    if (!executes) {
        if (promise != PromisesOf::none) member.choices[promise] = Choices(member.choices[promise] + frame.at).word();
        return false;
    }
    const ptx::Instruction& instruction = thread.instruction();
    const ptx::Operand* lanes = lanes_operand(instruction);
    if (promise != PromisesOf::none) {
        member.state = State::AtPromise;
        member.promise = promise;
    } else if (instruction.opcode() == Opcode::Bar || instruction.opcode() == Opcode::Barrier) {
        come_to_barrier(member);
    } else if (lanes != nullptr) {
        member.state = State::AtLanes;
        member.mask = static_cast<std::uint32_t>(machine_.read_of(thread, *lanes, 32));
    }
    return member.state != State::Ready;
}

void BlockJudge::went(Thread& /*thread*/, const ptx::Function& function, std::uint32_t from, std::uint32_t to) {
    for (const std::uint32_t promise : promises_of(function).decides[from]) {
        std::uint64_t& digest = current_->choices[promise];
        digest = Choices(digest ^ (std::uint64_t{from} << 32U) ^ to).word();
    }
}

void BlockJudge::make_threads(const Launch& launch) {
    warps_.clear();
    std::uint32_t number = 0;
    Axes place{};
    for (place[2] = 0; place[2] < launch.block[2]; ++place[2]) {
        for (place[1] = 0; place[1] < launch.block[1]; ++place[1]) {
            for (place[0] = 0; place[0] < launch.block[0]; ++place[0], ++number) {
                if (number % warp_size == 0) warps_.emplace_back();
                Member& member = warps_.back().emplace_back();
                member.thread = machine_.make_thread(place, steps_per_thread);
                member.lane = number % warp_size;
                member.choices.resize(promises_.count());
            }
        }
    }
}

std::optional<std::string> BlockJudge::run(const Launch& launch, const Axes& block, Choices& choices) {
    choices_ = &choices;
    machine_.begin(launch, block, choices, this);
    is_loose_ = choices.chance(30);
    is_unsure_ = false;
    wrong_.reset();
    arrived_ = {};
    known_function_ = nullptr;
    ++gathered_.blocks;
    make_threads(launch);
    for (unsigned round = 0; round < most_rounds && !is_unsure_; ++round) {
        advance();
        if (auto wrong = machine_.wrong_so_far()) return wrong;
        bool has_moved = false;
        for (Warp& warp : warps_)
            has_moved = settle_promise(warp) || has_moved;
        if (wrong_ || is_unsure_) break;
        for (Warp& warp : warps_)
            has_moved = settle_lanes(warp) || has_moved;
        has_moved = settle_barriers() || has_moved;
        for (std::size_t i = 0; i < warps_.size() && is_loose_ && !has_moved; ++i)
            has_moved = settle_lanes_loosely(warps_[i]);
        if (has_moved) continue;
        if (!is_unsure_) judge_standstill();
        break;
    }
    gathered_.unsure += is_unsure_ ? 1 : 0;
    if (!wrong_) return std::nullopt;
    return fmt::format("{}\nblock {}, {}", *wrong_, fmt::join(block, ","), text_of(launch));
}

void BlockJudge::advance() {
    for (Warp& warp : warps_) {
        for (Member& member : warp)
            if (member.state == State::Ready) advance(member);
    }
}

void BlockJudge::advance(Member& member) {
    current_ = &member;
    machine_.advance(member.thread);
    if (member.thread.has_ended) member.state = State::Ended;
}

void BlockJudge::report(const Member& come, const Member& missing, std::string why) {
    if (wrong_) return;
    const auto place = [](const Member& member) { return fmt::format("{}", fmt::join(member.thread.place, ",")); };
    wrong_ = fmt::format("a promise is broken: thread {} has come to {}, but thread {} of its warp {}", place(come),
                         text_at(come.thread), place(missing), why);
}

// True if something has changed.
bool BlockJudge::settle_promise(Warp& warp) {
    const auto come =
        std::find_if(warp.begin(), warp.end(), [](const Member& member) { return member.state == State::AtPromise; });
    if (come == warp.end()) return false;
    bool have_all_come = true;
    for (const Member& member : warp) {
        if (member.state == State::Ended && member.is_unknown()) return is_unsure_ = true, false;
        if (member.state == State::Ended) {
            report(*come, member, member.thread.is_endless ? "goes round for ever" : "has ended");
        } else if (member.state != State::AtPromise) {
            have_all_come = false;
        } else if (member.promise != come->promise) {
            report(*come, member, "has come to " + text_at(member.thread));
        } else if (member.choices[member.promise] != come->choices[come->promise]) {
            report(*come, member, "has come there by other choices");
        }
    }
    if (wrong_ || !have_all_come) return false;
    pass_promise(warp);
    return true;
}

void BlockJudge::pass_promise(Warp& warp) {
    ++gathered_.promises;
    for (Member& member : warp) {
        const Opcode opcode = member.thread.instruction().opcode();
        if (opcode == Opcode::Bar || opcode == Opcode::Barrier) {
            come_to_barrier(member);
            continue;
        }
        member.state = State::Ready;
        current_ = &member;
        machine_.perform(member.thread);
        if (member.thread.has_ended) member.state = State::Ended;
    }
}

// Nobody can go on: then whoever waits at a promise waits for threads that never come.
void BlockJudge::judge_standstill() {
    for (const Warp& warp : warps_) {
        const auto come = std::find_if(warp.begin(), warp.end(),
                                       [](const Member& member) { return member.state == State::AtPromise; });
        if (come == warp.end()) continue;
        for (const Member& member : warp)
            if (member.state != State::AtPromise) report(*come, member, "waits at " + text_at(member.thread));
    }
}

}  // namespace ringfence::soundness
