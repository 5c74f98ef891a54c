#include "trial.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "guard/checker/checker.h"
#include "guard/guard.h"
#include "launch.h"
#include "ptx/parser.h"

namespace ringfence::soundness {
namespace {

constexpr unsigned launches_per_kernel = 8;
constexpr unsigned threads_per_launch = 3;

class Trial {
public:
    Trial(Choices& choices, const TrialOptions& options, Counts& counts)
        : choices_(choices), options_(options), counts_(counts) {}

    std::optional<std::string> run() {
        const bool is_rewritten = choices_.chance(options_.rewritten);
        ++counts_.modules;
        text_ = make_module(choices_, is_rewritten ? Manner::Rewritten : Manner::Direct);
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
        const Result<guard::GuardedModule> answer = guard::guard(text_, options);
        if (!answer) {
            refuse(answer.error().message);
            return std::nullopt;
        }
        const guard::GuardedModule& guarded = answer.value();
        std::string why;
        const auto module = parse(guarded.ptx, why);
        if (!module) return report("the rewritten module cannot be read: " + why, guarded.ptx);
        Limits limits;
        limits.only_window = is_strict_;
        Machine machine(*module, limits, counts_.tally);
        for (const guard::GuardedKernel& kernel : guarded.kernels) {
            const ptx::Function* free = module->find_function(kernel.name);
            const ptx::Function* fenced = kernel.fenced.empty() ? nullptr : module->find_function(kernel.fenced);
            if (auto wrong = run_kernel(machine, *free, fenced, kernel.conditions, guarded.block.bytes))
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
        const Result<guard::GuardedModule> answer = guard::guard(text_, options);
        // Nothing may be left that a launch could meet.
        if (!answer) return std::nullopt;
        const guard::GuardedModule& fitted = answer.value();
        std::string why;
        const auto module = parse(fitted.ptx, why);
        const ptx::Function* function = module ? module->find_function(kernel.name) : nullptr;
        const auto found = std::find_if(fitted.kernels.begin(), fitted.kernels.end(),
                                        [&](const guard::GuardedKernel& one) { return one.name == kernel.name; });
        if (function == nullptr || found == fitted.kernels.end())
            return report("a variant for some launches cannot be read: " + why, fitted.ptx);
        Limits limits;
        limits.only_window = is_strict_;
        Machine machine(*module, limits, counts_.tally);
        ++counts_.fitted;
        if (auto wrong = run_kernel(machine, *function, nullptr, found->conditions, fitted.block.bytes))
            return report(*wrong, fitted.ptx);
        return std::nullopt;
    }

    // What the checker says of the module as it is. Where it has a finding, nothing is promised.
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
            counts_.unproven += finding.rule == "access" ? 1 : 0;
        }
        Limits limits;
        limits.exempt = &exempt;
        // What was fenced may go on into a zone, whatever the reach.
        limits.only_window = is_strict_ && text_.find("[__rf_words") == std::string::npos;
        Machine machine(*module, limits, counts_.tally);
        for (const guard::CheckedKernel& kernel : checked.kernels) {
            if (auto wrong = run_kernel(machine, *module->find_function(kernel.name), nullptr, kernel.conditions, 0))
                return report(*wrong, text_);
        }
        return std::nullopt;
    }

    std::optional<std::string> run_kernel(Machine& machine, const ptx::Function& free, const ptx::Function* fenced,
                                          const guard::LaunchConditions& conditions, std::uint64_t block_bytes) {
        ++counts_.kernels;
        counts_.conditional += conditions.empty() ? 0 : 1;
        for (unsigned i = 0; i < launches_per_kernel; ++i) {
            Launch launch = choose_launch(free, block_bytes, choices_);
            launch.static_shared = machine.enter(free, choices_);
            const bool holds = conditions.empty() || conditions.hold(facts_of(launch));
            if (!holds && fenced == nullptr) continue;
            if (!holds) launch.static_shared = machine.enter(*fenced, choices_);
            ++counts_.launches;
            counts_.held += holds && !conditions.empty() ? 1 : 0;
            for (unsigned thread = 0; thread < threads_per_launch; ++thread) {
                if (auto wrong = run_thread(machine, launch, thread)) {
                    return fmt::format(
                        "{}\n{}", *wrong,
                        holds ? "conditions that hold:\n" + conditions.text() : "the conditions do not hold");
                }
            }
        }
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
    out += fmt::format(" (not accepted, so not looked at: {}; not modelled: {})\nfindings: {}\n", tally.exempt,
                       tally.unmodelled, findings);
    for (const auto& [why, count] : refusals)
        out += fmt::format("{:8} {}\n", count, why);
    return out;
}

std::optional<std::string> run_trial(Choices& choices, const TrialOptions& options, Counts& counts) {
    return Trial(choices, options, counts).run();
}

}  // namespace ringfence::soundness
