// Texture and surface objects: their numbers are the worker's, what they are made of is remembered here.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// Destroys the textures that were made in the context.
void destroy_textures(const Context& context);
// All of them are gone in the worker.
void forget_textures();

}  // namespace ringfence::driver
