// Holds connections that have not sent anything yet.
//
// Connecting is free, so new connections are always accepted, and an honest client sends its Hello at once. When no
// place is left, the user with the most connections loses the one that was silent longest. A connection whose message
// the daemon has not read yet is not silent.
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
    std::uint32_t session = 0;                  // the session opened for it; 0: none
    rpc::EventLoop::Watch watch = {};           // must be destroyed before the socket is closed
    std::string tenant = {};                    // empty: not known yet
    std::uint32_t whose = UniqueFd::somebodys;  // owner of the descriptors that it sends (base/closing.h)
};

class WaitingRoom {
public:
    static constexpr std::size_t most = 256;
    static constexpr std::size_t most_of_a_process = 16;
    static constexpr std::chrono::seconds patience{5};

    Visitor& admit(Visitor visitor);
    // Closes connections that have been silent for longer than `longest`.
    void send_away_the_silent(std::chrono::steady_clock::time_point now, std::chrono::milliseconds longest = patience);
    // Closes one connection, because descriptors are running out.
    void make_room();

    std::list<Visitor>& visitors() { return visitors_; }
    const std::list<Visitor>& visitors() const { return visitors_; }
    bool is_empty() const { return visitors_.empty(); }
    std::size_t count_of(std::string_view tenant) const;
    // How many connections were closed before they sent anything.
    std::uint64_t sent_away() const { return sent_away_; }

private:
    template <typename Condition>
    void send_away_eldest(const Condition& is_of_them);

    std::list<Visitor> visitors_;  // the oldest first
    std::uint64_t sent_away_ = 0;
};

}  // namespace ringfence::supervisor
