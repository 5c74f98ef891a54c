// ncclGroupStart and ncclGroupEnd of a thread. With one rank only sends and receives have to wait for the group's end:
// each send needs the receive that belongs to it.
#pragma once

#include <cstddef>

#include "client/libraries/nccl_communicator.h"

namespace ringfence::client::nccl {

struct Transfer {
    Shared communicator;
    void* buffer = nullptr;
    std::size_t bytes = 0;
    void* stream = nullptr;
};

void start_group();
// The end of the outermost group makes the copies. It returns the first error of the group.
int end_group();
// Ends it without the copies.
int abandon_group();

// Passes a call's status on, and stores it for the group.
int in_group(int status);

// Outside of a group each counts as a whole group, which then lacks the matching transfer.
int add_send(Transfer transfer);
int add_receive(Transfer transfer);

}  // namespace ringfence::client::nccl
