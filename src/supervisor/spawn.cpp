#include "supervisor/spawn.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/escape.h"

namespace ringfence::supervisor {
namespace {

constexpr int first_descriptor = 3;

// In the child, between fork and exec: only what is safe there. `descriptors` is changed.
[[noreturn]] void become(char* const* arguments, std::vector<int>& descriptors) {
    const int beyond = first_descriptor + static_cast<int>(descriptors.size());
    // Each may lie where another is to be.
    for (int& descriptor : descriptors)
        descriptor = ::fcntl(descriptor, F_DUPFD_CLOEXEC, beyond);
    int place = first_descriptor;
    for (const int descriptor : descriptors)
        ::dup2(descriptor, place++);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::signal(SIGPIPE, SIG_DFL);
    ::execv(arguments[0], arguments);
    ::_exit(127);
}

}  // namespace

Result<Child> spawn(std::vector<std::string> words, const std::vector<int>& descriptors) {
    const std::string& program = words.front();
    if (::access(program.c_str(), X_OK) != 0)
        return Error::bad_input("there is no program " + escape(program) + ": " + std::strerror(errno))
            .with_remedy("install it beside ringfenced, or build it: ./rf build");
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::vector<int> given = descriptors;
    const pid_t pid = ::fork();
    if (pid < 0) return Error::bad_input("cannot start " + escape(program) + ": " + std::strerror(errno));
    if (pid == 0) become(arguments.data(), given);
    Child child{pid, UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)))};
    if (child.process) return child;
    const int number = errno;
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    return Error::bad_input("cannot watch " + escape(program) + ": " + std::strerror(number));
}

}  // namespace ringfence::supervisor
