// Closing descriptors that somebody else has opened, without waiting for him.
//
// close(2) takes as long as whoever made the descriptor wants it to: a TCP socket lingers until its other side has read
// (SO_LINGER), a file of a FUSE file system until its program answers, and with a Unix socket goes what lies unread in
// it, which may be sockets again. A process that serves many leaves that to threads.
#pragma once

#include "base/unique_fd.h"

namespace ringfence {

// From now on descriptors that are foreign (UniqueFd::foreign) are closed by threads of this process.
// Until then close_foreign(), which UniqueFd calls, does it itself.
void close_foreign_in_background();

}  // namespace ringfence
