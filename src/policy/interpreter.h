// Interprets policies and checks every access: the reference for what a policy means. It is safe even for programs that
// only check_structure() has accepted: leaving their memory, or running for too long, is a fault.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "policy/memory.h"
#include "policy/program.h"
#include "policy/runner.h"

namespace ringfence::policy {

using Registers = std::array<std::uint64_t, register_count>;

struct CallFrame {
    Registers registers{};
    std::uint32_t return_to = 0;
};

class Interpreter {
public:
    // Both must outlive it. check_structure() must have accepted `program`.
    Interpreter(const Program& program, std::vector<Map>& maps) : program_(program), memory_(maps) {}

    // Runs a hook that the policy has. `context` must have the size of the hook's context.
    [[nodiscard]] std::optional<Fault> run(Hook hook, Bytes context, Surroundings& surroundings,
                                           std::uint64_t budget = usual_budget);
    // Instructions of the last run.
    [[nodiscard]] std::uint64_t steps() const { return steps_; }
    [[nodiscard]] std::uint64_t charged() const { return charged_; }  // see Runner

    // For tests: called before every instruction, with the frames of all active functions.
    using Watch = std::function<void(std::uint32_t insn, std::span<const CallFrame> frames)>;
    void set_watch(Watch watch) { watch_ = std::move(watch); }
    [[nodiscard]] Memory& memory() { return memory_; }
    // For tests: fills all registers and stacks with garbage. `seed` must not be 0.
    void spoil(std::uint64_t seed);

private:
    bool step(std::uint32_t& at);
    bool fault(std::uint32_t at, std::string message);
    void alu(const Insn& insn);
    bool load(std::uint32_t at);
    bool store(std::uint32_t at);
    bool atomic(std::uint32_t at);
    bool call(std::uint32_t& at);
    bool tail_call(std::uint32_t& at);
    bool helper(std::uint32_t at);
    bool end_record(std::uint32_t at);
    bool map_helper(std::uint32_t at, Map& map, std::size_t index);
    [[nodiscard]] std::optional<Bytes> argument(std::uint32_t at, unsigned reg, std::uint64_t size, bool is_write);
    [[nodiscard]] Registers& registers() { return frames_[depth_].registers; }
    void lose_arguments();

    const Program& program_;
    Memory memory_;
    std::array<CallFrame, most_frames> frames_{};
    std::size_t depth_ = 0;
    std::uint64_t steps_ = 0;
    std::uint64_t charged_ = 0;
    std::uint64_t lost_ = 0;  // the contents of r1 to r5 after calls
    Surroundings* surroundings_ = nullptr;
    Watch watch_;
    Fault fault_;
};

}  // namespace ringfence::policy
