// The daemon's RPC side: the control socket and its connections.
//
// As in the waiting room, a new connection is always accepted. When no place is left, the user with the most
// connections loses the one that was silent longest. Each connection's resources are limited (rpc/limited_stream.h).
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>

#include "base/socket.h"
#include "base/unique_fd.h"
#include "rpc/connection.h"
#include "rpc/event_loop.h"
#include "supervisor/desk.h"

namespace ringfence::supervisor {

class ControlServer {
public:
    static constexpr std::size_t most = 256;
    static constexpr std::size_t most_of_a_process = 16;
    // Identifies the peer that has connected, or says why it is not served.
    using Admits = std::function<Outcome<Caller>(int socket)>;

    ControlServer(rpc::EventLoop& loop, UniqueFd listener, Desk& desk, Admits admits);

    std::size_t connections() const { return guests_.size(); }
    std::size_t connections_of(const std::string& tenant) const;
    std::uint64_t sent_away() const { return sent_away_; }
    int listener() const { return listener_.get(); }
    // Closes one connection, because descriptors are running out.
    void make_room();
    // Closes all connections: another daemon has taken over, and clients must ask it.
    void let_go();

private:
    struct Visit {
        std::uint64_t number = 0;
        Caller caller;
        std::unique_ptr<rpc::Connection> connection;
    };

    void accept_guest();
    void pause();
    void listen_again();
    void admit(UniqueFd socket, const Caller& caller);
    template <typename Condition>
    void send_away_most_silent(const Condition& is_of_them);

    rpc::EventLoop& loop_;
    UniqueFd listener_;
    Desk& desk_;
    Admits admits_;
    std::list<Visit> guests_;
    std::uint64_t last_number_ = 0;
    std::uint64_t sent_away_ = 0;
    rpc::Tasks ends_;
    kj::Promise<void> pause_ = nullptr;
    rpc::EventLoop::Watch watch_;
};

}  // namespace ringfence::supervisor
