#include "worker/pace.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "base/spin.h"

namespace ringfence::worker {

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t lead = 256;  // records that one may be ahead
constexpr auto longest_wait = 1ms;   // at a time
constexpr auto stuck = 2ms;          // a session that takes so long for a few records is blocked
constexpr auto worth_spinning = 20us;

}  // namespace

Pace::Member::Member(Pace& pace) : pace_(pace) {
    const MutexLock lock(pace_.mutex_);
    pace_.members_.push_back(this);
}

Pace::Member::~Member() {
    const MutexLock lock(pace_.mutex_);
    std::erase(pace_.members_, this);
}

std::uint64_t Pace::least_of_others(const Member& member, Clock::time_point now) const {
    std::uint64_t least = UINT64_MAX;
    for (const Member* other : members_) {
        if (other != &member && other->is_busy_ && now - other->since_ < stuck) least = std::min(least, other->done_);
    }
    return least;
}

void Pace::Member::begin() {
    rests_ = false;
    const Clock::time_point start = Clock::now();
    Clock::time_point now = start;
    for (bool is_first = true;; is_first = false) {
        {
            const MutexLock lock(pace_.mutex_);
            const std::uint64_t least = pace_.least_of_others(*this, now);
            if (!is_busy_ && is_first && least != UINT64_MAX) done_ = std::max(done_, least);
            if (least == UINT64_MAX || done_ <= least + lead || now - start >= longest_wait) {
                is_busy_ = true;
                since_ = now;
                return;
            }
        }
        if (now - start < worth_spinning) {
            spin_until([] { return false; }, 2us);
        } else {
            std::this_thread::sleep_for(10us);
        }
        now = Clock::now();
    }
}

void Pace::Member::did(std::uint64_t records) {
    const MutexLock lock(pace_.mutex_);
    done_ += records;
    since_ = Clock::now();
}

void Pace::Member::rest() {
    if (std::exchange(rests_, true)) return;
    const MutexLock lock(pace_.mutex_);
    is_busy_ = false;
}

}  // namespace ringfence::worker
