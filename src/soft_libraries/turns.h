// How many pieces of work compute at a time, and whose comes next.
//
// One tenant's work must not keep others waiting for as long as it likes: no tenant has more than its part of the
// turns, and of those who wait the one that has fewest comes first, in the order in which they came.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <vector>

#include "base/mutex.h"

namespace ringfence::soft_libraries {

class Turns {
public:
    // `most_of_one`: the limit for one tenant. The rest of `most` is reserved for others, also if there are none yet:
    // some work cannot be stopped when somebody comes.
    Turns(std::size_t most, std::size_t most_of_one) : most_(most), most_of_one_(most_of_one) {
        running_.reserve(most);  // so that nothing can fail later
    }
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

    void begin(std::uint64_t tenant) {
        const MutexLock lock(mutex_);
        waiting_.emplace_back(tenant);
        const auto me = std::prev(waiting_.end());
        give();
        me->news.wait(mutex_, [&]() RF_REQUIRES(mutex_) { return me->has_turn; });
        waiting_.erase(me);
    }
    void end(std::uint64_t tenant) {
        const MutexLock lock(mutex_);
        running_.erase(std::find(running_.begin(), running_.end(), tenant));
        give();
    }

private:
    struct Waiting {
        explicit Waiting(std::uint64_t whose) : tenant(whose) {}
        const std::uint64_t tenant;
        bool has_turn = false;
        ConditionVariable news;
    };

    std::size_t running_of(std::uint64_t tenant) const RF_REQUIRES(mutex_) {
        return static_cast<std::size_t>(std::count(running_.begin(), running_.end(), tenant));
    }
    // Null: all who wait have as many as they may.
    Waiting* next() RF_REQUIRES(mutex_) {
        Waiting* best = nullptr;
        std::size_t fewest = most_of_one_;
        for (Waiting& one : waiting_) {
            const std::size_t its = running_of(one.tenant);
            if (one.has_turn || its >= fewest) continue;
            best = &one;
            fewest = its;
            if (fewest == 0) break;
        }
        return best;
    }
    void give() RF_REQUIRES(mutex_) {
        while (running_.size() < most_) {
            Waiting* const one = next();
            if (one == nullptr) return;
            running_.push_back(one->tenant);
            one->has_turn = true;
            one->news.notify_one();
        }
    }

    const std::size_t most_;
    const std::size_t most_of_one_;
    Mutex mutex_;  // guards what follows
    std::list<Waiting> waiting_ RF_GUARDED_BY(mutex_);
    std::vector<std::uint64_t> running_ RF_GUARDED_BY(mutex_);  // whose
};

}  // namespace ringfence::soft_libraries
