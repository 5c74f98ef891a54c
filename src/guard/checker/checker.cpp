#include "guard/checker/checker.h"

#include "base/effort.h"
#include "base/parallel.h"
#include "guard/checker/barriers.h"
#include "guard/checker/function.h"
#include "guard/checker/module.h"
#include "guard/checker/warpgroups.h"
#include "ptx/parameter_layout.h"

namespace ringfence::guard {
namespace {

// Each is checked on its own.
struct Checked {
    const ptx::Function* function = nullptr;
    Conditional conditions;
    std::vector<Finding> findings;
};

bool is_kernel(const ptx::Item& item) {
    return item.kind == ptx::ItemKind::Function && item.function->has_body && item.function->is_entry;
}

std::string text_of(const ptx::Module& module, ptx::SourceRange where) {
    return module.source->substr(where.begin, where.end - where.begin);
}

// As far as their places are the same on every card, which is as far as conditions know them.
std::vector<ParameterSpan> parameters_of(const ptx::Function& kernel) {
    const std::span<const ptx::Variable* const> parameters = kernel.signature.parameters;
    const ptx::ParameterPlaces layout = ptx::place_parameters(parameters);
    std::vector<ParameterSpan> spans;
    for (std::size_t i = 0; i < layout.portable && layout.offsets[i] <= UINT32_MAX; ++i)
        spans.push_back(
            {static_cast<std::uint32_t>(layout.offsets[i]), static_cast<std::uint32_t>(parameters[i]->bytes())});
    return spans;
}

// All but the kernels.
std::string rest_of(const ptx::Module& module) {
    std::string rest;
    std::uint32_t begin = 0;
    for (const ptx::Item& item : module.items) {
        if (!is_kernel(item)) continue;
        rest += text_of(module, {begin, item.function->where.begin});
        begin = item.function->where.end;
    }
    return rest + module.source->substr(begin);
}

// Wherever the work has been stopped, what was found until then says nothing of the module.
CheckReport stopped_report() {
    return {{}, {{{}, 0, {}, "stopped", "checking it was stopped"}}};
}

}  // namespace

// A kernel cannot be called, so its proof rests on its own text and on the parts of the module that are no kernel's.
void SafeKernels::begin(const ptx::Module& module, Reach reach) {
    std::string rest = rest_of(module);
    if (rest == rest_ && reach == reach_) return;
    kernels_.clear();
    rest_ = std::move(rest);
    reach_ = reach;
}

CheckReport check(const ptx::Module& module, std::string_view runtime, Reach reach, SafeKernels* safe) {
    CheckReport report;
    ModuleRules rules(module, runtime, reach, report.findings);
    rules.check();
    check_barriers(module, report.findings);
    if (safe != nullptr) safe->begin(module, reach);
    std::vector<Checked> functions;
    std::vector<Checked*> wanted;
    for (const ptx::Item& item : module.items) {
        if (item.kind != ptx::ItemKind::Function || !item.function->has_body) continue;
        if (!rules.is_runtime(*item.function)) functions.push_back({item.function, {}, {}});
    }
    std::vector<std::size_t> sizes;
    for (Checked& checked : functions) {
        if (must_stop()) break;
        if (safe != nullptr && safe->find(text_of(module, checked.function->where), checked.conditions)) continue;
        wanted.push_back(&checked);
        sizes.push_back(checked.function->body.size());
    }
    constexpr std::size_t least_for_a_thread = 200;  // statements
    constexpr std::uint64_t of_a_statement = 1024;
    in_parallel(sizes, least_for_a_thread, [&](std::size_t i) {
        const HeldMemory memory(of_a_statement * sizes[i]);
        wanted[i]->conditions = check_function(rules, *wanted[i]->function, wanted[i]->findings);
    });
    // Last of all that looks: who must stop once must stop for good.
    if (must_stop()) return stopped_report();
    for (Checked& checked : functions) {
        report.findings.insert(report.findings.end(), checked.findings.begin(), checked.findings.end());
        if (!checked.function->is_entry) continue;
        if (safe != nullptr && checked.findings.empty())
            safe->add(text_of(module, checked.function->where), checked.conditions);
        report.kernels.push_back({std::string(checked.function->name), std::move(checked.conditions.conditions),
                                  std::move(checked.conditions.askers), parameters_of(*checked.function),
                                  uses_warpgroups(*checked.function)});
    }
    return report;
}

}  // namespace ringfence::guard
