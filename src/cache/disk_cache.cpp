#include "cache/disk_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <system_error>
#include <tuple>
#include <vector>

#include <fmt/core.h>

#include "base/escape.h"
#include "cache/digest.h"
#include "cache/folders.h"

namespace ringfence::cache {
namespace {

constexpr std::string_view magic = "rfcache";
constexpr std::uint32_t version = 2;  // with a seal

struct Header {
    char magic[8];
    std::uint32_t version;
    std::uint32_t reserved;
    std::uint64_t bytes;  // that follow
    Digest digest;
};
static_assert(sizeof(Header) == 56);

Header header_of(const Secret& secret, std::string_view key, std::string_view contents) {
    Header header = {};
    std::memcpy(header.magic, magic.data(), magic.size());
    header.version = version;
    header.bytes = contents.size();
    const std::string_view parts[] = {key, contents};
    header.digest = sealed_digest(secret, parts);
    return header;
}

// Takes as long wherever they differ.
bool is_same(const Header& one, const Header& other) {
    const auto* a = reinterpret_cast<const unsigned char*>(&one);
    const auto* b = reinterpret_cast<const unsigned char*>(&other);
    unsigned difference = 0;
    for (std::size_t i = 0; i < sizeof one; ++i)
        difference |= static_cast<unsigned>(a[i] ^ b[i]);
    return difference == 0;
}

Error unusable(const std::string& folder, const std::string& why, const std::string& remedy) {
    return Error::bad_input(fmt::format("compiled code is not kept in {}: {}", escape(folder), why))
        .with_remedy(remedy);
}

Error failed(const std::string& folder, int number) {
    return unusable(folder, std::generic_category().message(number), "name another folder (RINGFENCE_CACHE)");
}

Result<void> check_owner(const std::string& folder, const struct stat& info) {
    if (info.st_uid != ::geteuid()) {
        return unusable(folder, fmt::format("it belongs to the user {}, not to {}", info.st_uid, ::geteuid()),
                        "name a folder of your own (RINGFENCE_CACHE)");
    }
    if ((info.st_mode & 077U) != 0) {
        return unusable(folder, fmt::format("others can use it (mode {:03o})", info.st_mode & 0777U),
                        fmt::format("chmod 700 {}", escape(folder)));
    }
    return {};
}

bool write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// Keeps used files from being the oldest. Once an hour is enough.
void mark_used(int fd, const struct stat& info) {
    constexpr std::time_t hour = 3600;
    if (std::time(nullptr) - info.st_mtime > hour) (void)::futimens(fd, nullptr);
}

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

struct File {
    std::string name;
    std::uint64_t bytes = 0;
    timespec used = {};
};

// Files under other names are not ours, and left alone.
bool is_ours(std::string_view name) {
    constexpr std::size_t digits = 2 * std::tuple_size_v<Digest>;
    return name.size() >= digits &&
           name.substr(0, digits).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::vector<File> files_in(int folder) {
    std::vector<File> files;
    // fdopendir() takes a descriptor of its own, and another position with it.
    const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, CloseFolder> entries(copy < 0 ? nullptr : ::fdopendir(copy));
    if (!entries) return files;
    while (const dirent* entry = ::readdir(entries.get())) {
        struct stat info {};
        if (!is_ours(entry->d_name)) continue;
        if (::fstatat(folder, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode)) continue;
        files.push_back({entry->d_name, static_cast<std::uint64_t>(info.st_size), info.st_mtim});
    }
    return files;
}

}  // namespace

std::string default_folder() {
    if (const char* folder = std::getenv("RINGFENCE_CACHE"); folder != nullptr && *folder != 0) return folder;
    if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder != nullptr && *folder == '/')
        return std::string(folder) + "/ringfence/compiled";
    if (const char* folder = std::getenv("HOME"); folder != nullptr && *folder == '/')
        return std::string(folder) + "/.cache/ringfence/compiled";
    return {};
}

Result<std::unique_ptr<DiskCache>> DiskCache::open(const DiskCacheOptions& options) {
    const std::string folder = options.folder.empty() ? default_folder() : options.folder;
    if (folder.empty()) {
        return Error::bad_input("compiled code is not kept: there is no folder for it")
            .with_remedy("set HOME, XDG_CACHE_HOME or RINGFENCE_CACHE");
    }
    RF_RETURN_IF_ERROR(make_folders(folder));
    UniqueFd descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!descriptor) return failed(folder, errno);
    struct stat info {};
    if (::fstat(descriptor.get(), &info) != 0) return failed(folder, errno);
    RF_RETURN_IF_ERROR(check_owner(folder, info));
    const std::string secret_file = options.secret_file.empty() ? default_secret_file() : options.secret_file;
    RF_TRY(const Secret secret, load_secret(secret_file, folder));
    return std::unique_ptr<DiskCache>(new DiskCache(folder, options, secret, std::move(descriptor)));
}

std::string DiskCache::packed(const Secret& secret, std::string_view key, std::string_view contents) {
    const Header header = header_of(secret, key, contents);
    std::string file;
    file.reserve(sizeof header + contents.size());
    file.append(reinterpret_cast<const char*>(&header), sizeof header);
    file.append(contents);
    return file;
}

std::optional<std::string_view> DiskCache::unpacked(const Secret& secret, std::string_view key, std::string_view file) {
    if (file.size() < sizeof(Header)) return std::nullopt;
    const std::string_view contents = file.substr(sizeof(Header));
    Header header;
    std::memcpy(&header, file.data(), sizeof header);
    // The digest costs most: it is computed only for files that look right.
    if (std::memcmp(header.magic, magic.data(), magic.size()) != 0 || header.version != version ||
        header.bytes != contents.size())
        return std::nullopt;
    const Header wanted = header_of(secret, key, contents);
    if (!is_same(header, wanted)) return std::nullopt;
    return contents;
}

std::optional<std::string> DiskCache::read(const std::string& name) const {
    const UniqueFd file(::openat(descriptor_.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat info {};
    if (!file || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
    const auto size = static_cast<std::uint64_t>(info.st_size);
    if (info.st_uid != ::geteuid() || size < sizeof(Header) || size > limit_) return std::nullopt;
    std::string bytes(size, '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t taken = ::read(file.get(), bytes.data() + done, bytes.size() - done);
        if (taken < 0 && errno == EINTR) continue;
        if (taken <= 0) return std::nullopt;
        done += static_cast<std::size_t>(taken);
    }
    mark_used(file.get(), info);
    return bytes;
}

std::optional<std::string> DiskCache::find(std::string_view key) const {
    std::optional<std::string> file = read(std::string(key));
    if (!file) return std::nullopt;
    const std::optional<std::string_view> contents = unpacked(secret_, key, *file);
    if (!contents) {
        disbelieve(key);
        return std::nullopt;
    }
    file->erase(0, sizeof(Header));
    return file;
}

void DiskCache::disbelieve(std::string_view name) const {
    constexpr std::uint64_t most_told = 16;
    const std::uint64_t number = ++disbelieved_;
    if (number > most_told || !on_disbelief_) return;
    on_disbelief_(fmt::format("{}/{} is damaged, or was not written with this user's secret: it is made anew{}",
                              escape(folder_), escape(name),
                              number == most_told ? "; no more of these will be told of" : ""));
}

bool DiskCache::write(const std::string& name, std::string_view bytes) {
    const std::string temporary = fmt::format("{}.{}-{}.tmp", name, ::getpid(), next_++);
    const UniqueFd file(
        ::openat(descriptor_.get(), temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file) return false;
    if (write_all(file.get(), bytes) &&
        ::renameat(descriptor_.get(), temporary.c_str(), descriptor_.get(), name.c_str()) == 0)
        return true;
    ::unlinkat(descriptor_.get(), temporary.c_str(), 0);
    return false;
}

void DiskCache::keep(std::string_view key, std::string_view contents) {
    const std::uint64_t bytes = contents.size() + sizeof(Header);
    if (bytes > limit_ / 4) return;
    if (!write(std::string(key), packed(secret_, key, contents))) return;
    if ((unlooked_ += bytes) > limit_ / 16) make_room();
}

// The first time a process keeps something, and then whenever it has written a good part of the limit.
void DiskCache::make_room() {
    unlooked_ = 0;
    std::vector<File> files = files_in(descriptor_.get());
    std::uint64_t total = 0;
    for (const File& file : files)
        total += file.bytes;
    if (total <= limit_) return;
    std::sort(files.begin(), files.end(), [](const File& one, const File& other) {
        return std::pair(one.used.tv_sec, one.used.tv_nsec) < std::pair(other.used.tv_sec, other.used.tv_nsec);
    });
    for (const File& file : files) {
        if (total <= limit_ / 4 * 3) return;
        if (::unlinkat(descriptor_.get(), file.name.c_str(), 0) == 0) total -= file.bytes;
    }
}

}  // namespace ringfence::cache
