#include "trial.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "hostile.h"
#include "policy/interpreter.h"
#include "policy/verifier.h"

namespace ringfence::policy {
namespace {

constexpr int runs_of_each = 3;

class Recorder : public StateObserver {
public:
    explicit Recorder(std::size_t insns) : states_(insns) {}
    void observe(Hook /*hook*/, std::uint32_t insn, const State& state) override { states_[insn].push_back(state); }
    [[nodiscard]] const std::vector<State>& at(std::uint32_t insn) const { return states_[insn]; }

private:
    std::vector<std::vector<State>> states_;
};

// Compares the actual values with a state of the verifier.
class Fit {
public:
    Fit(const State& state, std::span<const CallFrame> frames, Memory& memory)
        : state_(state), frames_(frames), memory_(memory) {}

    bool holds() {
        if (state_.frames.size() != frames_.size()) return false;
        if (memory_.has_record() && state_.record != OpenRecord{true, static_cast<std::uint16_t>(memory_.record_map()),
                                                                static_cast<std::uint32_t>(memory_.record().size())})
            return false;
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            if (!frame_holds(i)) return false;
        }
        return true;
    }

private:
    bool frame_holds(std::size_t index) {
        const Frame& frame = state_.frames[index];
        if (index != 0 && frame.return_to != frames_[index].return_to) return false;
        for (unsigned reg = 0; reg < register_count; ++reg) {
            if (!reg_holds(frame.regs[reg], frames_[index].registers[reg])) return false;
        }
        for (std::size_t i = 0; i < frame.stack.size(); ++i) {
            std::uint64_t value = 0;
            std::memcpy(&value, memory_.frame(index).data() + frame_bytes - 8 * (i + 1), sizeof value);
            if (!reg_holds(frame.stack[i].spilled, value)) return false;
        }
        return true;
    }

    bool reg_holds(const Reg& reg, std::uint64_t value) {
        if (reg.id != 0) {
            const auto [entry, is_new] = by_id_.try_emplace(reg.id, value);
            if (!is_new && entry->second != value) return false;
        }
        switch (reg.kind) {
            case RegKind::Unset: return true;
            case RegKind::Number: return reg.number.contains(value);
            case RegKind::Context: return reg.number.contains(value - memory_.context_address());
            case RegKind::Stack: return reg.number.contains(value - memory_.stack_end_address(reg.frame));
            case RegKind::Map: return value == memory_.map_address(reg.map);
            case RegKind::ValueOrNull: return value == 0 || is_value(reg, value);
            case RegKind::Value: return is_value(reg, value);
            case RegKind::RecordOrNull: return value == 0 || is_record(reg, value);
            case RegKind::Record: return is_record(reg, value);
        }
        return false;
    }

    bool is_record(const Reg& reg, std::uint64_t value) {
        return memory_.has_record() && reg.map == memory_.record_map() &&
               reg.number.contains(value - memory_.record_address());
    }

    bool is_value(const Reg& reg, std::uint64_t value) {
        for (std::uint32_t i = 0; memory_.maps()[reg.map].has_value(i); ++i) {
            if (reg.number.contains(value - memory_.value_address(reg.map, i))) return true;
        }
        return false;
    }

    const State& state_;
    std::span<const CallFrame> frames_;
    Memory& memory_;
    std::map<std::uint32_t, std::uint64_t> by_id_;
};

class TrialRun {
public:
    TrialRun(const Program& program, Hook hook, const HookFacts& facts, const Recorder& recorder)
        : program_(program), hook_(hook), facts_(facts), recorder_(recorder) {}

    // `seed` decides over context and maps, `spoil` over what must not matter.
    std::optional<std::string> run(std::uint64_t seed, std::uint64_t spoil, std::vector<std::uint8_t>& outcome,
                                   TrialCounts& counts) {
        Chance chance(seed);
        std::vector<Map> maps = make_maps(program_.maps);
        for (Map& map : maps)
            fill_map(map, chance);
        std::vector<std::uint8_t> context(info_of(hook_).context_size);
        fill_hostile(context, chance);
        Surroundings surroundings{hostile_number(chance), static_cast<std::uint32_t>(below(chance, 20)), chance() | 1U};
        Interpreter interpreter(program_, maps);
        interpreter.spoil(spoil | 1U);
        interpreter.memory().move_addresses(spoil % 60);
        std::optional<std::string> problem;
        interpreter.set_watch([&](std::uint32_t insn, std::span<const CallFrame> frames) {
            if (!problem) problem = check(insn, frames, interpreter.memory());
        });
        const std::optional<Fault> fault = interpreter.run(hook_, context, surroundings);
        ++counts.runs;
        counts.steps += interpreter.steps();
        if (problem) return problem;
        if (interpreter.steps() > facts_.longest_run)
            return fmt::format("{} instructions, {} were promised", interpreter.steps(), facts_.longest_run);
        if (fault) return fmt::format("instruction {} {}", fault->insn, fault->message);
        if (interpreter.memory().has_record()) return "a record is left open";
        outcome = outcome_of(context, maps);
        return std::nullopt;
    }

private:
    std::optional<std::string> check(std::uint32_t insn, std::span<const CallFrame> frames, Memory& memory) const {
        const std::vector<State>& states = recorder_.at(insn);
        const bool is_known = std::any_of(states.begin(), states.end(),
                                          [&](const State& state) { return Fit(state, frames, memory).holds(); });
        if (is_known) return std::nullopt;
        std::string text = fmt::format("before instruction {}, none of {} states fits:", insn, states.size());
        for (unsigned reg = 0; reg < register_count; ++reg)
            text += fmt::format("\n  r{} = {:#x}", reg, frames.back().registers[reg]);
        for (const State& state : states) {
            text += "\n  state:";
            for (unsigned reg = 0; reg < register_count; ++reg)
                text += fmt::format(" r{}: {};", reg, text_of(state.reg(reg), program_));
        }
        return text;
    }

    const Program& program_;
    Hook hook_;
    const HookFacts& facts_;
    const Recorder& recorder_;
};

}  // namespace

TrialOutcome try_program(const Program& program, Chance& chance, TrialCounts& counts) {
    ++counts.programs;
    Recorder recorder(program.insns.size());
    VerifierLimits limits;
    limits.steps = 4'000;
    limits.states = 1'000;
    const Verdict verdict = verify(program, limits, &recorder);
    if (!verdict.is_accepted()) return {};
    ++counts.accepted;
    for (std::size_t i = 0; i < hook_count; ++i) {
        if (!verdict.hooks[i]) continue;
        TrialRun runner(program, static_cast<Hook>(i), *verdict.hooks[i], recorder);
        for (int run = 0; run < runs_of_each; ++run) {
            const std::uint64_t seed = chance();
            std::vector<std::uint8_t> first;
            std::vector<std::uint8_t> second;
            auto problem = runner.run(seed, chance(), first, counts);
            if (!problem) problem = runner.run(seed, chance(), second, counts);
            if (!problem && first != second) problem = "the result depends on garbage or on addresses";
            if (problem) return {true, *problem};
        }
    }
    return {true, {}};
}

}  // namespace ringfence::policy
