// The properties with which device memory is allocated.
#pragma once

#include "backend/cuda/context.h"
#include "backend/cuda/driver_api.h"

namespace ringfence::backend::cuda {

inline MemoryProperties properties_of_memory(const Context& context) {
    MemoryProperties properties;
    properties.type = memory_pinned;
    properties.location = {memory_location_device, context.device()};
    return properties;
}

}  // namespace ringfence::backend::cuda
