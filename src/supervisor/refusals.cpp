#include "supervisor/refusals.h"

#include <algorithm>
#include <utility>

namespace ringfence::supervisor {
namespace {

void give_lines(std::uint32_t& left, Refusals::Clock::time_point& counted_until, Refusals::Clock::time_point now) {
    const auto periods = (now - counted_until) / Refusals::between_lines;
    if (periods <= 0) return;
    left = static_cast<std::uint32_t>(std::min<std::int64_t>(left + periods, Refusals::told_at_once));
    counted_until += periods * Refusals::between_lines;
}

}  // namespace

bool Refusals::note(const PeerProcess& peer, const std::string& text, Clock::time_point now) {
    ++count_;
    User& user = users_.try_emplace(peer.uid, User{told_at_once, now, now, {}}).first->second;
    give_lines(user.lines_left, user.counted_until, now);
    // What was left out is told first, so that the order is right.
    if (user.lines_left > 0 && user.left_out.count == 0) {
        --user.lines_left;
        return true;
    }
    if (user.left_out.count == 0) user.left_out_since = now;
    user.left_out = {peer.uid, user.left_out.count + 1, peer.pid, text};
    return false;
}

std::vector<Refusals::Summary> Refusals::take_due(Clock::time_point now) {
    std::vector<Summary> due;
    for (auto& [uid, user] : users_) {
        if (user.left_out.count == 0 || now < user.left_out_since + between_lines) continue;
        due.push_back(std::exchange(user.left_out, {}));
    }
    return due;
}

bool Refusals::has_left_out() const {
    return std::any_of(users_.begin(), users_.end(), [](const auto& user) { return user.second.left_out.count != 0; });
}

}  // namespace ringfence::supervisor
