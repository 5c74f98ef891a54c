#include "client/session/host_calls.h"

#include <chrono>
#include <utility>

#include "client/session/quiet_thread.h"
#include "client/session/session.h"

namespace ringfence::client {

HostCalls::~HostCalls() {
    is_ending_.store(true);
    if (!thread_.joinable()) return;
    session_.channel().wake_host_call_thread();
    thread_.join();
}

std::uint64_t HostCalls::add(Function function, bool is_made_once) {
    const MutexLock lock(mutex_);
    if (!thread_.joinable()) thread_ = start_quiet_thread([this] { run(); });
    calls_.emplace(++last_token_, Call{std::move(function), is_made_once});
    return last_token_;
}

void HostCalls::remove(std::uint64_t token) {
    const MutexLock lock(mutex_);
    calls_.erase(token);
}

bool HostCalls::were_used() {
    const MutexLock lock(mutex_);
    return last_token_ != 0;
}

void HostCalls::run() {
    // It is woken when there is something to do; the timeout is only there to bound the sleep.
    constexpr std::chrono::milliseconds sleep{60'000};
    while (!is_ending_.load() && session_.channel().is_open()) {
        const auto token = session_.channel().wait_for_host_call(sleep);
        if (token) make(*token);
    }
}

void HostCalls::make(std::uint64_t token) {
    Function function;
    {
        const MutexLock lock(mutex_);
        const auto found = calls_.find(token);
        if (found != calls_.end()) {
            if (found->second.is_made_once) {
                function = std::move(found->second.function);
                calls_.erase(found);
            } else {
                function = found->second.function;
            }
        }
    }
    if (function) function();
    session_.channel().answer_host_call(token);
}

}  // namespace ringfence::client
