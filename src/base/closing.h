// Closing descriptors that somebody else has opened, without waiting for him.
//
// close(2) takes as long as whoever made the descriptor wants it to: a TCP socket lingers until its other side has read
// (SO_LINGER), a file of a FUSE file system until its program answers (for each copy, and not even a signal ends that),
// and with a Unix socket goes what lies unread in it, which may be sockets again. A process that serves many leaves
// that to threads.
#pragma once

#include <cstdint>

#include "base/unique_fd.h"

namespace ringfence {

// From now on descriptors that are foreign (UniqueFd::foreign) are closed by threads of this process.
// Until then close_foreign(), which UniqueFd calls, does it itself.
void close_foreign_in_background();

// What hangs keeps a thread each. Each one (UniqueFd::whose) has so many, so that nobody waits for what another has
// sent. This one has so many descriptors that hang, or wait for those, that nothing more is to be taken from him.
bool has_too_many_closings(std::uint32_t whose);

}  // namespace ringfence
