// Makes the launch conditions of a kernel.
//
// Nodes are made as an analysis needs them; equal ones are one. Each has its range in any launch, so that facts that
// always hold need no condition. Only nodes that a condition needs end up in the result.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "guard/conditions/launch_conditions.h"
#include "guard/conditions/range.h"

namespace ringfence::guard {

using NodeId = std::uint32_t;

class ConditionBuilder {
public:
    // A function that is not a kernel may ask nothing of launches.
    explicit ConditionBuilder(bool is_kernel) : is_kernel_(is_kernel) {}

    NodeId constant(const Range& range);
    NodeId exactly(std::int64_t value) { return constant(Range::exactly(value)); }
    NodeId any(unsigned width, unsigned zeros = 0) { return constant(Range::any(width, zeros)); }
    NodeId parameter(std::uint32_t offset, unsigned bits, bool is_signed);
    NodeId input(LaunchInput input, unsigned axis, const Range& always);
    NodeId apply(RangeOp op, unsigned width, NodeId a, NodeId b = 0, NodeId c = 0, std::int64_t extra = 0);

    // The values that the node can have in any launch.
    const Range& always(NodeId node) const { return nodes_[node].range; }

    // True if it is one number in each launch.
    bool is_exact(NodeId node) const { return nodes_[node].is_exact; }

    // True if it holds always, or became a condition. If not, nothing has changed.
    bool require(NodeId node, std::int64_t low, std::int64_t high, unsigned zeros);
    // An offset in an array whose size the launch decides: at least low, at most that size + high; `alignment` of all
    // such arrays.
    bool require_in_shared(NodeId node, std::int64_t low, std::int64_t high, unsigned zeros, std::uint32_t alignment);
    // A distance from the address at a parameter's offset: with that, `added` and `bytes` more, still in the window.
    bool require_in_window(NodeId node, std::uint32_t parameter, std::int64_t added, std::int64_t bytes,
                           unsigned zeros);
    bool require_pointer(std::uint32_t offset, std::uint32_t alignment);

    // The statement whose access is checked from now on.
    void begin(std::uint32_t statement) { statement_ = statement; }

    LaunchConditions take() const;
    // The statements that each bound in it is there for.
    std::vector<std::vector<std::uint32_t>> askers() const;

private:
    struct Node {
        RangeOp op = RangeOp::Constant;
        std::uint8_t width = 64;
        bool is_known = true;  // depends on no launch
        bool is_needed = false;
        bool is_exact = false;  // one number in each launch, whatever thread it is
        NodeId a = 0, b = 0, c = 0;
        std::int64_t extra = 0;
        Range range;

        bool same(const Node& other) const;
    };
    struct Bound {
        NodeId node = 0;
        LaunchConditions::Bound bound;
        std::vector<std::uint32_t> statements;
    };

    NodeId add(const Node& node);
    bool keep(NodeId node);
    bool changes_nothing(RangeOp op, unsigned width, NodeId a, NodeId b) const;
    bool require(NodeId node, LaunchConditions::Bound bound);

    bool is_kernel_;
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, NodeId> by_hash_;
    std::size_t needed_ = 0;
    std::uint32_t statement_ = 0;
    std::vector<Bound> bounds_;
    std::vector<LaunchConditions::Pointer> pointers_;
};

}  // namespace ringfence::guard
