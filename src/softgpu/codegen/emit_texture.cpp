// Texture fetches and queries: the operands go into an array of words, and the runtime does the rest.
#include "softgpu/codegen/emit_texture.h"

#include "softgpu/runtime/texture_ops.h"

namespace ringfence::softgpu::codegen {
namespace {

using llvm::Value;
using ptx::Modifier;
using ptx::OperandKind;

bool has_integer_coordinates(const Emitter& e) {
    // The last type that is named is that of the coordinates.
    ptx::Type last = ptx::Type::None;
    for (const Modifier modifier : e.operation().modifiers) {
        const ptx::Type named = ptx::isa::type_of(modifier);
        if (named != ptx::Type::None) last = named;
    }
    return last == ptx::Type::S32;
}

// A number of 32 bits, as bits.
Value* read_word(Emitter& e, const ptx::Operand& operand, bool as_float) {
    if (!as_float) return e.read(operand, ptx::Type::B32);
    return e.ir.CreateBitCast(e.read(operand, ptx::Type::F32), e.ir.getInt32Ty());
}

// The first `count` elements of a list.
void store_list(Emitter& e, Value* in, unsigned at, const std::vector<ptx::Operand>& list, std::size_t first,
                std::size_t count, bool as_float) {
    for (std::size_t i = 0; i < count && first + i < list.size(); ++i)
        store_word(e, in, at + static_cast<unsigned>(i), read_word(e, list[first + i], as_float));
}

void store_coordinates(Emitter& e, Value* in, const Geometry& geometry, bool integers) {
    const std::span<const ptx::Operand> parts = e.operand(1).elements();
    const std::vector<ptx::Operand> list = e.elements(parts.back());
    if (geometry.layered) store_word(e, in, TextureWords::layer, e.read(list[0], ptx::Type::B32));
    store_list(e, in, TextureWords::at, list, geometry.layered ? 1 : 0, geometry.dimensions, !integers);
}

math::LevelMode level_mode(const Emitter& e) {
    if (e.has(Modifier::Level)) return math::LevelMode::Given;
    return e.has(Modifier::Grad) ? math::LevelMode::Gradients : math::LevelMode::Finest;
}

// Stores the operands behind the object: the level or two gradients, then an offset.
void store_rest(Emitter& e, Value* in, const Geometry& geometry, bool integers) {
    std::size_t next = 2;
    if (e.has(Modifier::Level)) store_word(e, in, TextureWords::level, read_word(e, e.operand(next++), !integers));
    if (e.has(Modifier::Grad)) {
        for (const unsigned at : {TextureWords::dx, TextureWords::dy})
            store_list(e, in, at, e.elements(e.operand(next++)), 0, geometry.dimensions, true);
    }
    for (; next < e.operand_count(); ++next) {
        if (e.operand(next).kind == OperandKind::Empty) continue;
        if (e.operand_type(next) != ptx::Type::S32) {
            e.refuse("textures with depths to compare with are not supported: CUDA programs cannot make any");
            return;
        }
        store_list(e, in, TextureWords::offset, e.elements(e.operand(next)), 0, geometry.dimensions, false);
    }
}

TextureResult result_of(const Emitter& e) {
    switch (e.type_of_operation()) {
        case ptx::Type::F16: return TextureResult::Halves;
        case ptx::Type::F16x2: return TextureResult::HalfPairs;
        default: return TextureResult::Words;
    }
}

// All memory is there, so the predicate that tells is true.
void write_result(Emitter& e, Value* out) {
    const ptx::Operand& target = e.operand(0);
    const bool is_pair = target.kind == OperandKind::Pair;
    const std::vector<ptx::Operand> list = e.elements(is_pair ? target.elements()[0] : target);
    for (std::size_t i = 0; i < list.size(); ++i) {
        Value* place = e.ir.CreateConstInBoundsGEP1_32(e.ir.getInt32Ty(), out, static_cast<unsigned>(i));
        Value* word = e.ir.CreateLoad(e.ir.getInt32Ty(), place);
        e.write(list[i], result_of(e) == TextureResult::Halves ? e.ir.CreateTrunc(word, e.ir.getInt16Ty()) : word);
    }
    if (is_pair) e.write(target.elements()[1], e.ir.getTrue());
}

bool refuse_what_is_not_there(Emitter& e, const Geometry& geometry) {
    if (geometry.dimensions == 0) {
        e.refuse("multi-sample textures are not supported: CUDA programs cannot make any");
        return true;
    }
    if (e.operand(1).elements().size() > 2) {
        e.refuse("samplers apart from their textures are not supported: CUDA's texture objects have their own");
        return true;
    }
    return false;
}

void fetch(Emitter& e, const char* function, TextureMode mode) {
    const Geometry geometry = geometry_of(e);
    if (refuse_what_is_not_there(e, geometry)) return;
    mode.dimensions = geometry.dimensions;
    mode.layered = geometry.layered;
    mode.cube = geometry.cube;
    mode.integers = has_integer_coordinates(e);
    mode.level = level_mode(e);
    mode.result = result_of(e);
    llvm::AllocaInst* in = word_array(e, TextureWords::count);
    for (unsigned i = 0; i < TextureWords::count; ++i)
        store_word(e, in, i, e.ir.getInt32(0));
    store_coordinates(e, in, geometry, mode.integers);
    store_rest(e, in, geometry, mode.integers);
    llvm::AllocaInst* out = word_array(e, 4);
    e.call_runtime(function, e.ir.getVoidTy(), {read_handle(e, 1), e.ir.getInt32(mode.bits()), in, out});
    write_result(e, out);
}

void emit_tex(Emitter& e) {
    fetch(e, "rf_texture", {});
}

void emit_gather(Emitter& e) {
    TextureMode mode;
    mode.component = e.has(Modifier::R) ? 0 : e.has(Modifier::G) ? 1 : e.has(Modifier::B) ? 2 : 3;
    fetch(e, "rf_gather", mode);
}

void emit_texture_query(Emitter& e) {
    emit_query(e, TextureKind::Texture);
}

// CUDA has no sampler objects, so nothing is one.
void emit_istypep(Emitter& e) {
    if (e.has(Modifier::Samplerref)) return e.write(0, e.ir.getFalse());
    const TextureKind kind = e.has(Modifier::Texref) ? TextureKind::Texture : TextureKind::Surface;
    Value* is = e.call_runtime("rf_is_object", e.ir.getInt32Ty(),
                               {e.read(1, ptx::Type::B64), e.ir.getInt32(static_cast<std::uint32_t>(kind))});
    e.write(0, e.ir.CreateICmpNE(is, e.ir.getInt32(0)));
}

ImageQuery query_of(const Emitter& e) {
    constexpr std::pair<Modifier, ImageQuery> queries[] = {
        {Modifier::Width, ImageQuery::Width},
        {Modifier::Height, ImageQuery::Height},
        {Modifier::Depth, ImageQuery::Depth},
        {Modifier::ChannelDataType, ImageQuery::ChannelType},
        {Modifier::ChannelOrder, ImageQuery::ChannelOrder},
        {Modifier::ArraySize, ImageQuery::ArraySize},
        {Modifier::NumMipmapLevels, ImageQuery::Levels},
        {Modifier::NumSamples, ImageQuery::Samples},
        {Modifier::NormalizedCoords, ImageQuery::NormalizedCoordinates},
        {Modifier::FilterMode, ImageQuery::FilterMode},
        {Modifier::AddrMode0, ImageQuery::AddressMode0},
        {Modifier::AddrMode1, ImageQuery::AddressMode1},
        {Modifier::AddrMode2, ImageQuery::AddressMode2},
        {Modifier::ForceUnnormalizedCoords, ImageQuery::ForceUnnormalized},
    };
    for (const auto& [modifier, query] : queries) {
        if (e.has(modifier)) return query;
    }
    return ImageQuery::MemoryLayout;
}

const EmitterEntry texture_entries[] = {
    {ptx::Opcode::Tex, OperandKinds::Any, emit_tex, false},
    {ptx::Opcode::Tld4, OperandKinds::Any, emit_gather, false},
    {ptx::Opcode::Txq, OperandKinds::Any, emit_texture_query, false},
    {ptx::Opcode::TxqLevel, OperandKinds::Any, emit_texture_query, false},
    {ptx::Opcode::Istypep, OperandKinds::Any, emit_istypep, false},
    {ptx::Opcode::SuldB, OperandKinds::Any, emit_surface_load, false},
    {ptx::Opcode::SustB, OperandKinds::Any, emit_surface_store, false},
    {ptx::Opcode::SustP, OperandKinds::Any, emit_surface_store_samples, false},
    {ptx::Opcode::SuredB, OperandKinds::Any, emit_surface_reduce, false},
    {ptx::Opcode::SuredP, OperandKinds::Any, emit_surface_reduce, false},
    {ptx::Opcode::Suq, OperandKinds::Any, emit_surface_query, false},
};

}  // namespace

Geometry geometry_of(const Emitter& e) {
    constexpr std::pair<Modifier, Geometry> geometries[] = {
        {Modifier::X1d, {1, false, false}}, {Modifier::X2d, {2, false, false}}, {Modifier::X3d, {3, false, false}},
        {Modifier::A1d, {1, true, false}},  {Modifier::A2d, {2, true, false}},  {Modifier::Cube, {3, false, true}},
        {Modifier::Acube, {3, true, true}},
    };
    for (const auto& [modifier, geometry] : geometries) {
        if (e.has(modifier)) return geometry;
    }
    return {};
}

Value* read_handle(Emitter& e, std::size_t index) {
    const ptx::Operand& object = e.operand(index);
    const ptx::Operand& base = object.elements()[0];
    if (base.kind == OperandKind::Variable && ptx::isa::info(base.variable->type).kind == ptx::TypeKind::Opaque)
        e.refuse("textures and surfaces that are variables are not supported; use texture and surface objects");
    Value* handle = e.read(base, ptx::Type::B64);
    return e.ir.CreateAdd(handle, e.ir.getInt64(static_cast<std::uint64_t>(object.offset)));
}

llvm::AllocaInst* word_array(Emitter& e, unsigned count) {
    return e.temporary(llvm::ArrayType::get(e.ir.getInt32Ty(), count));
}

void store_word(Emitter& e, Value* words, unsigned index, Value* value) {
    e.ir.CreateStore(value, e.ir.CreateConstInBoundsGEP1_32(e.ir.getInt32Ty(), words, index));
}

void emit_query(Emitter& e, TextureKind kind) {
    const bool has_level = e.operation().opcode == ptx::Opcode::TxqLevel;
    Value* level = has_level ? e.read(2, ptx::Type::U32) : e.ir.getInt32(0);
    e.write(0, e.call_runtime("rf_image_query", e.ir.getInt32Ty(),
                              {read_handle(e, 1), e.ir.getInt32(static_cast<std::uint32_t>(kind)),
                               e.ir.getInt32(static_cast<std::uint32_t>(query_of(e))), level}));
}

std::span<const EmitterEntry> texture_emitters() {
    return texture_entries;
}

}  // namespace ringfence::softgpu::codegen
