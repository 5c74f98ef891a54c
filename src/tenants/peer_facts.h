// The kernel's facts about the process at the other end of a socket. None of them comes from the process itself.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/socket.h"

namespace ringfence::tenants {

// User and groups as they were when it connected.
struct PeerFacts {
    PeerProcess process;
    std::vector<gid_t> groups;          // its supplementary groups
    std::optional<std::string> cgroup;  // when it was read; none: it was not read

    bool has_group(gid_t gid) const;
};

Result<PeerFacts> look_at_peer(int socket);

// The peer's present control group. A process id may be reused by a process in another group, so this fails unless the
// very process that connected exists before and after reading. Kernels before 6.5 cannot tell that, so it always fails
// there.
Result<std::string> cgroup_of_peer(int socket);

}  // namespace ringfence::tenants
