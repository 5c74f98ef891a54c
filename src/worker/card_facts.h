// Whether a card does what the guard rests on (docs/facts.md): asked when a worker starts, before tenants share the
// card.
#pragma once

#include <functional>

#include "backend/device.h"
#include "base/result.h"
#include "cache/disk_cache.h"

namespace ringfence::worker {

// That a card agrees is kept, for its name, its driver and these facts, and not asked again. What speaks against it is
// not: the next worker measures again. `kept` may be null. The error names the fact.
using MeasureFacts = std::function<Result<void>(backend::Device& device)>;
Result<void> check_card(backend::Device& device, cache::DiskCache* kept, const MeasureFacts& measure);

// The same with the quick facts of backend/facts.
Result<void> check_card(backend::Device& device, cache::DiskCache* kept);

}  // namespace ringfence::worker
