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
#include "base/file.h"

namespace ringfence::tenants {
namespace {

Error failed(const std::string& path) {
    return Error::bad_input(escape(path) + ": " + std::strerror(errno));
}

Result<void> check_owner(const std::string& path, const struct stat& info) {
    const bool is_ours = info.st_uid == ::geteuid() || info.st_uid == 0;
    if (S_ISREG(info.st_mode) && is_ours && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0) return {};
    return Error::bad_input(escape(path) + " is not the administrator's alone: others can write it")
        .with_remedy("chown it to the daemon's user or root, and chmod 600 it");
}

// Root may write for a daemon that has a user of its own, which must be able to read it.
Result<void> give_to_owner_of_folder(const std::string& path) {
    struct stat folder = {};
    if (::geteuid() != 0 || ::stat(std::filesystem::path(path).parent_path().c_str(), &folder) != 0) return {};
    if (folder.st_uid == 0 || ::lchown(path.c_str(), folder.st_uid, folder.st_gid) == 0) return {};
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
    // What was looked at, whatever its name stands for by now.
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
    // A new file is empty and closed to others before anything is in it; its permissions stay.
    const UniqueFd made(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    if (!made) return failed(path);
    RF_RETURN_IF_ERROR(write_file_atomically(path, contents));
    return give_to_owner_of_folder(path);
}

Result<UniqueFd> lock_state_file(const std::string& path) {
    RF_RETURN_IF_ERROR(make_folder_of(path));
    UniqueFd lock(::open((path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!lock) return failed(path + ".lock");
    while (::flock(lock.get(), LOCK_EX) != 0) {
        if (errno != EINTR) return failed(path + ".lock");
    }
    return lock;
}

}  // namespace ringfence::tenants
