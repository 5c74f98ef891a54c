// Runs the hooks of a policy, by the interpreter or as compiled code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "policy/map.h"
#include "policy/program.h"

namespace ringfence::policy {

struct Fault {
    std::uint32_t insn = 0;
    std::string message;
    bool is_overrun = false;  // of the budget
};

// More than the verifier allows: a hook reaches it only if the verifier is wrong, or if its helpers copy
// megabytes.
constexpr std::uint64_t usual_budget = 1 << 20;

// What helpers report about the environment.
struct Surroundings {
    std::uint64_t now = 0;
    std::uint32_t worker = 0;
    std::uint64_t random_state = 0x853c49e6748fea9bU;  // changes with every use
};

[[nodiscard]] std::string overrun_text(std::uint64_t budget);

class Runner {
public:
    virtual ~Runner() = default;

    // Call this before the first run: sets what helpers report, which must outlive all runs, and the limit of each
    // run. Not arguments of run(), since every decision would pay for them.
    void prepare(Surroundings& surroundings, std::uint64_t budget) {
        surroundings_ = &surroundings;
        budget_ = static_cast<std::int64_t>(std::min<std::uint64_t>(budget, INT64_MAX));
    }
    // Runs a hook that the policy has. `context` must have the size of the hook's context. False if the run was stopped
    // by a fault: see fault().
    [[nodiscard]] virtual bool run(Hook hook, Bytes context) = 0;
    // Instructions of the last run.
    [[nodiscard]] std::uint64_t steps() const { return steps_; }
    // The additional cost of its helpers (Map::charge): the budget covers both.
    [[nodiscard]] std::uint64_t charged() const { return charged_; }
    // The fault of the last run that had one.
    [[nodiscard]] const Fault& fault() const { return fault_; }

protected:
    Surroundings* surroundings_ = nullptr;
    std::int64_t budget_ = 0;
    std::uint64_t steps_ = 0;
    std::uint64_t charged_ = 0;
    Fault fault_;
};

// For a program that verify() has accepted. Program and maps must outlive the runner and not move; between runs, maps
// may be replaced by others of the same kind and sizes.
using MakeRunner = std::function<std::unique_ptr<Runner>(const Program& program, std::vector<Map>& maps)>;

[[nodiscard]] std::unique_ptr<Runner> interpret(const Program& program, std::vector<Map>& maps);

}  // namespace ringfence::policy
