// Tenants: which peers are let in, how many sessions each may have, and how sessions are revoked.
#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/closing.h"
#include "supervisor/log.h"
#include "supervisor/supervisor.h"

namespace ringfence::supervisor {
namespace {

constexpr std::size_t most_stuck_of_a_tenant = 8;
// Once all tenants together have this many, each may have one, so that many tenants cannot fill the boards.
constexpr std::size_t many_stuck = 128;

Refusal limit_reached(Limit limit, Error error) {
    return {schema::ErrorCode::LIMIT_REACHED, std::move(error), std::string(facts_of(limit).key)};
}

Refusal bad_question(Error error) {
    return {schema::ErrorCode::INVALID_ARGUMENT, std::move(error), ""};
}

// The kind of right that a session needs. A channel can do all that a compute session can.
tenants::SessionKind needed_for(schema::SessionKind kind) {
    switch (kind) {
        case schema::SessionKind::COPY: return tenants::SessionKind::Copy;
        case schema::SessionKind::PROGRAM: return tenants::SessionKind::Program;
        default: return tenants::SessionKind::Compute;
    }
}

std::string who(const PeerProcess& peer) {
    return fmt::format("process {} of user {}", peer.pid, peer.uid);
}

}  // namespace

// Peers are refused before anything is received, since descriptors in a message would have to be closed.
Outcome<Caller> Supervisor::lets_in(int socket) {
    refresh_tenants();
    Result<Caller> caller = reception_->greet(socket);
    if (!caller.ok()) {
        const Result<PeerProcess> peer = peer_process(socket);
        if (peer.ok()) records_.refused(peer.value(), caller.error().message, "");
        return Refusal{schema::ErrorCode::UNKNOWN_PEER, caller.take_error()};
    }
    std::optional<Refusal> refusal = no_room_for(caller.value());
    if (!refusal) return caller.take();
    records_.refused(caller.value().peer, refusal->error.message, caller.value().tenant);
    return std::move(*refusal);
}

std::optional<Refusal> Supervisor::no_room_for(const Caller& caller) {
    if (has_too_many_closings(caller.whose)) return Refusal{schema::ErrorCode::OVERLOADED, cannot_be_closed()};
    const std::string& tenant = caller.tenant;
    const SessionLimits limits = tenant.empty() ? SessionLimits() : reception_->tenant_limits(tenant);
    const std::uint64_t most = limits[Limit::Connections];
    const std::uint64_t have = most == 0 ? 0 : doorman_->waiting_of(tenant) + control_->connections_of(tenant);
    if (most == 0 || have < most) return std::nullopt;
    count_reached(tenant, limits, Limit::Connections);
    return Refusal{schema::ErrorCode::LIMIT_REACHED,
                   Error::bad_input(fmt::format("tenant {} has {} connections, as many as it may have{}", tenant, have,
                                                naming(Limit::Connections)))
                       .with_remedy("close some, or ask the administrator for more (connections, docs/limits.md)"),
                   std::string(facts_of(Limit::Connections).key)};
}

Outcome<Guest> Supervisor::recognise(const tenants::PeerFacts& facts, std::string_view token) {
    refresh_tenants();
    Outcome<Guest> guest = reception_->recognise(facts, token, unix_now());
    return guest;
}

Outcome<Holder> Supervisor::identify(const Caller& caller, std::span<const std::byte> token) {
    const std::string_view text(reinterpret_cast<const char*>(token.data()), token.size());
    Outcome<Guest> guest = recognise(caller.facts, text);
    if (auto* refusal = std::get_if<Refusal>(&guest)) {
        records_.refused(caller.peer, refusal->error.message, caller.tenant);
        return std::move(*refusal);
    }
    const std::string tenant = std::get<Guest>(guest).tenant;
    return Holder{caller.peer, tenant, std::get<Guest>(std::move(guest))};
}

// Includes changes since the guest was recognised, which may be long ago.
std::optional<Refusal> Supervisor::why_not(const Guest& guest, schema::SessionKind kind) {
    if (auto refusal = reception_->why_unwelcome(guest, unix_now())) return refusal;
    if (guest.most < needed_for(kind)) {
        return Refusal{schema::ErrorCode::DENIED,
                       Error::bad_input(fmt::format("its token is for sessions of kind {} at most, and this is {}",
                                                    tenants::name_of(guest.most), name_of(kind)))
                           .with_remedy("ask the issuer of the token for one that allows more"),
                       ""};
    }
    if (auto refusal = too_many_stuck(guest)) return refusal;
    std::optional<Refusal> refusal = too_many_sessions(guest);
    if (refusal) count_reached(guest.tenant, guest.tenant_limits, Limit::Sessions);
    return refusal;
}

std::optional<Refusal> Supervisor::why_unwelcome(const Holder& holder) {
    refresh_tenants();
    return reception_->why_unwelcome(holder.guest, unix_now());
}

Outcome<Guest> Supervisor::renewed(const Guest& guest) const {
    return reception_->renewed(guest, unix_now());
}

// Processes that cannot end do not count among all workers, but a tenant may have only a few of them.
std::optional<Refusal> Supervisor::too_many_stuck(const Guest& guest) const {
    const std::size_t stuck = workers_->stuck_of(guest.tenant) + sessions_.stuck_of(guest.tenant);
    const std::size_t most = workers_->stuck() < many_stuck ? most_stuck_of_a_tenant : 1;
    if (stuck < most) return std::nullopt;
    return Refusal{
        schema::ErrorCode::LIMIT_REACHED,
        Error::bad_input(fmt::format("tenant {} has {} processes that cannot end: a file that they have open is of a "
                                     "file system that does not answer",
                                     guest.tenant, stuck))
            .with_remedy("end the program behind that file system (FUSE), or unmount it with 'umount -f'"),
        "processes"};
}

std::optional<Refusal> Supervisor::too_many_sessions(const Guest& guest) const {
    std::uint64_t sessions = 0;
    std::map<std::string, std::uint64_t> of_step;
    for (const auto& [id, record] : sessions_.all()) {
        if (record.stage == SessionStage::Over) continue;
        sessions += record.facts.tenant == guest.tenant ? 1 : 0;
        if (!record.guest || !record.guest->token) continue;
        for (const tenants::Claims::Step& step : record.guest->token->steps)
            ++of_step[step.id];
    }
    const std::uint64_t most = guest.tenant_limits[Limit::Sessions];
    if (most != 0 && sessions >= most) {
        return limit_reached(
            Limit::Sessions,
            Error::bad_input(fmt::format("tenant {} has {} sessions, as many as it may have", guest.tenant, sessions))
                .with_remedy("end some of its programs, or ask the administrator for more (sessions, docs/limits.md)"));
    }
    if (!guest.token) return std::nullopt;
    for (const tenants::Claims::Step& step : guest.token->steps) {
        if (step.sessions == 0 || of_step[step.id] < step.sessions) continue;
        return limit_reached(
            Limit::Sessions,
            Error::bad_input(fmt::format("token {} has {} sessions, as many as it may have", step.id, step.sessions))
                .with_remedy("end some of its programs, or ask the issuer of the token for another"));
    }
    return std::nullopt;
}

void Supervisor::count_reached(const std::string& tenant, const SessionLimits& limits, Limit limit) {
    const Result<const TenantLedgers::Ledger*> ledger = workers_->ledgers().open(tenant, limits);
    if (ledger.ok()) ledger.value()->budget->note_reached(limit);
}

void Supervisor::refresh_tenants() {
    const Result<bool> changed = reception_->refresh();
    if (!changed) {
        log("the tenants stay as they were: " + changed.error().text());
        records_.write("tenants_unreadable", {{"text", changed.error().message}});
    } else if (changed.value()) {
        records_.write("tenants_changed", {{"text", "the file was changed"}});
        workers_->change_vgpus(reception_->vgpus());
        end_unwelcome("the file of tenants");
    }
}

std::uint32_t Supervisor::end_unwelcome(const std::string& by) {
    const tenants::UnixTime now = unix_now();
    std::vector<std::pair<std::uint32_t, Refusal>> leaving;
    for (const auto& [id, record] : sessions_.all()) {
        if (!record.guest || !record.why_revoked.empty() || record.stage == SessionStage::Over) continue;
        if (auto why = reception_->why_unwelcome(*record.guest, now)) leaving.emplace_back(id, std::move(*why));
    }
    for (const auto& [id, why] : leaving)
        revoke(id, why.code, why.error.message, by);
    unload_unmanaged(by);
    return static_cast<std::uint32_t>(leaving.size());
}

bool Supervisor::has_expiring_rights() const {
    const auto expires = [](const std::optional<Guest>& guest) {
        return guest && guest->token && guest->token->expires;
    };
    const std::vector<const ShelvedPolicy*> policies = workers_->nested_policies();
    return std::any_of(sessions_.all().begin(), sessions_.all().end(),
                       [&](const auto& one) { return expires(one.second.guest) && one.second.why_revoked.empty(); }) ||
           std::any_of(policies.begin(), policies.end(),
                       [&](const ShelvedPolicy* policy) { return expires(policy->guest); });
}

Outcome<std::string> Supervisor::tenants() {
    refresh_tenants();
    return reception_->tenants_text();
}

Outcome<Done> Supervisor::set_tenant(const PeerProcess& peer, const std::string& name, const std::string& toml) {
    Result<void> set = reception_->set_tenant(name, toml);
    if (!set.ok()) return bad_question(set.take_error());
    records_.write("tenant_set", {{"tenant", name}, {"by", who(peer)}});
    end_unwelcome(who(peer));
    return Done{};
}

Outcome<std::uint32_t> Supervisor::remove_tenant(const PeerProcess& peer, const std::string& name) {
    Result<void> removed = reception_->remove_tenant(name);
    if (!removed.ok()) return Refusal{schema::ErrorCode::NOT_FOUND, removed.take_error(), ""};
    records_.write("tenant_removed", {{"tenant", name}, {"by", who(peer)}});
    return end_unwelcome(who(peer));
}

Outcome<Done> Supervisor::set_vgpu(const PeerProcess& peer, const std::string& name, const std::string& toml) {
    Result<void> set = reception_->set_vgpu(name, toml);
    if (!set.ok()) return bad_question(set.take_error());
    records_.write("vgpu_set", {{"vgpu", name}, {"by", who(peer)}});
    workers_->change_vgpus(reception_->vgpus());
    unload_unmanaged(who(peer));
    return Done{};
}

Outcome<Done> Supervisor::remove_vgpu(const PeerProcess& peer, const std::string& name) {
    Result<void> removed = reception_->remove_vgpu(name);
    if (!removed.ok()) return bad_question(removed.take_error());
    records_.write("vgpu_removed", {{"vgpu", name}, {"by", who(peer)}});
    workers_->change_vgpus(reception_->vgpus());
    unload_unmanaged(who(peer));
    return Done{};
}

Outcome<std::string> Supervisor::issue_token(const PeerProcess& peer, const std::string& tenant,
                                             const std::string& restriction) {
    Result<tenants::Restriction> wanted = tenants::Restriction::parse(restriction);
    if (!wanted.ok()) return bad_question(wanted.take_error());
    Result<tenants::Token> token = reception_->issue_token(tenant, wanted.value());
    if (!token.ok()) return bad_question(token.take_error());
    records_.write("token_issued", {{"tenant", tenant}, {"token", token.value().id()}, {"by", who(peer)}});
    return token.value().secret_text();
}

Outcome<std::uint32_t> Supervisor::revoke_token(const PeerProcess& peer, const std::string& id) {
    Result<void> revoked = reception_->revoke_token(id);
    if (!revoked.ok()) return bad_question(revoked.take_error());
    records_.write("token_revoked", {{"token", id}, {"by", who(peer)}});
    return end_unwelcome(who(peer));
}

}  // namespace ringfence::supervisor
