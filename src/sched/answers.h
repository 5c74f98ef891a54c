// Corrects invalid answers of a policy. True if nothing had to be corrected.
#pragma once

#include <algorithm>

#include "sched/policy.h"
#include "sched/reason.h"

namespace ringfence::sched {

inline bool set_right(Order& order) {
    if (order.rank < rank_count) return true;
    order.rank = rank_count - 1;
    return false;
}

inline bool set_right(DispatchAnswer& answer, Time now, Time longest_hold) {
    const bool makes_sense = answer.action <= Action::Hold && answer.reason < reason_count && answer.charge >= 0 &&
                             (answer.action == Action::Start || answer.until > now);
    if (!makes_sense) {
        answer.action = Action::Start;
        answer.reason = 0;
        answer.charge = 0;
    }
    answer.until = std::min(answer.until, now + longest_hold);
    return makes_sense;
}

}  // namespace ringfence::sched
