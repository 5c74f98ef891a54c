#include "guard/rewriter/slot_layout.h"

#include <algorithm>

#include "guard/rewriter/rewriter.h"

namespace ringfence::guard::rewriting {
namespace {

constexpr std::uint64_t least_alignment = 16;                       // of the widest access there is
constexpr std::uint64_t most_slot_bytes = std::uint64_t{1} << 24U;  // far beyond what a thread can have on a card

std::uint64_t round_up(std::uint64_t number, std::uint64_t multiple) {
    return (number + multiple - 1) / multiple * multiple;
}

}  // namespace

SlotLayout::SlotLayout(const ptx::Module& module)
    : graph_(module),
      components_(ptx::strongly_connected(graph_.graph())),
      bytes_(graph_.graph().size()),
      alignments_(graph_.graph().size(), least_alignment),
      starts_(graph_.graph().size()),
      slots_(graph_.size()),
      lends_(graph_.size()) {}

std::optional<SlotLayout> SlotLayout::create(const ptx::Module& module, const std::vector<LocalUse>& uses) {
    SlotLayout layout(module);
    if (!layout.measure(uses) || !layout.place_behind_callers()) return std::nullopt;
    layout.measure_slots();
    return layout;
}

bool SlotLayout::measure(const std::vector<LocalUse>& uses) {
    for (const LocalUse& use : uses) {
        const ptx::FunctionId id = graph_.id_of(*use.function);
        for (const ptx::Statement& statement : use.function->body) {
            if (statement.kind != ptx::StatementKind::Variables) continue;
            for (const ptx::Variable* variable : statement.variables->variables) {
                if (variable->space != ptx::Space::Local) continue;
                const std::uint64_t bytes = variable->bytes();
                const std::uint64_t alignment = variable->alignment();
                if (bytes == 0 || bytes > most_slot_bytes || alignment > slot_alignment || variable->is_range)
                    return false;
                const std::uint64_t start = round_up(bytes_[id], alignment);
                places_[variable] = {id, start};
                bytes_[id] = start + bytes;
                alignments_[id] = std::max(alignments_[id], alignment);
                if (bytes_[id] > most_slot_bytes) return false;
            }
        }
    }
    return true;
}

bool SlotLayout::is_circle(std::span<const ptx::NodeId> component) const {
    const auto called = graph_.graph().successors(component[0]);
    return component.size() > 1 || std::find(called.begin(), called.end(), component[0]) != called.end();
}

// Callers come first, so each is placed when what it calls is looked at. Whoever calls each other needs no order where
// none has variables, and has none otherwise.
bool SlotLayout::place_behind_callers() {
    for (std::size_t component = components_.size(); component-- > 0;) {
        const std::span<const ptx::NodeId> nodes = components_.nodes[component];
        std::uint64_t start = 0;
        for (const ptx::NodeId node : nodes) {
            if (bytes_[node] != 0 && is_circle(nodes)) return false;
            start = std::max(start, starts_[node]);
        }
        if (start > most_slot_bytes) return false;
        for (const ptx::NodeId node : nodes) {
            starts_[node] = start;
            for (const ptx::NodeId called : graph_.graph().successors(node))
                starts_[called] = std::max(starts_[called], round_up(end_of(node), alignments_[called]));
        }
    }
    return true;
}

// By component: the last end among the functions that it reaches; 0: they have no variables.
std::vector<std::uint64_t> SlotLayout::deepest_ends(std::uint64_t alignment) const {
    std::vector<std::uint64_t> ends(components_.size());
    for (std::uint32_t component = 0; component < components_.size(); ++component) {
        for (const ptx::NodeId node : components_.nodes[component]) {
            if (bytes_[node] != 0) ends[component] = std::max(ends[component], round_up(end_of(node), alignment));
            for (const ptx::NodeId called : graph_.graph().successors(node))
                ends[component] = std::max(ends[component], ends[components_.of[called]]);
        }
    }
    return ends;
}

// Functions know one size of slots. Kernels that lend none have their own.
void SlotLayout::measure_slots() {
    const std::vector<std::uint64_t> ends = deepest_ends(*std::max_element(alignments_.begin(), alignments_.end()));
    for (ptx::FunctionId id = 0; id < graph_.size(); ++id) {
        if (!graph_.function(id).is_entry) continue;
        slots_[id] = ends[components_.of[id]];
        // Without variables of its own it may be part of a circle, and then calls what is in its own component.
        for (const ptx::NodeId called : graph_.graph().successors(id))
            lends_[id] = lends_[id] || ends[components_.of[called]] != 0;
        if (lends_[id]) lent_bytes_ = std::max(lent_bytes_, slots_[id]);
    }
    for (ptx::FunctionId id = 0; id < graph_.size(); ++id)
        if (lends_[id]) slots_[id] = lent_bytes_;
}

std::optional<std::uint64_t> SlotLayout::place_of(const ptx::Variable& variable) const {
    const auto found = places_.find(&variable);
    if (found == places_.end()) return std::nullopt;
    return starts_[found->second.function] + found->second.offset;
}

}  // namespace ringfence::guard::rewriting
