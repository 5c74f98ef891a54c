#include "service/process_start.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

#include "base/escape.h"
#include "service/privileges.h"

namespace ringfence::service {
namespace {

constexpr int first_descriptor = 3;

class SelfStarter : public ProcessStarter {
public:
    Result<StartedProcess> start(const ProcessOrder& order) override {
        if (order.uid) return Error::internal("this process cannot start others under another user");
        RF_RETURN_IF_ERROR(check_program(order.words.front()));
        return start_process(order, std::nullopt, 0);
    }
    void kill(const StartedProcess& started) override {
        ::syscall(SYS_pidfd_send_signal, started.process.get(), SIGKILL, nullptr, 0);
    }
};

// In the child, between clone and exec: async-signal-safe calls only.

// Some may be tenants' descriptors, if the child was made while another thread was closing them (closing.h), so that
// close() may block. A lingering socket blocks as long as its peer likes, so a signal interrupts it.
void close_from(int first) {
    struct sigaction interrupt = {};
    interrupt.sa_handler = [](int) {};
    ::sigaction(SIGALRM, &interrupt, nullptr);
    sigset_t alarm;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    ::sigprocmask(SIG_UNBLOCK, &alarm, nullptr);
    constexpr itimerval often = {{0, 5000}, {0, 5000}};
    constexpr itimerval never = {};
    ::setitimer(ITIMER_REAL, &often, nullptr);
    ::close_range(static_cast<unsigned>(first), ~0U, 0);
    ::setitimer(ITIMER_REAL, &never, nullptr);
}

[[noreturn]] void become_program(char* const* arguments, const int* descriptors, int count, int output,
                                 const std::optional<User>& user) {
    constexpr int failed = 127;
    if (user && !become_in_child(*user)) ::_exit(failed);
    for (const int standard : {STDOUT_FILENO, STDERR_FILENO}) {
        if (output >= 0 && ::dup2(output, standard) < 0) ::_exit(failed);
    }
    // First copied out of the way, since one may have the number that another needs.
    const int aside = first_descriptor + count;
    int copies[8] = {};
    for (int i = 0; i < count; ++i)
        copies[i] = ::fcntl(descriptors[i], F_DUPFD_CLOEXEC, aside);
    for (int i = 0; i < count; ++i) {
        if (copies[i] < 0 || ::dup2(copies[i], first_descriptor + i) < 0) ::_exit(failed);
    }
    close_from(aside);
    // Standard input is /dev/null: several processes must not read one terminal.
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing > 0) ::dup2(nothing, 0);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execv(arguments[0], arguments);
    ::_exit(failed);
}

}  // namespace

Result<void> check_program(const std::string& program) {
    if (::access(program.c_str(), X_OK) == 0) return {};
    return Error::bad_input("there is no program " + escape(program) + ": " + std::generic_category().message(errno))
        .with_remedy("install it beside ringfenced, or build it: ./rf build");
}

std::unique_ptr<ProcessStarter> start_as_self() {
    return std::make_unique<SelfStarter>();
}

void await_end(const StartedProcess& started) {
    constexpr int patience_ms = 5000;
    pollfd ended{started.process.get(), POLLIN, 0};
    if (::poll(&ended, 1, patience_ms) > 0) ::waitpid(started.pid, nullptr, 0);
}

Result<StartedProcess> start_process(const ProcessOrder& order, const std::optional<User>& user, unsigned long flags) {
    if (order.words.empty() || order.descriptors.size() > 8) return Error::internal("an order that cannot be followed");
    std::vector<std::string> words = order.words;
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    // Like fork(), but also returns a descriptor of the new process, so that its id cannot be reused in between. The
    // order of arguments after the third differs between architectures, but they are zero.
    int process = -1;
    const long pid = ::syscall(SYS_clone, flags | CLONE_PIDFD | SIGCHLD, nullptr, &process, nullptr, nullptr);
    if (pid < 0) {
        return Error::bad_input("cannot start " + escape(words.front()) + ": " +
                                std::generic_category().message(errno));
    }
    if (pid == 0)
        become_program(arguments.data(), order.descriptors.data(), static_cast<int>(order.descriptors.size()),
                       order.output, user);
    return StartedProcess{static_cast<pid_t>(pid), UniqueFd(process)};
}

}  // namespace ringfence::service
