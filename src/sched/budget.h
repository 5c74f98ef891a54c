// A bound on a lane's part of a resource's time, whether others want it or not.
//
// A lane's time on the card is divided by its bound: until that much time has passed it gets no more. So over any
// longer time it has its bound at most, and the unused part of the last moments. A job cannot be cut, and may be longer
// than its budget: the rest is paid afterwards, up to a limit, so that no bound keeps a lane from the card for ever.
#pragma once

#include <algorithm>

#include "sched/types.h"

namespace ringfence::sched {

class Budget {
public:
    static constexpr Time burst = 20 * millisecond;  // of the clock, that may be made up for
    static constexpr Time longest_debt = 2 * second;
    static constexpr Share least = whole / 1000;

    // 0: no bound. Others are taken for one that makes sense.
    void set(std::uint64_t most) {
        most_ = most == 0 || most >= whole ? 0 : std::max(static_cast<Share>(most), least);
        if (most_ == 0) paid_at_ = 0;
    }
    [[nodiscard]] bool is_bound() const { return most_ != 0; }
    [[nodiscard]] bool is_free(Time now) const { return most_ == 0 || paid_at_ <= now; }
    // The time at which its use is paid for.
    [[nodiscard]] Time paid_at() const { return paid_at_; }
    // It was given so much; less than 0: less than was thought.
    void charge(Time time, Time now) {
        if (most_ == 0) return;
        const Time paid = std::clamp(time, -longest_job, longest_job) * whole / most_;
        paid_at_ = std::min(std::max(paid_at_, now - burst) + paid, now + longest_debt);
    }

private:
    Share most_ = 0;
    Time paid_at_ = 0;
};

}  // namespace ringfence::sched
