// Events of a whole context: cuCtxRecordEvent and cuCtxWaitEvent.
//
// The worker knows no contexts, so both are made of streams that the program does not see. They belong to the context,
// and go with it.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// A new stream of a context waits for what the context was told to wait for.
void enter_gate(const Context& context, const Stream& stream);
// Forgets the streams and the event that the context's events were made of. They are gone with the context.
void forget_gate(Context& context);

}  // namespace ringfence::driver
