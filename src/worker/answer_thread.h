// Receives the client's answers to host functions and polls the words of running graphs. It has its own thread, since
// the session's thread may be blocked in the driver by work that waits for such an answer.
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
    // The answer thread calls `on_answers` after answers have come, and `on_breach` with a description if the client
    // has broken the channel's rules.
    AnswerThread(channel::WorkerChannel& channel, HostCalls& calls, std::function<void()> on_answers,
                 std::function<void(std::string)> on_breach)
        : channel_(channel), calls_(calls), on_answers_(std::move(on_answers)), on_breach_(std::move(on_breach)) {}
    ~AnswerThread() { stop(); }
    AnswerThread(const AnswerThread&) = delete;
    AnswerThread& operator=(const AnswerThread&) = delete;

    // Called by the session's thread before its first host function. Further calls do nothing.
    Result<void> start();
    // Called when a graph with host functions was launched.
    void wake() { channel_.wake_answers(); }
    // Callable from any thread when no more answers will come: everything that waits for one continues.
    void release();
    // Call it before the words' memory is freed.
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
