#include "worker/next_record.h"

#include <algorithm>

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;

constexpr auto together = 500us;      // records that are not further apart are one visit
constexpr auto longest = 100ms;       // beyond it a client is idle
constexpr unsigned enough = 8;        // visits, before anything is predicted
constexpr auto least_margin = 200us;  // a timer is late by 50 us, and the thread runs as much later
constexpr int most_of_core = 8;       // a thread may cost one part in so many of a core
constexpr int weight_of_mean = 8;
constexpr int weight_of_deviation = 4;

}  // namespace

void NextRecord::note(Clock::time_point now) {
    const bool is_same_visit = now - last_ < together;
    last_ = now;
    if (is_same_visit) return;
    const Clock::duration interval = now - begin_;
    begin_ = now;
    if (interval > longest) {
        known_ = 0;
        return;
    }
    if (known_ == 0) {
        mean_ = interval;
        deviation_ = {};
    }
    const Clock::duration off = interval - mean_;
    mean_ += off / weight_of_mean;
    deviation_ += (std::max(off, -off) - deviation_) / weight_of_deviation;
    known_ = std::min(known_ + 1, enough);
}

std::optional<NextRecord::Span> NextRecord::awake() const {
    const Clock::duration margin = least_margin + 2 * deviation_;
    if (known_ < enough || 2 * margin > mean_ / most_of_core) return std::nullopt;
    return Span{begin_ + mean_ - margin, begin_ + mean_ + margin};
}

NextRecord::Wait NextRecord::wait(Clock::time_point now, Wait usual) const {
    const auto awake = this->awake();
    if (!awake || now >= awake->until) return usual;
    // The remaining time is too short to sleep.
    if (now + usual.spin >= awake->from) return {awake->until - now, std::chrono::nanoseconds::zero()};
    return {usual.spin, std::min<std::chrono::nanoseconds>(usual.sleep, awake->from - now - usual.spin)};
}

}  // namespace ringfence::worker
