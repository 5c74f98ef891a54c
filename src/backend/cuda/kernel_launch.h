// A kernel's launch, as the driver takes it.
#pragma once

#include <cstddef>
#include <span>

#include "backend/cuda/context.h"
#include "backend/cuda/module.h"
#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

// Puts it on the stream now. It was checked (launch_check.h).
Result<void> launch_kernel(const Context& context, StreamHandle stream, const CudaFunction& kernel,
                           const Launch& launch, std::span<const std::byte> parameters);

// Adds it to a graph, as a node that runs on that part of the card: the driver takes that from the stream on which a
// launch is recorded, and does not let a node of this kind say it otherwise.
Result<GraphNodeHandle> record_launch(const Context& context, GreenContext& part, GraphHandle graph,
                                      std::span<const GraphNodeHandle> dependencies, const CudaFunction& kernel,
                                      const Launch& launch, std::span<const std::byte> parameters);

}  // namespace ringfence::backend::cuda
