// Texture references, CUDA's older form of textures. A reference that a program creates only stores its settings; as in
// CUDA, kernels do not read through it, but through those of their module (docs/textures.md).
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// Forgets the references that were made in the context.
void forget_texture_references(const Context& context);

}  // namespace ringfence::driver
