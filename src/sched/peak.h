// A slowly decaying maximum of durations: a mean would forget a rare long job after a few short ones.
#pragma once

#include <algorithm>

#include "sched/types.h"

namespace ringfence::sched {

inline void keep_peak(Time& peak, Time took) {
    constexpr Time memory = 64;  // after so many short ones a third is left
    peak = std::max(took, peak - peak / memory);
}

}  // namespace ringfence::sched
