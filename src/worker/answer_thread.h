// Takes the client's answers to host functions, and polls the words of running graphs: in a thread of its own,
// because the session's may be blocked in the driver by work that waits for the answer.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/result.h"
#include "channel/worker_channel.h"
#include "worker/host_calls.h"

namespace ringfence::worker {

class AnswerThread {
public:
    // This thread calls `on_answers` after answers, and `on_breach` with the way in which the client has broken the
    // channel's rules.
    AnswerThread(channel::WorkerChannel& channel, HostCalls& calls, std::function<void()> on_answers,
                 std::function<void(std::string)> on_breach)
        : channel_(channel), calls_(calls), on_answers_(std::move(on_answers)), on_breach_(std::move(on_breach)) {}
    ~AnswerThread() { stop(); }
    AnswerThread(const AnswerThread&) = delete;
    AnswerThread& operator=(const AnswerThread&) = delete;

    // Before the first host function; the session's thread. Later it does nothing.
    Result<void> start();
    // There is something new to watch.
    void wake() { channel_.wake_answers(); }
    // Any thread: no more answers will come, so everything that waits for one continues.
    void release();
    // Before the words go.
    void stop();

private:
    void run();
    void take_answers();

    channel::WorkerChannel& channel_;
    HostCalls& calls_;
    const std::function<void()> on_answers_;
    const std::function<void(std::string)> on_breach_;
    std::vector<std::uint64_t> tokens_;
    bool is_broken_ = false;
    std::atomic<bool> is_released_{false};
    std::atomic<bool> is_ending_{false};
    std::thread thread_;
};

}  // namespace ringfence::worker
