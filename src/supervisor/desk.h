// What the capabilities that the daemon gives out (schema/ringfence.capnp) ask the daemon for.
//
// The supervisor is one; the tests and the fuzzer of the RPC side have their own. Who asks is named each time: as the
// kernel knows it, never as it says itself.
#pragma once

#include <kj/async.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "base/socket.h"
#include "base/unique_fd.h"
#include "schema/ringfence.capnp.h"
#include "supervisor/guest.h"
#include "supervisor/policy_shelf.h"

namespace ringfence::supervisor {

// Why not, with the code by which programs tell reasons apart.
struct Refusal {
    schema::ErrorCode code = schema::ErrorCode::INTERNAL;
    Error error = Error::internal("");
    std::string limit = {};  // of limitReached: its key
};

struct Done {};

template <typename T>
using Outcome = std::variant<T, Refusal>;

// Somebody who may use the GPU: a peer, as the tenant that it is.
struct Holder {
    PeerProcess peer;
    std::string tenant;
    Guest guest = {};  // what it may
};

struct DeviceFacts {
    std::string name;
    std::string backend;
    std::uint64_t memory = 0;
    std::uint32_t multiprocessors = 0;
    std::uint32_t compute_major = 0;
    std::uint32_t compute_minor = 0;
};

// What a session is asked for with. Texts are the client's: none is looked at yet.
struct OpenRequest {
    schema::SessionKind kind = schema::SessionKind::CHANNEL;
    std::string name;
    std::string backend;
    std::string isolation;
    std::string guard;
    std::vector<std::pair<std::string, std::uint64_t>> limits;
    std::vector<std::string> programs;  // references of grants
    std::vector<std::string> segments;
    UniqueFd output;
};

// What is told of a session.
struct SessionFacts {
    std::uint32_t id = 0;
    std::string tenant;
    schema::SessionKind kind = schema::SessionKind::CHANNEL;
    DeviceFacts device;
    SessionLimits limits;
    std::int64_t expires = 0;
};

struct Opened {
    UniqueFd connection;
    SessionFacts facts;
};

// A policy that an administrator sends.
struct PolicyRequest {
    UniqueFd object;
    std::string name;
    bool must_replace = false;  // there must be one; otherwise: there must be none
    PolicyWatch watch;
};

// How many workers have it now. By pointer: g++ 12 warns of variants within promises, without reason.
using PolicyAnswer = std::unique_ptr<Outcome<std::uint32_t>>;

// A look at a map of the policy in a worker, or a change.
struct MapRequest {
    std::uint32_t worker = 0;  // its process; 0: the only one
    worker::MapQuestion question;
};
using MapAnswer = std::unique_ptr<Outcome<UniqueFd>>;

class Desk {
public:
    virtual ~Desk() = default;

    // Which tenant a peer is, by what the kernel says of it or by the token that it shows.
    virtual Outcome<Holder> identify(const Caller& caller, std::span<const std::byte> token) = 0;
    // Why it is none any more: it may have held the right for long.
    virtual std::optional<Refusal> why_unwelcome(const Holder& holder) = 0;
    virtual kj::Promise<std::vector<DeviceFacts>> devices(const Holder& holder) = 0;
    virtual Outcome<Opened> open(const Holder& holder, OpenRequest request) = 0;
    // The last records about a tenant (empty: all), oldest first.
    virtual kj::Promise<std::vector<std::string>> audit_tail(const PeerProcess& peer, const std::string& tenant,
                                                             std::uint32_t count) = 0;

    // The daemon's user and root may do what follows. One that may not is written down.
    virtual bool may_administer(const PeerProcess& peer) = 0;
    virtual kj::Promise<std::string> status() = 0;
    // How many sessions end with the daemon.
    virtual std::uint32_t down(const PeerProcess& peer) = 0;
    virtual Outcome<Done> revoke_session(const PeerProcess& peer, std::uint64_t id, const std::string& reason) = 0;
    virtual Outcome<std::string> tenants() = 0;
    virtual Outcome<Done> set_tenant(const PeerProcess& peer, const std::string& name, const std::string& toml) = 0;
    virtual Outcome<std::uint32_t> remove_tenant(const PeerProcess& peer, const std::string& name) = 0;
    virtual Outcome<Done> set_vgpu(const PeerProcess& peer, const std::string& name, const std::string& toml) = 0;
    virtual Outcome<Done> remove_vgpu(const PeerProcess& peer, const std::string& name) = 0;
    // Which policy workers are to go by.
    virtual kj::Promise<PolicyAnswer> set_policy(const PeerProcess& peer, PolicyRequest request) = 0;
    virtual kj::Promise<PolicyAnswer> unset_policy(const PeerProcess& peer) = 0;
    // A memory file with lines.
    virtual kj::Promise<MapAnswer> look_at_map(const PeerProcess& peer, MapRequest request) = 0;
    virtual Outcome<std::uint32_t> revoke_token(const PeerProcess& peer, const std::string& id) = 0;
    // `restriction`: as it stands in a token (tenants/restriction.h). The whole token.
    virtual Outcome<std::string> issue_token(const PeerProcess& peer, const std::string& tenant,
                                             const std::string& restriction) = 0;
    // The socket over which a new daemon gets the state.
    virtual Outcome<UniqueFd> take_over(const PeerProcess& peer) = 0;
};

}  // namespace ringfence::supervisor
