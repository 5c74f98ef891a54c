// The daemon as a service of the whole machine (ringfenced --system): under a user of its own, for programs of all
// users, with workers under users of their own. docs/deployment.md.
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
    UniqueFd listener;     // for those who say Hello
    UniqueFd control;      // for those who speak RPC
    UniqueFd manager;      // of services (service/manager.h); may be none
    UniqueFd asker;        // of a successor: service/background.h
    UniqueFd predecessor;  // of a successor: root's connection to the daemon that runs
};

struct ServiceOptions {
    std::string socket;
    std::vector<std::string> programs;  // that the starter may start
    bool is_successor = false;          // of a daemon that runs, and has the sockets
};

// As root, with one thread: opens the sockets, makes the folders, starts the starter, and gives root up. Fills settings
// that are left open with the system's paths.
[[nodiscard]] Result<std::unique_ptr<SystemService>> become_system_service(const ServiceOptions& options,
                                                                           Settings& settings);

// The place where a worker is to run; its settings get the cache that it may keep on disk there. `service`: null for
// one user's daemon.
[[nodiscard]] Result<ProcessPlace> place_for_worker(const SystemService* service, Settings& settings,
                                                    const std::vector<std::unique_ptr<WorkerProcess>>& workers);
// The same for the process of a session.
[[nodiscard]] ProcessPlace place_for_session(const SystemService* service);

// The program of a session's process, which lies beside the worker's.
[[nodiscard]] std::string session_program_beside(const std::string& worker_program);

}  // namespace ringfence::supervisor
