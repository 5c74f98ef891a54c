// A connection that serves one peer over RPC, within limits (limited_stream.h).
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

// Counts the objects that a peer holds, and keeps the descriptors that it has sent. Each object that is made for the
// peer has a Place here.
class Holdings {
public:
    static constexpr std::size_t most = 64;

    // `whose`: the owner of received descriptors (base/closing.h).
    explicit Holdings(std::uint32_t whose = UniqueFd::somebodys) : received_(whose) {}

    // Belongs to one object, which counts while this exists.
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
    // For answers that are slow and large: one at a time. False if one is in progress.
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

    // `holdings`: counts the objects that the peer gets through `bootstrap`.
    Connection(EventLoop& loop, UniqueFd socket, capnp::Capability::Client bootstrap,
               std::shared_ptr<Holdings> holdings, const ConnectionLimits& limits);

    // Fulfilled when the peer is gone, or was cut off.
    kj::Promise<void> when_ended() { return network_.onDisconnect(); }
    // When the last complete message arrived.
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
