// policy_soundness [--seed N] [--programs N] [--seconds N]: looks for programs that the verifier accepts and that do
// not keep to what it found. Half of them are made from nothing, half by changing ones that were accepted.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "trial.h"

namespace {

using namespace ringfence::policy;

constexpr std::size_t pool_size = 256;

struct Settings {
    std::uint64_t seed = 1;
    std::uint64_t programs = 20'000;
    std::uint64_t seconds = UINT64_MAX;
};

bool read_settings(int argc, char** argv, Settings& settings) {
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string name = argv[i];
        const std::uint64_t value = std::strtoull(argv[i + 1], nullptr, 0);
        if (name == "--seed")
            settings.seed = value;
        else if (name == "--programs")
            settings.programs = value;
        else if (name == "--seconds")
            settings.seconds = value;
        else
            return false;
    }
    return argc % 2 == 1;
}

void show(const Program& program, const std::string& problem) {
    for (std::size_t at = 0; at < program.insns.size(); at += slots_of(program.insns[at]))
        fmt::print(stderr, "{:4}: {}\n", at, text_of(program.insns, at));
    fmt::print(stderr, "{}\n", problem);
}

}  // namespace

int main(int argc, char** argv) {
    Settings settings;
    if (!read_settings(argc, argv, settings)) {
        fmt::print(stderr, "usage: policy_soundness [--seed N] [--programs N] [--seconds N]\n");
        return 2;
    }
    Chance chance(settings.seed);
    TrialCounts counts;
    std::vector<Program> pool;
    const auto start = std::chrono::steady_clock::now();
    while (counts.programs < settings.programs) {
        const bool is_changed = !pool.empty() && below(chance, 2) == 0;
        Program program = is_changed ? pool[below(chance, pool.size())] : make_program(chance);
        if (is_changed) mutate(program, chance);
        const TrialOutcome outcome = try_program(program, chance, counts);
        if (!outcome.problem.empty()) {
            show(program, outcome.problem);
            fmt::print(stderr, "seed {}, program {}\n", settings.seed, counts.programs);
            return 1;
        }
        if (outcome.is_accepted) {
            if (pool.size() < pool_size)
                pool.push_back(std::move(program));
            else
                pool[below(chance, pool_size)] = std::move(program);
        }
        const auto spent = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start);
        if (static_cast<std::uint64_t>(spent.count()) >= settings.seconds) break;
    }
    fmt::print("{} programs, {} accepted, {} runs, {} instructions: none wrong\n", counts.programs, counts.accepted,
               counts.runs, counts.steps);
    return 0;
}
