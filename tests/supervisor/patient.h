// Options of a daemon that is tested on a machine that stands still for a moment now and then: what is written is there
// when the daemon has answered, what workers are asked they have said, who is slow is not sent away, and a daemon takes
// over from another one however slow disk and processor are.
#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "supervisor/supervisor.h"

namespace ringfence::supervisor {

inline SupervisorOptions patient(std::string socket, std::string worker_program, Settings settings = {}) {
    settings.audit.log.thread = {.patience = std::chrono::minutes(1), .share = 1};
    return {.socket = std::move(socket),
            .worker_program = std::move(worker_program),
            .settings = std::move(settings),
            .patience = {.with_visitors = std::chrono::minutes(10),
                         .with_telling = std::chrono::seconds(10),
                         .with_disk = std::chrono::minutes(1),
                         .with_successor = std::chrono::minutes(2),
                         .with_predecessor = std::chrono::minutes(4)}};
}

}  // namespace ringfence::supervisor
