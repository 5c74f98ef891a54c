// What the daemon offers to the implementations of its capabilities (schema/ringfence.capnp).
//
// The Supervisor implements it; tests and fuzzers of the RPC side have their own. Every call names the peer that asks,
// with facts from the kernel, never from the peer itself.
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

// The reason of a refusal, with a code for programs.
struct Refusal {
    schema::ErrorCode code = schema::ErrorCode::INTERNAL;
    Error error = Error::internal("");
    std::string limit = {};  // of limitReached: the limit's key
};

struct Done {};

template <typename T>
using Outcome = std::variant<T, Refusal>;

// A peer that may use the GPU, and its tenant.
struct Holder {
    PeerProcess peer;
    std::string tenant;
    Guest guest = {};  // the peer's rights
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

// A policy, and the peer that asks about it: an administrator, for the card's policy (vgpu empty) or a virtual GPU's;
// or the tenant that manages the virtual GPU (holder set).
struct PolicyActor {
    PeerProcess peer;
    std::string vgpu = {};
    std::optional<Holder> holder = {};
};

// A policy that an administrator or a tenant sends.
struct PolicyRequest {
    UniqueFd object;
    std::string name;
    bool must_replace = false;  // true: a policy must be loaded already; false: none may be loaded
    PolicyWatch watch;
};

// How many workers have the policy now. A pointer, since g++ 12 wrongly warns of variants in promises.
using PolicyAnswer = std::unique_ptr<Outcome<std::uint32_t>>;

// Reads or changes a map of the policy in a worker.
struct MapRequest {
    std::uint32_t worker = 0;  // its process id; 0: the only worker
    worker::MapQuestion question;
};
// A memory file with lines.
using TextAnswer = std::unique_ptr<Outcome<UniqueFd>>;

class Desk {
public:
    virtual ~Desk() = default;

    // Finds the peer's tenant, by the kernel's facts about the peer or by its token.
    virtual Outcome<Holder> identify(const Caller& caller, std::span<const std::byte> token) = 0;
    // Why the holder has lost its right since it was identified; nothing if it has not.
    virtual std::optional<Refusal> why_unwelcome(const Holder& holder) = 0;
    virtual kj::Promise<std::vector<DeviceFacts>> devices(const Holder& holder) = 0;
    virtual Outcome<Opened> open(const Holder& holder, OpenRequest request) = 0;
    // The last records about a tenant (empty: all), oldest first.
    virtual kj::Promise<std::vector<std::string>> audit_tail(const PeerProcess& peer, const std::string& tenant,
                                                             std::uint32_t count) = 0;

    // True for the daemon's user and root, who may make the calls below. Others' attempts are recorded.
    virtual bool may_administer(const PeerProcess& peer) = 0;
    virtual kj::Promise<std::string> status() = 0;
    // The launches of a worker's sessions (worker/kernel_counts.h). `worker`: its process id.
    virtual kj::Promise<TextAnswer> kernels(std::uint32_t worker) = 0;
    // Ends the daemon. Returns how many sessions end with it.
    virtual std::uint32_t down(const PeerProcess& peer) = 0;
    virtual Outcome<Done> revoke_session(const PeerProcess& peer, std::uint64_t id, const std::string& reason) = 0;
    virtual Outcome<std::string> tenants() = 0;
    virtual Outcome<Done> set_tenant(const PeerProcess& peer, const std::string& name, const std::string& toml) = 0;
    virtual Outcome<std::uint32_t> remove_tenant(const PeerProcess& peer, const std::string& name) = 0;
    virtual Outcome<Done> set_vgpu(const PeerProcess& peer, const std::string& name, const std::string& toml) = 0;
    virtual Outcome<Done> remove_vgpu(const PeerProcess& peer, const std::string& name) = 0;
    // Set the policy that decides in workers, or return to the built-in one.
    virtual kj::Promise<PolicyAnswer> set_policy(const PolicyActor& actor, PolicyRequest request) = 0;
    virtual kj::Promise<PolicyAnswer> unset_policy(const PolicyActor& actor) = 0;
    virtual kj::Promise<TextAnswer> look_at_map(const PolicyActor& actor, MapRequest request) = 0;
    // Identifies the manager of a virtual GPU's policy; and later, why the manager has lost that right.
    virtual Outcome<PolicyActor> manage_policy(const Caller& caller, std::span<const std::byte> token,
                                               const std::string& vgpu) = 0;
    virtual std::optional<Refusal> why_not_manager(const PolicyActor& actor) = 0;
    // The state of that one policy, as a JSON object.
    virtual kj::Promise<std::string> policy_status(const PolicyActor& actor) = 0;
    virtual Outcome<std::uint32_t> revoke_token(const PeerProcess& peer, const std::string& id) = 0;
    // `restriction`: in the format of tokens (tenants/restriction.h). Returns the complete token.
    virtual Outcome<std::string> issue_token(const PeerProcess& peer, const std::string& tenant,
                                             const std::string& restriction) = 0;
    // A socket over which a new daemon receives this one's state.
    virtual Outcome<UniqueFd> take_over(const PeerProcess& peer) = 0;
};

}  // namespace ringfence::supervisor
