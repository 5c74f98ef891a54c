// A card's driver does much at its first use: it loads its compiler, allocates memory for code, sets up queues.
// That takes tenths of a second, and launches wait while code is loaded. So a worker triggers it before its first
// client.
#pragma once

#include "backend/device.h"

namespace ringfence::worker {

// Compiles, loads and launches a kernel that does nothing.
Result<void> warm_up(backend::Device& device);

}  // namespace ringfence::worker
