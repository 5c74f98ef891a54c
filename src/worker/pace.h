// Keeps sessions that submit to one driver from getting far ahead of each other.
//
// The driver's lock is not fair: one session may be served a hundred times as often as its neighbour. Strict turns
// would be fair but slow, since passing a turn between threads costs more than the work in it. So all sessions run
// freely, and one that is far ahead waits for another that has work. A session gets nothing back for time in which it
// was idle, and no session waits for one that is stuck in the driver.
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

        // Call it before working on a few records: waits for sessions that are behind, for a millisecond at most.
        void begin();
        // Call it after working on that many records.
        void did(std::uint64_t records);
        // The session has nothing to do.
        void rest();

    private:
        friend class Pace;
        Pace& pace_;
        bool rests_ = true;  // used by the member only, so that a repeated rest() costs nothing
        // The following are guarded by the pace's mutex.
        std::uint64_t done_ = 0;  // records; a new or idle member is set to the others' count
        bool is_busy_ = false;
        Clock::time_point since_;  // the beginning of its present operation
    };

private:
    // The least that any other busy member has done; the largest number if there is none.
    std::uint64_t least_of_others(const Member& member, Clock::time_point now) const RF_REQUIRES(mutex_);

    Mutex mutex_;
    std::vector<Member*> members_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::worker
