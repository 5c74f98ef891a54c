// The users that the system's daemon and its workers run as, given by name or by number.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ringfence::service {

struct User {
    uid_t uid = 0;
    gid_t gid = 0;

    bool operator==(const User&) const = default;
};

// Finds a user: "ringfence", or a number, which is also used for the group. Refuses root.
[[nodiscard]] Result<User> find_user(std::string_view text);

// The users that workers run as: either one for all workers; or a range of numbers, one for each present worker, so
// that the kernel separates workers from each other.
struct WorkerUsers {
    uid_t first = 0;
    uid_t last = 0;
    gid_t gid = 0;  // of all workers: the group that may open the card's device files

    bool is_range() const { return first != last; }
    bool contains(uid_t uid) const { return first <= uid && uid <= last; }
    // The first quarter of a range is for shared workers, which cache compiled code on disk. Private workers never get
    // these users, so that no worker trusts a file that a private one has left.
    uid_t last_shared() const { return is_range() ? first + (last - first) / 4 : last; }
    // The last user of a range is for the processes that serve sessions, not for workers.
    uid_t session_user() const { return last; }
};

// Parses "ringfence-worker", "64100", or "64100-64163". The group of a range is that of `ringfence-worker` if that
// exists, otherwise the first number.
[[nodiscard]] Result<WorkerUsers> find_worker_users(std::string_view text);

// Chooses a user that no present worker has, unless there is only one for all.
[[nodiscard]] Result<uid_t> choose_worker_user(const WorkerUsers& users, bool is_shared,
                                               const std::vector<uid_t>& taken);

}  // namespace ringfence::service
