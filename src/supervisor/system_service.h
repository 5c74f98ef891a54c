// The daemon as a service of the whole machine (ringfenced --system): it serves programs of all users, runs as a user
// of its own, and starts workers as further users. docs/deployment.md.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "service/process_start.h"
#include "service/system_folders.h"
#include "service/users.h"
#include "supervisor/settings.h"
#include "supervisor/worker_process.h"

namespace ringfence::supervisor {

struct SystemService {
    std::shared_ptr<service::ProcessStarter> starter;
    service::WorkerUsers workers;
    service::SystemFolders folders;
    UniqueFd listener;     // for Hellos
    UniqueFd control;      // for RPC
    UniqueFd manager;      // the service manager (service/manager.h); may be empty
    UniqueFd predecessor;  // of a successor: root's connection to the running daemon
    // Of a successor, until it has taken over: the command that waits (service/background.h).
    const UniqueFd* asker = nullptr;
};

struct ServiceOptions {
    std::string socket;
    std::vector<std::string> programs;  // which the starter may start
    bool is_successor = false;          // of a running daemon, which has the sockets
};

// Call it as root, with one thread: opens the sockets, makes the folders, starts the starter, and drops root's rights.
// Sets paths that the settings leave open to the system's.
[[nodiscard]] Result<std::unique_ptr<SystemService>> become_system_service(const ServiceOptions& options,
                                                                           Settings& settings);

// How a worker is to be started, and as which user; sets the cache folder in its settings. `service`: null for one
// user's daemon.
[[nodiscard]] Result<ProcessPlace> place_for_worker(const SystemService* service, Settings& settings,
                                                    const std::vector<std::unique_ptr<WorkerProcess>>& workers);
// The same for the process of a session.
[[nodiscard]] ProcessPlace place_for_session(const SystemService* service);

// The path of the session process's program, beside the worker's.
[[nodiscard]] std::string session_program_beside(const std::string& worker_program);

}  // namespace ringfence::supervisor
