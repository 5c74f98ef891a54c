// Starts a thread that blocks all signals, since the program's signals must not be delivered to our threads.
#pragma once

#include <csignal>
#include <thread>
#include <utility>

namespace ringfence::client {

template <typename Function>
std::thread start_quiet_thread(Function&& function) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread thread(std::forward<Function>(function));
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
}

}  // namespace ringfence::client
