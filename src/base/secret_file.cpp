#include "base/secret_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <system_error>

#include "base/escape.h"
#include "base/unique_fd.h"

namespace ringfence {
namespace {

Error unusable_secret(const std::string& file, const SecretPurpose& purpose, const std::string& why,
                      const std::string& remedy) {
    return Error::bad_input(purpose.what + " " + escape(file) + ": " + why).with_remedy(remedy);
}

Error failed_secret(const std::string& file, const SecretPurpose& purpose, int number) {
    return unusable_secret(file, purpose, std::generic_category().message(number), purpose.other_place);
}

Result<void> make_secret(const std::string& file, const SecretPurpose& purpose) {
    static std::atomic<unsigned> next = 0;
    Secret secret;
    if (::getrandom(secret.data(), secret.size(), 0) != static_cast<ssize_t>(secret.size()))
        return failed_secret(file, purpose, errno);
    const std::string temporary = file + "." + std::to_string(::getpid()) + "-" + std::to_string(next++) + ".tmp";
    const UniqueFd made(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!made) return failed_secret(file, purpose, errno);
    int problem = 0;
    if (::write(made.get(), secret.data(), secret.size()) != static_cast<ssize_t>(secret.size())) {
        problem = ENOSPC;
    } else if (::link(temporary.c_str(), file.c_str()) != 0 && errno != EEXIST) {
        problem = errno;
    }
    ::unlink(temporary.c_str());
    if (problem != 0) return failed_secret(file, purpose, problem);
    return {};
}

std::string mode_text(unsigned mode) {
    char text[8];
    std::snprintf(text, sizeof text, "%03o", mode & 0777U);
    return text;
}

// Nothing if there is no such file.
Result<std::optional<Secret>> read_secret(const std::string& file, const SecretPurpose& purpose) {
    const UniqueFd opened(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!opened && errno == ENOENT) return std::optional<Secret>();
    struct stat info {};
    if (!opened || ::fstat(opened.get(), &info) != 0) return failed_secret(file, purpose, errno);
    const std::string remedy = "remove it, and another is made: rm " + escape(file);
    if (!S_ISREG(info.st_mode) || info.st_uid != ::geteuid() || (info.st_mode & 077U) != 0) {
        return unusable_secret(file, purpose,
                               "it is not this user's alone (user " + std::to_string(info.st_uid) + ", mode " +
                                   mode_text(info.st_mode) + ")",
                               remedy);
    }
    Secret secret;
    if (info.st_size != static_cast<off_t>(secret.size()) ||
        ::read(opened.get(), secret.data(), secret.size()) != static_cast<ssize_t>(secret.size())) {
        return unusable_secret(
            file, purpose,
            "it has " + std::to_string(info.st_size) + " bytes instead of " + std::to_string(secret.size()), remedy);
    }
    return std::optional(secret);
}

}  // namespace

Result<Secret> load_secret_file(const std::string& file, const SecretPurpose& purpose) {
    for (int attempt = 0; attempt < 2; ++attempt) {
        RF_TRY(const std::optional<Secret> secret, read_secret(file, purpose));
        if (secret) return *secret;
        RF_RETURN_IF_ERROR(make_secret(file, purpose));
    }
    return failed_secret(file, purpose, ENOENT);
}

}  // namespace ringfence
