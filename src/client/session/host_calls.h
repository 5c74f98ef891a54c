// Calls that a stream makes to the program (cudaLaunchHostFunc, callbacks): a thread of the client's makes them.
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

    // The token by which the worker will ask for it. A call that is made once is forgotten then; the others stay until
    // removed.
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
