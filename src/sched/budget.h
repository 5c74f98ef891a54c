// Limits a lane's part of a resource's time, even if no other lane wants the resource.
//
// A lane's time on the card, divided by its limit, is the time until which it gets no more. So over any longer period
// it gets at most its limit, plus what it did not use in the last moments. A job cannot be interrupted and may exceed
// the budget: the excess becomes debt, which is limited so that no lane is kept from the card for ever.
#pragma once

#include <algorithm>

#include "sched/types.h"

namespace ringfence::sched {

class Budget {
public:
    static constexpr Time burst = 20 * millisecond;  // real time whose unused part may be used later
    static constexpr Time longest_debt = 2 * second;
    static constexpr Share least = whole / 1000;

    // 0: no limit. Other values are clamped to valid ones.
    void set(std::uint64_t most) {
        most_ = most == 0 || most >= whole ? 0 : std::max(static_cast<Share>(most), least);
        if (most_ == 0) paid_at_ = 0;
    }
    [[nodiscard]] bool is_bound() const { return most_ != 0; }
    [[nodiscard]] bool is_free(Time now) const { return most_ == 0 || paid_at_ <= now; }
    // When the lane's use is paid for: before that it gets no time.
    [[nodiscard]] Time paid_at() const { return paid_at_; }
    // Charges so much time; negative: corrects an estimate that was too high.
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
