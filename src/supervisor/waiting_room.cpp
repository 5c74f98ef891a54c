#include "supervisor/waiting_room.h"

#include <poll.h>

#include <algorithm>
#include <map>
#include <utility>

namespace ringfence::supervisor {
namespace {

// True if the socket has a message that will be read in a moment.
bool has_spoken(const Visitor& visitor) {
    pollfd said = {visitor.socket.get(), POLLIN, 0};
    return visitor.socket && ::poll(&said, 1, 0) > 0;
}

}  // namespace

Visitor& WaitingRoom::admit(Visitor visitor) {
    const pid_t pid = visitor.peer.pid;
    const auto is_same = [pid](const Visitor& other) { return other.peer.pid == pid; };
    if (std::count_if(visitors_.begin(), visitors_.end(), is_same) >= std::ptrdiff_t{most_of_a_process})
        send_away_eldest(is_same);
    // All connections may have sent a message just now; even so, one must be closed.
    if (visitors_.size() >= most) make_room();
    if (visitors_.size() >= most) visitors_.pop_front();
    return visitors_.emplace_back(std::move(visitor));
}

void WaitingRoom::send_away_the_silent(std::chrono::steady_clock::time_point now, std::chrono::milliseconds longest) {
    sent_away_ += visitors_.remove_if(
        [&](const Visitor& visitor) { return now - visitor.since > longest && !has_spoken(visitor); });
}

std::size_t WaitingRoom::count_of(std::string_view tenant) const {
    return static_cast<std::size_t>(std::count_if(visitors_.begin(), visitors_.end(),
                                                  [&](const Visitor& visitor) { return visitor.tenant == tenant; }));
}

// Counted by user: a hostile program can easily start processes, but not become another user.
void WaitingRoom::make_room() {
    std::map<uid_t, std::size_t> places;
    for (const Visitor& visitor : visitors_)
        ++places[visitor.peer.uid];
    const auto busiest = std::max_element(places.begin(), places.end(),
                                          [](const auto& a, const auto& b) { return a.second < b.second; });
    if (busiest == places.end()) return;
    send_away_eldest([uid = busiest->first](const Visitor& visitor) { return visitor.peer.uid == uid; });
}

template <typename Condition>
void WaitingRoom::send_away_eldest(const Condition& is_of_them) {
    const auto eldest = std::find_if(visitors_.begin(), visitors_.end(), [&](const Visitor& visitor) {
        return is_of_them(visitor) && !has_spoken(visitor);
    });
    if (eldest == visitors_.end()) return;
    visitors_.erase(eldest);
    ++sent_away_;
}

}  // namespace ringfence::supervisor
