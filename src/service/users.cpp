#include "service/users.h"

#include <pwd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>

#include <fmt/core.h>

#include "base/escape.h"

namespace ringfence::service {
namespace {

constexpr const char* worker_name = "ringfence-worker";
// Enough for all workers; limited, since installing a service makes a folder for a quarter of them.
constexpr std::uint32_t most_worker_users = 4096;
constexpr std::uint32_t least_worker_users = 4;  // shared workers, private ones, sessions

std::optional<std::uint32_t> number_in(std::string_view text) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::optional<User> user_named(const std::string& name) {
    const passwd* const entry = ::getpwnam(name.c_str());
    if (entry == nullptr) return std::nullopt;
    return User{entry->pw_uid, entry->pw_gid};
}

Error never_root() {
    return Error::bad_input("it must not be root, since a process of root escapes all limits");
}

}  // namespace

Result<User> find_user(std::string_view text) {
    if (const auto number = number_in(text)) {
        if (*number == 0 || *number == UINT32_MAX) return never_root();
        return User{*number, *number};
    }
    const std::optional<User> user = user_named(std::string(text));
    if (!user) {
        return Error::bad_input(fmt::format("there is no user '{}'", escape(text)))
            .with_remedy("make the users: ringfence install; or name others in [system] of ringfence.toml");
    }
    if (user->uid == 0 || user->gid == 0) return never_root();
    return *user;
}

Result<WorkerUsers> find_worker_users(std::string_view text) {
    const std::size_t dash = text.find('-');
    const auto first = number_in(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number_in(text.substr(dash + 1));
    if (!first || !last) {
        RF_TRY(const User user, find_user(text));
        return WorkerUsers{user.uid, user.uid, user.gid};
    }
    if (*first == 0 || *last == UINT32_MAX) return never_root();
    const bool is_one = *first == *last;
    if (!is_one && (*last < *first || *last - *first >= most_worker_users || *last - *first + 1 < least_worker_users)) {
        return Error::bad_input(fmt::format("'{}' is no range of {} to {} users", escape(text), least_worker_users,
                                            most_worker_users))
            .with_remedy("write for instance 64100-64163");
    }
    const std::optional<User> named = is_one ? std::nullopt : user_named(worker_name);
    return WorkerUsers{*first, *last, named ? named->gid : *first};
}

Result<uid_t> choose_worker_user(const WorkerUsers& users, bool is_shared, const std::vector<uid_t>& taken) {
    if (!users.is_range()) return users.first;
    const uid_t first = is_shared ? users.first : users.last_shared() + 1;
    const uid_t last = is_shared ? users.last_shared() : users.session_user() - 1;
    for (uid_t uid = first; uid <= last; ++uid) {
        if (std::find(taken.begin(), taken.end(), uid) == taken.end()) return uid;
    }
    return Error::bad_input(fmt::format("each worker has a user of its own, and {} {} workers have them all",
                                        last - first + 1, is_shared ? "shared" : "private"))
        .with_remedy("end other programs, or name more users (workers in [system] of ringfence.toml)");
}

}  // namespace ringfence::service
