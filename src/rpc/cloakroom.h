// Keeps descriptors that a peer has sent away from RPC.
//
// RPC closes its descriptors on the loop's thread, and close(2) of any copy of a file waits for its file system, which
// for FUSE may be a program of the peer (base/closing.h). So RPC gets a ticket instead, an end of a pipe, which closes
// without delay. The descriptor stays here, and other threads close it after RPC has closed the ticket.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/unique_fd.h"

namespace ringfence::rpc {

class Cloakroom {
public:
    // As many as the sessions that a process may open.
    static constexpr std::size_t most = 16;

    // `whose`: the peer (base/closing.h).
    explicit Cloakroom(std::uint32_t whose = UniqueFd::somebodys) : whose_(whose) {}
    std::uint32_t whose() const { return whose_; }

    // Keeps a descriptor, and returns its ticket; empty if there is no room: then the descriptor is closed.
    UniqueFd keep(UniqueFd descriptor);
    // A copy of the ticket's descriptor; empty if it is not a ticket of this object.
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
