#include "tenants/peer_facts.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/file.h"
#include "base/peer.h"
#include "base/unique_fd.h"
#include "tenants/cgroup.h"

namespace ringfence::tenants {
namespace {

// From <sys/socket.h>: since Linux 4.13 and 6.5.
constexpr int peer_groups_option = 59;
constexpr int peer_descriptor_option = 77;
constexpr std::size_t most_cgroup_bytes = 65'536;

Result<std::vector<gid_t>> groups_of_peer(int socket) {
    // Grows as needed, up to NGROUPS_MAX.
    std::vector<gid_t> groups(64);
    socklen_t bytes = static_cast<socklen_t>(groups.size() * sizeof(gid_t));
    while (::getsockopt(socket, SOL_SOCKET, peer_groups_option, groups.data(), &bytes) != 0) {
        if (errno != ERANGE || groups.size() >= 65'536)
            return Error::bad_input(std::string("the kernel does not tell its groups: ") + std::strerror(errno));
        groups.resize(groups.size() * 4);
        bytes = static_cast<socklen_t>(groups.size() * sizeof(gid_t));
    }
    groups.resize(bytes / sizeof(gid_t));
    return groups;
}

}  // namespace

bool PeerFacts::has_group(gid_t gid) const {
    return process.gid == gid || std::find(groups.begin(), groups.end(), gid) != groups.end();
}

Result<PeerFacts> look_at_peer(int socket) {
    PeerFacts facts;
    RF_TRY(facts.process, peer_process(socket));
    RF_TRY(facts.groups, groups_of_peer(socket));
    return facts;
}

Result<std::string> cgroup_of_peer(int socket) {
    int descriptor = -1;
    socklen_t bytes = sizeof descriptor;
    if (::getsockopt(socket, SOL_SOCKET, peer_descriptor_option, &descriptor, &bytes) != 0) {
        return Error::bad_input(std::string("the kernel does not tell which process it is: ") + std::strerror(errno))
            .with_remedy("tell tenants apart by user or token; control groups need Linux 6.5");
    }
    const UniqueFd process(descriptor);
    RF_TRY(const PeerProcess peer, peer_process(socket));
    if (peer.pid <= 0) return Error::bad_input("its process has no number here");
    const Result<std::string> text = read_file("/proc/" + std::to_string(peer.pid) + "/cgroup", most_cgroup_bytes);
    // If the process still exists, its id was not reused while reading.
    if (has_ended(process)) return Error::bad_input("its process has ended");
    if (!text.ok()) return text.error();
    return unified_cgroup(text.value());
}

}  // namespace ringfence::tenants
