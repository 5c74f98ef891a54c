#include "base/closing.h"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <deque>

#include "base/call_limit.h"
#include "base/mutex.h"
#include "base/start_thread.h"

namespace ringfence {
namespace {

// So many closings may hang at a time before others have to wait for them.
constexpr std::size_t most_threads = 32;
constexpr std::chrono::milliseconds patience_with_closing{50};
constexpr std::chrono::seconds longest_idle{1};

// Lives as long as the process: its threads may hang for good.
class Closers {
public:
    void add(int fd) {
        const MutexLock lock(mutex_);
        waiting_.push_back(fd);
        if (idle_ < waiting_.size() && threads_ < most_threads) start();
        changed_.notify_one();
        // Better to wait than to keep it for ever.
        if (threads_ > 0) return;
        waiting_.pop_back();
        ::close(fd);
    }

private:
    void start() RF_REQUIRES(mutex_) {
        // Signals are for other threads.
        sigset_t all;
        sigset_t before;
        sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before);
        if (auto thread = start_thread([this] { work(); })) {
            thread.take().detach();
            ++threads_;
        }
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }

    // Until there has been nothing to do for a while.
    void work() {
        const MutexLock lock(mutex_);
        while (true) {
            ++idle_;
            const bool has_work =
                changed_.wait_for(mutex_, longest_idle, [this]() RF_REQUIRES(mutex_) { return !waiting_.empty(); });
            --idle_;
            if (!has_work) {
                --threads_;
                return;
            }
            const int fd = waiting_.front();
            waiting_.pop_front();
            const MutexUnlock unlocked(mutex_);
            // A socket does not linger any longer then. What a program has to answer does.
            const CallLimit limit(patience_with_closing);
            ::close(fd);
        }
    }

    Mutex mutex_;
    ConditionVariable changed_;
    std::deque<int> waiting_ RF_GUARDED_BY(mutex_);
    std::size_t threads_ RF_GUARDED_BY(mutex_) = 0;
    std::size_t idle_ RF_GUARDED_BY(mutex_) = 0;
};

std::atomic<Closers*> closers = nullptr;

}  // namespace

void close_foreign_in_background() {
    if (closers.load() != nullptr) return;
    closers.store(new Closers());
    // A child has none of the threads.
    ::pthread_atfork(nullptr, nullptr, [] { closers.store(new Closers()); });
}

void close_foreign(int fd) {
    if (Closers* const others = closers.load()) {
        others->add(fd);
    } else {
        ::close(fd);
    }
}

}  // namespace ringfence
