// Sessions that submit to one driver keep pace with each other.
//
// The driver's own lock is not fair, so one session may be served a hundred times as often as its neighbour. To take
// turns would be fair, and slow: a turn that goes from thread to thread costs more than the work in it. So all sessions
// run freely, and one that is far ahead of another with work lets that one catch up. One that was away does not catch
// up on that time, and one that is stuck in the driver is not waited for.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "base/mutex.h"

namespace ringfence::worker {

class Pace {
public:
    using Clock = std::chrono::steady_clock;

    Pace() = default;
    Pace(const Pace&) = delete;
    Pace& operator=(const Pace&) = delete;

    class Member {
    public:
        explicit Member(Pace& pace);
        ~Member();
        Member(const Member&) = delete;
        Member& operator=(const Member&) = delete;

        // Before a few records are worked on: lets those that are behind catch up, for a millisecond at most.
        void begin();
        // After that: how many they were.
        void did(std::uint64_t records);
        // There is nothing to do just now.
        void rest();

    private:
        friend class Pace;
        Pace& pace_;
        bool rests_ = true;  // the member's own, so that to rest again costs nothing
        // The following are guarded by the pace's mutex.
        std::uint64_t done_ = 0;  // records, as if it had always been there
        bool is_busy_ = false;
        Clock::time_point since_;  // when its present operation began
    };

private:
    // The least that any other busy member has done; the largest number if there is none.
    std::uint64_t least_of_others(const Member& member, Clock::time_point now) const RF_REQUIRES(mutex_);

    Mutex mutex_;
    std::vector<Member*> members_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::worker
