#include "worker/launch_counts.h"

#include <algorithm>

namespace ringfence::worker {
namespace {

constexpr std::size_t digest_digits = 12;
// A graph's further kernels share one row, since the list is walked at every launch.
constexpr std::size_t most_graph_kernels = 64;

std::string_view digits_of(const ModuleObject& module) {
    return std::string_view(module.digest).substr(0, digest_digits);
}

}  // namespace

void find_row(KernelCounts& counts, FunctionObject& function) {
    const std::string_view digits = function.module ? digits_of(*function.module) : std::string_view();
    function.counts = &counts.row(function.function->name(), digits);
}

void count_refusal(KernelCounts& counts, std::string_view kernel, const ModuleObject& module, std::string_view why) {
    constexpr std::uint32_t only_reason = 0;
    KernelCounts::Row& row = counts.row(kernel, digits_of(module));
    row.explain(only_reason, why);
    row.count_unmet(Variant::Refused, only_reason);
}

std::string first_unmet_text(const FunctionObject& function, const wire::Launch& launch,
                             std::span<const std::byte> parameters, const guard::Window& window) {
    if (function.guard.conditions == nullptr || !function.module || !function.module->guarded) return "";
    const auto unmet = function.guard.conditions->unmet(launch_facts(function, launch, parameters, window));
    return unmet.empty() ? "" : function.module->guarded->describe(function.function->name(), unmet.front());
}

void tell_why(FunctionObject& function, std::uint32_t condition, const wire::Launch& launch,
              std::span<const std::byte> parameters, const guard::Window& window) {
    const std::string text = first_unmet_text(function, launch, parameters, window);
    if (!text.empty()) function.counts->explain(condition, text);
}

void add_kernel(GraphObject& graph, KernelCounts& counts, FunctionObject& function, const ChosenVariant& chosen,
                const wire::Launch& launch, std::span<const std::byte> parameters, const guard::Window& window) {
    // The variant is not compiled yet; the graph will be built again when it is.
    if (chosen.function == nullptr) return;
    if (function.counts == nullptr) find_row(counts, function);
    if (has_reason(chosen.variant) && function.counts->lacks_text(chosen.condition))
        tell_why(function, chosen.condition, launch, parameters, window);
    KernelCounts::Row* row = function.counts;
    std::uint32_t condition = chosen.condition;
    const auto is_it = [&](const GraphObject::Kernels& one) {
        return one.row == row && one.variant == chosen.variant && one.condition == condition;
    };
    auto found = std::find_if(graph.kernels.begin(), graph.kernels.end(), is_it);
    if (found == graph.kernels.end() && graph.kernels.size() >= most_graph_kernels) {
        row = &counts.others();
        condition = 0;  // the common row has no reasons, since a program chooses the number of conditions
        found = std::find_if(graph.kernels.begin(), graph.kernels.end(), is_it);
    }
    if (found == graph.kernels.end()) found = graph.kernels.insert(found, {row, chosen.variant, condition, 0});
    ++found->nodes;
}

void count_graph_launch(const GraphObject& graph) {
    for (const GraphObject::Kernels& kernels : graph.kernels) {
        if (has_reason(kernels.variant)) {
            kernels.row->count_unmet(kernels.variant, kernels.condition, kernels.nodes);
        } else {
            kernels.row->count(kernels.variant, kernels.nodes);
        }
    }
}

}  // namespace ringfence::worker
