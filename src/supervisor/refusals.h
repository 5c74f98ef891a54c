// Refused connections cost nothing, so they are not all written down: each user's first ones are, then one in ten
// seconds, and of the rest how many there were. So nobody can push others' history out of the audit trail.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/socket.h"

namespace ringfence::supervisor {

class Refusals {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint32_t told_at_once = 16;
    static constexpr std::chrono::seconds between_lines{10};

    struct Summary {
        uid_t uid = 0;
        std::uint64_t count = 0;
        pid_t last_pid = 0;
        std::string last_text;
    };

    // Whether this one is to be written down by itself.
    bool note(const PeerProcess& peer, const std::string& text, Clock::time_point now);
    // What was left out for long enough, or, at the end, all of it.
    std::vector<Summary> take_due(Clock::time_point now);
    std::vector<Summary> take_all() { return take_due(Clock::time_point::max()); }
    bool has_left_out() const;
    std::uint64_t count() const { return count_; }

private:
    struct User {
        std::uint32_t lines_left = told_at_once;
        Clock::time_point counted_until;
        Clock::time_point left_out_since;
        Summary left_out;
    };

    std::map<uid_t, User> users_;
    std::uint64_t count_ = 0;
};

}  // namespace ringfence::supervisor
