// Descriptors that a peer has sent, kept apart from RPC.
//
// RPC closes what it is given where it stands, and every close(2) of any copy of a file asks its file system, which for
// FUSE is a program of the peer's (base/closing.h). So RPC is given a ticket, which nobody waits for: an end of a pipe.
// The descriptor itself stays here, and is closed by others when RPC has let go of the ticket.
#pragma once

#include <cstddef>
#include <vector>

#include "base/unique_fd.h"

namespace ringfence::rpc {

class Cloakroom {
public:
    // As many as a process may open sessions with.
    static constexpr std::size_t most = 16;

    // The ticket; none: there is no room, and the descriptor is closed.
    UniqueFd keep(UniqueFd descriptor);
    // A copy of what the ticket is for; none: it is no ticket of this room.
    UniqueFd copy_for(int ticket) const;
    // Closes what nobody has a ticket for any more.
    void clear_up();

private:
    struct Kept {
        UniqueFd other_end;  // of the ticket's pipe
        UniqueFd descriptor;
    };

    std::vector<Kept> kept_;
};

}  // namespace ringfence::rpc
