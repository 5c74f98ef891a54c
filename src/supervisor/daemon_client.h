// How others speak to the daemon: find it, start it, ask it.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace ringfence::supervisor {

// Starts `program` if no daemon answers at daemon_socket_path(), and waits until it does. `settings_file`: empty for
// the usual place.
Result<void> ensure_daemon(const std::string& program, const std::string& settings_file = {});

// Whether one answers.
bool is_daemon_running();

// Asks a question ("status", "down") and gives the answer. Fails if no daemon is there.
Result<nlohmann::ordered_json> ask_daemon(const std::string& question);
// The same, with more to say than what is asked for ("ask").
Result<nlohmann::ordered_json> put_question(const nlohmann::ordered_json& question);

}  // namespace ringfence::supervisor
