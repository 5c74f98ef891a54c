#include "supervisor/metrics_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

#include "base/escape.h"
#include "base/unique_fd.h"

namespace ringfence::supervisor {

namespace {

constexpr int ready_descriptor = 3;
constexpr int patience_ms = 10'000;

// `ready`: the pipe over which it reports that it listens; empty: it reports nothing.
[[noreturn]] void become_metrics(std::vector<std::string>& words, pid_t daemon, const UniqueFd& ready) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != daemon) ::_exit(1);
    if (ready && ready.get() != ready_descriptor) ::dup2(ready.get(), ready_descriptor);
    if (ready) ::fcntl(ready_descriptor, F_SETFD, 0);
    ::close_range(ready ? ready_descriptor + 1 : ready_descriptor, ~0U, 0);
    // The daemon has blocked signals, which this process must receive.
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
}

Result<void> start(std::vector<std::string> words, const std::string& socket, const UniqueFd& ready) {
    if (::access(words[0].c_str(), X_OK) != 0)
        return Error::bad_input("there is no program " + escape(words[0]) + ": " + std::strerror(errno));
    if (!socket.empty()) words.insert(words.end(), {"--socket", socket});
    const pid_t daemon = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0) return Error::bad_input(std::string("cannot serve metrics: ") + std::strerror(errno));
    if (pid == 0) become_metrics(words, daemon, ready);
    return {};
}

}  // namespace

Result<void> start_metrics(const std::string& program, const std::string& address, const std::string& socket) {
    return start({program, "--listen", address}, socket, {});
}

Result<void> succeed_metrics(const std::string& program, const std::string& address, const std::string& socket) {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) return Error::bad_input(std::string("no pipe: ") + std::strerror(errno));
    const UniqueFd listens(ends[0]);
    UniqueFd ready(ends[1]);
    RF_RETURN_IF_ERROR(
        start({program, "--listen", address, "--successor", std::to_string(ready_descriptor)}, socket, ready));
    ready.reset();
    pollfd waits{listens.get(), POLLIN, 0};
    char byte = 0;
    if (::poll(&waits, 1, patience_ms) > 0 && ::read(listens.get(), &byte, 1) == 1) return {};
    return Error::bad_input("metrics cannot be served; the lines above say why")
        .with_remedy("free the address, or name another: listen = \"127.0.0.1:9099\" in [metrics] (ringfence.toml)");
}

}  // namespace ringfence::supervisor
