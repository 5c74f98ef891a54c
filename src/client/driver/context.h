// Contexts. All contexts of a process share its session: a context is only the set of objects that were made in it.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// Null if there are too many.
Context* create_context(unsigned flags);
// Destroys what was made in the context.
void empty_context(Context& context);
CUresult reset_primary();
CUresult synchronize_all();

}  // namespace ringfence::driver
