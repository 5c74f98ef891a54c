// The users that the system's daemon and its workers run as: by name, or by number where there is no such entry.
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

// "ringfence", or a number, which is then the group's too. Never root.
[[nodiscard]] Result<User> find_user(std::string_view text);

// The users that workers run as. One, for all of them; or a range of numbers, one for each worker that lives, so that
// workers have nothing in common that the kernel would let them use against each other.
struct WorkerUsers {
    uid_t first = 0;
    uid_t last = 0;
    gid_t gid = 0;  // of all of them: the group that may open the card's device files

    bool is_range() const { return first != last; }
    bool contains(uid_t uid) const { return first <= uid && uid <= last; }
    // The first quarter of a range is for shared workers, which keep compiled code on disk. Private ones never get
    // those, so that no other worker trusts a file that a private one left behind.
    uid_t last_shared() const { return is_range() ? first + (last - first) / 4 : last; }
    // The last of a range is no worker's: the processes that serve sessions have it.
    uid_t session_user() const { return last; }
};

// "ringfence-worker", "64100", or "64100-64163". The group of a range is that of `ringfence-worker` if there is one,
// otherwise the first number.
[[nodiscard]] Result<WorkerUsers> find_worker_users(std::string_view text);

// One that no living worker has, unless there is only one for all.
[[nodiscard]] Result<uid_t> choose_worker_user(const WorkerUsers& users, bool is_shared,
                                               const std::vector<uid_t>& taken);

}  // namespace ringfence::service
