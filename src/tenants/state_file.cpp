#include "tenants/state_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/core.h>

#include "base/escape.h"

namespace ringfence::tenants {
namespace {

Error failed(const std::string& path) {
    return Error::bad_input(escape(path) + ": " + std::strerror(errno));
}

// Root also trusts files of the folder's owner, the daemon.
bool is_of_folders_owner(const std::string& path, const struct stat& info) {
    const std::string parent = std::filesystem::path(path).parent_path();
    struct stat folder = {};
    return ::geteuid() == 0 && ::stat(parent.empty() ? "." : parent.c_str(), &folder) == 0 &&
           folder.st_uid == info.st_uid;
}

Result<void> check_owner(const std::string& path, const struct stat& info) {
    const bool is_ours = info.st_uid == ::geteuid() || info.st_uid == 0 || is_of_folders_owner(path, info);
    if (S_ISREG(info.st_mode) && is_ours && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0) return {};
    return Error::bad_input(escape(path) + " is not the administrator's alone: others can write it")
        .with_remedy("chown it to the daemon's user or root, and chmod 600 it");
}

// The folder of a file, opened once: root may write here for the daemon's user, who must not be able to redirect the
// write elsewhere.
struct Place {
    UniqueFd folder;
    std::string name;
    struct stat info = {};  // of the folder
};

Result<Place> place_of(const std::string& path) {
    const std::filesystem::path whole(path);
    const std::string parent = whole.parent_path();
    Place place;
    place.name = whole.filename();
    place.folder.reset(::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!place.folder || ::fstat(place.folder.get(), &place.info) != 0) return failed(path);
    return place;
}

// Gives files that root has made to the daemon's user.
Result<void> give_to_owner(const Place& place, const UniqueFd& file, const std::string& path) {
    if (::geteuid() != 0 || place.info.st_uid == 0) return {};
    if (::fchown(file.get(), place.info.st_uid, place.info.st_gid) == 0) return {};
    return failed(path);
}

// The permissions of an existing file, which are kept.
Result<mode_t> mode_of(const Place& place, const std::string& path) {
    struct stat info = {};
    if (::fstatat(place.folder.get(), place.name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno == ENOENT) return mode_t{0600};
        return failed(path);
    }
    if (S_ISREG(info.st_mode)) return mode_t{info.st_mode & 0777U};
    return Error::bad_input(escape(path) + " is no file of its own, but a link or the like")
        .with_remedy("name the file itself (tenants in ringfence.toml)");
}

Result<void> write_all(const UniqueFd& file, std::string_view contents, const std::string& path) {
    while (!contents.empty()) {
        const ssize_t written = ::write(file.get(), contents.data(), contents.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return failed(path);
        contents.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

Result<void> fill_new_file(const Place& place, const std::string& name, mode_t mode, std::string_view contents,
                           const std::string& path) {
    // Removes a leftover of a killed process. The lock is held, so no other process is using it.
    ::unlinkat(place.folder.get(), name.c_str(), 0);
    const UniqueFd file(
        ::openat(place.folder.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file) return failed(path);
    RF_RETURN_IF_ERROR(write_all(file, contents, path));
    RF_RETURN_IF_ERROR(give_to_owner(place, file, path));
    if (::fchmod(file.get(), mode) != 0 || ::fsync(file.get()) != 0) return failed(path);
    return {};
}

// Does not change an existing file's owner: the name may be a link to something else.
Result<UniqueFd> open_lock(const std::string& path) {
    RF_TRY(const Place place, place_of(path));
    constexpr int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    for (int attempt = 0; attempt < 2; ++attempt) {
        UniqueFd made(::openat(place.folder.get(), place.name.c_str(), flags | O_CREAT | O_EXCL, 0600));
        if (made) {
            RF_RETURN_IF_ERROR(give_to_owner(place, made, path));
            return made;
        }
        UniqueFd found(::openat(place.folder.get(), place.name.c_str(), flags));
        if (found) return found;
    }
    return failed(path);
}

}  // namespace

Result<void> make_folder_of(const std::string& path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code problem;
    if (folder.empty() || std::filesystem::exists(folder, problem)) return {};
    std::filesystem::create_directories(folder, problem);
    if (problem) return Error::bad_input("cannot create " + escape(folder.string()) + ": " + problem.message());
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all, problem);
    return {};
}

Result<std::optional<std::string>> read_state_file(const std::string& path, std::size_t limit) {
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file && errno == ENOENT) return std::optional<std::string>();
    struct stat info = {};
    if (!file || ::fstat(file.get(), &info) != 0) return failed(path);
    RF_RETURN_IF_ERROR(check_owner(path, info));
    if (static_cast<std::uint64_t>(info.st_size) > limit) {
        return Error::bad_input(fmt::format("{} has {} bytes, and may have {}", escape(path), info.st_size, limit));
    }
    // Reads the checked file, whatever its name refers to by now.
    std::string contents(static_cast<std::size_t>(info.st_size), '\0');
    for (std::size_t have = 0; have < contents.size();) {
        const ssize_t got =
            ::pread(file.get(), contents.data() + have, contents.size() - have, static_cast<off_t>(have));
        if (got < 0) return failed(path);
        if (got == 0) return Error::bad_input(escape(path) + " was cut while it was read");
        have += static_cast<std::size_t>(got);
    }
    return std::optional(std::move(contents));
}

Result<void> write_state_file(const std::string& path, std::string_view contents) {
    RF_RETURN_IF_ERROR(make_folder_of(path));
    RF_TRY(const Place place, place_of(path));
    RF_TRY(const mode_t mode, mode_of(place, path));
    const std::string beside = place.name + ".new";
    Result<void> filled = fill_new_file(place, beside, mode, contents, path);
    if (filled.ok() && ::renameat(place.folder.get(), beside.c_str(), place.folder.get(), place.name.c_str()) != 0)
        filled = failed(path);
    if (!filled.ok()) ::unlinkat(place.folder.get(), beside.c_str(), 0);
    return filled;
}

Result<UniqueFd> lock_state_file(const std::string& path) {
    RF_RETURN_IF_ERROR(make_folder_of(path));
    RF_TRY(UniqueFd lock, open_lock(path + ".lock"));
    while (::flock(lock.get(), LOCK_EX) != 0) {
        if (errno != EINTR) return failed(path + ".lock");
    }
    return lock;
}

}  // namespace ringfence::tenants
