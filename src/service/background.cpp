#include "service/background.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace ringfence::service {
namespace {

Error cannot_go_on() {
    return Error::bad_input("cannot go on in the background: " + std::generic_category().message(errno));
}

[[noreturn]] void wait_until_ready(const UniqueFd& waits) {
    char byte = 0;
    ssize_t got = 0;
    do {
        got = ::read(waits.get(), &byte, 1);
    } while (got < 0 && errno == EINTR);
    ::_exit(got == 1 ? EXIT_SUCCESS : EXIT_FAILURE);
}

// Replaces standard input by /dev/null, also for processes that this one starts.
void read_from_nobody() {
    const UniqueFd nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (nothing) ::dup2(nothing.get(), STDIN_FILENO);
    for (const int number : {STDOUT_FILENO, STDERR_FILENO}) {
        if (::isatty(number) == 0) continue;
        const std::string path = "/proc/self/fd/" + std::to_string(number);
        const UniqueFd terminal(::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
        ::dup2(terminal ? terminal.get() : STDIN_FILENO, number);
    }
}

}  // namespace

Result<UniqueFd> go_on_in_background() {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) return cannot_go_on();
    UniqueFd waits(ends[0]);
    UniqueFd ready(ends[1]);
    const pid_t between = ::fork();
    if (between < 0) return cannot_go_on();
    if (between > 0) {
        ready.reset();
        ::waitpid(between, nullptr, 0);
        wait_until_ready(waits);
    }
    ::setsid();
    const pid_t last = ::fork();
    if (last < 0) return cannot_go_on();
    // When this process exits, its child is adopted.
    if (last > 0) ::_exit(EXIT_SUCCESS);
    waits.reset();
    read_from_nobody();
    return ready;
}

bool is_awaited(const UniqueFd& waiting) {
    pollfd pipe{waiting.get(), 0, 0};
    return ::poll(&pipe, 1, 0) == 0;
}

void say_ready(UniqueFd waiting) {
    // A failure is ignored: the waiting process may be gone.
    [[maybe_unused]] const ssize_t written = ::write(waiting.get(), "y", 1);
}

}  // namespace ringfence::service
