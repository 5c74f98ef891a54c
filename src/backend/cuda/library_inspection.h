// Checks work that a library has submitted while a stream was being recorded: it must still be valid later, when the
// call's arguments in this process's memory are gone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cuda/context.h"
#include "backend/cuda/driver_api.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

enum class Later : std::uint8_t {
    Once,   // when its turn comes: memory known to the driver stays until then
    Often,  // as a node of graphs, when the call's memory may be gone
};

// The number of pieces of work, or an error that names what cannot be done later.
Result<std::size_t> inspect_recorded(const Context& context, GraphHandle graph, Later later);

}  // namespace ringfence::backend::cuda
