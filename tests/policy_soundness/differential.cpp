// policy_differential [--seed N] [--programs N]: programs that the verifier accepts, as compiled code and by the
// interpreter, with the same hostile contexts and maps. What they leave behind must be the same, and the number of
// instructions too.
#include <execinfo.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
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
constexpr std::size_t compiled_together = 64;
constexpr std::uint64_t told_every = 50'000;

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
    runner.prepare(surroundings, budget);
    left.has_fault = !runner.run(hook, context);
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

// A program that was accepted, until there are enough of them to be compiled together.
struct Waiting {
    Program program;
    std::array<std::uint64_t, hook_count> longest{};
    std::uint64_t number = 0;
    std::vector<Map> maps;
    std::vector<Map> native_maps;

    Waiting(Program made, const Verdict& verdict, std::uint64_t count)
        : program(std::move(made)), number(count), maps(make_maps(program.maps)), native_maps(make_maps(program.maps)) {
        for (std::size_t i = 0; i < hook_count; ++i)
            longest[i] = verdict.hooks[i] ? verdict.hooks[i]->longest_run : 0;
    }
};

// Empty: they agree.
std::string compare_hook(Waiting& waiting, Runner& interpreter, Runner& native, std::size_t index, Chance& chance,
                         Tried& tried) {
    const Program& program = waiting.program;
    const auto hook = static_cast<Hook>(index);
    for (int i = 0; i < runs_of_each; ++i) {
        const std::uint64_t seed = chance();
        const Left left = run(interpreter, program, waiting.maps, hook, seed, usual_budget);
        const Left code = run(native, program, waiting.native_maps, hook, seed, usual_budget);
        ++tried.runs;
        if (left.steps > waiting.longest[index])
            return fmt::format("{} instructions, {} were promised", left.steps, waiting.longest[index]);
        if (std::string problem = difference(left, code); !problem.empty()) return problem;
        // With less than it takes, both end.
        if (left.steps < 2) continue;
        if (!run(interpreter, program, waiting.maps, hook, seed, left.steps + left.charged - 1).has_fault)
            return "the interpreter goes beyond its budget";
        if (!run(native, program, waiting.native_maps, hook, seed, left.steps + left.charged - 1).has_fault)
            return "the code goes beyond its budget";
        ++tried.overruns;
    }
    return "";
}

std::string compare(Waiting& waiting, Runner& native, Chance& chance, Tried& tried) {
    const std::unique_ptr<Runner> interpreter = interpret(waiting.program, waiting.maps);
    for (std::size_t i = 0; i < hook_count; ++i) {
        if (!waiting.program.hooks[i]) continue;
        std::string problem = compare_hook(waiting, *interpreter, native, i, chance, tried);
        if (!problem.empty()) return problem;
    }
    return "";
}

void show(const Program& program, const std::string& problem) {
    for (std::size_t at = 0; at < program.insns.size(); at += slots_of(program.insns[at]))
        fmt::print(stderr, "{:4}: {}\n", at, text_of(program.insns, at));
    fmt::print(stderr, "{}\n", problem);
}

// The program that is compared; none while code is made.
const Waiting* compared = nullptr;

// Code that is wrong may crash: that is the finding, and it needs its program.
void tell_crash(int signal) {
    std::array<void*, 64> frames{};
    ::backtrace_symbols_fd(frames.data(), ::backtrace(frames.data(), frames.size()), STDERR_FILENO);
    const std::string problem =
        fmt::format("signal {} while programs are {}", signal, compared ? "compared" : "compiled");
    show(compared != nullptr ? compared->program : Program(), problem);
    ::_exit(1);
}

void watch_for_crashes() {
    static std::array<std::byte, 1 << 16> stack_of_handler;  // for one whose own stack is used up
    const stack_t stack{stack_of_handler.data(), 0, stack_of_handler.size()};
    ::sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_handler = tell_crash;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND;
    for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
        ::sigaction(signal, &action, nullptr);
}

// All that wait, in one module: to set up LLVM takes longer than such a program's code.
bool compare_all(std::deque<Waiting>& all, Chance& chance, Tried& tried) {
    std::vector<PolicyToCompile> policies;
    for (Waiting& waiting : all)
        policies.push_back({&waiting.program, &waiting.native_maps});
    const auto natives = compile_together(policies);
    if (!natives.ok()) {
        fmt::print(stderr, "{}\n", natives.error().text());
        return false;
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        compared = &all[i];
        const std::string problem = compare(all[i], *natives.value()[i], chance, tried);
        compared = nullptr;
        if (problem.empty()) continue;
        show(all[i].program, problem);
        fmt::print(stderr, "program {}\n", all[i].number);
        return false;
    }
    all.clear();
    return true;
}

std::optional<Verdict> accepted(const Program& program) {
    VerifierLimits limits;
    limits.steps = 4'000;
    limits.states = 1'000;
    Verdict verdict = verify(program, limits);
    if (!verdict.is_accepted()) return std::nullopt;
    return verdict;
}

void keep(std::vector<Program>& pool, const Program& program, Chance& chance) {
    if (pool.size() < pool_size)
        pool.push_back(program);
    else
        pool[below(chance, pool_size)] = program;
}

void tell(const Tried& tried, const char* end) {
    fmt::print("{} programs, {} accepted and compiled, {} runs alike, {} runs ended by the budget{}", tried.programs,
               tried.accepted, tried.runs, tried.overruns, end);
    std::fflush(stdout);
}

bool try_all(std::uint64_t programs, Chance& chance, Tried& tried) {
    std::vector<Program> pool;
    std::deque<Waiting> waiting;
    while (tried.programs < programs) {
        const bool is_changed = !pool.empty() && below(chance, 2) == 0;
        Program program = is_changed ? pool[below(chance, pool.size())] : make_program(chance);
        if (is_changed) mutate(program, chance);
        if (++tried.programs % told_every == 0) tell(tried, " so far\n");
        const std::optional<Verdict> verdict = accepted(program);
        if (!verdict) continue;
        ++tried.accepted;
        keep(pool, program, chance);
        waiting.emplace_back(std::move(program), *verdict, tried.programs);
        if (waiting.size() == compiled_together && !compare_all(waiting, chance, tried)) return false;
    }
    return waiting.empty() || compare_all(waiting, chance, tried);
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
    watch_for_crashes();
    Chance chance(seed);
    Tried tried;
    if (!try_all(programs, chance, tried)) {
        fmt::print(stderr, "seed {}\n", seed);
        return 1;
    }
    tell(tried, "\n");
    return 0;
}
