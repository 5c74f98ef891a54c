// Checks work that a library has put on a stream while it was recorded: it must be possible later, when the call's
// arguments in this process's memory are gone.
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

// How many pieces there are, or an error that names what cannot be done later.
Result<std::size_t> inspect_recorded(const Context& context, GraphHandle graph, Later later);

}  // namespace ringfence::backend::cuda
