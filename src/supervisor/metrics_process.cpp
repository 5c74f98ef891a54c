#include "supervisor/metrics_process.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/escape.h"

namespace ringfence::supervisor {

Result<void> check_metrics(const std::string& program) {
    if (::access(program.c_str(), X_OK) == 0) return {};
    return Error::bad_input("there is no program " + escape(program) + ": " + std::strerror(errno));
}

Result<void> start_metrics(const std::string& program, const std::string& address, const std::string& socket) {
    std::string words[] = {program, "--listen", address, "--socket", socket};
    char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr, nullptr, nullptr};
    if (!socket.empty()) {
        arguments[3] = words[3].data();
        arguments[4] = words[4].data();
    }
    const pid_t daemon = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0) return Error::bad_input(std::string("cannot serve metrics: ") + std::strerror(errno));
    if (pid > 0) return {};
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != daemon) ::_exit(1);
    ::close_range(3, ~0U, 0);
    ::execv(arguments[0], arguments);
    ::_exit(127);
}

}  // namespace ringfence::supervisor
