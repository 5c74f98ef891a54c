// A limit on how long one system call of this thread takes: then it fails with EINTR, if it is one that a signal ends.
//
// For calls on descriptors that others have opened: their owner can make a write block though poll() said that there is
// room, and a close block for as long as it likes. For processes that are Ringfence's own: it uses a signal (SIGURG).
#pragma once

#include <chrono>
#include <csignal>
#include <ctime>

namespace ringfence {

class CallLimit {
public:
    // Again each time that it has passed: the call may begin only after the first.
    explicit CallLimit(std::chrono::nanoseconds limit);
    ~CallLimit();
    CallLimit(const CallLimit&) = delete;
    CallLimit& operator=(const CallLimit&) = delete;

private:
    timer_t timer_ = {};
    bool has_timer_ = false;
    sigset_t before_ = {};
};

}  // namespace ringfence
