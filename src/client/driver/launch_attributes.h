// What launches, streams and nodes can be told besides the shape: CUlaunchAttribute.
//
// Most are hints (cache policy, priority, how to wait): they are kept, for who asks, and change no result. What would
// change one and is not supported is refused.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// Of a launch: adds to its flags; `kept` stays null if there is nothing to keep.
CUresult read_attributes(const CUlaunchConfig& config, std::uint32_t& flags,
                         std::shared_ptr<const LaunchAttributes>& kept);

}  // namespace ringfence::driver
