// Contexts. All of a process's contexts share its session: one differs from another by what was made in it.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// Null: there are too many.
Context* create_context(unsigned flags);
// Destroys what was made in the context.
void empty_context(Context& context);
CUresult reset_primary();
CUresult synchronize_all();

}  // namespace ringfence::driver
