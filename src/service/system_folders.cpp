#include "service/system_folders.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fmt/core.h>

#include "base/escape.h"

namespace ringfence::service {
namespace {

std::string folder_in(const char* variable, const char* usual) {
    const char* const value = std::getenv(variable);
    return value != nullptr && *value == '/' ? value : usual;
}

Error cannot_use(const std::string& folder, const std::string& why) {
    return Error::bad_input(fmt::format("cannot use the folder {}: {}", escape(folder), why));
}

// Does not follow an existing link, since the folder above may have belonged to another user.
Result<void> make_folder(const std::string& folder, uid_t uid, gid_t gid, mode_t mode) {
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(folder).parent_path(), error);
    if (::mkdir(folder.c_str(), mode) != 0 && errno != EEXIST)
        return cannot_use(folder, std::generic_category().message(errno));
    struct stat info = {};
    if (::lstat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) return cannot_use(folder, "it is none");
    const bool is_right = info.st_uid == uid && info.st_gid == gid && (info.st_mode & 07777U) == mode;
    if (is_right) return {};
    // The mode first: after chown(), changing it would need another capability.
    if ((info.st_uid == ::geteuid() && ::chmod(folder.c_str(), mode) != 0) || ::lchown(folder.c_str(), uid, gid) != 0)
        return cannot_use(folder, std::generic_category().message(errno));
    return {};
}

}  // namespace

SystemFolders system_folders() {
    return {folder_in("STATE_DIRECTORY", "/var/lib/ringfence"), folder_in("CACHE_DIRECTORY", "/var/cache/ringfence")};
}

Result<void> make_system_folders(const SystemFolders& folders, const User& daemon, const WorkerUsers& workers) {
    RF_RETURN_IF_ERROR(make_folder(folders.state, daemon.uid, daemon.gid, 0700));
    RF_RETURN_IF_ERROR(make_folder(folders.cache, 0, 0, 0755));
    for (uid_t uid = workers.first; uid <= workers.last_shared(); ++uid)
        RF_RETURN_IF_ERROR(make_folder(folders.cache_of(uid), uid, workers.gid, 0700));
    return {};
}

Result<void> check_state_folder(const SystemFolders& folders, const User& daemon) {
    struct stat info = {};
    if (::lstat(folders.state.c_str(), &info) == 0 && info.st_uid == daemon.uid) return {};
    return cannot_use(folders.state, fmt::format("it is not the user's whom the settings name ({})", daemon.uid))
        .with_remedy("a change of the daemon's user needs a restart: systemctl restart ringfenced");
}

Result<UniqueFd> listen_for_all(const std::string& path, SocketKind kind) {
    RF_RETURN_IF_ERROR(make_folder(std::filesystem::path(path).parent_path(), 0, 0, 0755));
    RF_TRY(UniqueFd socket, listen_at(path, kind));
    if (::chmod(path.c_str(), 0666) != 0)
        return Error::bad_input("cannot open " + escape(path) + " to all: " + std::generic_category().message(errno));
    return socket;
}

}  // namespace ringfence::service
