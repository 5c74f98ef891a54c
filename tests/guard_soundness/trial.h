// One module, some launches of it, and some threads of these.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "block_judge.h"
#include "choices.h"
#include "machine.h"
#include "module_maker.h"

namespace ringfence::soundness {

struct Counts {
    std::uint64_t modules = 0;
    std::uint64_t rewritten = 0;  // of these: given to the guard; the others only to the checker
    std::uint64_t fitted = 0;     // variants for launches that meet some of the conditions
    std::uint64_t refused = 0;
    std::uint64_t kernels = 0;
    std::uint64_t unproven = 0;     // accesses of modules that only the checker was given
    std::uint64_t conditional = 0;  // kernels with launch conditions
    std::uint64_t launches = 0;
    std::uint64_t held = 0;  // of kernels with conditions, those that held
    std::uint64_t findings = 0;
    Tally tally;
    std::uint64_t of_warps = 0;  // modules about the promises that are made of warps
    Gathered gathered;
    std::map<std::string, std::uint64_t> refusals;  // if they are wanted

    void add(const Counts& other);
    std::string text() const;
};

struct TrialOptions {
    bool keeps_refusals = false;
    // Which pipelines: in percent, modules that are rewritten.
    unsigned rewritten = 25;
    // Modules about what is promised of warps, likewise.
    unsigned of_warps = 20;
};

// Describes the error, with the module in which it was found.
std::optional<std::string> run_trial(Choices& choices, const TrialOptions& options, Counts& counts);

}  // namespace ringfence::soundness
