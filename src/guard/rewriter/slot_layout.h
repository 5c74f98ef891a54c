// The places of moved local variables in a thread's slot.
//
// A function's variables come behind those of all that may call it, so that each has one place whatever calls it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "guard/rewriter/local_use.h"
#include "ptx/analysis/callgraph.h"
#include "ptx/model.h"

namespace ringfence::guard::rewriting {

class SlotLayout {
public:
    // Nothing if functions call each other in a circle, or a variable's size or alignment cannot be had.
    static std::optional<SlotLayout> create(const ptx::Module& module, const std::vector<LocalUse>& uses);

    // In the slot.
    std::optional<std::uint64_t> place_of(const ptx::Variable& variable) const;
    // The size of a kernel's slot for one thread; 0: it needs none.
    std::uint64_t slot_bytes(const ptx::Function& kernel) const { return slots_.at(graph_.id_of(kernel)); }
    // True if functions that it may call look for their slots.
    bool lends_slots(const ptx::Function& kernel) const { return lends_.at(graph_.id_of(kernel)); }
    // The bytes that all kernels which lend slots need together.
    std::uint64_t lent_bytes() const { return lent_bytes_; }

private:
    explicit SlotLayout(const ptx::Module& module);
    bool measure(const std::vector<LocalUse>& uses);
    bool is_circle(std::span<const ptx::NodeId> component) const;
    bool place_behind_callers();
    std::vector<std::uint64_t> deepest_ends(std::uint64_t alignment) const;
    void measure_slots();
    std::uint64_t end_of(ptx::NodeId node) const { return starts_[node] + bytes_[node]; }

    ptx::CallGraph graph_;
    ptx::Components components_;
    // By node of the graph: tables of calls have a place too, behind those that call through them.
    std::vector<std::uint64_t> bytes_;
    std::vector<std::uint64_t> alignments_;
    std::vector<std::uint64_t> starts_;
    // By function.
    std::vector<std::uint64_t> slots_;
    std::vector<bool> lends_;
    std::uint64_t lent_bytes_ = 0;
    struct Place {
        ptx::FunctionId function = 0;
        std::uint64_t offset = 0;  // among its function's
    };
    std::unordered_map<const ptx::Variable*, Place> places_;
};

}  // namespace ringfence::guard::rewriting
