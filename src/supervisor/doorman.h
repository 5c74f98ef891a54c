// The door of those who speak no RPC: programs that say Hello (channel/handshake.h), and session processes, which say
// it over a socket of their own.
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

// Why no more descriptors are accepted from a peer (base/closing.h).
Error cannot_be_closed();

class Doorman {
public:
    using Clock = std::chrono::steady_clock;

    class Listener {
    public:
        virtual ~Listener() = default;
        // The peer that has connected, or why it may not stay.
        virtual Outcome<Caller> lets_in(int socket) = 0;
        // `visitor` has said `message`, which is no end; its socket is the listener's to keep.
        virtual void visitor_spoke(Visitor visitor, SocketMessage message) = 0;
        // It said something that cannot be read, or has gone.
        virtual void visitor_failed(const Visitor& visitor, const Error& why) = 0;
        virtual void visitor_left(const Visitor& visitor) = 0;
    };

    // `patience`: how long somebody who has connected may be silent.
    Doorman(rpc::EventLoop& loop, UniqueFd listener, Listener& heard, std::chrono::milliseconds patience);

    // Expects a Hello on `socket` for `session`, which was opened already; the client has the other end. `whose`: the
    // owner of the descriptors that come over it.
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
    // All who have connected are another daemon's: none is read from or answered any more.
    void let_go();
    void listen_again();
    // From another daemon.
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
