// How far apart programs are kept: the administrator sets it, and clients can only tighten it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"

namespace ringfence {

// Private: a worker of its own. Shared: one for several clients. Auto: shared, unless the client says that the guard
// refuses its modules.
enum class Isolation : std::uint8_t { Private, Shared, Auto };
// How kernels are rewritten so that they keep to their tenant's memory (docs/guard.md). Off in a shared worker: its
// clients trust each other.
enum class Guard : std::uint8_t { Off, Fence, Check };  // from loose to tight

// The setting, tightened by the request. Private is tighter than the other isolations; if the administrator has set one
// of those, the client may choose.
Isolation tighten(Isolation set, Isolation asked);
Guard tighten(std::optional<Guard> set, Guard asked);

std::string_view name_of(Isolation isolation);
std::string_view name_of(Guard guard);
Result<Isolation> parse_isolation(std::string_view text);
Result<Guard> parse_guard(std::string_view text);

}  // namespace ringfence
