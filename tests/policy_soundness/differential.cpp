// policy_differential [--seed N] [--programs N]: programs that the verifier accepts, as compiled code and by the
// interpreter, with the same hostile contexts and maps. What they leave behind must be the same, and the number of
// instructions too.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hostile.h"
#include "policy/compiler/compiler.h"
#include "policy/verifier.h"

namespace {

using namespace ringfence::policy;

constexpr std::size_t pool_size = 256;
constexpr int runs_of_each = 4;

struct Tried {
    std::uint64_t programs = 0;
    std::uint64_t accepted = 0;
    std::uint64_t runs = 0;
    std::uint64_t overruns = 0;
};

struct Left {
    std::vector<std::uint8_t> bytes;
    std::uint64_t random = 0;
    std::uint64_t steps = 0;
    std::uint64_t charged = 0;
    bool has_fault = false;
};

// Runs a hook with what a seed makes. `maps` are the runner's.
Left run(Runner& runner, const Program& program, std::vector<Map>& maps, Hook hook, std::uint64_t seed,
         std::uint64_t budget) {
    Chance chance(seed);
    maps = make_maps(program.maps, seed);
    for (Map& map : maps)
        fill_map(map, chance);
    std::vector<std::uint64_t> words(info_of(hook).context_size / 8);  // for their alignment
    const Bytes context(reinterpret_cast<std::uint8_t*>(words.data()), 8 * words.size());
    fill_hostile(context, chance);
    Surroundings surroundings{hostile_number(chance), static_cast<std::uint32_t>(below(chance, 20)), chance() | 1U};
    Left left;
    left.has_fault = !runner.run(hook, context, surroundings, budget);
    left.steps = runner.steps();
    left.charged = runner.charged();
    left.random = surroundings.random_state;
    left.bytes = outcome_of(context, maps);
    return left;
}

std::string difference(const Left& interpreted, const Left& native) {
    if (interpreted.has_fault) return "the interpreter ends it";
    if (native.has_fault) return "the code ends before its time";
    if (interpreted.steps != native.steps)
        return fmt::format("{} instructions, {} as code", interpreted.steps, native.steps);
    if (interpreted.charged != native.charged)
        return fmt::format("helpers are charged {}, {} as code", interpreted.charged, native.charged);
    if (interpreted.random != native.random) return "another number of random numbers was drawn";
    return interpreted.bytes == native.bytes ? "" : "context or maps differ";
}

// Empty: they agree.
std::string compare_hook(const Program& program, Hook hook, std::uint64_t longest, Chance& chance, Tried& tried) {
    std::vector<Map> maps = make_maps(program.maps);
    std::vector<Map> native_maps = make_maps(program.maps);
    const std::unique_ptr<Runner> interpreter = interpret(program, maps);
    const auto native = compile_native(program, native_maps);
    if (!native.ok()) return native.error().text();
    for (int i = 0; i < runs_of_each; ++i) {
        const std::uint64_t seed = chance();
        const Left left = run(*interpreter, program, maps, hook, seed, usual_budget);
        const Left code = run(*native.value(), program, native_maps, hook, seed, usual_budget);
        ++tried.runs;
        if (left.steps > longest) return fmt::format("{} instructions, {} were promised", left.steps, longest);
        if (std::string problem = difference(left, code); !problem.empty()) return problem;
        // With less than it takes, both end.
        if (left.steps < 2) continue;
        if (!run(*interpreter, program, maps, hook, seed, left.steps + left.charged - 1).has_fault)
            return "the interpreter goes beyond its budget";
        if (!run(*native.value(), program, native_maps, hook, seed, left.steps + left.charged - 1).has_fault)
            return "the code goes beyond its budget";
        ++tried.overruns;
    }
    return "";
}

std::string compare(const Program& program, Chance& chance, Tried& tried, bool& is_accepted) {
    ++tried.programs;
    VerifierLimits limits;
    limits.steps = 4'000;
    limits.states = 1'000;
    const Verdict verdict = verify(program, limits);
    is_accepted = verdict.is_accepted();
    if (!is_accepted) return "";
    ++tried.accepted;
    for (std::size_t i = 0; i < hook_count; ++i) {
        if (!verdict.hooks[i]) continue;
        std::string problem = compare_hook(program, static_cast<Hook>(i), verdict.hooks[i]->longest_run, chance, tried);
        if (!problem.empty()) return problem;
    }
    return "";
}

void show(const Program& program, const std::string& problem) {
    for (std::size_t at = 0; at < program.insns.size(); at += slots_of(program.insns[at]))
        fmt::print(stderr, "{:4}: {}\n", at, text_of(program.insns, at));
    fmt::print(stderr, "{}\n", problem);
}

}  // namespace

int main(int argc, char** argv) {
    std::uint64_t seed = 1;
    std::uint64_t programs = 1'000;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::uint64_t value = std::strtoull(argv[i + 1], nullptr, 0);
        if (std::strcmp(argv[i], "--seed") == 0) seed = value;
        if (std::strcmp(argv[i], "--programs") == 0) programs = value;
    }
    Chance chance(seed);
    Tried tried;
    std::vector<Program> pool;
    while (tried.programs < programs) {
        const bool is_changed = !pool.empty() && below(chance, 2) == 0;
        Program program = is_changed ? pool[below(chance, pool.size())] : make_program(chance);
        if (is_changed) mutate(program, chance);
        bool is_accepted = false;
        if (const std::string problem = compare(program, chance, tried, is_accepted); !problem.empty()) {
            show(program, problem);
            fmt::print(stderr, "seed {}, program {}\n", seed, tried.programs);
            return 1;
        }
        if (!is_accepted) continue;
        if (pool.size() < pool_size)
            pool.push_back(std::move(program));
        else
            pool[below(chance, pool_size)] = std::move(program);
    }
    fmt::print("{} programs, {} accepted and compiled, {} runs alike, {} runs ended by the budget\n", tried.programs,
               tried.accepted, tried.runs, tried.overruns);
    return 0;
}
