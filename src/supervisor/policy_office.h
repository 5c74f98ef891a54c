// Changes the policies of the running daemon, for commands of administrators and of tenants that manage virtual
// GPUs.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "schema/ringfence.capnp.h"
#include "supervisor/policy_shelf.h"

namespace ringfence::supervisor {

// The policy that a command is about, and the token to show (of RINGFENCE_TOKEN); administrators need none.
struct PolicyScope {
    std::string vgpu = {};  // in which it decides; empty: on the card
    std::string token = {};
};
// The scope with this process's token. An error if the token's file cannot be read.
Result<PolicyScope> policy_scope(const std::string& vgpu);

// Loads a policy in all workers, also in later ones, and returns how many have it now. `object`: the file from clang.
// `is_swap`: replaces a loaded policy; otherwise none may be loaded.
Result<std::uint32_t> load_policy(const std::string& object, const std::string& name, bool is_swap,
                                  const PolicyWatch& watch, const PolicyScope& scope = {});
Result<std::uint32_t> unload_policy(const PolicyScope& scope = {});
// The parts `policy` and `workers` of the daemon's status.
Result<nlohmann::ordered_json> policy_status(const PolicyScope& scope = {});
// Lines about the maps of the policy in a worker. `worker`: its process id; 0: the only worker.
Result<std::string> look_at_policy_map(std::uint32_t worker, schema::MapAction action, const std::string& map,
                                       const std::string& key = {}, const std::string& value = {},
                                       const PolicyScope& scope = {});

}  // namespace ringfence::supervisor
