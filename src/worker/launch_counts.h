// Counts launches by the variant that they got (worker/kernel_counts.h).
#pragma once

#include <string>

#include "worker/launch_checks.h"

namespace ringfence::worker {

// A description of the first condition that the launch does not meet; empty: it is not known.
std::string first_unmet_text(const FunctionObject& function, const wire::Launch& launch,
                             std::span<const std::byte> parameters, const guard::Window& window);

// find_row() is for a kernel's first launch, tell_why() for the first that does not meet a condition.
void find_row(KernelCounts& counts, FunctionObject& function);
// Counts a request for a kernel that the guard has refused.
void count_refusal(KernelCounts& counts, std::string_view kernel, const ModuleObject& module, std::string_view why);
void tell_why(FunctionObject& function, std::uint32_t condition, const wire::Launch& launch,
              std::span<const std::byte> parameters, const guard::Window& window);

// Counts a launch that the device has accepted.
inline void count_launch(KernelCounts& counts, FunctionObject& function, const ChosenVariant& chosen,
                         const wire::Launch& launch, std::span<const std::byte> parameters,
                         const guard::Window& window) {
    if (function.counts == nullptr) find_row(counts, function);
    if (!has_reason(chosen.variant)) {
        function.counts->count(chosen.variant);
        return;
    }
    if (function.counts->lacks_text(chosen.condition)) tell_why(function, chosen.condition, launch, parameters, window);
    function.counts->count_unmet(chosen.variant, chosen.condition);
}

// Notes a kernel of a graph that is being built. It is counted whenever the graph is launched.
void add_kernel(GraphObject& graph, KernelCounts& counts, FunctionObject& function, const ChosenVariant& chosen,
                const wire::Launch& launch, std::span<const std::byte> parameters, const guard::Window& window);
void count_graph_launch(const GraphObject& graph);

}  // namespace ringfence::worker
