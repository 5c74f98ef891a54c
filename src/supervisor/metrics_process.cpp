#include "supervisor/metrics_process.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

#include "base/escape.h"

namespace ringfence::supervisor {

Result<void> check_metrics(const std::string& program) {
    if (::access(program.c_str(), X_OK) == 0) return {};
    return Error::bad_input("there is no program " + escape(program) + ": " + std::strerror(errno));
}

Result<void> start_metrics(const std::string& program, const std::string& address, const std::string& socket,
                           bool is_successor) {
    std::vector<std::string> words = {program, "--listen", address};
    if (!socket.empty()) words.insert(words.end(), {"--socket", socket});
    if (is_successor) words.emplace_back("--successor");
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t daemon = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0) return Error::bad_input(std::string("cannot serve metrics: ") + std::strerror(errno));
    if (pid > 0) return {};
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != daemon) ::_exit(1);
    ::close_range(3, ~0U, 0);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
}

}  // namespace ringfence::supervisor
