// When a copy of the program's own memory has ended.
//
// cuMemcpy and similar calls return when that memory was read. For memory that is not pinned CUDA promises no more, but
// with its driver the copy ends within microseconds, and programs rely on that: they copy, then launch on a stream that
// does not wait for the legacy one. Here such a launch could come first. So a copy waits for its end as soon as there
// is a stream that does not wait by itself.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// After a copy that is to be over when the call returns.
CUresult finish_upload(const Stream& stream);
// Before there is a stream that does not wait for the legacy one.
CUresult expect_independent_stream();

}  // namespace ringfence::driver
