// Decides which peers are let in, and as which tenant. It has the tenants, their tokens and their settings.
//
// Without a file of tenants there is one tenant, `local`: the daemon's own user, and root. If there is such a file,
// only the tenants in it exist.
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

// The path of the file of tenants: from the settings; otherwise in the folder of the daemon's own files.
std::string tenants_path(const Settings& settings);
// The one tenant that exists without a file.
constexpr std::string_view implicit_tenant = "local";

class Reception {
public:
    // Fails if a file exists and cannot be read or parsed.
    static Result<Reception> open(const Settings& settings);

    // Identifies the peer that has connected. An error if it cannot be let in: it is no tenant and no administrator,
    // and no tenant has tokens.
    Result<Caller> greet(int socket) const;
    // The peer's tenant and rights, by its token (empty: none) or by the facts about it.
    Outcome<Guest> recognise(const tenants::PeerFacts& peer, std::string_view token, tenants::UnixTime now);
    // True for the daemon's own user, and root.
    static bool may_administer(const PeerProcess& peer);
    // The limits of a tenant as a whole; none for a tenant that does not exist.
    SessionLimits tenant_limits(std::string_view tenant) const;
    // The virtual GPU of the tenant's sessions.
    sched::VirtualGpu vgpu_of(std::string_view tenant) const;
    // All named virtual GPUs and the default one; nothing if none is named.
    std::vector<sched::VirtualGpu> vgpus() const;
    // Null if there is none of that name.
    const sched::VirtualGpu* find_vgpu(std::string_view name) const {
        return registry_ ? registry_->find_vgpu(name) : nullptr;
    }

    // Reads the file again if it has changed. If the new one has an error, the old one stays in force. True if guests
    // may have lost their rights.
    Result<bool> refresh();
    // Why a guest's sessions must end; nothing if the guest still has its rights.
    std::optional<Refusal> why_unwelcome(const Guest& guest, tenants::UnixTime now) const;

    // The guest with its present rights, which the administrator may have changed since it was recognised.
    Outcome<Guest> renewed(const Guest& guest, tenants::UnixTime now) const;

    // For administrators. Changes take effect at once; the caller must then call why_unwelcome() for all guests.
    std::string tenants_text() const;
    // `toml`: in the file's format, with only this tenant. Adds the tenant, or replaces the one of its name.
    Result<void> set_tenant(std::string_view name, std::string_view toml);
    Result<void> remove_tenant(std::string_view name);
    // The same for virtual GPUs.
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
    SessionLimits tenant_limits_;  // of tenants without limits of their own
    std::string path_;
    std::string secret_path_;
    std::string revoked_path_;
    std::optional<tenants::Registry> registry_;  // none: only `local` exists
    tenants::Tenant implicit_;
    tenants::FileMark mark_;
    tenants::Revocations revoked_;
    std::optional<tenants::Mint> mint_;  // made when it is first needed
};

}  // namespace ringfence::supervisor
