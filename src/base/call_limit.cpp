#include "base/call_limit.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>

namespace ringfence {
namespace {

constexpr int interruption = SIGURG;
constexpr std::chrono::nanoseconds shortest_limit = std::chrono::milliseconds(1);

// Without SA_RESTART: the signal is there to end calls.
void install_handler() {
    struct sigaction action = {};
    action.sa_handler = [](int) {};
    ::sigaction(interruption, &action, nullptr);
}

}  // namespace

CallLimit::CallLimit(std::chrono::nanoseconds limit) {
    static std::once_flag once;
    std::call_once(once, install_handler);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, interruption);
    ::pthread_sigmask(SIG_UNBLOCK, &only, &before_);
    sigevent event = {};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = interruption;
    event._sigev_un._tid = static_cast<pid_t>(::syscall(SYS_gettid));
    has_timer_ = ::timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0;
    if (!has_timer_) return;
    const auto time = std::max(limit, shortest_limit);
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    const timespec each = {seconds.count(), (time - seconds).count()};
    const itimerspec times = {each, each};
    ::timer_settime(timer_, 0, &times, nullptr);
}

CallLimit::~CallLimit() {
    if (has_timer_) ::timer_delete(timer_);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace ringfence
