// Multiplication by a warp group, of the software GPU's instructions: emitters.cpp's part of it.
#pragma once

#include "softgpu/codegen/emitter.h"

namespace ringfence::softgpu::codegen {

std::span<const EmitterEntry> wgmma_emitters();  // wgmma.mma_async, fence, commit_group, wait_group

}  // namespace ringfence::softgpu::codegen
