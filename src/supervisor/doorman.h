// Receives Hellos (channel/handshake.h): from programs, which connect to the daemon's socket, and from session
// processes, which have a socket of their own.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>

#include "base/result.h"
#include "base/socket.h"
#include "base/unique_fd.h"
#include "rpc/event_loop.h"
#include "supervisor/desk.h"
#include "supervisor/waiting_room.h"

namespace ringfence::supervisor {

// The error for a peer with too many descriptors that cannot be closed (base/closing.h).
Error cannot_be_closed();

class Doorman {
public:
    using Clock = std::chrono::steady_clock;

    class Listener {
    public:
        virtual ~Listener() = default;
        // Identifies the peer that has connected, or says why it is refused.
        virtual Outcome<Caller> lets_in(int socket) = 0;
        // `visitor` has sent `message`, which is not empty. The listener now owns the visitor's socket.
        virtual void visitor_spoke(Visitor visitor, SocketMessage message) = 0;
        // The visitor has sent a message that cannot be read; or it has closed its end.
        virtual void visitor_failed(const Visitor& visitor, const Error& why) = 0;
        virtual void visitor_left(const Visitor& visitor) = 0;
    };

    // `patience`: how long a new connection may be silent.
    Doorman(rpc::EventLoop& loop, UniqueFd listener, Listener& heard, std::chrono::milliseconds patience);

    // Expects a Hello for `session`, which was opened already, on `socket`; the client has the other end. `whose`: the
    // owner of the descriptors that the client sends.
    void expect(UniqueFd socket, const PeerProcess& peer, std::uint32_t session, std::uint32_t whose);
    // Closes the connections that wait for a session that has ended.
    void send_away(std::uint32_t session);
    // Call it once a second while it is not idle.
    void look_at_clock();
    bool is_idle() const { return waiting_.is_empty() && expected_.empty(); }

    std::uint64_t sent_away() const { return waiting_.sent_away(); }
    std::size_t waiting_of(const std::string& tenant) const { return waiting_.count_of(tenant); }
    const std::list<Visitor>& expected() const { return expected_; }
    const std::list<Visitor>& waiting() const { return waiting_.visitors(); }
    int listener() const { return listener_.get(); }
    // Another daemon has taken over all connections: nothing is read from them or sent to them any more.
    void let_go();
    void listen_again();
    // Takes over a visitor of another daemon.
    void adopt(Visitor visitor);

private:
    void accept_visitor();
    void pause();
    void watch(Visitor& visitor);
    void hear(std::list<Visitor>& where, const Visitor* who);

    rpc::EventLoop& loop_;
    UniqueFd listener_;
    Listener& heard_;
    const std::chrono::milliseconds patience_;
    WaitingRoom waiting_;
    std::list<Visitor> expected_;
    kj::Promise<void> pause_ = nullptr;
    rpc::EventLoop::Watch watch_;
};

}  // namespace ringfence::supervisor
