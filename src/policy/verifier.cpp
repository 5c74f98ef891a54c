#include "policy/verifier.h"

#include <algorithm>

#include <fmt/format.h>

#include "policy/rules.h"
#include "policy/structure.h"

namespace ringfence::policy {
namespace {

// Follows one hook. Paths are followed one after the other, the latest fork first. At joins states are kept:
// - a state covered by a kept one all of whose paths were followed to the end need not be followed again;
// - a state covered by a kept one on the same path, which was not followed to the end, may be an endless loop.
class Exploration {
public:
    Exploration(const Program& program, Hook hook, const Flow& flow, const VerifierLimits& limits,
                StateObserver* observer)
        : program_(program),
          hook_(hook),
          flow_(flow),
          limits_(limits),
          observer_(observer),
          rules_(program, hook),
          kept_at_(program.insns.size()) {}

    bool run() {
        const std::uint32_t entry = program_.functions[*program_.hooks[static_cast<std::size_t>(hook_)]].begin;
        kept_.push_back({State{}, no_parent, 0, 1, 0});
        pending_.push_back({initial_state(), entry, 0, 0});
        while (!pending_.empty()) {
            Way way = std::move(pending_.back());
            pending_.pop_back();
            if (!follow(way)) return false;
        }
        facts_.longest_run = kept_[0].longest;
        facts_.states = kept_.size();
        if (facts_.longest_run <= limits_.longest_run) return true;
        return refuse(entry, "run-length",
                      fmt::format("{} may take {} instructions", info_of(hook_).name, facts_.longest_run),
                      fmt::format("{} at most: shorter loops", limits_.longest_run));
    }

    [[nodiscard]] const HookFacts& facts() const { return facts_; }
    [[nodiscard]] const Refusal& refusal() const { return refusal_; }

private:
    static constexpr std::uint32_t no_parent = UINT32_MAX;

    struct Kept {
        State state;
        std::uint32_t parent;    // the previous kept state on its path
        std::uint64_t distance;  // from there, in instructions
        std::uint32_t open;      // paths from here that were not followed to the end
        std::uint64_t longest;   // of finished paths
    };
    struct Way {
        State state;
        std::uint32_t at;
        std::uint32_t last_kept;
        std::uint64_t distance;  // from there
    };
    enum class Next : std::uint8_t { GoOn, End, Refused };

    bool refuse(std::uint32_t at, std::string_view rule, std::string message, std::string needed) {
        refusal_ = {at, rule, std::move(message), std::move(needed)};
        return false;
    }

    bool follow(Way& way) {
        for (;;) {
            if (flow_.is_join[way.at]) {
                const Next next = meet(way);
                if (next != Next::GoOn) return next == Next::End;
            }
            if (observer_ != nullptr) observer_->observe(hook_, way.at, way.state);
            if (++facts_.steps > limits_.steps)
                return refuse(way.at, "complexity",
                              fmt::format("{} has too many ways: more than {} instructions were followed",
                                          info_of(hook_).name, limits_.steps),
                              "fewer branches and shorter loops");
            ++way.distance;
            const Next next = step(way);
            if (next != Next::GoOn) return next == Next::End;
        }
    }

    // Handles a join.
    Next meet(Way& way) {
        forget_dead(way);
        const std::vector<std::uint32_t>& here = kept_at_[way.at];
        bool goes_round = false;
        for (const std::uint32_t index : here) {
            if (compared_ > limits_.comparisons)
                return too_complex(way.at, "comparisons were made", limits_.comparisons);
            if (!covers(kept_[index].state, way.state, compared_)) continue;
            if (kept_[index].open == 0) {
                end(way, kept_[index].longest);
                return Next::End;
            }
            goes_round = true;
        }
        if (goes_round) {
            refuse(way.at, "loop",
                   "a loop may not end: it comes here again with nothing changed that its end depends on",
                   "a counter that is compared with a limit");
            return Next::Refused;
        }
        if (!has_room(way.at)) return Next::Refused;
        kept_bytes_ += bytes_of(way.state);
        if (kept_bytes_ > limits_.bytes) return too_complex(way.at, "bytes of states were kept", limits_.bytes);
        kept_at_[way.at].push_back(static_cast<std::uint32_t>(kept_.size()));
        kept_.push_back({way.state, way.last_kept, way.distance, 1, 0});
        way.last_kept = static_cast<std::uint32_t>(kept_.size() - 1);
        way.distance = 0;
        return Next::GoOn;
    }

    Next too_complex(std::uint32_t at, std::string_view what, std::uint64_t limit) {
        refuse(at, "complexity", fmt::format("{} has too many ways: more than {} {}", info_of(hook_).name, limit, what),
               "fewer branches, shorter loops and less on the stack");
        return Next::Refused;
    }

    // Waiting paths count, too, since each takes as much memory as a kept state.
    bool has_room(std::uint32_t at) {
        if (kept_.size() + pending_.size() < limits_.states) return true;
        return refuse(
            at, "complexity",
            fmt::format("{} has too many ways: more than {} states were kept", info_of(hook_).name, limits_.states),
            "fewer branches and shorter loops");
    }

    // Adds another path that begins here, to be followed later.
    bool fork(const Way& way, State state, std::uint32_t at) {
        if (!has_room(way.at)) return false;
        ++kept_[way.last_kept].open;
        pending_.push_back({std::move(state), at, way.last_kept, way.distance});
        return true;
    }

    void forget_dead(Way& way) {
        std::uint32_t at = way.at;
        for (std::size_t i = way.state.frames.size(); i-- > 0;) {
            Frame& frame = way.state.frames[i];
            for (unsigned reg = 0; reg < frame_pointer; ++reg) {
                if ((flow_.live[at] >> reg & 1U) == 0) frame.regs[reg] = Reg{};
            }
            at = frame.return_to;
        }
        forget_single_ids(way.state);
    }

    // The path has ended; `rest` instructions would follow.
    void end(const Way& way, std::uint64_t rest) {
        std::uint64_t length = way.distance + rest;
        for (std::uint32_t index = way.last_kept; index != no_parent; index = kept_[index].parent) {
            Kept& kept = kept_[index];
            kept.longest = std::max(kept.longest, length);
            if (--kept.open != 0) return;
            length = kept.longest + kept.distance;
        }
    }

    Next step(Way& way) {
        const Insn& insn = program_.insns[way.at];
        if (is_branch(insn)) return step_branch(way);
        if (insn.opcode == op_exit) return step_exit(way);
        if (insn.opcode == op_jump) {
            way.at = static_cast<std::uint32_t>(target_of(way.at, insn));
            return Next::GoOn;
        }
        if (is_tail_call(insn)) return step_tail_call(way);
        const bool is_function_call = insn.opcode == op_call && insn.src() == CallFunction;
        bool is_fine = false;
        if (is_function_call)
            is_fine = rules_.enter_function(way.state, way.at);
        else if (insn.opcode == op_call)
            is_fine = rules_.apply_helper(way.state, way.at);
        else if (is_load_imm64(insn))
            is_fine = rules_.apply_load_imm(way.state, way.at);
        else if (is_alu(insn))
            is_fine = rules_.apply_alu(way.state, way.at);
        else
            is_fine = rules_.apply_memory(way.state, way.at);
        if (!is_fine) return refused_by_rules();
        way.at = is_function_call ? static_cast<std::uint32_t>(target_of(way.at, insn))
                                  : static_cast<std::uint32_t>(way.at + slots_of(insn));
        return Next::GoOn;
    }

    // Continues with another function, as at a hook's beginning; or here, if there may be no such program.
    Next step_tail_call(Way& way) {
        const State before = way.state;
        if (!rules_.apply_helper(way.state, way.at)) return refused_by_rules();
        for (const std::uint32_t target : rules_.tail_call_targets(before)) {
            if (!fork(way, initial_state(), program_.functions[target].begin)) return Next::Refused;
        }
        ++way.at;
        return Next::GoOn;
    }

    Next step_exit(Way& way) {
        if (way.state.frames.size() == 1) {
            if (!rules_.need_no_record(way.state, way.at, "the hook ends")) return refused_by_rules();
            end(way, 0);
            return Next::End;
        }
        const std::uint32_t return_to = way.state.top().return_to;
        if (!rules_.leave_function(way.state, way.at)) return refused_by_rules();
        way.at = return_to;
        return Next::GoOn;
    }

    Next step_branch(Way& way) {
        Rules::Outcomes outcomes;
        if (!rules_.branch(std::move(way.state), way.at, outcomes)) return refused_by_rules();
        const auto target = static_cast<std::uint32_t>(target_of(way.at, program_.insns[way.at]));
        if (!outcomes.taken && !outcomes.fallen_through) {
            // The facts are contradictory, so this place is never reached.
            end(way, 0);
            return Next::End;
        }
        if (outcomes.taken && outcomes.fallen_through) {
            if (!fork(way, *std::move(outcomes.taken), target)) return Next::Refused;
            outcomes.taken.reset();
        }
        way.at = outcomes.taken ? target : way.at + 1;
        way.state = outcomes.taken ? *std::move(outcomes.taken) : *std::move(outcomes.fallen_through);
        return Next::GoOn;
    }

    Next refused_by_rules() {
        refusal_ = rules_.refusal();
        return Next::Refused;
    }

    const Program& program_;
    Hook hook_;
    const Flow& flow_;
    VerifierLimits limits_;
    StateObserver* observer_;
    Rules rules_;
    std::vector<Kept> kept_;  // the first one is the beginning
    std::vector<std::vector<std::uint32_t>> kept_at_;
    std::vector<Way> pending_;
    HookFacts facts_;
    Refusal refusal_;
    std::uint64_t compared_ = 0;
    std::size_t kept_bytes_ = 0;
};

}  // namespace

Verdict verify(const Program& program, const VerifierLimits& limits, StateObserver* observer) {
    Verdict verdict;
    verdict.refusal = check_structure(program);
    if (verdict.refusal) return verdict;
    const Flow flow = flow_of(program);
    for (std::size_t i = 0; i < hook_count; ++i) {
        if (!program.hooks[i]) continue;
        Exploration exploration(program, static_cast<Hook>(i), flow, limits, observer);
        if (!exploration.run()) {
            verdict.refusal = exploration.refusal();
            verdict.refused_in = static_cast<Hook>(i);
            return verdict;
        }
        verdict.hooks[i] = exploration.facts();
    }
    return verdict;
}

}  // namespace ringfence::policy
