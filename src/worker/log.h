// A worker's log: one line per event, to its owner's destination.
#pragma once

#include <functional>
#include <string_view>

namespace ringfence::worker {

// Called by any thread.
using Log = std::function<void(std::string_view line)>;

}  // namespace ringfence::worker
