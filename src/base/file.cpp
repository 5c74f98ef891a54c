#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <system_error>

#include "base/escape.h"
#include "base/unique_fd.h"

namespace ringfence {
namespace {

Error system_error(std::string_view action, const std::string& path, int number) {
    std::string message = "cannot ";
    message += action;
    return Error::bad_input(message + ": " + std::generic_category().message(number)).at({escape(path), 0, 0});
}

Result<void> write_all(int fd, std::string_view contents, const std::string& path) {
    while (!contents.empty()) {
        const ssize_t written = ::write(fd, contents.data(), contents.size());
        if (written < 0) {
            if (errno == EINTR) continue;
            return system_error("write", path, errno);
        }
        contents.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

Result<void> write_in_place(const std::string& path, std::string_view contents) {
    const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!fd) return system_error("open for writing", path, errno);
    return write_all(fd.get(), contents, path);
}

// `path` with symbolic links followed, so that renaming onto it replaces the file and not the link.
std::string resolve_links(const std::string& path) {
    const std::unique_ptr<char, decltype(&::free)> resolved(::realpath(path.c_str(), nullptr), &::free);
    return resolved ? std::string(resolved.get()) : path;
}

// A new, empty file beside `path`. Unlike mkstemp() it has the permissions that the user's umask asks for.
Result<UniqueFd> create_beside(const std::string& path, std::string& temporary) {
    static std::atomic<unsigned> counter = 0;
    for (int attempt = 0; attempt < 100; ++attempt) {
        temporary = path + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
        UniqueFd fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (fd) return fd;
        if (errno != EEXIST) break;
    }
    return system_error("create a file beside it", path, errno);
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t limit) {
    const bool is_stdin = path == "-";
    const std::string name = is_stdin ? "<stdin>" : path;
    UniqueFd file;
    if (!is_stdin) {
        file.reset(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        if (!file) return system_error("open", name, errno);
    }
    const int fd = is_stdin ? STDIN_FILENO : file.get();

    // The size is a hint: it is 0 for pipes and may change while we read.
    struct stat info = {};
    std::size_t expected = 0;
    if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) expected = static_cast<std::size_t>(info.st_size);

    constexpr std::size_t step = 65'536;
    std::string contents;
    std::size_t size = 0;
    while (true) {
        if (size == contents.size()) {
            if (size > limit) {
                return Error::bad_input("larger than the limit of " + std::to_string(limit) + " bytes")
                    .at({escape(name), 0, 0});
            }
            // One byte more than allowed (or expected), so that "too large" and "the end" can be told apart.
            const std::size_t wanted = std::max({expected + 1, size * 2, step});
            contents.resize(limit < wanted ? limit + 1 : wanted);
        }
        const ssize_t got = ::read(fd, contents.data() + size, contents.size() - size);
        if (got < 0) {
            if (errno == EINTR) continue;
            return system_error("read", name, errno);
        }
        if (got == 0) break;
        size += static_cast<std::size_t>(got);
    }
    contents.resize(size);
    return contents;
}

Result<void> write_file_atomically(const std::string& path, std::string_view contents) {
    struct stat info = {};
    const bool exists = ::stat(path.c_str(), &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) return write_in_place(path, contents);

    const std::string target = resolve_links(path);
    std::string temporary;
    RF_TRY(UniqueFd fd, create_beside(target, temporary));
    Result<void> result = write_all(fd.get(), contents, path);
    if (result.ok() && exists && ::fchmod(fd.get(), info.st_mode & 0777) != 0) {
        result = system_error("keep the permissions", path, errno);
    }
    if (result.ok() && ::fsync(fd.get()) != 0) result = system_error("write", path, errno);
    if (result.ok() && ::rename(temporary.c_str(), target.c_str()) != 0) {
        result = system_error("replace", path, errno);
    }
    if (!result.ok()) ::unlink(temporary.c_str());
    return result;
}

}  // namespace ringfence
