#include "supervisor/daemon_client.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/environment.h"
#include "base/escape.h"
#include "base/memory_file.h"
#include "base/peer.h"
#include "base/runtime_folder.h"
#include "base/socket.h"
#include "supervisor/administrator.h"
#include "supervisor/settings.h"

namespace ringfence::supervisor {
namespace {

// A busy machine takes seconds to start a process.
constexpr std::chrono::seconds start_limit{60};
// Another program may have started a daemon first, so that ours has ended.
constexpr std::chrono::seconds limit_of_others{10};
// A slow disk may have to take the last records.
constexpr std::chrono::seconds end_limit{60};

// Other users must not be able to create a socket in it.
Result<void> make_private_folder(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(folder).parent_path(), error);
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return Error::bad_input("cannot create " + escape(folder) + ": " + std::strerror(errno));
    struct stat status = {};
    if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::getuid())
        return Error::bad_input(escape(folder) + " is not a folder of this user's")
            .with_remedy("remove it, or set XDG_RUNTIME_DIR or RINGFENCE_SOCKET");
    if ((status.st_mode & 077) != 0 && ::chmod(folder.c_str(), 0700) != 0)
        return Error::bad_input("others can enter " + escape(folder) + ": " + std::strerror(errno));
    return {};
}

// Forks twice, so that the daemon has no controlling terminal and this process no child to wait for. Writes the
// daemon's process id to the pipe.
[[noreturn]] void become_daemon(const std::string& log, char* const* arguments, int pipe) {
    ::setsid();
    if (const pid_t pid = ::fork(); pid != 0) ::_exit(::write(pipe, &pid, sizeof(pid)) == sizeof(pid) ? 0 : 1);
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    const int output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    ::dup2(nothing, 0);
    ::dup2(output < 0 ? nothing : output, 1);
    ::dup2(output < 0 ? nothing : output, 2);
    // The daemon does not inherit the caller's other open files.
    ::close_range(3, ~0U, 0);
    if (::chdir("/") != 0) ::_exit(127);
    forget_tokens();
    ::execv(arguments[0], arguments);
    ::_exit(127);
}

// A descriptor that becomes readable when the daemon has ended; none: it has ended already, or could not be started.
UniqueFd spawn_daemon(const std::string& program, const std::string& settings_file, const std::string& log,
                      bool is_to_replace = false) {
    std::string settings = settings_file.empty() ? "" : std::filesystem::absolute(settings_file).string();
    std::string name = program;
    std::string option = "--config";
    std::string replace = "--replace";
    std::vector<char*> arguments = {name.data()};
    if (is_to_replace) arguments.push_back(replace.data());
    if (!settings.empty()) {
        arguments.push_back(option.data());
        arguments.push_back(settings.data());
    }
    arguments.push_back(nullptr);
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) return {};
    const UniqueFd reader(ends[0]);
    UniqueFd writer(ends[1]);
    const pid_t pid = ::fork();
    if (pid == 0) become_daemon(log, arguments.data(), writer.get());
    if (pid < 0) return {};
    ::waitpid(pid, nullptr, 0);
    writer.reset();
    pid_t daemon = 0;
    if (::read(reader.get(), &daemon, sizeof(daemon)) != sizeof(daemon)) return {};
    return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, daemon, 0)));
}

// Polls the condition while the daemon runs, and after its end for `limit_when_gone`.
template <typename Condition>
bool becomes(const Condition& is_met, const UniqueFd& daemon, std::chrono::seconds limit_when_gone) {
    const auto begin = std::chrono::steady_clock::now();
    for (bool has_gone = !daemon;;) {
        if (is_met()) return true;
        const auto passed = std::chrono::steady_clock::now() - begin;
        if (passed > start_limit || (has_gone && passed > limit_when_gone)) return false;
        pollfd end = {.fd = daemon.get(), .events = POLLIN, .revents = 0};
        const int ready = ::poll(&end, has_gone ? 0 : 1, 2);
        has_gone = has_gone || ready > 0;
    }
}

std::uintmax_t size_of(const std::string& path) {
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(path, error);
    return error ? 0 : bytes;
}

// The last line in the log after position `from` that the daemon itself has written; empty if there is none.
std::string last_words(const std::string& log, std::uintmax_t from) {
    constexpr std::string_view speaker = "ringfenced: ";
    std::ifstream file(log);
    file.seekg(static_cast<std::streamoff>(from));
    std::string said;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(speaker)) said = line.substr(speaker.size());
    }
    return escape(said);
}

}  // namespace

bool is_daemon_running() {
    return connect_to_trusted(daemon_socket_path()).ok();
}

Result<void> ensure_daemon(const std::string& program, const std::string& settings_file) {
    if (is_daemon_running()) return {};
    if (is_daemon_the_systems()) {
        return Error::bad_input("the system's daemon does not answer at " + escape(daemon_socket_path()))
            .with_remedy(
                "ask the administrator to start it (systemctl start ringfenced), or use one of your own: "
                "set RINGFENCE_SOCKET to a path in a folder of yours");
    }
    if (::access(program.c_str(), X_OK) != 0)
        return Error::bad_input("there is no daemon program " + escape(program)).with_remedy("build it: ./rf build");
    // With wrong settings the daemon would end, and report that only in its log.
    RF_RETURN_IF_ERROR(load_settings(settings_file.empty() ? std::nullopt : std::optional(settings_file)));
    const std::string folder = std::filesystem::path(daemon_socket_path()).parent_path();
    RF_RETURN_IF_ERROR(make_private_folder(folder));
    const std::string log = folder + "/ringfenced.log";
    const std::uintmax_t logged_before = size_of(log);
    const UniqueFd daemon = spawn_daemon(program, settings_file, log);
    if (becomes(is_daemon_running, daemon, limit_of_others)) return {};
    const std::string said = last_words(log, logged_before);
    return Error::bad_input("the daemon was started and does not answer at " + escape(daemon_socket_path()) +
                            (said.empty() ? "" : "; it said: " + said))
        .with_remedy("see " + escape(log));
}

Result<void> replace_daemon(const std::string& program, const std::string& settings_file) {
    if (::access(program.c_str(), X_OK) != 0)
        return Error::bad_input("there is no daemon program " + escape(program)).with_remedy("build it: ./rf build");
    RF_TRY(const auto before, daemon_status());
    const std::string folder = std::filesystem::path(daemon_socket_path()).parent_path();
    const std::string log = folder + "/ringfenced.log";
    const UniqueFd daemon = spawn_daemon(program, settings_file, log, true);
    const auto is_replaced = [&before] {
        const auto now = daemon_status();
        return now.ok() && now.value().value("pid", 0) != before.value("pid", 0);
    };
    if (becomes(is_replaced, daemon, std::chrono::seconds(0))) return {};
    return Error::bad_input("the daemon was not replaced, and goes on").with_remedy("see " + escape(log));
}

Result<nlohmann::ordered_json> daemon_status() {
    RF_TRY(const auto administrator, Administrator::connect(control_socket_path()));
    std::string text;
    RF_RETURN_IF_ERROR(administrator->ask(administrator->administration().statusRequest().send(),
                                          [&](const auto& response) { text = response.getStatus().cStr(); }));
    auto json = nlohmann::ordered_json::parse(text, nullptr, false);
    if (!json.is_object()) return Error::internal("the daemon's answer is not understood");
    return json;
}

Result<std::string> worker_kernels(std::uint32_t worker) {
    constexpr std::uint64_t largest_kernels = std::uint64_t{64} << 20;
    RF_TRY(const auto administrator, Administrator::connect(control_socket_path()));
    auto request = administrator->administration().kernelsRequest();
    request.setWorker(worker);
    std::optional<schema::Descriptor::Client> carrier;
    RF_RETURN_IF_ERROR(administrator->ask(request.send(), [&](auto& response) { carrier = response.getText(); }));
    RF_TRY(const UniqueFd text, administrator->descriptor_of(*carrier));
    return read_memory_file(text.get(), largest_kernels);
}

Result<std::uint32_t> end_daemon() {
    RF_TRY(const auto status, daemon_status());
    const UniqueFd daemon(static_cast<int>(::syscall(SYS_pidfd_open, status.value("pid", 0), 0)));
    RF_TRY(const auto administrator, Administrator::connect(control_socket_path()));
    std::uint32_t sessions = 0;
    RF_RETURN_IF_ERROR(administrator->ask(administrator->administration().downRequest().send(),
                                          [&](const auto& response) { sessions = response.getSessions(); }));
    // It has answered, and may still be writing its last records.
    pollfd end = {.fd = daemon.get(), .events = POLLIN, .revents = 0};
    if (daemon && ::poll(&end, 1, static_cast<int>(std::chrono::milliseconds(end_limit).count())) == 0)
        return Error::bad_input("the daemon was told to end, and has not ended after " +
                                std::to_string(end_limit.count()) + " s")
            .with_remedy("see its log; process " + std::to_string(status.value("pid", 0)));
    return sessions;
}

Result<void> revoke_session(std::uint64_t id, const std::string& reason) {
    RF_TRY(const auto administrator, Administrator::connect(control_socket_path()));
    auto request = administrator->administration().revokeSessionRequest();
    request.setId(id);
    request.setReason(reason);
    return administrator->ask(request.send(), [](const auto&) {});
}

}  // namespace ringfence::supervisor
