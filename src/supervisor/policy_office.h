// Where commands of administrators, and of tenants that manage virtual GPUs, change the policies of the daemon that
// runs.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "schema/ringfence.capnp.h"
#include "supervisor/policy_shelf.h"

namespace ringfence::supervisor {

// The policy that a command is about. The token is this process's (RINGFENCE_TOKEN); an administrator needs none.
struct PolicyScope {
    std::string vgpu = {};  // within which it decides; empty: on the card
    std::string token = {};
};
// With that token. An error: the file that holds it cannot be read.
Result<PolicyScope> policy_scope(const std::string& vgpu);

// How many workers go by it now; later ones will, too. `object`: the file that clang made; `is_swap`: in the place of
// the one that is loaded.
Result<std::uint32_t> load_policy(const std::string& object, const std::string& name, bool is_swap,
                                  const PolicyWatch& watch, const PolicyScope& scope = {});
Result<std::uint32_t> unload_policy(const PolicyScope& scope = {});
// `policy` and `workers` as the daemon's status has them.
Result<nlohmann::ordered_json> policy_status(const PolicyScope& scope = {});
// Lines about the maps of the policy in a worker (its process; 0: the only one).
Result<std::string> look_at_policy_map(std::uint32_t worker, schema::MapAction action, const std::string& map,
                                       const std::string& key = {}, const std::string& value = {},
                                       const PolicyScope& scope = {});

}  // namespace ringfence::supervisor
