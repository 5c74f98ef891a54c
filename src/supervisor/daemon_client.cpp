#include "supervisor/daemon_client.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <thread>

#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/mapped_memory.h"
#include "base/memory_file.h"
#include "base/peer.h"
#include "base/runtime_folder.h"
#include "base/socket.h"
#include "channel/handshake.h"

namespace ringfence::supervisor {
namespace {

constexpr std::chrono::seconds start_limit{10};
constexpr std::chrono::seconds answer_limit{10};
constexpr std::size_t most_answer_bytes = 64 << 20;

// Others must not be able to put a socket of theirs there.
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

// Twice removed from this process: it belongs to nobody's terminal and leaves no child to wait for.
[[noreturn]] void become_daemon(const std::string& log, char* const* arguments) {
    ::setsid();
    if (::fork() != 0) ::_exit(0);
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    const int output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    ::dup2(nothing, 0);
    ::dup2(output < 0 ? nothing : output, 1);
    ::dup2(output < 0 ? nothing : output, 2);
    // Whatever else the caller had open is not the daemon's business.
    ::close_range(3, ~0U, 0);
    if (::chdir("/") != 0) ::_exit(127);
    ::execv(arguments[0], arguments);
    ::_exit(127);
}

void spawn_daemon(const std::string& program, const std::string& settings_file, const std::string& log) {
    std::string settings = settings_file.empty() ? "" : std::filesystem::absolute(settings_file).string();
    std::string name = program;
    std::string option = "--config";
    std::vector<char*> arguments = {name.data()};
    if (!settings.empty()) {
        arguments.push_back(option.data());
        arguments.push_back(settings.data());
    }
    arguments.push_back(nullptr);
    const pid_t pid = ::fork();
    if (pid == 0) become_daemon(log, arguments.data());
    if (pid > 0) ::waitpid(pid, nullptr, 0);
}

}  // namespace

bool is_daemon_running() {
    return connect_to_trusted(daemon_socket_path()).ok();
}

Result<void> ensure_daemon(const std::string& program, const std::string& settings_file) {
    if (is_daemon_running()) return {};
    if (::access(program.c_str(), X_OK) != 0)
        return Error::bad_input("there is no daemon program " + escape(program)).with_remedy("build it: ./rf build");
    const std::string folder = std::filesystem::path(daemon_socket_path()).parent_path();
    RF_RETURN_IF_ERROR(make_private_folder(folder));
    const std::string log = folder + "/ringfenced.log";
    spawn_daemon(program, settings_file, log);
    const auto end = std::chrono::steady_clock::now() + start_limit;
    while (!is_daemon_running()) {
        if (std::chrono::steady_clock::now() > end)
            return Error::bad_input("the daemon was started and does not answer at " + escape(daemon_socket_path()))
                .with_remedy("see " + escape(log));
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return {};
}

Result<nlohmann::ordered_json> ask_daemon(const std::string& question) {
    return put_question(nlohmann::ordered_json{{"ask", question}});
}

Result<nlohmann::ordered_json> put_question(const nlohmann::ordered_json& question) {
    const std::string text = question.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    if (text.size() > channel::largest_message)
        return Error::bad_input("the daemon takes no questions of more than 4096 bytes")
            .with_remedy("say less at once");
    RF_TRY(const UniqueFd socket, connect_to_trusted(daemon_socket_path()));
    RF_RETURN_IF_ERROR(send_message(socket.get(), std::as_bytes(std::span(text))));
    RF_TRY(const SocketMessage answer, receive_message(socket.get(), 16, answer_limit));
    if (answer.descriptors.empty()) return Error::bad_input("the daemon went away without an answer");
    const int file = answer.descriptors.front().get();
    RF_TRY(const std::uint64_t size, memory_file_bytes(file));
    if (size > most_answer_bytes) return Error::internal("the daemon's answer is too long");
    RF_TRY(const MappedMemory memory, MappedMemory::map(file, size));
    const std::string_view bytes(reinterpret_cast<const char*>(memory.bytes().data()), memory.size());
    auto json = nlohmann::ordered_json::parse(bytes, nullptr, false);
    if (!json.is_object()) return Error::internal("the daemon's answer is not understood");
    return json;
}

}  // namespace ringfence::supervisor
