// What a worker says about itself: one line per event, to wherever its owner wants it.
#pragma once

#include <functional>
#include <string_view>

namespace ringfence::worker {

// Called by any thread.
using Log = std::function<void(std::string_view line)>;

}  // namespace ringfence::worker
