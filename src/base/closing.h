// Closes descriptors that others have opened, without waiting for them.
//
// close(2) takes as long as the descriptor's maker wants it to: a TCP socket lingers until its other side has read
// (SO_LINGER), a file of a FUSE file system until its program answers (for each copy, and not even a signal ends that),
// and a Unix socket takes along the unread messages in it, which may hold sockets again. A process that serves many
// leaves that to threads.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/unique_fd.h"

namespace ringfence {

// From now on descriptors that are foreign (UniqueFd::foreign) are closed by threads of this process.
// Until then close_foreign(), which UniqueFd calls, does it itself.
void close_foreign_in_background();

// A number for UniqueFd::foreign: descriptors from a tenant's programs are the tenant's. Without a name: one number for
// all peers that are no tenant, since another user is soon made (subordinate uids).
std::uint32_t closings_of(std::string_view tenant);

// Each close that hangs blocks a thread. Each owner (UniqueFd::whose) has so many, so that none waits for another's
// descriptors; and one at least, however many others' hang, unless the system gives no threads. True if this owner has
// so many descriptors that hang, or wait for those, that no more are to be accepted from it.
bool has_too_many_closings(std::uint32_t whose);

}  // namespace ringfence
