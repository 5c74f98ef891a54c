// cuSPARSE's descriptors: plain structs, which are sent to the worker with the calls that use them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "channel/cusparse_state.h"

namespace ringfence::client::sparse {

using channel::sparse::Kind;

// The bytes to send to the worker. Empty if there is no such descriptor, or it is of another kind.
std::span<const std::byte> bytes_of(const void* descriptor, Kind kind);

// The size of a scalar of a product with a sparse vector.
std::size_t scalar_bytes(const void* vector);

// Call it when a call has changed a matrix's number of nonzeros.
void set_nonzeros(void* matrix, std::int64_t nonzeros);

}  // namespace ringfence::client::sparse
