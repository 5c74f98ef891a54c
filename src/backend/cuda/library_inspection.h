// What a library has put on a stream while it was recorded: whether it can be done later, when what the call was given
// in this process's memory is gone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cuda/context.h"
#include "backend/cuda/driver_api.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

enum class Later : std::uint8_t {
    Once,   // when the stream's turn comes: memory that the driver knows stays until then
    Often,  // as a node of graphs, when nothing of the call's is there any more
};

// How many pieces there are, or what cannot be done later.
Result<std::size_t> inspect_recorded(const Context& context, GraphHandle graph, Later later);

}  // namespace ringfence::backend::cuda
