// Shared by the files for textures and surfaces.
#pragma once

#include "softgpu/codegen/emitter.h"
#include "softgpu/runtime/texture_ops.h"

namespace ringfence::softgpu::codegen {

// The dimensions that an instruction's coordinates have, by its modifier: .1d, .a2d, .cube …
struct Geometry {
    std::uint32_t dimensions = 0;  // 0: one that the software GPU does not have
    bool layered = false;
    bool cube = false;
};
Geometry geometry_of(const Emitter& e);

// The handle in `[handle, …]`: i64.
llvm::Value* read_handle(Emitter& e, std::size_t index);
// Words in memory for the runtime.
llvm::AllocaInst* word_array(Emitter& e, unsigned count);
void store_word(Emitter& e, llvm::Value* words, unsigned index, llvm::Value* value);
// txq and suq, of the object in operand 1.
void emit_query(Emitter& e, TextureKind kind);

void emit_surface_load(Emitter& e);
void emit_surface_store(Emitter& e);
void emit_surface_store_samples(Emitter& e);
void emit_surface_reduce(Emitter& e);
void emit_surface_query(Emitter& e);

}  // namespace ringfence::softgpu::codegen
