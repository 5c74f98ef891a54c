#include "supervisor/audit_trail.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/runtime_folder.h"

namespace ringfence::supervisor {
namespace {

Error audit_error(const std::string& path, const std::string& why) {
    return Error::bad_input("the audit trail " + escape(path) + ": " + why)
        .with_remedy("name another file: audit = \"/path\" in the daemon's settings (ringfence.toml)");
}

// UTC, to the millisecond.
std::string time_now() {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    std::tm parts{};
    ::gmtime_r(&now.tv_sec, &parts);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                       parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, now.tv_nsec / 1'000'000);
}

}  // namespace

Result<AuditTrail> AuditTrail::open(const std::string& path, const Limits& limits) {
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
    AuditTrail trail(path, limits);
    RF_RETURN_IF_ERROR(trail.open_file());
    return trail;
}

Result<void> AuditTrail::open_file() {
    file_.reset(::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file_) return audit_error(path_, std::strerror(errno));
    struct stat status {};
    if (::fstat(file_.get(), &status) != 0) return audit_error(path_, std::strerror(errno));
    if (!S_ISREG(status.st_mode)) return audit_error(path_, "this is no file");
    if (status.st_uid != ::geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return audit_error(path_, "others can write it");
    bytes_ = static_cast<std::uint64_t>(status.st_size);
    is_ours_alone_ = ::flock(file_.get(), LOCK_EX | LOCK_NB) == 0;
    return {};
}

Result<void> AuditTrail::append(std::string_view event, const nlohmann::ordered_json& details) {
    nlohmann::ordered_json line{{"time", time_now()}, {"event", event}};
    line.update(details);
    const std::string text = line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
    if (bytes_ > 0 && bytes_ + text.size() > limits_.file_bytes) RF_RETURN_IF_ERROR(put_aside());
    if (!file_) RF_RETURN_IF_ERROR(open_file());
    // In one piece: a reader never sees half a line, unless the disk is full.
    const ssize_t written = ::write(file_.get(), text.data(), text.size());
    if (written < 0) return audit_error(path_, std::strerror(errno));
    bytes_ += static_cast<std::uint64_t>(written);
    if (static_cast<std::size_t>(written) != text.size()) return audit_error(path_, "the disk is full");
    return {};
}

Result<void> AuditTrail::put_aside() {
    file_.reset();
    for (unsigned number = limits_.files_put_aside; number > 0; --number) {
        const std::string from = number == 1 ? path_ : fmt::format("{}.{}", path_, number - 1);
        if (::rename(from.c_str(), fmt::format("{}.{}", path_, number).c_str()) != 0 && errno != ENOENT)
            return audit_error(path_, std::strerror(errno));
    }
    return open_file();
}

std::string default_audit_path() {
    if (const char* socket = std::getenv("RINGFENCE_SOCKET"); socket != nullptr && *socket == '/')
        return std::filesystem::path(socket).parent_path() / "audit.jsonl";
    const char* state = std::getenv("XDG_STATE_HOME");
    if (state != nullptr && *state == '/') return std::string(state) + "/ringfence/audit.jsonl";
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home == '/') return std::string(home) + "/.local/state/ringfence/audit.jsonl";
    return runtime_folder() + "/audit.jsonl";
}

}  // namespace ringfence::supervisor
