// Surface loads, stores, reductions and queries.
#include "softgpu/codegen/emit_texture.h"
#include "softgpu/runtime/async_ops.h"
#include "softgpu/runtime/surface_ops.h"

namespace ringfence::softgpu::codegen {
namespace {

using llvm::Value;
using ptx::Modifier;

// The coordinates, as the runtime wants them: layer, x, y, z.
Value* surface_place(Emitter& e, std::size_t index, const Geometry& geometry) {
    const std::vector<ptx::Operand> list = e.elements(e.operand(index).elements().back());
    llvm::AllocaInst* at = word_array(e, 4);
    for (unsigned i = 0; i < 4; ++i)
        store_word(e, at, i, e.ir.getInt32(0));
    const unsigned skipped = geometry.layered ? 1 : 0;
    for (unsigned i = 0; i < geometry.dimensions + skipped && i < list.size(); ++i)
        store_word(e, at, geometry.layered ? i : i + 1, e.read(list[i], ptx::Type::B32));
    return at;
}

SurfaceMode surface_mode(const Emitter& e, const Geometry& geometry, std::size_t bytes) {
    SurfaceMode mode;
    mode.dimensions = geometry.dimensions;
    mode.layered = geometry.layered;
    mode.boundary = e.has(Modifier::Clamp) ? Boundary::Clamp : e.has(Modifier::Zero) ? Boundary::Zero : Boundary::Trap;
    mode.bytes = static_cast<std::uint32_t>(bytes);
    return mode;
}

// The registers of an access, in memory: one behind the other.
struct Registers {
    std::vector<ptx::Operand> list;
    llvm::AllocaInst* memory;
    llvm::Type* type;
    std::size_t bytes;
};

Registers registers_for(Emitter& e, std::size_t index) {
    std::vector<ptx::Operand> list = e.elements(e.operand(index));
    const unsigned bits = ptx::isa::info(e.type_of_operation()).bits;
    llvm::Type* type = e.ir.getIntNTy(bits);
    llvm::AllocaInst* memory = e.temporary(llvm::ArrayType::get(type, list.size()));
    const std::size_t bytes = list.size() * bits / 8;
    return {std::move(list), memory, type, bytes};
}

Value* register_place(Emitter& e, const Registers& registers, std::size_t index) {
    return e.ir.CreateConstInBoundsGEP1_32(registers.type, registers.memory, static_cast<unsigned>(index));
}

Registers brought_registers(Emitter& e, std::size_t index) {
    Registers registers = registers_for(e, index);
    const ptx::Type bits = Emitter::bits_type(e.type_of_operation());
    for (std::size_t i = 0; i < registers.list.size(); ++i)
        e.ir.CreateStore(e.read(registers.list[i], bits), register_place(e, registers, i));
    return registers;
}

std::uint32_t surface_operation(const Emitter& e) {
    if (e.has(Modifier::Exch)) return surface_exchange;
    constexpr std::pair<Modifier, BulkOperation> operations[] = {
        {Modifier::Min, BulkOperation::Min}, {Modifier::Max, BulkOperation::Max}, {Modifier::Inc, BulkOperation::Inc},
        {Modifier::Dec, BulkOperation::Dec}, {Modifier::And, BulkOperation::And}, {Modifier::Or, BulkOperation::Or},
        {Modifier::Xor, BulkOperation::Xor},
    };
    for (const auto& [modifier, operation] : operations) {
        if (e.has(modifier)) return static_cast<std::uint32_t>(operation);
    }
    return static_cast<std::uint32_t>(BulkOperation::Add);
}

BulkType surface_type(ptx::Type type) {
    switch (type) {
        case ptx::Type::S32: return BulkType::S32;
        case ptx::Type::S64: return BulkType::S64;
        case ptx::Type::U64:
        case ptx::Type::B64: return BulkType::U64;
        default: return BulkType::U32;
    }
}

}  // namespace

void emit_surface_load(Emitter& e) {
    const Geometry geometry = geometry_of(e);
    const Registers registers = registers_for(e, 0);
    const SurfaceMode mode = surface_mode(e, geometry, registers.bytes);
    e.call_runtime("rf_surface_load", e.ir.getVoidTy(),
                   {read_handle(e, 1), e.ir.getInt32(mode.bits()), surface_place(e, 1, geometry), registers.memory});
    for (std::size_t i = 0; i < registers.list.size(); ++i)
        e.write(registers.list[i], e.ir.CreateLoad(registers.type, register_place(e, registers, i)));
}

void emit_surface_store(Emitter& e) {
    const Geometry geometry = geometry_of(e);
    const Registers registers = brought_registers(e, 1);
    const SurfaceMode mode = surface_mode(e, geometry, registers.bytes);
    e.call_runtime("rf_surface_store", e.ir.getVoidTy(),
                   {read_handle(e, 0), e.ir.getInt32(mode.bits()), surface_place(e, 0, geometry), registers.memory});
}

void emit_surface_store_samples(Emitter& e) {
    const Geometry geometry = geometry_of(e);
    const Registers registers = brought_registers(e, 1);
    SurfaceMode mode = surface_mode(e, geometry, registers.bytes);
    mode.samples = true;
    mode.channels = static_cast<std::uint32_t>(registers.list.size());
    e.call_runtime("rf_surface_store_samples", e.ir.getVoidTy(),
                   {read_handle(e, 0), e.ir.getInt32(mode.bits()), surface_place(e, 0, geometry), registers.memory});
}

void emit_surface_reduce(Emitter& e) {
    const Geometry geometry = geometry_of(e);
    const ptx::Type type = e.type_of_operation();
    SurfaceMode mode = surface_mode(e, geometry, ptx::isa::info(type).bits / 8);
    mode.samples = e.operation().opcode == ptx::Opcode::SuredP;
    Value* value = e.ir.CreateZExtOrTrunc(e.read(1, Emitter::bits_type(type)), e.ir.getInt64Ty());
    e.call_runtime(
        "rf_surface_reduce", e.ir.getVoidTy(),
        {read_handle(e, 0), e.ir.getInt32(mode.bits()), surface_place(e, 0, geometry), value,
         e.ir.getInt32(surface_operation(e)), e.ir.getInt32(static_cast<std::uint32_t>(surface_type(type)))});
}

void emit_surface_query(Emitter& e) {
    emit_query(e, TextureKind::Surface);
}

}  // namespace ringfence::softgpu::codegen
