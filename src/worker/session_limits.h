// The limits that a worker sets for every session (base/limits.h), and how limits are passed to the parts of a session
// that enforce them.
#pragma once

#include <cstdint>

#include "base/limits.h"

namespace ringfence::worker {

struct SessionOptions;

constexpr std::uint32_t most_streams = 1000;
constexpr std::uint32_t most_events = 1 << 18;
constexpr std::uint32_t most_modules = 1 << 16;
constexpr std::uint32_t most_functions = 1 << 20;
constexpr std::uint32_t most_graphs = 1 << 14;
constexpr std::uint32_t most_arrays = 1 << 16;
constexpr std::uint32_t most_textures = 1 << 16;  // and as many surfaces
constexpr std::uint32_t most_library_objects = 1024;
constexpr std::uint32_t most_library_records = 1 << 16;

SessionLimits own_limits(const SessionOptions& options);
// The stricter of the administrator's limits `set` and own_limits(). Adapts `options` to a session with these limits.
SessionLimits apply_limits(const SessionLimits& set, SessionOptions& options);

}  // namespace ringfence::worker
