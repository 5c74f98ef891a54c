#include "audit/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fmt/core.h>

#include "base/escape.h"
#include "base/runtime_folder.h"

namespace ringfence::audit {
namespace {

std::string beside(const std::string& path, const std::string& state_folder, const char* ending) {
    std::filesystem::path file(path);
    if (!state_folder.empty()) file = std::filesystem::path(state_folder) / file.filename();
    return file.replace_extension(ending).string();
}

constexpr std::size_t largest_file = std::size_t{4} << 30;

struct Identity {
    dev_t device = 0;
    ino_t inode = 0;
    friend bool operator==(const Identity&, const Identity&) = default;
};

}  // namespace

std::string key_path(const std::string& path, const std::string& state_folder) {
    return beside(path, state_folder, "key");
}

std::string head_path(const std::string& path, const std::string& state_folder) {
    return beside(path, state_folder, "head");
}

// Opens from the newest to the oldest: a file that is rotated meanwhile is found again, and recognised by its inode.
Result<std::vector<LogFile>> open_files(const std::string& path) {
    std::vector<LogFile> files;
    std::vector<Identity> known;
    for (unsigned number = 0; number <= most_files_put_aside; ++number) {
        const std::string name = number == 0 ? path : fmt::format("{}.{}", path, number);
        UniqueFd file(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        struct stat status {};
        if (!file && errno == ENOENT) continue;
        if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
            return Error::bad_input("the audit log " + escape(name) +
                                    " cannot be read: " + (file ? "this is no file" : std::strerror(errno)))
                .with_remedy("run this as the daemon's user, or as root");
        }
        const Identity identity{status.st_dev, status.st_ino};
        if (std::find(known.begin(), known.end(), identity) != known.end()) continue;
        known.push_back(identity);
        files.push_back({name, std::move(file)});
    }
    std::reverse(files.begin(), files.end());
    return files;
}

Result<std::string> read_all(const LogFile& file) {
    std::string text;
    std::string piece(1 << 20, '\0');
    for (;;) {
        const ssize_t got = ::read(file.file.get(), piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return Error::bad_input(escape(file.path) + " cannot be read: " + std::strerror(errno));
        if (got == 0) return text;
        text.append(piece, 0, static_cast<std::size_t>(got));
        if (text.size() > largest_file) return Error::bad_input(escape(file.path) + " is too large to be a log");
    }
}

std::string default_path() {
    if (const char* socket = std::getenv("RINGFENCE_SOCKET"); socket != nullptr && *socket == '/')
        return std::filesystem::path(socket).parent_path() / "audit.jsonl";
    const char* state = std::getenv("XDG_STATE_HOME");
    if (state != nullptr && *state == '/') return std::string(state) + "/ringfence/audit.jsonl";
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home == '/') return std::string(home) + "/.local/state/ringfence/audit.jsonl";
    return runtime_folder() + "/audit.jsonl";
}

}  // namespace ringfence::audit
