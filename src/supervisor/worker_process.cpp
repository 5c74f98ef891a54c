#include "supervisor/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "base/escape.h"

namespace ringfence::supervisor {
namespace {

std::vector<std::string> command_line(const std::string& program, const Settings& settings) {
    std::vector<std::string> words = {program,
                                      "--cache-limit",
                                      std::to_string(settings.cache_limit),
                                      "--backend",
                                      std::string(name_of(settings.backend)),
                                      "--isolation",
                                      settings.is_shared() ? "shared" : "private",
                                      "--guard",
                                      std::string(name_of(settings.guard_in_use())),
                                      "--memory",
                                      std::to_string(settings.soft_memory),
                                      "--workers",
                                      std::to_string(settings.soft_workers),
                                      "--launch-limit-ms",
                                      std::to_string(settings.soft_launch_limit_ms),
                                      "--compilers",
                                      std::to_string(settings.compilers),
                                      "--compile-limit-ms",
                                      std::to_string(settings.compile_limit_ms),
                                      "--compile-memory",
                                      std::to_string(settings.compile_memory),
                                      "--kernel-limit-ms",
                                      std::to_string(settings.kernel_limit_in_use()),
                                      "--local-memory",
                                      std::to_string(settings.local_memory),
                                      "--kernel-grace-ms",
                                      std::to_string(settings.kernel_grace_ms)};
    if (!settings.cache_folder.empty()) words.insert(words.end(), {"--cache-folder", settings.cache_folder});
    if (!settings.cache_secret.empty()) words.insert(words.end(), {"--cache-secret", settings.cache_secret});
    return words;
}

// In the child, between fork and exec: only what is safe there.
[[noreturn]] void become_worker(int control, int host_budget, char* const* arguments) {
    // Should the supervisor be killed, its workers end with it.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // Each may lie where the other is to be.
    const int control_aside = ::fcntl(control, F_DUPFD_CLOEXEC, worker::host_budget_descriptor + 1);
    const int budget_aside = ::fcntl(host_budget, F_DUPFD_CLOEXEC, worker::host_budget_descriptor + 1);
    ::dup2(control_aside, worker::control_descriptor);
    ::dup2(budget_aside, worker::host_budget_descriptor);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execv(arguments[0], arguments);
    ::_exit(127);
}

constexpr std::size_t largest_message =
    std::max({sizeof(worker::WorkerState), sizeof(worker::SessionEvent), sizeof(worker::SessionState)});

template <typename Message>
Result<Message> read_as(std::span<const std::byte> bytes) {
    Message message;
    if (bytes.size() != sizeof message) return Error::internal("a worker says something of the wrong size");
    std::memcpy(&message, bytes.data(), sizeof message);
    return message;
}

void end_text(std::span<char> text) {
    text.back() = '\0';
}

std::span<const std::byte> bytes_of(const auto& value) {
    return std::as_bytes(std::span(&value, 1));
}

}  // namespace

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::start(const std::string& program, const Domain& domain,
                                                            const HostPlace& host) {
    if (::access(program.c_str(), X_OK) != 0)
        return Error::bad_input("there is no worker program " + escape(program) + ": " + std::strerror(errno));
    RF_TRY(auto ends, socket_pair());
    std::vector<std::string> words = command_line(program, domain.settings);
    words.insert(words.end(),
                 {"--host-memory", std::to_string(host.limit), "--host-place", std::to_string(host.place)});
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t pid = ::fork();
    if (pid < 0) return Error::bad_input(std::string("cannot start a worker: ") + std::strerror(errno));
    if (pid == 0) become_worker(ends.second.get(), host.file, arguments.data());
    UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    std::unique_ptr<WorkerProcess> worker(new WorkerProcess(pid, std::move(ends.first), std::move(process), domain));
    worker->host_place_ = host.place;
    if (!worker->process_) return Error::bad_input(std::string("cannot watch a worker: ") + std::strerror(errno));
    return worker;
}

WorkerProcess::~WorkerProcess() {
    if (is_reaped_) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

Result<void> WorkerProcess::give_session(Handover& client) {
    const worker::ControlHeader header{.kind = worker::ControlKind::Session,
                                       .number = static_cast<std::uint32_t>(client.peer.pid),
                                       .session = client.session};
    std::vector<std::byte> message(bytes_of(header).begin(), bytes_of(header).end());
    message.insert(message.end(), client.hello.begin(), client.hello.end());
    std::vector<int> descriptors;
    for (const UniqueFd& descriptor : client.descriptors)
        descriptors.push_back(descriptor.get());
    RF_RETURN_IF_ERROR(send_message(control(), message, descriptors));
    last_client_ = client.peer.pid;
    guests_[client.session] = client.guest;
    on_the_way_.push_back(std::move(client));
    return {};
}

std::size_t WorkerProcess::sessions_of(pid_t client) const {
    if (!settings().is_shared()) return last_client_ == client ? 1 : 0;
    const auto is_waiting = [client](const Handover& one) { return one.peer.pid == client; };
    const auto is_served = [client](const auto& one) { return static_cast<pid_t>(one.second.pid) == client; };
    return static_cast<std::size_t>(std::count_if(on_the_way_.begin(), on_the_way_.end(), is_waiting) +
                                    std::count_if(sessions_.sessions().begin(), sessions_.sessions().end(), is_served));
}

std::deque<Handover> WorkerProcess::take_back() {
    // It may have said more before it ended.
    for (Result<bool> heard = true; heard.ok() && heard.value();)
        heard = receive();
    return std::exchange(on_the_way_, {});
}

Result<void> WorkerProcess::ask_to_quit() {
    const worker::ControlHeader header{worker::ControlKind::Quit, 0};
    return send_message(control(), bytes_of(header));
}

Result<void> WorkerProcess::ask_to_tell(std::uint32_t number) {
    const worker::ControlHeader header{worker::ControlKind::Tell, number};
    return send_message(control(), bytes_of(header));
}

std::vector<std::uint32_t> WorkerProcess::end_sessions(const std::function<bool(std::uint32_t, const Guest&)>& is_meant,
                                                       std::string_view reason) {
    std::vector<std::uint32_t> ended;
    for (auto& [session, guest] : guests_) {
        if (guest.was_told_to_go || !is_meant(session, guest)) continue;
        worker::EndSession order;
        order.session = session;
        worker::put_text(order.reason, reason);
        // One that cannot be told now is asked again, or is dying, and its sessions with it.
        if (!send_message(control(), bytes_of(order))) continue;
        guest.was_told_to_go = true;
        ended.push_back(session);
    }
    return ended;
}

Result<bool> WorkerProcess::receive() {
    RF_TRY(const SocketMessage message, receive_message(control(), largest_message));
    if (message.is_end) return false;
    worker::ControlHeader header;
    if (message.bytes.size() < sizeof header) return Error::internal("a worker says something that is too short");
    std::memcpy(&header, message.bytes.data(), sizeof header);
    if (header.version != worker::control_version) {
        worker::put_text(state_.problem,
                         "the worker is of another version of Ringfence than the daemon; end the daemon "
                         "(ringfence down), and start the program again");
        return Error::bad_input(state_.problem);
    }
    switch (header.kind) {
        case worker::ControlKind::State: {
            RF_TRY(const auto state, read_as<worker::WorkerState>(message.bytes));
            RF_RETURN_IF_ERROR(take_state(state));
            return true;
        }
        case worker::ControlKind::Event: {
            RF_TRY(const auto event, read_as<worker::SessionEvent>(message.bytes));
            RF_RETURN_IF_ERROR(take_event(event));
            return true;
        }
        case worker::ControlKind::SessionState: {
            RF_TRY(auto state, read_as<worker::SessionState>(message.bytes));
            end_text(state.program);
            end_text(state.last_text);
            sessions_.note(state);
            return true;
        }
        default: return Error::internal("a worker says something unexpected");
    }
}

void WorkerProcess::receive_what_is_there() {
    for (pollfd ready{control(), POLLIN, 0}; ::poll(&ready, 1, 0) > 0 && (ready.revents & POLLIN) != 0;) {
        const Result<bool> heard = receive();
        if (!heard.ok() || !heard.value()) return;
    }
}

Result<void> WorkerProcess::take_state(const worker::WorkerState& state) {
    state_ = state;
    end_text(state_.device);
    end_text(state_.backend);
    end_text(state_.problem);
    for (; taken_ != state.sessions_taken && !on_the_way_.empty(); ++taken_)
        on_the_way_.pop_front();
    return {};
}

Result<void> WorkerProcess::take_event(worker::SessionEvent event) {
    const auto kind = static_cast<std::uint32_t>(event.kind);
    if (kind == 0 || kind > worker::most_event_kind) return Error::internal("a worker tells of an unknown event");
    end_text(event.program);
    end_text(event.text);
    end_text(event.subject);
    sessions_.note(event);
    events_.push_back(event);
    return {};
}

void WorkerProcess::forget_guest_of(const worker::SessionEvent& event) {
    const bool is_over = event.kind == worker::EventKind::Ends || event.kind == worker::EventKind::NotBegun;
    if (is_over && settings().is_shared()) guests_.erase(event.session);
}

std::string WorkerProcess::reap() {
    int status = 0;
    if (::waitpid(pid_, &status, 0) != pid_) return "unknown how";
    is_reaped_ = true;
    if (WIFSIGNALED(status)) return std::string("killed by signal ") + std::to_string(WTERMSIG(status));
    return "exit status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace ringfence::supervisor
