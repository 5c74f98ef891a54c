// Decides who comes in: knows the tenants and their tokens, and what the administrator has set for them.
//
// Without a file of tenants there is one, `local`: the daemon's own user, and root. As soon as there is such a file, it
// alone says who is who.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "supervisor/desk.h"
#include "supervisor/guest.h"
#include "supervisor/settings.h"
#include "tenants/mint.h"
#include "tenants/registry.h"
#include "tenants/registry_file.h"
#include "tenants/revocations.h"

namespace ringfence::supervisor {

// Where the tenants are written down: as the settings say; otherwise in the folder for what the daemon keeps.
std::string tenants_path(const Settings& settings);
// The tenant that there is without a file.
constexpr std::string_view implicit_tenant = "local";

class Reception {
public:
    // A file that cannot be read, or understood, is an error.
    static Result<Reception> open(const Settings& settings);

    // Somebody who has connected. An error if it has nothing to look for here: it is no tenant, no administrator, and
    // nobody comes with a token.
    Result<Caller> greet(int socket) const;
    // Who it is, with the token that it shows; empty: it shows none.
    Outcome<Guest> recognise(const tenants::PeerFacts& peer, std::string_view token, tenants::UnixTime now);
    // The daemon's own user, and root.
    static bool may_administer(const PeerProcess& peer);
    // What a tenant may have in all; nothing is set for one that is not there.
    SessionLimits tenant_limits(std::string_view tenant) const;
    // What its sessions are bound to.
    sched::VirtualGpu vgpu_of(std::string_view tenant) const;
    // All that are named, and the default one; nothing if none is named.
    std::vector<sched::VirtualGpu> vgpus() const;

    // Reads the file again if it has changed; what is wrong with a new one is an error, and the old one holds. True:
    // guests may have become unwelcome.
    Result<bool> refresh();
    // Why a guest's sessions are to end; nothing if it may stay.
    std::optional<Refusal> why_unwelcome(const Guest& guest, tenants::UnixTime now) const;

    // The same guest as he would be recognised now: what the administrator has set since holds for him too.
    Outcome<Guest> renewed(const Guest& guest, tenants::UnixTime now) const;

    // For administrators. What is changed holds at once; whoever changes something then asks who is unwelcome.
    std::string tenants_text() const;
    // `toml`: as in the file, with this tenant alone. Adds it, or takes the place of the one of its name.
    Result<void> set_tenant(std::string_view name, std::string_view toml);
    Result<void> remove_tenant(std::string_view name);
    // The same of virtual GPUs.
    Result<void> set_vgpu(std::string_view name, std::string_view toml);
    Result<void> remove_vgpu(std::string_view name);
    Result<tenants::Token> issue_token(const std::string& tenant, const tenants::Restriction& restriction);
    Result<void> revoke_token(const std::string& id);

private:
    explicit Reception(const Settings& settings);

    Result<tenants::PeerFacts> look_at(int socket) const;
    Result<const tenants::Tenant*> find_tenant(const tenants::PeerFacts& peer) const;
    Result<const tenants::Tenant*> tenant_of_token(const std::string& tenant) const;
    const tenants::Tenant* find_tenant(std::string_view name) const;
    Guest guest_of(const tenants::Tenant& tenant) const;
    SessionLimits limits_of(const tenants::Tenant& tenant) const;
    Result<void> change(const std::function<Result<void>(tenants::Registry&)>& change);
    Outcome<Guest> recognise_token(const tenants::PeerFacts& peer, std::string_view text, tenants::UnixTime now);
    Result<const tenants::Mint*> mint();
    bool takes_tokens() const;

    SessionLimits session_limits_;
    SessionLimits tenant_limits_;  // of those who have none of their own
    std::string path_;
    std::string secret_path_;
    std::string revoked_path_;
    std::optional<tenants::Registry> registry_;  // none: there is one tenant
    tenants::Tenant implicit_;
    tenants::FileMark mark_;
    tenants::Revocations revoked_;
    std::optional<tenants::Mint> mint_;  // made when it is needed first
};

}  // namespace ringfence::supervisor
