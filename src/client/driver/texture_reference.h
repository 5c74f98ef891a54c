// Texture references: what CUDA had before texture objects. A reference that a program makes holds what it is told and
// tells it again; no kernel reads through it, as with CUDA: kernels use those of their module (docs/textures.md).
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// Forgets the references that were made in the context.
void forget_texture_references(const Context& context);

}  // namespace ringfence::driver
