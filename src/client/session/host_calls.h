// Makes the calls that streams request (cudaLaunchHostFunc, callbacks), on a thread of the client.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <unordered_map>

#include "base/mutex.h"

namespace ringfence::client {

class Session;

class HostCalls {
public:
    using Function = std::function<void()>;

    explicit HostCalls(Session& session) : session_(session) {}
    HostCalls(const HostCalls&) = delete;
    HostCalls& operator=(const HostCalls&) = delete;
    ~HostCalls();

    // Returns the token with which the worker will request the call. A call with `is_made_once` is removed after it was
    // made; others stay until remove().
    std::uint64_t add(Function function, bool is_made_once);
    void remove(std::uint64_t token);
    bool were_used();

private:
    struct Call {
        Function function;
        bool is_made_once = false;
    };

    void run();
    void make(std::uint64_t token);

    Session& session_;
    Mutex mutex_;
    std::unordered_map<std::uint64_t, Call> calls_ RF_GUARDED_BY(mutex_);
    std::uint64_t last_token_ RF_GUARDED_BY(mutex_) = 0;
    std::thread thread_ RF_GUARDED_BY(mutex_);
    std::atomic<bool> is_ending_{false};
};

}  // namespace ringfence::client
