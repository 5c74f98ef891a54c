// Attributes of launches, streams and nodes besides the shape: CUlaunchAttribute.
//
// Most are hints (cache policy, priority, how to wait), which are stored for queries and have no effect. An unsupported
// attribute that would change results is refused.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// Reads the attributes of a launch. Adds to its flags; `kept` stays null if there is nothing to keep.
CUresult read_attributes(const CUlaunchConfig& config, std::uint32_t& flags,
                         std::shared_ptr<const LaunchAttributes>& kept);
// Records the events in the attributes of a launch that was submitted. CUDA records them when the kernel's blocks have
// begun, or trigger them; here they are recorded when the blocks have ended, which CUDA allows.
CUresult record_launch_events(const CUlaunchConfig& config);

}  // namespace ringfence::driver
