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
    UniqueFd listener;
};

// As root, with one thread: opens the socket, makes the folders, starts the starter, and gives root up. Sets what the
// settings leave open to the system's places. `worker_program`: what the starter starts.
[[nodiscard]] Result<std::unique_ptr<SystemService>> become_system_service(const std::string& socket,
                                                                           const std::string& worker_program,
                                                                           Settings& settings);

// Where a worker for this domain is to run; what it may keep on disk goes into the domain's settings. `service`: null
// for a daemon of one user's.
[[nodiscard]] Result<WorkerPlace> choose_place(const SystemService* service, Domain& domain,
                                               const std::vector<std::unique_ptr<WorkerProcess>>& workers);

}  // namespace ringfence::supervisor
