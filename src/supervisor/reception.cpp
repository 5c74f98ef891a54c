#include "supervisor/reception.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include <fmt/core.h>

#include "audit/files.h"
#include "base/closing.h"
#include "base/escape.h"
#include "tenants/recognition.h"

namespace ringfence::supervisor {
namespace {

constexpr std::string_view administrators = "(administrators)";  // not a valid name of a tenant

const tenants::Registry& no_registry() {
    static const tenants::Registry empty;
    return empty;
}

std::string beside(const std::string& path, const char* name) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    return (folder.empty() ? "." : folder) / name;
}

// A tenant's own limit, where it has one, replaces the default.
SessionLimits own_or_usual(const SessionLimits& own, const SessionLimits& usual) {
    SessionLimits limits;
    each_limit([&](Limit limit) { limits[limit] = own[limit] != 0 ? own[limit] : usual[limit]; });
    return limits;
}

Refusal denied(Error error) {
    return {schema::ErrorCode::DENIED, std::move(error)};
}

Refusal refusal_of(tenants::Lapse lapse) {
    const bool is_revoked = lapse.why == tenants::Lapse::Why::Revoked;
    return {is_revoked ? schema::ErrorCode::REVOKED : schema::ErrorCode::EXPIRED,
            Error::bad_input(std::move(lapse.text)).with_remedy("ask the issuer of the token for another one")};
}

Error no_tenant(std::string_view name) {
    return Error::bad_input(fmt::format("there is no tenant '{}'", escape(name, 64)))
        .with_remedy("'ringfence tenant list' names those that there are");
}

}  // namespace

std::string tenants_path(const Settings& settings) {
    if (!settings.tenants.empty()) return settings.tenants;
    // As for the audit log: a daemon with its own RINGFENCE_SOCKET has its files beside that socket.
    const char* const socket = std::getenv("RINGFENCE_SOCKET");
    if (socket != nullptr && *socket != '\0') return beside(socket, "tenants.toml");
    return beside(audit::default_path(), "tenants.toml");
}

Reception::Reception(const Settings& settings)
    : session_limits_(settings.limits),
      tenant_limits_(settings.tenant_limits),
      path_(tenants_path(settings)),
      secret_path_(beside(path_, "token.secret")),
      revoked_path_(beside(path_, "revoked_tokens")) {
    implicit_.name = implicit_tenant;
    implicit_.uids = {::getuid()};
    if (::getuid() != 0) implicit_.uids.push_back(0);
    implicit_.tokens = true;
}

Result<Reception> Reception::open(const Settings& settings) {
    Reception reception(settings);
    reception.mark_ = tenants::FileMark::of(reception.path_);
    RF_TRY(reception.registry_, tenants::load_registry(reception.path_));
    RF_TRY(reception.revoked_, tenants::Revocations::load(reception.revoked_path_));
    return reception;
}

bool Reception::may_administer(const PeerProcess& peer) {
    return peer.uid == ::getuid() || peer.uid == 0;
}

bool Reception::takes_tokens() const {
    return !registry_ || tenants::has_tokens(*registry_);
}

const tenants::Tenant* Reception::find_tenant(std::string_view name) const {
    if (registry_) return registry_->find(name);
    return name == implicit_.name ? &implicit_ : nullptr;
}

Result<const tenants::Tenant*> Reception::find_tenant(const tenants::PeerFacts& peer) const {
    if (registry_) return tenants::recognise(*registry_, peer);
    if (may_administer(peer.process)) return &implicit_;
    return Error::bad_input("the daemon is another user's");
}

Result<const tenants::Tenant*> Reception::tenant_of_token(const std::string& tenant) const {
    const tenants::Tenant* found = find_tenant(tenant);
    if (found == nullptr) return no_tenant(tenant);
    if (found->tokens) return found;
    return Error::bad_input(fmt::format("tenant {} has no tokens", tenant))
        .with_remedy(fmt::format("the administrator can change that: ringfence tenant set {} --tokens on", tenant));
}

Result<const tenants::Mint*> Reception::mint() {
    if (!mint_) {
        RF_TRY(mint_, tenants::Mint::open(secret_path_));
    }
    return &*mint_;
}

Guest Reception::guest_of(const tenants::Tenant& tenant) const {
    Guest guest;
    guest.tenant = tenant.name;
    guest.isolation = tenant.isolation;
    guest.guard = tenant.guard;
    guest.tenant_limits = limits_of(tenant);
    guest.limits = tighten(session_limits_, for_each_session(guest.tenant_limits));
    return guest;
}

Result<tenants::PeerFacts> Reception::look_at(int socket) const {
    RF_TRY(tenants::PeerFacts peer, tenants::look_at_peer(socket));
    if (!registry_ || !tenants::has_cgroups(*registry_)) return peer;
    // An unknown cgroup is no error here: rules that need it report that.
    if (Result<std::string> cgroup = tenants::cgroup_of_peer(socket)) peer.cgroup = cgroup.take();
    return peer;
}

Result<Caller> Reception::greet(int socket) const {
    Caller caller;
    RF_TRY(caller.facts, look_at(socket));
    caller.peer = caller.facts.process;
    const bool may_be_unknown = takes_tokens() || may_administer(caller.peer);
    Result<const tenants::Tenant*> tenant = find_tenant(caller.facts);
    if (!tenant && !may_be_unknown) return tenant.take_error();
    // An administrator's calls do not count against a tenant.
    if (tenant && !may_administer(caller.peer)) caller.tenant = tenant.value()->name;
    caller.whose = closings_of(may_administer(caller.peer) ? administrators : caller.tenant);
    return caller;
}

Outcome<Guest> Reception::recognise(const tenants::PeerFacts& peer, std::string_view token, tenants::UnixTime now) {
    if (!token.empty()) return recognise_token(peer, token, now);
    Result<const tenants::Tenant*> tenant = find_tenant(peer);
    if (!tenant) return Refusal{schema::ErrorCode::UNKNOWN_PEER, tenant.take_error()};
    Guest guest = guest_of(*tenant.value());
    guest.facts = peer;
    return guest;
}

// A peer that shows a token gets only the token's identity and rights, which may deliberately be fewer than its own.
Outcome<Guest> Reception::recognise_token(const tenants::PeerFacts& peer, std::string_view text,
                                          tenants::UnixTime now) {
    if (!takes_tokens()) return denied(Error::bad_input("no tenant has tokens"));
    Result<tenants::Token> token = tenants::Token::parse(text);
    if (!token) return denied(token.take_error());
    Result<const tenants::Mint*> of_tokens = mint();
    if (!of_tokens) return denied(of_tokens.take_error());
    Result<tenants::Claims> claims = of_tokens.value()->authenticate(token.value());
    if (!claims) return denied(claims.take_error());
    if (auto lapse = tenants::lapse_of(claims.value(), revoked_, now)) return refusal_of(std::move(*lapse));
    Result<const tenants::Tenant*> tenant = tenant_of_token(claims.value().tenant);
    if (!tenant) return denied(tenant.take_error());
    Guest guest = guest_of(*tenant.value());
    guest.facts = peer;
    guest.limits = tighten(guest.limits, claims.value().limits);
    guest.most = claims.value().most;
    guest.token = claims.take();
    return guest;
}

SessionLimits Reception::tenant_limits(std::string_view tenant) const {
    const tenants::Tenant* found = find_tenant(tenant);
    return found == nullptr ? SessionLimits() : limits_of(*found);
}

// The virtual GPU's memory becomes a limit: programs see it as the device's size.
SessionLimits Reception::limits_of(const tenants::Tenant& tenant) const {
    SessionLimits limits = own_or_usual(tenant.limits, tenant_limits_);
    if (registry_) {
        const std::uint64_t memory = registry_->vgpu_of(tenant).memory;
        limits[Limit::DeviceMemory] = tighten(limits[Limit::DeviceMemory], memory);
    }
    return limits;
}

sched::VirtualGpu Reception::vgpu_of(std::string_view tenant) const {
    const tenants::Registry& registry = registry_ ? *registry_ : no_registry();
    const tenants::Tenant* const found = find_tenant(tenant);
    return found == nullptr ? registry.default_vgpu() : registry.vgpu_of(*found);
}

std::vector<sched::VirtualGpu> Reception::vgpus() const {
    std::vector<sched::VirtualGpu> all;
    if (!registry_ || registry_->vgpus().empty()) return all;
    for (const auto& [name, vgpu] : registry_->vgpus())
        all.push_back(vgpu);
    all.push_back(registry_->default_vgpu());
    return all;
}

Result<bool> Reception::refresh() {
    const tenants::FileMark mark = tenants::FileMark::of(path_);
    if (mark == mark_) return false;
    mark_ = mark;
    RF_TRY(std::optional<tenants::Registry> registry, tenants::load_registry(path_));
    // If the file was removed, the daemon's own user does not become the tenant `local` again.
    if (!registry && registry_) registry = tenants::Registry();
    const bool is_other = registry != registry_;
    registry_ = std::move(registry);
    return is_other;
}

std::optional<Refusal> Reception::why_unwelcome(const Guest& guest, tenants::UnixTime now) const {
    if (guest.token) {
        if (auto lapse = tenants::lapse_of(*guest.token, revoked_, now)) return refusal_of(std::move(*lapse));
        if (tenant_of_token(guest.tenant)) return std::nullopt;
    } else {
        const Result<const tenants::Tenant*> tenant = find_tenant(guest.facts);
        if (tenant && tenant.value()->name == guest.tenant) return std::nullopt;
    }
    return Refusal{schema::ErrorCode::REVOKED,
                   Error::bad_input(fmt::format(
                       "the administrator has removed tenant {}, or this program's user from it", guest.tenant))};
}

Outcome<Guest> Reception::renewed(const Guest& guest, tenants::UnixTime now) const {
    if (auto refusal = why_unwelcome(guest, now)) return std::move(*refusal);
    const tenants::Tenant* const tenant = find_tenant(guest.tenant);
    if (tenant == nullptr) return Refusal{schema::ErrorCode::REVOKED, no_tenant(guest.tenant)};
    Guest again = guest_of(*tenant);
    again.facts = guest.facts;
    again.most = guest.most;
    again.token = guest.token;
    // The guest's limits already include the token's restrictions.
    if (guest.token) again.limits = tighten(again.limits, guest.limits);
    return again;
}

std::string Reception::tenants_text() const {
    return registry_ ? registry_->text() : "";
}

Result<void> Reception::set_tenant(std::string_view name, std::string_view toml) {
    RF_TRY(const tenants::Registry one, tenants::Registry::parse(toml, "<tenant>"));
    const tenants::Tenant* tenant = one.find(name);
    if (tenant == nullptr || one.tenants().size() != 1) {
        return Error::bad_input(fmt::format("this must describe tenant '{}', and no other", escape(name, 64)));
    }
    return change([&](tenants::Registry& all) { return all.set(*tenant); });
}

Result<void> Reception::remove_tenant(std::string_view name) {
    return change([&](tenants::Registry& all) { return all.remove(name) ? Result<void>() : no_tenant(name); });
}

Result<void> Reception::set_vgpu(std::string_view name, std::string_view toml) {
    RF_TRY(const tenants::Registry one, tenants::Registry::parse(toml, "<vgpu>"));
    const sched::VirtualGpu* const vgpu = one.find_vgpu(name);
    if (vgpu == nullptr || one.vgpus().size() != 1 || !one.tenants().empty()) {
        return Error::bad_input(fmt::format("this must describe virtual GPU '{}', and nothing else", escape(name, 64)));
    }
    // A file that names no tenants would shut out all users.
    if (!registry_) {
        return Error::bad_input("no tenants are named, so nobody could be bound to a virtual GPU")
            .with_remedy("name one first: ringfence tenant add NAME --uid N");
    }
    return change([&](tenants::Registry& all) { return all.set_vgpu(*vgpu); });
}

Result<void> Reception::remove_vgpu(std::string_view name) {
    return change([&](tenants::Registry& all) { return all.remove_vgpu(name); });
}

Result<void> Reception::change(const std::function<Result<void>(tenants::Registry&)>& change) {
    RF_TRY(registry_, tenants::change_registry(path_, change));
    mark_ = tenants::FileMark::of(path_);
    return {};
}

Result<tenants::Token> Reception::issue_token(const std::string& tenant, const tenants::Restriction& restriction) {
    RF_RETURN_IF_ERROR(tenant_of_token(tenant));
    RF_TRY(const tenants::Mint* const mint_of_tokens, mint());
    return mint_of_tokens->issue(tenant, restriction);
}

Result<void> Reception::revoke_token(const std::string& id) {
    return revoked_.add(revoked_path_, id);
}

}  // namespace ringfence::supervisor
