// The one thing that a collective of one rank computes: each element times a scalar. A kernel of ours does it, which
// goes through the session like any kernel of the program.
#pragma once

#include <cstddef>

#include "client/libraries/nccl_communicator.h"

namespace ringfence::client::nccl {

// Loads the kernel for this type, so that a stream that is being captured need not. NCCL's status.
int prepare_scaling(DataType type);
int scale(void* to, const void* from, std::size_t count, const Scaling& scaling, void* stream);

}  // namespace ringfence::client::nccl
