// A card's driver does much when it is needed first: it loads its compiler, takes memory for code, sets up queues. That
// takes tenths of a second, and while code is loaded all launches wait. So a worker does it before its first client
// comes.
#pragma once

#include "backend/device.h"

namespace ringfence::worker {

// Compiles, loads and launches a kernel that does nothing.
Result<void> warm_up(backend::Device& device);

}  // namespace ringfence::worker
