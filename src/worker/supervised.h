// A worker as its supervisor knows it: sessions come over the control socket, the state goes back (worker/control.h).
#pragma once

#include <memory>
#include <string_view>

#include "backend/device.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "worker/worker.h"

namespace ringfence::worker {

// Until the supervisor says "quit" or is gone, until a private worker's one session has ended, or the device is lost.
// Sessions get a moment to end; those that do not are left to the end of the process.
Result<void> serve_supervisor(UniqueFd control, std::unique_ptr<backend::Device> device, WorkerOptions options);

// Instead of serving: why there is no device.
void tell_problem(int control, std::string_view problem);
// And why the present device must not be shared.
void tell_unshareable(int control, std::string_view why);

}  // namespace ringfence::worker
