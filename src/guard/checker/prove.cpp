#include "guard/checker/prove.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "guard/conditions/geometry.h"

namespace ringfence::guard {

using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Space;

namespace {

constexpr auto zone = static_cast<std::int64_t>(zone_bytes);
constexpr std::int64_t most_bulk_bytes = std::int64_t{1} << 24;
// The stride of wmma, in elements. However the card multiplies it by the number of a line (in 32 bits or in more, with
// a sign or without): an element of at most 8 bytes, 32 lines further, is less than a zone away.
constexpr std::int64_t most_stride = std::int64_t{1} << 27;

bool is_shared(Space space) {
    return space == Space::Shared || space == Space::SharedCluster;
}

// True if an access to this space can reach the memory of a variable.
bool reaches(Space access, const Value& value, Space memory) {
    if (access == Space::Generic) return value.is_generic;
    return !value.is_generic && (access == memory || (is_shared(access) && is_shared(memory)));
}

// Limits of a number, from those of a sum with it. False if there are none.
bool move_limits(std::int64_t added, std::int64_t& low, std::int64_t& high) {
    return !__builtin_sub_overflow(low, added, &low) && !__builtin_sub_overflow(high, added, &high);
}

}  // namespace

Prover::Prover(const ModuleContext& context, Values& values, std::uint64_t kept_shared)
    : context_(context), values_(values), kept_shared_(kept_shared) {
    const std::span<const ptx::Variable* const> parameters = values.flow().function().signature.parameters;
    inputs_.insert(parameters.begin(), parameters.end());
}

bool Prover::prove(const Bounded& bounded, std::uint32_t statement) {
    const Value value = values_.at(*bounded.operand, statement, 64);
    return values_.builder().require(values_.number(value, 32), bounded.low, bounded.high, bounded.zeros);
}

std::string Prover::measure(const Access& access, std::uint32_t statement, Extent& extent) {
    extent.bytes = access.bytes;
    extent.zeros = static_cast<unsigned>(std::countr_zero(access.alignment));
    if (access.tile && access.tile->stride != nullptr) return measure_tile(*access.tile, statement, extent);
    if (access.size == nullptr) return {};
    const Value size = values_.at(*access.size, statement, 64);
    const Range& range = values_.builder().always(values_.number(size, 32));
    if (range.low < 0 || range.high > most_bulk_bytes || !range.has_zeros(extent.zeros))
        return "its size is not known to be small and a multiple of 16";
    extent.bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(range.high, 0));
    if (access.size->is_register()) extent.size = values_.flow().names().before(access.size->id, statement);
    return {};
}

std::string Prover::measure_tile(const ptx::MatrixTile& tile, std::uint32_t statement, Extent& extent) {
    const Value stride = values_.at(*tile.stride, statement, 64);
    const Range& range = values_.builder().always(values_.number(stride, 32));
    const auto zeros = static_cast<unsigned>(std::countr_zero(tile.stride_multiple()));
    if (range.low < 0 || range.high > most_stride || !range.has_zeros(zeros))
        return fmt::format("its stride is not known to be a multiple of {}, and at most {}", tile.stride_multiple(),
                           most_stride);
    extent.bytes = tile.bytes(static_cast<std::uint64_t>(std::max<std::int64_t>(range.high, 0)));
    return {};
}

std::string Prover::prove(const Access& access, std::uint32_t statement) {
    statement_ = statement;
    const Operand& address = *access.address;
    if (address.unified || address.elements().size() != 1) return "its address has a form that the guard does not know";
    Extent extent;
    if (std::string why = measure(access, statement, extent); !why.empty()) return why;
    const Operand& base = address.address_base();
    if (base.kind != OperandKind::Variable && !base.is_register())
        return "its address is neither a register nor a variable";
    Value value = values_.at(base, statement, 64);
    // A variable has little room. The window has much: the computation at a launch is kept short.
    if (value.kind == Value::Kind::InVariable && base.is_register()) value = values_.refined(base, statement, 64);
    std::string why = prove_value(value, access, extent);
    if (why.empty() || !base.is_register()) return why;
    if (value.kind == Value::Kind::InWindow &&
        prove_value(values_.refined(base, statement, 64), access, extent).empty())
        return {};
    // One of two addresses: both must do.
    const Name name = values_.flow().names().before(base.id, statement);
    if (!name.is_written() || values_.flow().instruction(name.place).opcode() != Opcode::Selp) return why;
    for (const std::size_t side : {std::size_t{1}, std::size_t{2}}) {
        const Operand& one = values_.flow().instruction(name.place).operands[side];
        if (!one.is_register()) return why;
        if (std::string reason = prove_value(values_.at(one, name.place, 64), access, extent); !reason.empty())
            return reason;
    }
    return {};
}

Prover::Offset Prover::offset_of(const Value& value, const Access& access, const Extent& extent) {
    const std::int64_t written = access.address->offset;
    ConditionBuilder& builder = values_.builder();
    const bool is_small = written >= -zone && written <= zone;
    if (is_small && written % (std::int64_t{1} << extent.zeros) == 0) return {value.node, written};
    return {builder.apply(RangeOp::Add, 64, value.node, builder.exactly(written)), 0};
}

bool Prover::require(const Offset& offset, std::int64_t low, std::int64_t high, unsigned zeros) {
    return move_limits(offset.added, low, high) && values_.builder().require(offset.node, low, high, zeros);
}

// In a variable there is little room, so whether the place is reached at all may matter.
NodeId Prover::reached(const Offset& offset, std::int64_t low, std::int64_t high, unsigned zeros) {
    const Range& always = values_.builder().always(offset.node);
    const bool is_proven =
        move_limits(offset.added, low, high) && always.is_within(low, high) && always.has_zeros(zeros);
    return is_proven ? offset.node : values_.if_reached(offset.node, statement_);
}

std::string Prover::prove_value(const Value& value, const Access& access, const Extent& extent) {
    switch (value.kind) {
        case Value::Kind::InWindow: {
            if (access.space != Space::Global && (access.space != Space::Generic || access.only_shared))
                return "its address is one of global memory";
            return prove_window(value, extent, offset_of(value, access, extent));
        }
        case Value::Kind::InVariable: return prove_variable(value, access, extent, offset_of(value, access, extent));
        case Value::Kind::SharedPlace: return prove_shared_place(value, access, extent);
        default: return "its address is neither proven nor fenced";
    }
}

std::string Prover::prove_window(const Value& value, const Extent& extent, const Offset& offset) {
    if (value.zeros < extent.zeros)
        return fmt::format("the fenced address is not aligned to {} bytes", 1U << extent.zeros);
    const auto bytes = static_cast<std::int64_t>(extent.bytes);
    if (!require(offset, -zone, zone - bytes, extent.zeros))
        return "its distance from a place in the window, or its alignment, is not known";
    const bool is_in_window = context_.reach.kind == Reach::Window;
    if (is_in_window && value.is_in_variables && !stays_in_variables(offset, extent))
        return "it may leave the module's variables";
    for (unsigned i = 0; i < 64; ++i) {
        if ((value.parameters >> i & 1) == 0) continue;
        if (!values_.builder().require_pointer(8 * i, 1U << extent.zeros))
            return "too many parameters would have to be looked at";
        if (is_in_window && !values_.builder().require_in_window(offset.node, 8 * i, offset.added, bytes, extent.zeros))
            return "too much would have to be computed at the launch";
    }
    return {};
}

bool Prover::stays_in_variables(const Offset& offset, const Extent& extent) {
    const std::uint64_t all = context_.reach.variable_bytes;
    constexpr std::uint64_t most = std::uint64_t{1} << 62U;
    return all >= extent.bytes && all <= most &&
           require(offset, 0, static_cast<std::int64_t>(all - extent.bytes), extent.zeros);
}

std::string Prover::prove_variable(const Value& value, const Access& access, const Extent& extent,
                                   const Offset& offset) {
    const ptx::Variable& variable = *value.variable;
    if (!reaches(access.space, value, variable.space)) return "its address is one of another state space";
    if (variable.space != Space::Shared && (!access.is_plain || access.only_shared))
        return fmt::format("`{}` is not in a memory that allows this", variable.name);
    switch (variable.space) {
        case Space::Shared:
        case Space::Local: break;
        case Space::Const:
            if (access.is_write) return "constant memory cannot be written";
            break;
        case Space::Param:
            // A call's arguments, and a function's results. Not its own parameters.
            if (access.is_write && (access.space != Space::Param || inputs_.contains(&variable)))
                return "a function's own parameters cannot be written";
            break;
        default: return "the guard places no such variables";
    }
    if (variable.is_range || extent.zeros > static_cast<unsigned>(std::countr_zero(std::max(1U, variable.alignment()))))
        return fmt::format("`{}` is not aligned to {} bytes", variable.name, 1U << extent.zeros);
    const auto bytes = static_cast<std::int64_t>(extent.bytes);
    const auto size = static_cast<std::int64_t>(variable.bytes());
    bool proven = false;
    if (size != 0) {
        proven = require({reached(offset, 0, size - bytes, extent.zeros), offset.added}, 0, size - bytes, extent.zeros);
    } else if (variable.space == Space::Shared && variable.linkage == ptx::Linkage::Extern) {
        proven = values_.builder().require_in_shared(values_.if_reached(offset.node, statement_), -offset.added,
                                                     -bytes - offset.added, extent.zeros, context_.shared_alignment);
    }
    return proven ? std::string() : fmt::format("its place within `{}`, or its alignment, is not known", variable.name);
}

std::string Prover::prove_shared_place(const Value& value, const Access& access, const Extent& extent) {
    if (!reaches(access.space, value, Space::Shared)) return "its address is one of shared memory";
    if (value.zeros < extent.zeros)
        return fmt::format("the bounded address is not aligned to {} bytes", 1U << extent.zeros);
    if (value.less_name.kind != Name::Kind::Undefined) {
        const bool is_size = extent.size == value.less_name && access.address->offset == 0;
        return is_size ? std::string() : "it was bounded for another size";
    }
    const std::int64_t offset = access.address->offset;
    const auto bytes = static_cast<std::int64_t>(extent.bytes);
    if (offset < 0 || offset > std::int64_t{value.less} - bytes || offset % (std::int64_t{1} << extent.zeros) != 0)
        return "it was bounded for fewer bytes";
    if (value.less > std::min(value.kept, kept_shared_))
        return "the kernel may have less shared memory; take the larger one of the end and the address of a .shared "
               "variable of that size, at the function's start";
    return {};
}

}  // namespace ringfence::guard
