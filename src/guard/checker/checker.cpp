#include "guard/checker/checker.h"

#include "guard/checker/function.h"
#include "guard/checker/module.h"

namespace ringfence::guard {

CheckReport check(const ptx::Module& module, std::string_view runtime, Reach reach) {
    CheckReport report;
    ModuleRules rules(module, runtime, reach, report.findings);
    rules.check();
    for (const ptx::Item& item : module.items) {
        if (item.kind != ptx::ItemKind::Function || !item.function->has_body) continue;
        const ptx::Function& function = *item.function;
        if (rules.is_runtime(function)) continue;
        LaunchConditions conditions = check_function(rules, function, report.findings);
        if (!function.is_entry) continue;
        const bool through_tables = rules.calls_through_tables(function);
        report.kernels.push_back({std::string(function.name), std::move(conditions), through_tables});
    }
    return report;
}

}  // namespace ringfence::guard
