#include "cache/secret_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/core.h>

#include "base/escape.h"
#include "base/unique_fd.h"
#include "cache/folders.h"

namespace ringfence::cache {
namespace {

Error unusable_file(const std::string& file, const std::string& why, const std::string& remedy = {}) {
    return Error::bad_input(fmt::format("the secret {}: {}", escape(file), why)).with_remedy(remedy);
}

Error failed_file(const std::string& file, int number) {
    return unusable_file(file, std::generic_category().message(number));
}

// A file of this name, complete from the start: of several processes that make one at once, one succeeds.
Result<void> make_secret(const std::string& file) {
    static std::atomic<unsigned> next = 0;
    RF_RETURN_IF_ERROR(make_folders(std::filesystem::path(file).parent_path().string()));
    Secret secret;
    if (::getrandom(secret.data(), secret.size(), 0) != static_cast<ssize_t>(secret.size()))
        return failed_file(file, errno);
    const std::string temporary = fmt::format("{}.{}-{}.tmp", file, ::getpid(), next++);
    const UniqueFd made(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!made) return failed_file(file, errno);
    int problem = 0;
    if (::write(made.get(), secret.data(), secret.size()) != static_cast<ssize_t>(secret.size())) {
        problem = ENOSPC;
    } else if (::link(temporary.c_str(), file.c_str()) != 0 && errno != EEXIST) {
        problem = errno;
    }
    ::unlink(temporary.c_str());
    if (problem != 0) return failed_file(file, problem);
    return {};
}

// Nothing if there is no such file.
Result<std::optional<Secret>> read_secret(const std::string& file) {
    const UniqueFd opened(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!opened && errno == ENOENT) return std::optional<Secret>();
    struct stat info {};
    if (!opened || ::fstat(opened.get(), &info) != 0) return failed_file(file, errno);
    if (!S_ISREG(info.st_mode) || info.st_uid != ::geteuid() || (info.st_mode & 077U) != 0) {
        return unusable_file(
            file, fmt::format("it is not this user's alone (user {}, mode {:03o})", info.st_uid, info.st_mode & 0777U),
            fmt::format("remove it, and another is made: rm {}", escape(file)));
    }
    Secret secret;
    if (info.st_size != static_cast<off_t>(secret.size()) ||
        ::read(opened.get(), secret.data(), secret.size()) != static_cast<ssize_t>(secret.size())) {
        return unusable_file(file, fmt::format("it has {} bytes instead of {}", info.st_size, secret.size()),
                             fmt::format("remove it, and another is made: rm {}", escape(file)));
    }
    return std::optional(secret);
}

}  // namespace

Result<Secret> load_secret_file(const std::string& file) {
    for (int attempt = 0; attempt < 2; ++attempt) {
        RF_TRY(const std::optional<Secret> secret, read_secret(file));
        if (secret) return *secret;
        RF_RETURN_IF_ERROR(make_secret(file));
    }
    return failed_file(file, ENOENT);
}

}  // namespace ringfence::cache
