// The longest time that something has taken, slowly forgotten: a mean forgets a rare long job within some short ones.
#pragma once

#include <algorithm>

#include "sched/types.h"

namespace ringfence::sched {

inline void keep_peak(Time& peak, Time took) {
    constexpr Time memory = 64;  // after as many short ones a third of it is left
    peak = std::max(took, peak - peak / memory);
}

}  // namespace ringfence::sched
