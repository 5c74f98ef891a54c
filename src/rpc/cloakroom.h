// Descriptors that a peer has sent, kept apart from RPC.
//
// RPC closes its descriptors in place, and every close(2) of any copy of a file asks its file system, which for FUSE is
// a program of the peer's (base/closing.h). So RPC gets a ticket, which closes without delay: an end of a pipe. The
// descriptor itself stays here, and other threads close it when RPC has closed the ticket.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/unique_fd.h"

namespace ringfence::rpc {

class Cloakroom {
public:
    // As many as a process may open sessions with.
    static constexpr std::size_t most = 16;

    // `whose`: the peer (base/closing.h).
    explicit Cloakroom(std::uint32_t whose = UniqueFd::somebodys) : whose_(whose) {}
    std::uint32_t whose() const { return whose_; }

    // The ticket; none: there is no room, and the descriptor is closed.
    UniqueFd keep(UniqueFd descriptor);
    // A copy of the ticket's descriptor; none: it is no ticket of this room.
    UniqueFd copy_for(int ticket) const;
    // Closes descriptors whose tickets are gone.
    void clear_up();

private:
    struct Kept {
        UniqueFd other_end;  // of the ticket's pipe
        UniqueFd descriptor;
    };

    const std::uint32_t whose_;
    std::vector<Kept> kept_;
};

}  // namespace ringfence::rpc
