#include "guard/kept_module.h"

#include <algorithm>
#include <unordered_set>

#include "base/archive.h"
#include "base/cuda_status.h"
#include "guard/left_out.h"

namespace ringfence::guard {

// The fields of launch conditions.
struct ConditionFields {
    using Node = LaunchConditions::Node;
    using Pointer = LaunchConditions::Pointer;
    using Bound = LaunchConditions::Bound;

    // True if hold() and text() can take it.
    static bool is_usable(const LaunchConditions& conditions) {
        const std::vector<Node>& nodes = conditions.nodes_;
        if (nodes.size() > LaunchConditions::most_nodes) return false;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (!is_usable(nodes[i], i)) return false;
        return std::all_of(conditions.pointers_.begin(), conditions.pointers_.end(),
                           [](const Pointer& pointer) { return pointer.alignment != 0; }) &&
               std::all_of(conditions.bounds_.begin(), conditions.bounds_.end(),
                           [&](const Bound& bound) { return bound.node < nodes.size() && bound.zeros <= 64; });
    }

    template <typename Archive>
    static void visit(Archive& archive, LaunchConditions& conditions) {
        auto& [nodes, pointers, bounds] = conditions;
        archive(nodes, pointers, bounds);
    }

    static bool is_usable(const Node& node, std::size_t index) {
        constexpr unsigned is_signed = 0x80;
        switch (node.op) {
            case RangeOp::Constant: return node.constant.zeros <= 64;
            case RangeOp::Parameter: return node.extra >= 0 && (node.width & ~is_signed) <= 64;
            case RangeOp::Special:
                return node.extra >= 0 && node.extra / 4 <= static_cast<std::int64_t>(LaunchInput::Nctaid);
            default:
                return node.op <= RangeOp::Induction && node.width >= 1 && node.width <= 64 && node.a < index &&
                       node.b < index && node.c < index;
        }
    }
};

namespace {

bool is_alignment(std::uint64_t number) {
    return number != 0 && (number & (number - 1)) == 0;
}

bool is_usable(const VariableBlock& block) {
    const auto is_one = [&](const std::optional<std::uint32_t>& number) {
        return !number || *number < block.managed.size();
    };
    return is_alignment(block.alignment) && block.contents.size() <= block.initialized &&
           block.initialized <= block.bytes &&
           std::all_of(block.patches.begin(), block.patches.end(),
                       [&](const Patch& patch) { return is_one(patch.in_managed) && is_one(patch.of_managed); }) &&
           std::all_of(block.managed.begin(), block.managed.end(), [](const ManagedVariable& variable) {
               return is_alignment(variable.alignment) && variable.contents.size() <= variable.bytes;
           });
}

// Not one that would say something else of a session than that a kernel cannot be had.
bool is_status_of_refusal(std::int32_t status) {
    return status == 0 || status == cuda_status::not_supported || status == cuda_status::invalid_ptx ||
           status == cuda_status::unsupported_ptx_version;
}

// No kernel is both there and refused, and each is told of once.
bool is_usable(const std::vector<RefusedKernel>& refused, const std::vector<GuardedKernel>& kernels) {
    std::unordered_set<std::string_view> names;
    for (const GuardedKernel& kernel : kernels)
        names.insert(kernel.name);
    return refused.size() <= most_left_out &&
           std::all_of(refused.begin(), refused.end(), [&](const RefusedKernel& kernel) {
               return !kernel.name.empty() && !kernel.reason.empty() && is_status_of_refusal(kernel.status) &&
                      names.insert(kernel.name).second;
           });
}

bool is_usable(const GuardedPtx& module) {
    return is_usable(module.block) && is_usable(module.refused, module.kernels) &&
           std::all_of(module.kernels.begin(), module.kernels.end(),
                       [](const GuardedKernel& kernel) { return ConditionFields::is_usable(kernel.conditions); });
}

}  // namespace

template <typename Archive>
void visit_fields(Archive& archive, Range& range) {
    auto& [low, high, zeros] = range;
    archive(low, high, zeros);
}

template <typename Archive>
void visit_fields(Archive& archive, ConditionFields::Node& node) {
    auto& [op, width, a, b, c, extra, constant] = node;
    archive(op, width, a, b, c, extra, constant);
}

template <typename Archive>
void visit_fields(Archive& archive, ConditionFields::Pointer& pointer) {
    auto& [offset, alignment] = pointer;
    archive(offset, alignment);
}

template <typename Archive>
void visit_fields(Archive& archive, ConditionFields::Bound& bound) {
    auto& [node, zeros, in_shared, shared_alignment, low, high] = bound;
    archive(node, zeros, in_shared, shared_alignment, low, high);
}

template <typename Archive>
void visit_fields(Archive& archive, LaunchConditions& conditions) {
    ConditionFields::visit(archive, conditions);
}

template <typename Archive>
void visit_fields(Archive& archive, ParameterSpan& span) {
    auto& [offset, bytes] = span;
    archive(offset, bytes);
}

template <typename Archive>
void visit_fields(Archive& archive, GuardedKernel& kernel) {
    auto& [name, fenced, conditions, parameters, needs_warpgroups, own_shared, is_late, slot_bytes, askers,
           first_askers] = kernel;
    archive(name, fenced, conditions, parameters, needs_warpgroups, own_shared, is_late, slot_bytes, first_askers);
}

template <typename Archive>
void visit_fields(Archive& archive, PlacedVariable& variable) {
    auto& [name, offset, bytes, is_constant] = variable;
    archive(name, offset, bytes, is_constant);
}

template <typename Archive>
void visit_fields(Archive& archive, Patch& patch) {
    auto& [offset, addend, is_constant, in_managed, of_managed] = patch;
    archive(offset, addend, is_constant, in_managed, of_managed);
}

template <typename Archive>
void visit_fields(Archive& archive, ManagedVariable& variable) {
    auto& [name, bytes, alignment, contents] = variable;
    archive(name, bytes, alignment, contents);
}

template <typename Archive>
void visit_fields(Archive& archive, VariableBlock& block) {
    auto& [variables, bytes, contents, initialized, alignment, patches, managed] = block;
    archive(variables, bytes, contents, initialized, alignment, patches, managed);
}

template <typename Archive>
void visit_fields(Archive& archive, Explanation& explanation) {
    auto& [site, line, bytes, treatment, why] = explanation;
    archive(site.function, site.statement, line, bytes, treatment);
}

template <typename Archive>
void visit_fields(Archive& archive, RefusedKernel& kernel) {
    auto& [name, reason, line, column, remedy, status] = kernel;
    archive(name, reason, line, column, remedy, status);
}

template <typename Archive>
void visit_fields(Archive& archive, GuardedPtx& module) {
    auto& [ptx, kernels, block, accesses, late_ptx, refused, left_out] = module;
    archive(kernels, block, accesses, refused);
}

std::string_view rules_version() {
    return RINGFENCE_GUARD_VERSION;
}

std::string kept(const GuardedPtx& module) {
    ArchiveWriter writer;
    writer(module);
    return writer.take();
}

std::optional<GuardedPtx> unkept(std::string_view bytes) {
    ArchiveReader reader(bytes);
    GuardedPtx module;
    reader(module);
    if (!reader.is_whole() || !is_usable(module)) return std::nullopt;
    return module;
}

}  // namespace ringfence::guard
