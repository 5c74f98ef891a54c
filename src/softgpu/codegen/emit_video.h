// Shared by the emitters of video instructions.
//
// Parts of words, be it bytes, half words or the whole, are numbers of 64 bits while they are computed with, so that
// neither signs nor overflow get in the way.
#pragma once

#include <string>

#include "softgpu/codegen/emit_integer.h"

namespace ringfence::softgpu::codegen {

// Which part of a word: its lowest bit, and how many it has.
struct WordPart {
    unsigned first = 0;
    unsigned bits = 32;
};

// An operand's bits, whatever selector or sign stands at it.
llvm::Value* read_word(Emitter& e, std::size_t index);
// A part of a word, extended to `bits`.
llvm::Value* extract(Emitter& e, llvm::Value* word, WordPart part, bool is_signed, unsigned bits = 64);
// The number within the range of a type of so many bits.
llvm::Value* clamped(Emitter& e, llvm::Value* value, unsigned bits, bool is_signed);
// `word` with a part of it replaced by the lowest bits of a value.
llvm::Value* merged(Emitter& e, llvm::Value* word, WordPart part, llvm::Value* value);

// On one part of each word: emit_video.cpp.
void emit_video_scalar(Emitter& e);
void emit_video_multiply(Emitter& e);
// On two or four parts: emit_video_simd.cpp.
void emit_video_simd(Emitter& e);

}  // namespace ringfence::softgpu::codegen
