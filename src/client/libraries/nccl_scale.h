// The only computation in a collective of one rank: each element times a scalar, by a kernel of ours that is launched
// like the program's own.
#pragma once

#include <cstddef>

#include "client/libraries/nccl_communicator.h"

namespace ringfence::client::nccl {

// Loads the kernel for this type, so that it need not be loaded during a capture. Returns NCCL's status.
int prepare_scaling(DataType type);
int scale(void* to, const void* from, std::size_t count, const Scaling& scaling, void* stream);

}  // namespace ringfence::client::nccl
