// Words that a stream waits for or writes: cuStreamWaitValue and similar functions, for one word or several.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// `flags` are cuStreamWaitValue's or cuStreamWriteValue's; `bytes` is 4 or 8.
CUresult wait_value_work(CUdeviceptr address, std::uint64_t value, unsigned flags, std::uint32_t bytes,
                         WaitValueWork& work);
CUresult write_value_work(CUdeviceptr address, std::uint64_t value, unsigned flags, std::uint32_t bytes,
                          WriteValueWork& work);
CUresult batch_work(const CUstreamBatchMemOpParams* params, unsigned count, unsigned flags, BatchWork& work);

}  // namespace ringfence::driver
