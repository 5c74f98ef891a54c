#include "guard/checker/checker.h"

#include "base/parallel.h"
#include "guard/checker/function.h"
#include "guard/checker/module.h"

namespace ringfence::guard {
namespace {

// Each is checked on its own.
struct Checked {
    const ptx::Function* function = nullptr;
    LaunchConditions conditions;
    std::vector<Finding> findings;
};

}  // namespace

CheckReport check(const ptx::Module& module, std::string_view runtime) {
    CheckReport report;
    ModuleRules rules(module, runtime, report.findings);
    rules.check();
    std::vector<Checked> functions;
    for (const ptx::Item& item : module.items) {
        if (item.kind != ptx::ItemKind::Function || !item.function->has_body) continue;
        if (!rules.is_runtime(*item.function)) functions.push_back({item.function, {}, {}});
    }
    constexpr std::size_t least_for_a_thread = 8;
    in_parallel(functions.size(), least_for_a_thread, [&](std::size_t i) {
        functions[i].conditions = check_function(rules, *functions[i].function, functions[i].findings);
    });
    for (Checked& checked : functions) {
        report.findings.insert(report.findings.end(), checked.findings.begin(), checked.findings.end());
        if (!checked.function->is_entry) continue;
        const bool through_tables = rules.calls_through_tables(*checked.function);
        report.kernels.push_back({std::string(checked.function->name), std::move(checked.conditions), through_tables});
    }
    return report;
}

}  // namespace ringfence::guard
