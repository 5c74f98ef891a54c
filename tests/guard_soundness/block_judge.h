// Executes all threads of a block, and judges what the text promises of its warps (promises.h).
//
// Threads run on until they wait: at a promise for the others of their warp, at a barrier, or for the lanes of a mask.
// A promise is kept if all threads of the warp that the block has come to that instruction, by the same choices as far
// as these decide on it. It is broken as soon as one has come and another has ended, goes round in a loop for ever,
// waits at another promise, has chosen otherwise, or waits somewhere while nobody can go on. Threads that wait for each
// other elsewhere are no finding, and the run is over. So it is when a thread has made too many steps.
//
// Lanes that wait at different instructions may or may not answer each other (PTX does not say): by the attacker's
// choice, and then what they are given is up to him.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "choices.h"
#include "launch.h"
#include "machine.h"
#include "promises.h"

namespace ringfence::soundness {

struct Gathered {
    std::uint64_t blocks = 0;
    std::uint64_t unsure = 0;     // that were given up: too many steps, or something that is not modelled
    std::uint64_t promises = 0;   // that a warp has kept
    std::uint64_t barriers = 0;   // at which warps have met
    std::uint64_t exchanges = 0;  // between lanes
};

class BlockJudge : private Company {
public:
    BlockJudge(Machine& machine, const Promises& promises, Gathered& gathered)
        : machine_(machine), promises_(promises), gathered_(gathered) {}

    // What was wrong, if anything.
    std::optional<std::string> run(const Launch& launch, const Axes& block, Choices& choices);

private:
    static constexpr std::uint32_t warp_size = 32;

    enum class State : std::uint8_t { Ready, AtPromise, AtBarrier, AtLanes, Ended };
    struct Barrier {
        std::uint32_t number = 0;
        std::uint32_t threads = 0;  // 0: all
        bool is_arrival = false;
        bool is_reduction = false;
    };
    struct Member {
        Thread thread;
        State state = State::Ready;
        std::uint32_t lane = 0;
        std::uint32_t promise = 0;           // AtPromise
        Barrier barrier;                     // AtBarrier
        std::uint32_t mask = 0;              // AtLanes
        std::vector<std::uint64_t> choices;  // a digest of those that decide, by promise
        // True if nobody knows what becomes of it.
        bool is_unknown() const { return thread.is_lost || (!thread.is_endless && thread.budget == 0); }
    };
    using Warp = std::vector<Member>;

    bool waits(Thread& thread, bool executes) override;
    void went(Thread& thread, const ptx::Function& function, std::uint32_t from, std::uint32_t to) override;
    const PromisesOf& promises_of(const ptx::Function& function);

    void make_threads(const Launch& launch);
    void advance();
    void advance(Member& member);
    bool settle_promise(Warp& warp);
    void pass_promise(Warp& warp);
    void judge_standstill();
    void report(const Member& come, const Member& missing, std::string why);

    // block_barriers.cpp
    void come_to_barrier(Member& member);
    bool settle_barriers();
    bool settle_arrival(Warp& warp);
    bool settle_barrier(std::uint32_t number);
    void release(const std::vector<Warp*>& warps);

    // block_lanes.cpp
    bool settle_lanes(Warp& warp);
    bool settle_lanes_loosely(Warp& warp);
    void exchange(const std::vector<Member*>& group);
    // What an instruction gives a lane: a number, and a predicate beside it.
    struct Given {
        std::uint64_t value = 0;
        bool holds = false;
    };
    Given shuffled(const std::vector<Member*>& group, Member& member);
    static Given combined(const std::vector<Member*>& group, const std::vector<std::uint64_t>& values, std::size_t own);

    Machine& machine_;
    const Promises& promises_;
    Gathered& gathered_;
    Choices* choices_ = nullptr;
    const ptx::Function* known_function_ = nullptr;
    const PromisesOf* known_promises_ = nullptr;
    std::vector<Warp> warps_;
    Member* current_ = nullptr;
    std::array<std::uint32_t, 16> arrived_{};  // by barrier: threads that need not wait
    bool is_loose_ = false;
    bool is_unsure_ = false;
    std::optional<std::string> wrong_;
};

// The operand with the mask of lanes that an instruction waits for; null if it waits for none.
const ptx::Operand* lanes_operand(const ptx::Instruction& instruction);

}  // namespace ringfence::soundness
