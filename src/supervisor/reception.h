// Decides which peers are let in: knows the tenants, their tokens and the administrator's settings for them.
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

// The path of the file of tenants: as the settings say; otherwise in the folder for the daemon's own files.
std::string tenants_path(const Settings& settings);
// The tenant that there is without a file.
constexpr std::string_view implicit_tenant = "local";

class Reception {
public:
    // A file that cannot be read, or understood, is an error.
    static Result<Reception> open(const Settings& settings);

    // The peer that has connected. An error if it can have no business here: it is no tenant, no administrator, and no
    // tenant has tokens.
    Result<Caller> greet(int socket) const;
    // The guest that a peer is, with the token that it shows; empty: it shows none.
    Outcome<Guest> recognise(const tenants::PeerFacts& peer, std::string_view token, tenants::UnixTime now);
    // The daemon's own user, and root.
    static bool may_administer(const PeerProcess& peer);
    // The limits of a tenant as a whole; none for a tenant that does not exist.
    SessionLimits tenant_limits(std::string_view tenant) const;
    // The virtual GPU that its sessions are bound to.
    sched::VirtualGpu vgpu_of(std::string_view tenant) const;
    // All that are named, and the default one; nothing if none is named.
    std::vector<sched::VirtualGpu> vgpus() const;
    // Null: none of that name was made.
    const sched::VirtualGpu* find_vgpu(std::string_view name) const {
        return registry_ ? registry_->find_vgpu(name) : nullptr;
    }

    // Reads the file again if it has changed; if the new one is wrong, that is an error, and the old one stays in
    // force. True: guests may have become unwelcome.
    Result<bool> refresh();
    // Why a guest's sessions are to end; nothing if it may stay.
    std::optional<Refusal> why_unwelcome(const Guest& guest, tenants::UnixTime now) const;

    // The same guest as it would be recognised now: changes that the administrator has made since hold for it too.
    Outcome<Guest> renewed(const Guest& guest, tenants::UnixTime now) const;

    // For administrators. Changes hold at once; the caller then asks which guests are unwelcome.
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
