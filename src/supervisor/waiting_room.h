// Clients that have connected and have not said anything yet.
//
// Connecting costs nothing, so the room is never closed to a newcomer: an honest client speaks at once. When there is
// no place left, the client that has been silent longest is sent away, among those of the user with the most places. A
// client whose message was not read yet, because the daemon was busy or stood still, is not silent.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <string_view>

#include "base/socket.h"
#include "base/unique_fd.h"
#include "rpc/event_loop.h"

namespace ringfence::supervisor {

struct Visitor {
    UniqueFd socket;
    PeerProcess peer;
    std::chrono::steady_clock::time_point since;
    std::uint32_t session = 0;                  // that was opened for it; 0: none
    rpc::EventLoop::Watch watch = {};           // ends before the socket is closed
    std::string tenant = {};                    // empty: not known yet
    std::uint32_t whose = UniqueFd::somebodys;  // owner of the descriptors that it sends (base/closing.h)
};

class WaitingRoom {
public:
    static constexpr std::size_t most = 256;
    static constexpr std::size_t most_of_a_process = 16;
    static constexpr std::chrono::seconds patience{5};

    Visitor& admit(Visitor visitor);
    // Whose time is over.
    void send_away_the_silent(std::chrono::steady_clock::time_point now, std::chrono::milliseconds longest = patience);
    // One, because something else is short: descriptors.
    void make_room();

    std::list<Visitor>& visitors() { return visitors_; }
    const std::list<Visitor>& visitors() const { return visitors_; }
    bool is_empty() const { return visitors_.empty(); }
    std::size_t count_of(std::string_view tenant) const;
    // Without having said anything.
    std::uint64_t sent_away() const { return sent_away_; }

private:
    template <typename Condition>
    void send_away_eldest(const Condition& is_of_them);

    std::list<Visitor> visitors_;  // in the order in which they came
    std::uint64_t sent_away_ = 0;
};

}  // namespace ringfence::supervisor
