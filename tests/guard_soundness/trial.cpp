#include "trial.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "guard/checker/checker.h"
#include "guard/guard.h"
#include "launch.h"
#include "promises.h"
#include "ptx/parser.h"
#include "warp_maker.h"

namespace ringfence::soundness {
namespace {

constexpr unsigned launches_per_kernel = 8;
constexpr unsigned threads_per_launch = 3;
constexpr unsigned blocks_per_kernel = 5;  // of modules about warps; of others one at most

// A module that was checked, and what executes it.
struct Subject {
    Subject(const ptx::Module& module, const Limits& limits, Counts& counts)
        : machine(module, limits, counts.tally),
          promises(module, [&](const ptx::Function& function, std::uint32_t statement) {
              return !machine.is_exempt(function, statement);
          }) {}

    Machine machine;
    Promises promises;
};

// True if a finding about whole warps means all promises of the function: one that is no kernel, of which the rule
// names one statement; or if others rest on what that barrier tells the threads.
bool means_all(const ptx::Function& function, std::uint32_t statement) {
    return !function.is_entry || function.body[statement].instruction.operation->has(ptx::Modifier::Red);
}

void exempt_from_promises(const ptx::Function& function, Exempt& exempt) {
    for (std::uint32_t i = 0; i < function.body.size(); ++i) {
        const ptx::Statement& statement = function.body[i];
        if (statement.is_instruction() && promises(statement.instruction)) exempt.emplace(&function, i);
    }
}

class Trial {
public:
    Trial(Choices& choices, const TrialOptions& options, Counts& counts)
        : choices_(choices), options_(options), counts_(counts) {}

    std::optional<std::string> run() {
        const bool is_rewritten = choices_.chance(options_.rewritten);
        const Manner manner = is_rewritten ? Manner::Rewritten : Manner::Direct;
        is_of_warps_ = choices_.chance(options_.of_warps);
        ++counts_.modules;
        counts_.of_warps += is_of_warps_ ? 1 : 0;
        text_ = is_of_warps_ ? WarpMaker(choices_, manner).text() : make_module(choices_, manner);
        is_strict_ = choices_.chance(40);
        return is_rewritten ? run_rewritten() : run_direct();
    }

private:
    void refuse(const std::string& why) {
        ++counts_.refused;
        if (options_.keeps_refusals) ++counts_.refusals[why.substr(0, 90)];
    }

    static std::unique_ptr<ptx::Module> parse(const std::string& text, std::string& why) {
        DiagnosticSink sink;
        auto module = ptx::parse(text, sink);
        if (!module && !sink.diagnostics().empty()) {
            const Diagnostic& first = sink.diagnostics().front();
            why = first.message + " at " + text.substr(first.begin, 40);
        }
        return module;
    }

    // As a tenant's module goes: rewritten, checked, and its text read again.
    std::optional<std::string> run_rewritten() {
        ++counts_.rewritten;
        guard::GuardOptions options;
        options.mode = is_strict_ ? guard::Mode::Check : guard::Mode::Fence;
        options.leaves_out = true;
        const Result<guard::GuardedPtx> answer = guard::guard(text_, options);
        if (!answer) {
            refuse(answer.error().message);
            return std::nullopt;
        }
        const guard::GuardedPtx& guarded = answer.value();
        std::string why;
        const auto module = parse(guarded.ptx, why);
        if (!module) return report("the rewritten module cannot be read: " + why, guarded.ptx);
        Limits limits;
        limits.only_window = is_strict_;
        Subject subject(*module, limits, counts_);
        for (const guard::GuardedKernel& kernel : guarded.kernels) {
            const ptx::Function* free = module->find_function(kernel.name);
            const ptx::Function* fenced = kernel.fenced.empty() ? nullptr : module->find_function(kernel.fenced);
            if (auto wrong = run_kernel(subject, *free, fenced, kernel.conditions, guarded.block.bytes))
                return report(*wrong, guarded.ptx);
            if (auto wrong = run_fitted(kernel, options)) return wrong;
        }
        return std::nullopt;
    }

    // A variant for launches that do not meet some of the bounds.
    std::optional<std::string> run_fitted(const guard::GuardedKernel& kernel, guard::GuardOptions options) {
        guard::UnmetBounds unmet{kernel.name, {}};
        for (std::uint32_t bound = 0; bound < kernel.askers.size(); ++bound)
            if (choices_.chance(30)) unmet.bounds.push_back(bound);
        if (unmet.bounds.empty()) return std::nullopt;
        options.unmet = unmet;
        const Result<guard::GuardedPtx> answer = guard::guard(text_, options);
        // Nothing may be left that a launch could meet.
        if (!answer) return std::nullopt;
        const guard::GuardedPtx& fitted = answer.value();
        std::string why;
        const auto module = parse(fitted.ptx, why);
        const ptx::Function* function = module ? module->find_function(kernel.name) : nullptr;
        const auto found = std::find_if(fitted.kernels.begin(), fitted.kernels.end(),
                                        [&](const guard::GuardedKernel& one) { return one.name == kernel.name; });
        if (function == nullptr || found == fitted.kernels.end())
            return report("a variant for some launches cannot be read: " + why, fitted.ptx);
        Limits limits;
        limits.only_window = is_strict_;
        Subject subject(*module, limits, counts_);
        ++counts_.fitted;
        if (auto wrong = run_kernel(subject, *function, nullptr, found->conditions, fitted.block.bytes))
            return report(*wrong, fitted.ptx);
        return std::nullopt;
    }

    // Checks the module as it is. If the checker has a finding, it promises nothing.
    std::optional<std::string> run_direct() {
        std::string why;
        const auto module = parse(text_, why);
        if (!module) {
            refuse("unreadable: " + why);
            return std::nullopt;
        }
        const guard::CheckReport checked =
            guard::check(*module, {}, is_strict_ ? guard::Reach::window(0) : guard::Reach());
        Exempt exempt;
        for (const guard::Finding& finding : checked.findings) {
            const ptx::Function* function =
                finding.function.empty() ? nullptr : module->find_function(finding.function);
            if (function == nullptr || finding.rule == "directives" || finding.rule == "recursion") {
                refuse(finding.rule + ": " + finding.message);
                return std::nullopt;
            }
            exempt.emplace(function, finding.statement);
            if (finding.rule == "whole warps" && means_all(*function, finding.statement))
                exempt_from_promises(*function, exempt);
            counts_.unproven += finding.rule == "access" ? 1 : 0;
        }
        Limits limits;
        limits.exempt = &exempt;
        // A fenced address may go on into a zone, whatever the reach.
        limits.only_window = is_strict_ && text_.find("[__rf_words") == std::string::npos;
        Subject subject(*module, limits, counts_);
        for (const guard::CheckedKernel& kernel : checked.kernels) {
            if (auto wrong = run_kernel(subject, *module->find_function(kernel.name), nullptr, kernel.conditions, 0))
                return report(*wrong, text_);
        }
        return std::nullopt;
    }

    std::optional<std::string> run_kernel(Subject& subject, const ptx::Function& free, const ptx::Function* fenced,
                                          const guard::LaunchConditions& conditions, std::uint64_t block_bytes) {
        ++counts_.kernels;
        counts_.conditional += conditions.empty() ? 0 : 1;
        const bool has_promises = subject.promises.count() != 0;
        const unsigned blocks = is_of_warps_ ? blocks_per_kernel : has_promises && choices_.chance(25) ? 1 : 0;
        for (unsigned i = 0; i < blocks; ++i)
            if (auto wrong = run_block(subject, free, fenced, conditions, block_bytes)) return wrong;
        Machine& machine = subject.machine;
        for (unsigned i = 0; i < launches_per_kernel && !is_of_warps_; ++i) {
            Launch launch = choose_launch(free, block_bytes, choices_);
            launch.static_shared = machine.enter(free, choices_);
            const bool holds = conditions.empty() || conditions.hold(facts_of(launch));
            if (!holds && fenced == nullptr) continue;
            if (!holds) launch.static_shared = machine.enter(*fenced, choices_);
            ++counts_.launches;
            counts_.held += holds && !conditions.empty() ? 1 : 0;
            for (unsigned thread = 0; thread < threads_per_launch; ++thread) {
                if (auto wrong = run_thread(machine, launch, thread)) return with_conditions(*wrong, conditions, holds);
            }
        }
        return std::nullopt;
    }

    static std::string with_conditions(const std::string& wrong, const guard::LaunchConditions& conditions, bool hold) {
        return wrong + '\n' + (hold ? "conditions that hold:\n" + conditions.text() : "the conditions do not hold");
    }

    // All threads of a small block.
    std::optional<std::string> run_block(Subject& subject, const ptx::Function& free, const ptx::Function* fenced,
                                         const guard::LaunchConditions& conditions, std::uint64_t block_bytes) {
        std::optional<Launch> launch = choose_small_launch(free, block_bytes, choices_);
        if (!launch) return std::nullopt;
        launch->static_shared = subject.machine.enter(free, choices_);
        const bool holds = conditions.empty() || conditions.hold(facts_of(*launch));
        if (!holds && fenced == nullptr) return std::nullopt;
        if (!holds) launch->static_shared = subject.machine.enter(*fenced, choices_);
        Axes block{};
        for (std::size_t i = 0; i < 3; ++i)
            block[i] = static_cast<std::uint32_t>(choices_.word() % launch->grid[i]);
        if (auto wrong = BlockJudge(subject.machine, subject.promises, counts_.gathered).run(*launch, block, choices_))
            return with_conditions(*wrong, conditions, holds);
        return std::nullopt;
    }

    // The first, the last, and some in between.
    std::optional<std::string> run_thread(Machine& machine, const Launch& launch, unsigned number) {
        Axes thread{};
        Axes block{};
        const auto choose = [&](std::uint32_t count) -> std::uint32_t {
            if (count <= 1) return 0;
            if (number == 0) return count - 1;
            if (number == 1) return 0;
            return static_cast<std::uint32_t>(choices_.word() % count);
        };
        for (std::size_t i = 0; i < 3; ++i) {
            thread[i] = choose(launch.block[i]);
            block[i] = choose(launch.grid[i]);
        }
        return machine.run(launch, thread, block, choices_);
    }

    std::optional<std::string> report(const std::string& what, const std::string& checked) {
        ++counts_.findings;
        return fmt::format("{}\n--- the module as it was made{}\n{}\n--- as it was checked\n{}", what,
                           is_strict_ ? " (check mode)" : "", text_, checked);
    }

    Choices& choices_;
    const TrialOptions& options_;
    Counts& counts_;
    std::string text_;
    bool is_of_warps_ = false;
    bool is_strict_ = false;
};

}  // namespace

void Counts::add(const Counts& other) {
    modules += other.modules;
    rewritten += other.rewritten;
    fitted += other.fitted;
    refused += other.refused;
    kernels += other.kernels;
    unproven += other.unproven;
    conditional += other.conditional;
    launches += other.launches;
    held += other.held;
    findings += other.findings;
    of_warps += other.of_warps;
    gathered.blocks += other.gathered.blocks;
    gathered.unsure += other.gathered.unsure;
    gathered.promises += other.gathered.promises;
    gathered.barriers += other.gathered.barriers;
    gathered.exchanges += other.gathered.exchanges;
    tally.threads += other.tally.threads;
    tally.steps += other.tally.steps;
    tally.unmodelled += other.tally.unmodelled;
    tally.exempt += other.tally.exempt;
    for (std::size_t i = 0; i < checked_kinds; ++i)
        tally.checked[i] += other.tally.checked[i];
    for (const auto& [why, count] : other.refusals)
        refusals[why] += count;
}

std::string Counts::text() const {
    std::string out = fmt::format(
        "modules {} ({} through the guard, {} refused), kernels {} ({} with conditions), launches {} ({} because "
        "conditions held), threads {}, steps {}\nnot proven {}\naccesses:",
        modules, rewritten, refused, kernels, conditional, launches, held, tally.threads, tally.steps, unproven);
    for (std::size_t i = 0; i < checked_kinds; ++i)
        out += fmt::format(" {} {}", checked_names[i], tally.checked[i]);
    out += fmt::format(" (not accepted, so not looked at: {}; not modelled: {})\n", tally.exempt, tally.unmodelled);
    out += fmt::format(
        "whole blocks {} ({} given up), of them in {} modules about warps; promises that warps kept {}, barriers met "
        "{}, "
        "exchanges of lanes {}\nfindings: {}\n",
        gathered.blocks, gathered.unsure, of_warps, gathered.promises, gathered.barriers, gathered.exchanges, findings);
    for (const auto& [why, count] : refusals)
        out += fmt::format("{:8} {}\n", count, why);
    return out;
}

std::optional<std::string> run_trial(Choices& choices, const TrialOptions& options, Counts& counts) {
    return Trial(choices, options, counts).run();
}

}  // namespace ringfence::soundness
