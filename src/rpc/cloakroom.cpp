#include "rpc/cloakroom.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace ringfence::rpc {
namespace {

// Compares inodes, since descriptor numbers are reused, while an open pipe's inode is unique.
bool are_ends_of_one_pipe(int a, int b) {
    struct stat first {};
    struct stat second {};
    return ::fstat(a, &first) == 0 && ::fstat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

bool is_other_end_closed(int end) {
    pollfd look = {end, 0, 0};
    return ::poll(&look, 1, 0) > 0 && (look.revents & POLLHUP) != 0;
}

}  // namespace

UniqueFd Cloakroom::keep(UniqueFd descriptor) {
    clear_up();
    int ends[2] = {-1, -1};
    if (kept_.size() >= most || ::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return {};
    UniqueFd ticket(ends[1]);
    kept_.push_back({UniqueFd(ends[0]), std::move(descriptor)});
    return ticket;
}

UniqueFd Cloakroom::copy_for(int ticket) const {
    for (const Kept& one : kept_) {
        if (are_ends_of_one_pipe(ticket, one.other_end.get())) {
            return UniqueFd::foreign(::fcntl(one.descriptor.get(), F_DUPFD_CLOEXEC, 3), one.descriptor.whose());
        }
    }
    return {};
}

void Cloakroom::clear_up() {
    std::erase_if(kept_, [](const Kept& one) { return is_other_end_closed(one.other_end.get()); });
}

}  // namespace ringfence::rpc
