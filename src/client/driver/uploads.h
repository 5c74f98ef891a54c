// Decides when a copy from the program's own memory must wait for its end.
//
// cuMemcpy and similar calls return when that memory was read. For memory that is not pinned CUDA promises no more, but
// with its driver the copy ends within microseconds, and programs rely on that: they copy, then launch on a stream that
// does not wait for the legacy stream. Here such a launch could overtake the copy. So copies wait for their end as soon
// as there is a stream that does not wait for the legacy stream.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// Call it after a copy that must be complete when the call returns.
CUresult finish_upload(const Stream& stream);
// Call it before creating a stream that does not wait for the legacy stream.
CUresult expect_independent_stream();

}  // namespace ringfence::driver
