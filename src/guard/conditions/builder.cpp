#include "guard/conditions/builder.h"

#include <algorithm>

namespace ringfence::guard {
namespace {

constexpr std::size_t most_bounds = 256;
constexpr std::size_t most_pointers = 64;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    return (hash ^ value) * 0x9e3779b97f4a7c15U + (hash >> 29U);
}

unsigned operand_count(RangeOp op) {
    switch (op) {
        case RangeOp::Constant:
        case RangeOp::Parameter:
        case RangeOp::Special: return 0;
        case RangeOp::Not:
        case RangeOp::SignExtend:
        case RangeOp::ZeroExtend:
        case RangeOp::NonNegative: return 1;
        case RangeOp::Turns:
        case RangeOp::Induction: return 3;
        default: return 2;
    }
}

}  // namespace

bool ConditionBuilder::Node::same(const Node& other) const {
    return op == other.op && width == other.width && a == other.a && b == other.b && c == other.c &&
           extra == other.extra && range == other.range;
}

NodeId ConditionBuilder::add(const Node& node) {
    std::uint64_t hash = mixed(static_cast<std::uint64_t>(node.op), node.width);
    for (const std::uint64_t part : {std::uint64_t{node.a}, std::uint64_t{node.b}, std::uint64_t{node.c},
                                     static_cast<std::uint64_t>(node.extra), static_cast<std::uint64_t>(node.range.low),
                                     static_cast<std::uint64_t>(node.range.high), std::uint64_t{node.range.zeros}})
        hash = mixed(hash, part);
    const auto id = static_cast<NodeId>(nodes_.size());
    const auto [known, is_new] = by_hash_.try_emplace(hash, id);
    if (!is_new && nodes_[known->second].same(node)) return known->second;
    nodes_.push_back(node);  // where two have one hash, the second is not found again, and made anew: no harm
    return id;
}

NodeId ConditionBuilder::constant(const Range& range) {
    Node node;
    node.range = range;
    node.is_exact = range.is_single();
    return add(node);
}

NodeId ConditionBuilder::parameter(std::uint32_t offset, unsigned bits, bool is_signed) {
    Node node;
    node.op = RangeOp::Parameter;
    node.width = static_cast<std::uint8_t>(bits | (is_signed ? 0x80U : 0));
    node.is_known = false;
    node.is_exact = true;
    node.extra = offset;
    node.range = Range::any(bits);
    if (!is_signed && bits < 64) node.range = {0, (std::int64_t{1} << bits) - 1, 0};
    return add(node);
}

NodeId ConditionBuilder::input(LaunchInput input, unsigned axis, const Range& always) {
    if (!is_kernel_) return constant(always);
    Node node;
    node.op = RangeOp::Special;
    node.is_known = false;
    node.is_exact = input == LaunchInput::Ntid || input == LaunchInput::Nctaid;
    node.extra = static_cast<std::int64_t>(input) * 4 + axis;
    node.range = always;
    return add(node);
}

// True if the result is always the first operand.
bool ConditionBuilder::changes_nothing(RangeOp op, unsigned width, NodeId a, NodeId b) const {
    const Range& left = nodes_[a].range;
    const Range all = Range::any(width);
    const bool fits = left.is_within(all.low, all.high);
    switch (op) {
        case RangeOp::SignExtend: return fits;
        case RangeOp::ZeroExtend:
            return width >= 64 || left.is_within(0, static_cast<std::int64_t>((std::uint64_t{1} << width) - 1));
        case RangeOp::NonNegative: return left.low >= 0;
        case RangeOp::Add:
        case RangeOp::Sub: return fits && nodes_[b].range == Range::exactly(0);
        case RangeOp::Union: return nodes_[a].is_known && left == all;  // any number, in any launch
        case RangeOp::Given: return nodes_[b].is_known && !nodes_[b].range.is_empty();
        default: return false;
    }
}

NodeId ConditionBuilder::apply(RangeOp op, unsigned width, NodeId a, NodeId b, NodeId c, std::int64_t extra) {
    const unsigned operands = operand_count(op);
    if (operands < 2) b = a;
    if (operands < 3) c = a;
    if (changes_nothing(op, width, a, b)) return a;
    if ((op == RangeOp::Add || op == RangeOp::Union) && changes_nothing(op, width, b, a)) return b;
    Node node;
    node.range = guard::apply(op, width, extra, nodes_[a].range, nodes_[b].range, nodes_[c].range);
    node.is_known = nodes_[a].is_known && nodes_[b].is_known && nodes_[c].is_known;
    if (node.is_known || node.range.is_single()) return constant(node.range);
    node.is_exact = nodes_[a].is_exact && nodes_[b].is_exact && nodes_[c].is_exact && op != RangeOp::Union;
    node.op = op;
    node.width = static_cast<std::uint8_t>(width);
    node.a = a;
    node.b = b;
    node.c = c;
    node.extra = extra;
    return add(node);
}

// Marks a node and its inputs as needed, unless that would be too much.
bool ConditionBuilder::keep(NodeId node) {
    std::vector<NodeId> marked;
    std::vector<NodeId> open = {node};
    while (!open.empty()) {
        const NodeId next = open.back();
        open.pop_back();
        if (nodes_[next].is_needed) continue;
        if (needed_ + marked.size() == LaunchConditions::most_nodes) {
            for (const NodeId undo : marked)
                nodes_[undo].is_needed = false;
            return false;
        }
        nodes_[next].is_needed = true;
        marked.push_back(next);
        if (operand_count(nodes_[next].op) != 0)
            open.insert(open.end(), {nodes_[next].a, nodes_[next].b, nodes_[next].c});
    }
    needed_ += marked.size();
    return true;
}

bool ConditionBuilder::require(NodeId node, LaunchConditions::Bound bound) {
    const bool is_plain = bound.kind == LaunchConditions::BoundKind::Plain;
    if (!is_kernel_ || (nodes_[node].is_known && is_plain)) return false;
    for (Bound& known : bounds_) {
        LaunchConditions::Bound& other = known.bound;
        if (known.node != node || other.kind != bound.kind || other.place != bound.place) continue;
        other.low = std::max(other.low, bound.low);
        other.high = std::min(other.high, bound.high);
        other.zeros = std::max(other.zeros, bound.zeros);
        if (known.statements.back() != statement_) known.statements.push_back(statement_);
        return true;
    }
    if (bounds_.size() == most_bounds || !keep(node)) return false;
    bounds_.push_back({node, bound, {statement_}});
    return true;
}

bool ConditionBuilder::require(NodeId node, std::int64_t low, std::int64_t high, unsigned zeros) {
    if (low > high) return nodes_[node].range.is_empty();
    if (nodes_[node].range.is_within(low, high) && nodes_[node].range.has_zeros(zeros)) return true;
    return require(node, {0, static_cast<std::uint8_t>(zeros), LaunchConditions::BoundKind::Plain, 0, low, high});
}

bool ConditionBuilder::require_in_shared(NodeId node, std::int64_t low, std::int64_t high, unsigned zeros,
                                         std::uint32_t alignment) {
    const Range& range = nodes_[node].range;
    if (range.is_empty()) return true;
    // Even for a constant only the launch knows whether there is so much shared memory. One that is too large for any
    // launch is refused at once.
    constexpr std::int64_t most_shared = std::int64_t{1} << 20;
    if (nodes_[node].is_known && (!range.has_zeros(zeros) || !range.is_within(low, low + most_shared))) return false;
    return require(node,
                   {0, static_cast<std::uint8_t>(zeros), LaunchConditions::BoundKind::Shared, alignment, low, high});
}

bool ConditionBuilder::require_in_window(NodeId node, std::uint32_t parameter, std::int64_t added, std::int64_t bytes,
                                         unsigned zeros) {
    if (nodes_[node].range.is_empty()) return true;
    if (nodes_[node].is_known && !nodes_[node].range.has_zeros(zeros)) return false;
    return require(node, {0, static_cast<std::uint8_t>(zeros), LaunchConditions::BoundKind::Window, parameter, -added,
                          -bytes - added});
}

bool ConditionBuilder::require_pointer(std::uint32_t offset, std::uint32_t alignment) {
    if (!is_kernel_) return false;
    for (LaunchConditions::Pointer& pointer : pointers_) {
        if (pointer.offset != offset) continue;
        pointer.alignment = std::max(pointer.alignment, alignment);
        return true;
    }
    if (pointers_.size() == most_pointers) return false;
    pointers_.push_back({offset, alignment});
    return true;
}

std::vector<std::vector<std::uint32_t>> ConditionBuilder::askers() const {
    std::vector<std::vector<std::uint32_t>> result;
    for (const Bound& bound : bounds_)
        result.push_back(bound.statements);
    return result;
}

LaunchConditions ConditionBuilder::take() const {
    LaunchConditions result;
    result.pointers_ = pointers_;
    std::vector<std::uint16_t> place(nodes_.size(), 0);
    for (NodeId id = 0; id < nodes_.size(); ++id) {
        const Node& node = nodes_[id];
        if (!node.is_needed) continue;
        place[id] = static_cast<std::uint16_t>(result.nodes_.size());
        result.nodes_.push_back(
            {node.op, node.width, place[node.a], place[node.b], place[node.c], node.extra, node.range});
    }
    for (const Bound& bound : bounds_) {
        result.bounds_.push_back(bound.bound);
        result.bounds_.back().node = place[bound.node];
    }
    return result;
}

}  // namespace ringfence::guard
