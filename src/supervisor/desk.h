// The daemon's interface to the capabilities that it gives out (schema/ringfence.capnp).
//
// The supervisor is one; the tests and the fuzzer of the RPC side have their own. Every call names the peer that asks:
// as the kernel knows it, never as it describes itself.
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

// A peer that may use the GPU, as the tenant that it is.
struct Holder {
    PeerProcess peer;
    std::string tenant;
    Guest guest = {};  // its rights
};

struct DeviceFacts {
    std::string name;
    std::string backend;
    std::uint64_t memory = 0;
    std::uint32_t multiprocessors = 0;
    std::uint32_t compute_major = 0;
    std::uint32_t compute_minor = 0;
};

// A client's request for a session. The texts are the client's and were not checked yet.
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

// A session as it is reported to clients.
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

// The policy that is meant, and the peer that asks: an administrator, for the card (vgpu empty) or within a virtual
// GPU; or the tenant that manages the virtual GPU (holder set).
struct PolicyActor {
    PeerProcess peer;
    std::string vgpu = {};
    std::optional<Holder> holder = {};
};

// A policy that an administrator or a tenant sends.
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
// A memory file with lines.
using TextAnswer = std::unique_ptr<Outcome<UniqueFd>>;

class Desk {
public:
    virtual ~Desk() = default;

    // The tenant that a peer is, by the kernel's facts about it or by the token that it shows.
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
    // The launches of a worker's sessions (worker/kernel_counts.h). `worker`: its process.
    virtual kj::Promise<TextAnswer> kernels(std::uint32_t worker) = 0;
    // How many sessions end with the daemon.
    virtual std::uint32_t down(const PeerProcess& peer) = 0;
    virtual Outcome<Done> revoke_session(const PeerProcess& peer, std::uint64_t id, const std::string& reason) = 0;
    virtual Outcome<std::string> tenants() = 0;
    virtual Outcome<Done> set_tenant(const PeerProcess& peer, const std::string& name, const std::string& toml) = 0;
    virtual Outcome<std::uint32_t> remove_tenant(const PeerProcess& peer, const std::string& name) = 0;
    virtual Outcome<Done> set_vgpu(const PeerProcess& peer, const std::string& name, const std::string& toml) = 0;
    virtual Outcome<Done> remove_vgpu(const PeerProcess& peer, const std::string& name) = 0;
    // Which policy workers are to go by.
    virtual kj::Promise<PolicyAnswer> set_policy(const PolicyActor& actor, PolicyRequest request) = 0;
    virtual kj::Promise<PolicyAnswer> unset_policy(const PolicyActor& actor) = 0;
    virtual kj::Promise<TextAnswer> look_at_map(const PolicyActor& actor, MapRequest request) = 0;
    // The manager of the policy within a virtual GPU; and why it may not manage it any more, long after it was let in.
    virtual Outcome<PolicyActor> manage_policy(const Caller& caller, std::span<const std::byte> token,
                                               const std::string& vgpu) = 0;
    virtual std::optional<Refusal> why_not_manager(const PolicyActor& actor) = 0;
    // One JSON object about that policy alone.
    virtual kj::Promise<std::string> policy_status(const PolicyActor& actor) = 0;
    virtual Outcome<std::uint32_t> revoke_token(const PeerProcess& peer, const std::string& id) = 0;
    // `restriction`: as it stands in a token (tenants/restriction.h). The whole token.
    virtual Outcome<std::string> issue_token(const PeerProcess& peer, const std::string& tenant,
                                             const std::string& restriction) = 0;
    // The socket over which a new daemon gets the state.
    virtual Outcome<UniqueFd> take_over(const PeerProcess& peer) = 0;
};

}  // namespace ringfence::supervisor
