// Attributes of launches, streams and nodes besides the shape: CUlaunchAttribute.
//
// Most are hints (cache policy, priority, how to wait): they are stored, can be read back, and change no result. An
// attribute that would change a result and is not supported is refused.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// Reads the attributes of a launch. Adds to its flags; `kept` stays null if there is nothing to keep.
CUresult read_attributes(const CUlaunchConfig& config, std::uint32_t& flags,
                         std::shared_ptr<const LaunchAttributes>& kept);
// Records the events that the attributes of a launch name, which has been put on its stream. CUDA records them when the
// kernel's blocks have begun, or say so; here, when they have ended, which is what CUDA does at the latest.
CUresult record_launch_events(const CUlaunchConfig& config);

}  // namespace ringfence::driver
