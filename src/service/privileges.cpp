#include "service/privileges.h"

#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace ringfence::service {
namespace {

Error cannot(const std::string& what) {
    return Error::bad_input("cannot " + what + ": " + std::generic_category().message(errno))
        .with_remedy("start the system's daemon as root; it then changes to its own user");
}

bool set_capabilities(std::uint64_t kept) {
    __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct data[2] = {};
    for (int half = 0; half < 2; ++half) {
        data[half].effective = data[half].permitted = static_cast<std::uint32_t>(kept >> (32 * half));
    }
    return ::syscall(SYS_capset, &header, data) == 0;
}

}  // namespace

Result<void> become(const User& user, std::initializer_list<int> kept) {
    std::uint64_t capabilities = 0;
    for (const int capability : kept)
        capabilities |= std::uint64_t{1} << static_cast<unsigned>(capability);
    if (::prctl(PR_SET_KEEPCAPS, capabilities != 0 ? 1 : 0, 0, 0, 0) != 0) return cannot("keep capabilities");
    if (::setgroups(0, nullptr) != 0) return cannot("leave its groups");
    if (::setresgid(user.gid, user.gid, user.gid) != 0) return cannot("become the group " + std::to_string(user.gid));
    if (::setresuid(user.uid, user.uid, user.uid) != 0) return cannot("become the user " + std::to_string(user.uid));
    if (!set_capabilities(capabilities)) return cannot("give up capabilities");
    ::prctl(PR_SET_KEEPCAPS, 0, 0, 0, 0);
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return cannot("give up gaining privileges");
    return {};
}

bool become_in_child(const User& user) {
    // Raw system calls: the C library's wrappers signal all threads, which is not safe here.
    return ::syscall(SYS_setgroups, 0, nullptr) == 0 && ::syscall(SYS_setresgid, user.gid, user.gid, user.gid) == 0 &&
           ::syscall(SYS_setresuid, user.uid, user.uid, user.uid) == 0 && set_capabilities(0);
}

void become_undumpable() {
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    // exec() makes started programs dumpable again, until they call this themselves.
    const rlimit no_core = {0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
}

}  // namespace ringfence::service
