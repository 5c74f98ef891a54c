#include "base/closing.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <deque>
#include <map>

#include "base/call_limit.h"
#include "base/mutex.h"
#include "base/start_thread.h"

namespace ringfence {
namespace {

// What hangs, hangs for good: so many of one, and then his other ones have to wait, and nobody else's.
constexpr std::size_t most_threads_of_one = 16;
constexpr std::size_t most_threads = 1024;
// Of one that wait or hang, before nothing more is taken from him: at once, and if none of them comes to an end.
constexpr std::size_t most_closings_of_one = 1024;
constexpr std::size_t most_that_hang = 64;
constexpr std::chrono::seconds longest_standstill{1};
constexpr std::chrono::milliseconds patience_with_closing{50};
constexpr std::chrono::seconds longest_idle{1};

using Clock = std::chrono::steady_clock;

// Lives as long as the process: its threads may hang for good.
class Closers {
public:
    void add(int fd, std::uint32_t whose) {
        const MutexLock lock(mutex_);
        queues_[whose].waiting.push_back(fd);
        if (idle_ < ready() && threads_ < most_threads) start();
        changed_.notify_one();
        // Better to wait than to keep it for ever.
        if (threads_ > 0) return;
        queues_.erase(whose);
        ::close(fd);
    }

    bool has_too_many(std::uint32_t whose) {
        const MutexLock lock(mutex_);
        const auto found = queues_.find(whose);
        if (found == queues_.end()) return false;
        const Queue& queue = found->second;
        const std::size_t count = queue.waiting.size() + queue.threads;
        const bool stands_still = Clock::now() - queue.last_progress > longest_standstill;
        return count >= most_closings_of_one || (count >= most_that_hang && stands_still);
    }

private:
    // Of one.
    struct Queue {
        std::deque<int> waiting;
        std::size_t threads = 0;  // that close one of his
        Clock::time_point last_progress = Clock::now();

        std::size_t ready() const { return std::min(waiting.size(), most_threads_of_one - threads); }
    };

    // How many threads would have something to do.
    std::size_t ready() const RF_REQUIRES(mutex_) {
        std::size_t sum = 0;
        for (const auto& [whose, queue] : queues_)
            sum += queue.ready();
        return sum;
    }

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
                changed_.wait_for(mutex_, longest_idle, [this]() RF_REQUIRES(mutex_) { return ready() > 0; });
            --idle_;
            if (!has_work) {
                --threads_;
                return;
            }
            close_next();
        }
    }

    // Everybody in turn.
    void close_next() RF_REQUIRES(mutex_) {
        auto next = queues_.upper_bound(last_served_);
        for (std::size_t looked = 0; looked <= queues_.size(); ++looked, ++next) {
            if (next == queues_.end()) next = queues_.begin();
            if (next->second.ready() > 0) break;
        }
        last_served_ = next->first;
        Queue& queue = next->second;
        const int fd = queue.waiting.front();
        queue.waiting.pop_front();
        ++queue.threads;
        queue.last_progress = Clock::now();
        {
            const MutexUnlock unlocked(mutex_);
            // A socket does not linger any longer then. What a program has to answer does.
            const CallLimit limit(patience_with_closing);
            ::close(fd);
        }
        queue.last_progress = Clock::now();
        // Others may have come and gone, and this one stays as long as it has a thread.
        if (--queue.threads == 0 && queue.waiting.empty()) queues_.erase(next);
    }

    Mutex mutex_;
    ConditionVariable changed_;
    std::map<std::uint32_t, Queue> queues_ RF_GUARDED_BY(mutex_);
    std::uint32_t last_served_ RF_GUARDED_BY(mutex_) = 0;
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

void close_foreign(int fd, std::uint32_t whose) {
    if (Closers* const others = closers.load()) {
        others->add(fd, whose);
    } else {
        ::close(fd);
    }
}

bool has_too_many_closings(std::uint32_t whose) {
    Closers* const others = closers.load();
    return others != nullptr && others->has_too_many(whose);
}

}  // namespace ringfence
