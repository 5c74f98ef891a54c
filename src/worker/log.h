// A worker's log: one line per event. The owner of the worker decides where it is written.
#pragma once

#include <functional>
#include <string_view>

namespace ringfence::worker {

// Called by any thread.
using Log = std::function<void(std::string_view line)>;

}  // namespace ringfence::worker
