// The utilisation over the last second, interpolated from the sums of the present and the previous second.
#pragma once

#include <algorithm>

#include "sched/types.h"

namespace ringfence::sched {

class Utilisation {
public:
    void add(Time now, Time used) {
        move_to(now);
        current_ += used;
    }

    // In millionths of one second.
    [[nodiscard]] Share over_last_second(Time now) const {
        Utilisation moved = *this;
        moved.move_to(now);
        const Time rest = second - (now - moved.begin_);
        const Time used = moved.current_ + moved.previous_ / 1000 * (rest / 1000) / 1000;
        return static_cast<Share>(std::clamp<Time>(used / (second / whole), 0, Time{100} * whole));
    }

private:
    void move_to(Time now) {
        if (now - begin_ < second) return;
        previous_ = now - begin_ < 2 * second ? current_ : 0;
        current_ = 0;
        begin_ = now - now % second;
    }

    Time begin_ = 0;  // the beginning of the present second
    Time current_ = 0;
    Time previous_ = 0;
};

}  // namespace ringfence::sched
