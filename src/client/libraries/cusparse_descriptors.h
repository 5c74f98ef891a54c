// cuSPARSE's descriptors: plain structs of the program's that go to the worker with the calls that use them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "channel/cusparse_state.h"

namespace ringfence::client::sparse {

using channel::sparse::Kind;

// The bytes that are sent to the worker. Empty: there is no such descriptor, or it is of another kind.
std::span<const std::byte> bytes_of(const void* descriptor, Kind kind);

// A call has changed how many nonzeros a matrix has.
void set_nonzeros(void* matrix, std::int64_t nonzeros);

}  // namespace ringfence::client::sparse
