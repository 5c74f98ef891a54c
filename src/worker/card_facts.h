// Checks that a card has the properties that the guard relies on (docs/facts.md). A worker does this when it starts,
// before tenants share the card.
#pragma once

#include <functional>

#include "backend/device.h"
#include "base/result.h"
#include "cache/disk_cache.h"

namespace ringfence::worker {

// Success is cached on disk under the card's name, its driver and these facts, and not measured again. A failure is not
// cached: the next worker measures again. `kept` may be null: no cache. The error names the fact that failed.
using MeasureFacts = std::function<Result<void>(backend::Device& device)>;
Result<void> check_card(backend::Device& device, cache::DiskCache* kept, const MeasureFacts& measure);

// The same with the quick facts of backend/facts.
Result<void> check_card(backend::Device& device, cache::DiskCache* kept);

}  // namespace ringfence::worker
