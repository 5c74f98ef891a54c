// One peer that is served over RPC, within limits (limited_stream.h).
#pragma once

#include <capnp/capability.h>
#include <capnp/rpc-twoparty.h>
#include <kj/async-io.h>

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

#include "base/unique_fd.h"
#include "rpc/cloakroom.h"
#include "rpc/event_loop.h"
#include "rpc/limited_stream.h"
#include "rpc/peer_stream.h"

namespace ringfence::rpc {

// How many objects a peer has been given that it still holds, and the descriptors that it has sent. Each object that is
// made for it has a place here.
class Holdings {
public:
    static constexpr std::size_t most = 64;

    // `whose`: the owner of received descriptors (base/closing.h).
    explicit Holdings(std::uint32_t whose = UniqueFd::somebodys) : received_(whose) {}

    // Ends when the object does.
    class Place {
    public:
        explicit Place(std::shared_ptr<Holdings> holdings) : holdings_(std::move(holdings)) { ++holdings_->count_; }
        ~Place() { --holdings_->count_; }
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

    private:
        std::shared_ptr<Holdings> holdings_;
    };

    bool has_room() const { return count_ < most; }
    std::size_t count() const { return count_; }
    Cloakroom& received() { return received_; }
    // For answers that take long to find and are large: one at a time. False: there is one in progress.
    bool begin_long_answer() { return !std::exchange(has_long_answer_, true); }
    void end_long_answer() { has_long_answer_ = false; }

private:
    std::size_t count_ = 0;
    Cloakroom received_;
    bool has_long_answer_ = false;
};

class Connection {
public:
    using Clock = std::chrono::steady_clock;

    // `holdings`: the places of the objects behind `bootstrap`.
    Connection(EventLoop& loop, UniqueFd socket, capnp::Capability::Client bootstrap,
               std::shared_ptr<Holdings> holdings, const ConnectionLimits& limits);

    // When the peer is gone, or was cut off.
    kj::Promise<void> when_ended() { return network_.onDisconnect(); }
    // When it last said something that was whole.
    Clock::time_point last_heard() const { return last_heard_; }

private:
    Clock::time_point last_heard_ = Clock::now();
    std::shared_ptr<Holdings> holdings_;
    PeerStream stream_;
    LimitedStream messages_;
    capnp::TwoPartyVatNetwork network_;
    capnp::RpcSystem<capnp::rpc::twoparty::VatId> system_;
};

}  // namespace ringfence::rpc
