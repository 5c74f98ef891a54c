// Texture and surface objects: the worker assigns their numbers; their descriptions are stored here.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// Destroys the textures that were made in the context.
void destroy_textures(const Context& context);
// Call it when the worker has destroyed all of them.
void forget_textures();

}  // namespace ringfence::driver
