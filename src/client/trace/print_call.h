// Formats a traced call.
#pragma once

#include "client/trace/line.h"
#include "client/trace/trace.h"

namespace ringfence::client {

// `cuMemAlloc_v2(dptr=0x7ffd…, bytesize=1024)`
void print_arguments(Line& line, const TracedCall& call);
// `CUDA_SUCCESS`, or the value of a call that returns no status.
void print_result(Line& line, const TracedCall& call);
// ` [dptr -> 0x7f…]`: the outputs of a successful call; empty if it has none.
void print_outputs(Line& line, const TracedCall& call);

}  // namespace ringfence::client
