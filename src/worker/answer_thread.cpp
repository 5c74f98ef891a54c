#include "worker/answer_thread.h"

#include <chrono>

#include "base/start_thread.h"

namespace ringfence::worker {

namespace {

// A graph cannot signal that it asks, so its words are polled.
constexpr std::chrono::microseconds time_between_graph_looks{50};
// Releasing is repeated: graphs may ask again, and kernels may overwrite the words.
constexpr std::chrono::milliseconds time_between_releases{1};

}  // namespace

Result<void> AnswerThread::start() {
    if (thread_.joinable()) return {};
    RF_TRY(thread_, start_thread([this] { run(); }));
    return {};
}

void AnswerThread::release() {
    is_released_ = true;
    channel_.wake_answers();
}

void AnswerThread::stop() {
    is_ending_ = true;
    if (!thread_.joinable()) return;
    channel_.wake_answers();
    thread_.join();
}

void AnswerThread::run() {
    while (!is_ending_) {
        if (is_released_) {
            calls_.answer_all();
            std::this_thread::sleep_for(time_between_releases);
            continue;
        }
        channel_.wait_for_answers(calls_.is_watching() ? std::chrono::nanoseconds(time_between_graph_looks)
                                                       : std::chrono::nanoseconds(channel::longest_sleep));
        if (!is_broken_) take_answers();
        calls_.look();
    }
}

void AnswerThread::take_answers() {
    is_broken_ = !channel_.take_answers(tokens_);
    if (is_broken_) {
        on_breach_("more answers to calls of the host than there can be");
        return;
    }
    // Answers to no call, or that come too late, are ignored.
    for (const std::uint64_t token : tokens_) {
        if (calls_.answer(token)) channel_.host_call_answered();
    }
    if (!tokens_.empty()) on_answers_();
}

}  // namespace ringfence::worker
