// Where an administrator's commands change the policy of the daemon that runs.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "schema/ringfence.capnp.h"
#include "supervisor/policy_shelf.h"

namespace ringfence::supervisor {

// How many workers go by it now; later ones will, too. `object`: what clang made; `is_swap`: in the place of the one
// that is loaded.
Result<std::uint32_t> load_policy(const std::string& object, const std::string& name, bool is_swap,
                                  const PolicyWatch& watch);
Result<std::uint32_t> unload_policy();
// Lines about the maps of the policy in a worker (its process; 0: the only one).
Result<std::string> look_at_policy_map(std::uint32_t worker, schema::MapAction action, const std::string& map,
                                       const std::string& key = {}, const std::string& value = {});

}  // namespace ringfence::supervisor
