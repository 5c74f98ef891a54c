// Runs a worker for its supervisor: sessions come over the control socket, and the state goes back (worker/control.h).
#pragma once

#include <memory>
#include <string_view>

#include "backend/device.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "worker/worker.h"

namespace ringfence::worker {

// Returns when the supervisor sends "quit" or is gone, when a private worker's one session has ended, or when the
// device is lost. Sessions get a moment to end; those that do not are ended with the process.
Result<void> serve_supervisor(UniqueFd control, std::unique_ptr<backend::Device> device, WorkerOptions options);

// Call it instead of serving, if there is no device: tells the supervisor why.
void tell_problem(int control, std::string_view problem);
// Call it instead of serving, if sessions must not share the device: tells the supervisor why.
void tell_unshareable(int control, std::string_view why);

}  // namespace ringfence::worker
