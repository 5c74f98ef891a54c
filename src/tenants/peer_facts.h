// The kernel's facts about the process at the other end of a socket. Nothing in here was said by the process itself.
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
    std::vector<gid_t> groups;          // its supplementary ones
    std::optional<std::string> cgroup;  // its group when it was looked at; none: it was not looked at

    bool has_group(gid_t gid) const;
};

Result<PeerFacts> look_at_peer(int socket);

// The control group that the peer is in now. The number of a process that has ended may be another one's, in another
// group: so this fails unless the very process that connected was there before and after the look. Kernels before 6.5
// cannot tell that, and there it always fails.
Result<std::string> cgroup_of_peer(int socket);

}  // namespace ringfence::tenants
