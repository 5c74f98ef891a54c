// Events of a whole context: cuCtxRecordEvent and cuCtxWaitEvent.
//
// The worker does not know contexts, so both use hidden streams, which belong to the context and are destroyed with
// it.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// Makes a new stream of a context wait for the events that the context waits for.
void enter_gate(const Context& context, const Stream& stream);
// Forgets the hidden streams and event, which are destroyed with the context.
void forget_gate(Context& context);

}  // namespace ringfence::driver
