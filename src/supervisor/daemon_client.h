// What commands use to find the daemon, start it and ask it.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace ringfence::supervisor {

// Starts `program` if no daemon answers at daemon_socket_path(), and waits until one does. `settings_file`: empty for
// the usual one.
Result<void> ensure_daemon(const std::string& program, const std::string& settings_file = {});

// Starts `program` to replace the running daemon, and waits until it has taken over. If that fails the running one
// stays.
Result<void> replace_daemon(const std::string& program, const std::string& settings_file = {});

// True if a daemon answers.
bool is_daemon_running();

// The functions below ask the daemon over RPC (schema/ringfence.capnp, Administration), and fail if none is there.

// The status that `ringfence status` shows.
Result<nlohmann::ordered_json> daemon_status();
// The launches of a worker's sessions, as lines of worker/kernel_counts.h. `worker`: its process id.
Result<std::string> worker_kernels(std::uint32_t worker);
// Ends the daemon. Returns how many sessions ended with it.
Result<std::uint32_t> end_daemon();
Result<void> revoke_session(std::uint64_t id, const std::string& reason);

}  // namespace ringfence::supervisor
