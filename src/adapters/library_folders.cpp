#include "adapters/library_folders.h"

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
#include <set>
#include <system_error>

#include <fmt/core.h>

#include "base/escape.h"

namespace ringfence::adapters {
namespace {

namespace fs = std::filesystem;

#if defined(__x86_64__)
constexpr const char* system_folder = "/usr/lib/x86_64-linux-gnu";
constexpr const char* toolkit_targets[] = {"x86_64-linux"};
#else
constexpr const char* system_folder = "/usr/lib/aarch64-linux-gnu";
constexpr const char* toolkit_targets[] = {"sbsa-linux", "aarch64-linux"};
#endif

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

Result<void> check_place(const fs::path& path, bool is_above) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) {
        return Error::bad_input(fmt::format("{}: {}", escape(path.string()), std::strerror(errno)));
    }
    if (!can_others_write(path.string(), info, is_above)) return {};
    return Error::bad_input(fmt::format("{} can be changed by others than root and this user", escape(path.string())))
        .with_remedy("chmod go-w " + escape(path.string()) + ", or name a folder that only its owner can write");
}

// "libcufft.so." of "libcufft.so.12".
std::string_view without_version(std::string_view name) {
    const std::size_t at = name.find(".so.");
    return at == std::string_view::npos ? name : name.substr(0, at + std::strlen(".so."));
}

// The other versions of the library in a folder.
std::vector<fs::path> versions_in(const std::string& folder, std::string_view name) {
    std::vector<fs::path> found;
    std::error_code error;
    const std::string_view stem = without_version(name);
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string other = entry->path().filename().string();
        if (other.starts_with(stem) && other != name) found.push_back(entry->path());
    }
    return found;
}

}  // namespace

std::vector<std::string> usual_library_folders() {
    std::vector<std::string> folders = {"/usr/local/cuda/lib64"};
    for (const char* target : toolkit_targets)
        folders.push_back(fmt::format("/usr/local/cuda/targets/{}/lib", target));
    folders.emplace_back(system_folder);
    return folders;
}

std::vector<std::string> other_versions(const std::vector<std::string>& folders, std::string_view name) {
    std::set<std::string> names;
    for (const std::string& folder : folders)
        for (const fs::path& other : versions_in(folder, name))
            names.insert(escape(other.filename().string()));
    return {names.begin(), names.end()};
}

Result<std::string> check_only_trusted_write(const std::string& path) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error) return Error::bad_input(fmt::format("there is no library {}: {}", escape(path), error.message()));
    RF_RETURN_IF_ERROR(check_place(real, false));
    RF_RETURN_IF_ERROR(check_place(real.parent_path(), false));
    for (fs::path above = real.parent_path(); above != above.root_path(); above = above.parent_path())
        RF_RETURN_IF_ERROR(check_place(above.parent_path(), true));
    return real.string();
}

Result<std::string> find_library(const std::vector<std::string>& folders, std::string_view name) {
    std::string others;
    std::string places;
    for (const std::string& folder : folders) {
        std::string path = fmt::format("{}/{}", folder, name);
        if (::access(path.c_str(), F_OK) == 0) return path;
        for (const fs::path& other : versions_in(folder, name))
            others += (others.empty() ? "" : ", ") + escape(other.string());
        places += (places.empty() ? "" : ", ") + escape(folder);
    }
    std::string what = fmt::format("there is no {} in {}", name, places);
    if (!others.empty()) what += fmt::format("; of another version there is {}", others);
    return Error::bad_input(std::move(what))
        .with_remedy("ringfence doctor --libraries finds what this machine has, and writes the setting");
}

}  // namespace ringfence::adapters
