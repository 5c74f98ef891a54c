// Launches kernels with the driver, on a stream or in a graph.
#pragma once

#include <cstddef>
#include <span>

#include "backend/cuda/context.h"
#include "backend/cuda/module.h"
#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

// Puts the launch on the stream now. check_launch() must have accepted it.
Result<void> launch_kernel(const Context& context, StreamHandle stream, const CudaFunction& kernel,
                           const Launch& launch, std::span<const std::byte> parameters);

// Adds the launch to a graph, as a node that runs on that part of the card. The driver takes the part from the stream
// on which a launch is recorded, and offers no other way to set it.
Result<GraphNodeHandle> record_launch(const Context& context, GreenContext& part, GraphHandle graph,
                                      std::span<const GraphNodeHandle> dependencies, const CudaFunction& kernel,
                                      const Launch& launch, std::span<const std::byte> parameters);

}  // namespace ringfence::backend::cuda
