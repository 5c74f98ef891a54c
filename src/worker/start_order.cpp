#include "worker/start_order.h"

#include <algorithm>
#include <iterator>

namespace ringfence::worker {
namespace {

constexpr std::size_t most_ends = 1024;  // more than are on a card at a time

}  // namespace

void StartOrder::note_end(std::uint64_t number, sched::Time now) {
    while (!ends_.empty() && ends_.back().number >= number)
        ends_.pop_back();
    ends_.push_back({number, now});
    if (ends_.size() > most_ends) ends_.pop_front();
}

sched::Time StartOrder::last_end_before(std::uint64_t number) const {
    const auto after = std::lower_bound(ends_.begin(), ends_.end(), number,
                                        [](const End& end, std::uint64_t value) { return end.number < value; });
    return after == ends_.begin() ? 0 : std::prev(after)->time;
}

}  // namespace ringfence::worker
