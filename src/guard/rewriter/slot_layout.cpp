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
      bytes_(graph_.size()),
      alignments_(graph_.size(), least_alignment),
      starts_(graph_.size()),
      slots_(graph_.size()),
      lends_(graph_.size()) {
    for (ptx::FunctionId id = 0; id < graph_.size(); ++id)
        if (graph_.is_address_taken(id)) by_address_.push_back(id);
}

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

// True if that has moved it.
bool SlotLayout::put_behind(ptx::FunctionId caller, ptx::FunctionId callee) {
    const std::uint64_t start = round_up(end_of(caller), alignments_[callee]);
    if (start <= starts_[callee]) return false;
    starts_[callee] = start;
    return true;
}

// Until nothing moves any more; a circle would move for ever.
bool SlotLayout::place_behind_callers() {
    for (std::size_t round = 0; round <= graph_.size(); ++round) {
        bool moved = false;
        for (const ptx::CallSite& call : graph_.all_calls()) {
            if (call.is_direct()) {
                moved |= put_behind(call.caller, call.callee);
            } else if (call.table != nullptr) {
                for (const ptx::Function* target : call.table->functions)
                    moved |= put_behind(call.caller, graph_.id_of(*target));
            } else {
                for (const ptx::FunctionId target : by_address_)
                    moved |= put_behind(call.caller, target);
            }
        }
        if (!moved) return true;
        if (*std::max_element(starts_.begin(), starts_.end()) > most_slot_bytes) return false;
    }
    return false;
}

// Functions know one size of slots. Kernels that lend none have their own.
void SlotLayout::measure_slots() {
    const std::uint64_t alignment = *std::max_element(alignments_.begin(), alignments_.end());
    for (ptx::FunctionId id = 0; id < graph_.size(); ++id) {
        if (!graph_.function(id).is_entry) continue;
        for (const ptx::FunctionId reached : graph_.reachable_from(id)) {
            if (bytes_[reached] == 0) continue;
            slots_[id] = std::max(slots_[id], round_up(end_of(reached), alignment));
            if (reached != id) lends_[id] = true;
        }
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
