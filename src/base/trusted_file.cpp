#include "base/trusted_file.h"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

#include "base/escape.h"

namespace ringfence {
namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// True if the group is this user's alone, as far as this machine's own files say: asking further (NSS) may start
// arbitrary code. Distributions differ: on some all users have the same group.
bool is_private_group(gid_t group) {
    const File users(std::fopen("/etc/passwd", "re"));
    const File groups(std::fopen("/etc/group", "re"));
    if (group != ::getegid() || !users || !groups) return false;
    std::string own_name;
    while (const passwd* user = ::fgetpwent(users.get())) {
        if (user->pw_uid == ::geteuid()) own_name = user->pw_name;
        if (user->pw_uid != ::geteuid() && user->pw_gid == group) return false;
    }
    bool is_known = false;
    while (const ::group* one = ::fgetgrent(groups.get())) {
        if (one->gr_gid != group) continue;
        is_known = true;
        for (char** member = one->gr_mem; *member != nullptr; ++member)
            if (own_name != *member) return false;
    }
    return is_known;
}

bool is_trusted_group(gid_t group) {
    return group == 0 || is_private_group(group);
}

// Rights of users by name: then the group's bits are a bound for those too.
bool has_access_list(const std::string& path) {
    return ::getxattr(path.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
}

// In a folder with the sticky bit nobody can replace another's file.
bool can_others_write(const std::string& path, const struct stat& info, bool is_above) {
    if (info.st_uid != 0 && info.st_uid != ::geteuid()) return true;
    if (is_above && (info.st_mode & S_ISVTX) != 0) return false;
    if ((info.st_mode & S_IWOTH) != 0) return true;
    return (info.st_mode & S_IWGRP) != 0 && (!is_trusted_group(info.st_gid) || has_access_list(path));
}

Result<void> check_place(const std::filesystem::path& path, bool is_above) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) {
        return Error::bad_input(escape(path.string()) + ": " + std::strerror(errno));
    }
    if (!can_others_write(path.string(), info, is_above)) return {};
    return Error::bad_input(escape(path.string()) + " can be changed by others than root and this user")
        .with_remedy("chmod go-w " + escape(path.string()) + ", or name a folder that only its owner can write");
}

}  // namespace

Result<std::string> check_only_trusted_write(const std::string& path) {
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(path, error);
    if (error) return Error::bad_input("there is no " + escape(path) + ": " + error.message());
    RF_RETURN_IF_ERROR(check_place(real, false));
    RF_RETURN_IF_ERROR(check_place(real.parent_path(), false));
    for (std::filesystem::path above = real.parent_path(); above != above.root_path(); above = above.parent_path())
        RF_RETURN_IF_ERROR(check_place(above.parent_path(), true));
    return real.string();
}

}  // namespace ringfence
