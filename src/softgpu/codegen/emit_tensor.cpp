// Tensor copies, and changes of tensor maps. The size of what is copied stands in the map, so the runtime checks all of
// the box; here its first bytes are.
#include "softgpu/codegen/emit_async.h"
#include "softgpu/codegen/emit_texture.h"
#include "softgpu/runtime/tensor_map.h"
#include "softgpu/runtime/tensor_ops.h"

namespace ringfence::softgpu::codegen {
namespace {

using llvm::Value;
using ptx::Modifier;

constexpr unsigned first_bytes = 16;
constexpr unsigned map_bytes = sizeof(TensorMapForm);
// Coordinates and the offsets behind them.
constexpr unsigned most_words = 2 * most_tensor_dimensions;

bool refuse_what_is_not_there(Emitter& e) {
    constexpr std::pair<Modifier, const char*> missing[] = {
        {Modifier::TileGather4, "tensor copies of four rows (.tile::gather4) are not supported"},
        {Modifier::TileScatter4, "tensor copies of four rows (.tile::scatter4) are not supported"},
        {Modifier::Im2colW, "tensor copies along the width (.im2col::w) are not supported"},
        {Modifier::Im2colW128, "tensor copies along the width (.im2col::w::128) are not supported"},
        {Modifier::CtaGroup1, "tensor copies for pairs of blocks (.cta_group) are not supported"},
        {Modifier::CtaGroup2, "tensor copies for pairs of blocks (.cta_group) are not supported"},
    };
    for (const auto& [modifier, message] : missing) {
        if (!e.has(modifier)) continue;
        e.refuse(message);
        return true;
    }
    return false;
}

// `[map, {x, y}]`, and the offsets of columns.
struct TensorPlace {
    Value* map;
    Value* at;
    Value* mode;
};

Value* map_pointer(Emitter& e, Value* address) {
    return e.checked_pointer(address, ptx::Space::Generic, e.ir.getInt32(map_bytes), tensor_map_alignment,
                             AccessKind::Read);
}

TensorPlace tensor_place(Emitter& e, std::size_t index, std::size_t offsets_index) {
    const ptx::Operand& operand = e.operand(index);
    const std::vector<ptx::Operand> coordinates = e.elements(operand.elements().back());
    TensorMode mode;
    mode.coordinates = static_cast<std::uint32_t>(coordinates.size());
    mode.columns = e.has(Modifier::Im2col) || e.has(Modifier::Im2colNoOffs);
    Value* address = e.ir.CreateAdd(e.read(operand.elements()[0], ptx::Type::B64),
                                    e.ir.getInt64(static_cast<std::uint64_t>(operand.offset)));
    Value* at = word_array(e, most_words);
    unsigned word = 0;
    for (const ptx::Operand& coordinate : coordinates)
        store_word(e, at, word++, e.read(coordinate, ptx::Type::B32));
    if (e.has(Modifier::Im2col)) {
        for (const ptx::Operand& offset : e.elements(e.operand(offsets_index)))
            store_word(e, at, word++, e.ir.CreateZExt(e.read(offset, ptx::Type::U16), e.ir.getInt32Ty()));
    }
    while (word < most_words)
        store_word(e, at, word++, e.ir.getInt32(0));
    return {map_pointer(e, address), at, e.ir.getInt32(mode.bits())};
}

Value* box_pointer(Emitter& e, std::size_t index, ptx::Space space, AccessKind kind) {
    return e.checked_pointer(e.address(e.operand(index)), space, e.ir.getInt32(first_bytes), tensor_shared_alignment,
                             kind);
}

void emit_tensor_load(Emitter& e) {
    const bool multicast = e.has(Modifier::MulticastCluster);
    // The block's own: where the others' lie follows from it.
    const ptx::Space space = multicast ? ptx::Space::Shared : operand_space(e, 0);
    const TensorPlace place = tensor_place(e, 1, 3);
    Value* to = box_pointer(e, 0, space, AccessKind::Write);
    Value* barrier = e.checked_pointer(e.operand(2), space, sizeof(std::uint64_t), AccessKind::Atomic);
    if (!multicast) {
        e.call_runtime("rf_tensor_load", e.ir.getVoidTy(), {place.map, place.at, place.mode, to, barrier});
        return;
    }
    const std::size_t mask = e.has(Modifier::Im2col) ? 4 : 3;
    Value* ranks = e.ir.CreateZExt(e.read(mask, ptx::Type::U16), e.ir.getInt32Ty());
    e.call_runtime("rf_tensor_multicast", e.ir.getVoidTy(), {place.map, place.at, place.mode, to, barrier, ranks});
}

void emit_tensor_copy(Emitter& e) {
    if (refuse_what_is_not_there(e)) return;
    if (e.has(Modifier::MbarrierCompleteTxBytes)) return emit_tensor_load(e);
    const TensorPlace place = tensor_place(e, 0, 0);
    Value* from = box_pointer(e, 1, ptx::Space::Shared, AccessKind::Read);
    e.call_runtime("rf_tensor_store", e.ir.getVoidTy(), {place.map, place.at, place.mode, from});
}

void emit_tensor_reduce(Emitter& e) {
    if (refuse_what_is_not_there(e)) return;
    const TensorPlace place = tensor_place(e, 0, 0);
    Value* from = box_pointer(e, 1, ptx::Space::Shared, AccessKind::Read);
    Value* operation = e.ir.getInt32(static_cast<std::uint32_t>(reduction_of(e)));
    e.call_runtime("rf_tensor_reduce", e.ir.getVoidTy(), {place.map, place.at, place.mode, from, operation});
}

void emit_tensor_prefetch(Emitter& e) {
    if (refuse_what_is_not_there(e)) return;
    const TensorPlace place = tensor_place(e, 0, 1);
    e.call_runtime("rf_tensor_prefetch", e.ir.getVoidTy(), {place.map, place.mode});
}

struct ReplacedPart {
    Modifier modifier;
    TensorMapPart part;
    bool has_index;
};

const ReplacedPart* replaced_part(const Emitter& e) {
    static constexpr ReplacedPart parts[] = {
        {Modifier::GlobalAddress, TensorMapPart::Address, false},
        {Modifier::Rank, TensorMapPart::Rank, false},
        {Modifier::BoxDim, TensorMapPart::Box, true},
        {Modifier::GlobalDim, TensorMapPart::Dimension, true},
        {Modifier::GlobalStride, TensorMapPart::Stride, true},
        {Modifier::ElementStride, TensorMapPart::Step, true},
        {Modifier::Elemtype, TensorMapPart::Type, false},
        {Modifier::InterleaveLayout, TensorMapPart::Interleave, false},
        {Modifier::SwizzleMode, TensorMapPart::Swizzle, false},
        {Modifier::FillMode, TensorMapPart::Fill, false},
    };
    for (const ReplacedPart& part : parts) {
        if (e.has(part.modifier)) return &part;
    }
    return nullptr;
}

void emit_map_replace(Emitter& e) {
    const ReplacedPart* part = replaced_part(e);
    if (part == nullptr) {
        e.refuse("this part of a tensor map is not supported");
        return;
    }
    const bool must_be_zero = part->part == TensorMapPart::Interleave || part->part == TensorMapPart::Fill;
    if (must_be_zero && e.operand(1).bits != 0) {
        e.refuse("tensor maps that are interleaved or fill with NaNs are not supported");
        return;
    }
    Value* map = e.checked_pointer(e.address(e.operand(0)), operand_space(e, 0), e.ir.getInt32(map_bytes),
                                   tensor_map_alignment, AccessKind::Write);
    Value* index = part->has_index ? e.read(1, ptx::Type::U32) : e.ir.getInt32(0);
    const bool is_wide = part->part == TensorMapPart::Address || part->part == TensorMapPart::Stride;
    Value* value = e.read(part->has_index ? 2 : 1, is_wide ? ptx::Type::B64 : ptx::Type::B32);
    e.call_runtime(
        "rf_tensor_map_replace", e.ir.getVoidTy(),
        {map, e.ir.getInt32(static_cast<std::uint32_t>(part->part)), index, e.ir.CreateZExt(value, e.ir.getInt64Ty())});
}

// A copy of a map. Every thread of the warp makes it, and it is the same.
void emit_map_copy(Emitter& e) {
    Value* bytes = e.read(2, ptx::Type::U32);
    Value* to = e.checked_pointer(e.address(e.operand(0)), operand_space(e, 0), bytes, map_bytes, AccessKind::Write);
    Value* from = e.checked_pointer(e.address(e.operand(1)), operand_space(e, 1), bytes, map_bytes, AccessKind::Read);
    e.call_runtime("rf_bulk_copy", e.ir.getVoidTy(),
                   {to, from, bytes, llvm::ConstantPointerNull::get(e.ir.getPtrTy())});
}

const EmitterEntry tensor_entries[] = {
    {ptx::Opcode::CpAsyncBulkTensor, OperandKinds::Any, emit_tensor_copy, false},
    {ptx::Opcode::CpReduceAsyncBulkTensor, OperandKinds::Any, emit_tensor_reduce, false},
    {ptx::Opcode::CpAsyncBulkPrefetchTensor, OperandKinds::Any, emit_tensor_prefetch, false},
    {ptx::Opcode::TensormapReplace, OperandKinds::Any, emit_map_replace, false},
    {ptx::Opcode::TensormapCpFenceproxy, OperandKinds::Any, emit_map_copy, false},
};

}  // namespace

std::span<const EmitterEntry> tensor_emitters() {
    return tensor_entries;
}

}  // namespace ringfence::softgpu::codegen
