#include "base/closing.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <deque>
#include <functional>
#include <map>

#include "base/call_limit.h"
#include "base/mutex.h"
#include "base/start_thread.h"

namespace ringfence {
namespace {

// A close that hangs, hangs for good: one owner can block so many threads; then only its own descriptors wait.
constexpr std::size_t most_threads_of_one = 16;
// When so many are at work, or the system gives no more, each owner has one: so hostile peers cannot take them all,
// however many they are.
constexpr std::size_t most_threads = 1024;
// Spare threads: when the next one is needed the system may give none.
constexpr std::size_t fewest_idle = 2;
// Descriptors of one owner that wait or hang, before no more are accepted from it: at most, and if none makes progress.
constexpr std::size_t most_closings_of_one = 1024;
constexpr std::size_t most_that_hang = 64;
constexpr std::chrono::seconds longest_standstill{1};
// A socket that no longer lingers here still sends its queued data.
constexpr std::chrono::milliseconds patience_with_closing{5};
constexpr std::chrono::seconds longest_idle{1};

using Clock = std::chrono::steady_clock;

// Lives as long as the process: its threads may hang for good.
class Closers {
public:
    void add(int fd, std::uint32_t whose) {
        const MutexLock lock(mutex_);
        queues_[whose].waiting.push_back(fd);
        start_some();
        // Without a thread it waits until there is one: no other owner may wait for it.
        changed_.notify_one();
    }

    bool has_too_many(std::uint32_t whose) {
        const MutexLock lock(mutex_);
        // There may have been none to be had before.
        start_some();
        const auto found = queues_.find(whose);
        if (found == queues_.end()) return false;
        const Queue& queue = found->second;
        const std::size_t count = queue.waiting.size() + queue.threads;
        const bool stands_still = Clock::now() - queue.last_progress > longest_standstill;
        return count >= most_closings_of_one || (count >= most_that_hang && stands_still);
    }

private:
    // The descriptors of one owner.
    struct Queue {
        std::deque<int> waiting;
        std::size_t threads = 0;  // closing one of them
        Clock::time_point last_progress = Clock::now();

        std::size_t ready(std::size_t most) const {
            return threads < most ? std::min(waiting.size(), most - threads) : 0;
        }
    };
    using Queues = std::map<std::uint32_t, Queue>;

    std::size_t most_of_one() const RF_REQUIRES(mutex_) {
        return are_scarce_ || threads_ - idle_ >= most_threads ? 1 : most_threads_of_one;
    }

    // How many threads would have something to do.
    std::size_t ready() const RF_REQUIRES(mutex_) {
        std::size_t sum = 0;
        for (const auto& [whose, queue] : queues_)
            sum += queue.ready(most_of_one());
        return sum;
    }

    void start_some() RF_REQUIRES(mutex_) {
        // The first time two at once. When there were none to be had it is tried again and again.
        for (std::size_t i = 0; i < fewest_idle && (are_scarce_ || idle_ < std::max(ready(), fewest_idle)); ++i)
            start();
    }

    void start() RF_REQUIRES(mutex_) {
        // Signals are for other threads.
        sigset_t all;
        sigset_t before;
        sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before);
        auto thread = start_thread([this] { work(); });
        are_scarce_ = !thread.ok();
        if (thread.ok()) {
            thread.take().detach();
            ++threads_;
            ++idle_;
        }
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }

    // Until there has been nothing to do for a while.
    void work() {
        const MutexLock lock(mutex_);
        while (true) {
            const bool has_work =
                changed_.wait_for(mutex_, longest_idle, [this]() RF_REQUIRES(mutex_) { return ready() > 0; });
            if (has_work) {
                close_one_of(next());
            } else if (idle_ > fewest_idle) {
                --threads_;
                --idle_;
                return;
            }
        }
    }

    // The owner whose descriptor is closed next: round robin.
    Queues::iterator next() RF_REQUIRES(mutex_) {
        auto one = queues_.upper_bound(last_served_);
        for (std::size_t looked = 0; looked <= queues_.size(); ++looked, ++one) {
            if (one == queues_.end()) one = queues_.begin();
            if (one->second.ready(most_of_one()) > 0) break;
        }
        last_served_ = one->first;
        return one;
    }

    void close_one_of(Queues::iterator one) RF_REQUIRES(mutex_) {
        Queue& queue = one->second;
        const int fd = queue.waiting.front();
        queue.waiting.pop_front();
        ++queue.threads;
        queue.last_progress = Clock::now();
        --idle_;
        // There are to be some for those who come while this hangs.
        start_some();
        {
            const MutexUnlock unlocked(mutex_);
            // A socket does not linger any longer then. A FUSE program can still delay its answer.
            const CallLimit limit(patience_with_closing);
            ::close(fd);
        }
        ++idle_;
        queue.last_progress = Clock::now();
        // Others may have come and gone, and this one stays as long as it has a thread.
        if (--queue.threads == 0 && queue.waiting.empty()) queues_.erase(one);
    }

    Mutex mutex_;
    ConditionVariable changed_;
    Queues queues_ RF_GUARDED_BY(mutex_);
    std::uint32_t last_served_ RF_GUARDED_BY(mutex_) = 0;
    std::size_t threads_ RF_GUARDED_BY(mutex_) = 0;
    std::size_t idle_ RF_GUARDED_BY(mutex_) = 0;
    bool are_scarce_ RF_GUARDED_BY(mutex_) = false;  // the system gave none when one was wanted last
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

std::uint32_t closings_of(std::string_view tenant) {
    return static_cast<std::uint32_t>(std::hash<std::string_view>()(tenant) % UniqueFd::somebodys);
}

bool has_too_many_closings(std::uint32_t whose) {
    Closers* const others = closers.load();
    return others != nullptr && others->has_too_many(whose);
}

}  // namespace ringfence
