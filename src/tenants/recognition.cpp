#include "tenants/recognition.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/escape.h"
#include "tenants/cgroup.h"

namespace ringfence::tenants {
namespace {

// The only tenant for which the condition holds; null if there is none; an error if there are two.
template <typename Condition>
Result<const Tenant*> the_only(const Registry& registry, std::string_view by, const Condition& is_it) {
    const Tenant* found = nullptr;
    for (const auto& [name, tenant] : registry.tenants()) {
        if (!is_it(tenant)) continue;
        if (found != nullptr) {
            return Error::bad_input(fmt::format("tenants {} and {} both claim it by its {}", found->name, name, by))
                .with_remedy("make their entries differ: ringfence tenant set");
        }
        found = &tenant;
    }
    return found;
}

template <typename Condition>
bool is_any(const Registry& registry, const Condition& is_it) {
    return std::any_of(registry.tenants().begin(), registry.tenants().end(),
                       [&](const auto& entry) { return is_it(entry.second); });
}

}  // namespace

Result<const Tenant*> recognise(const Registry& registry, const PeerFacts& peer) {
    if (!peer.cgroup && has_cgroups(registry)) {
        return Error::bad_input("its control group is not known, and it could be a tenant's")
            .with_remedy("connect again");
    }
    const std::string cgroup = peer.cgroup.value_or("");
    const auto by_cgroup = [&](const Tenant& tenant) {
        return std::any_of(tenant.cgroups.begin(), tenant.cgroups.end(),
                           [&](const std::string& pattern) { return is_in_cgroup(cgroup, pattern); });
    };
    const auto by_uid = [&](const Tenant& tenant) {
        return std::find(tenant.uids.begin(), tenant.uids.end(), peer.process.uid) != tenant.uids.end();
    };
    const auto by_group = [&](const Tenant& tenant) {
        return std::any_of(tenant.gids.begin(), tenant.gids.end(), [&](gid_t gid) { return peer.has_group(gid); });
    };
    RF_TRY(const Tenant* found, the_only(registry, "control group", by_cgroup));
    if (found == nullptr) {
        RF_TRY(found, the_only(registry, "user", by_uid));
    }
    if (found == nullptr) {
        RF_TRY(found, the_only(registry, "groups", by_group));
    }
    if (found != nullptr) return found;
    const std::string where = cgroup.empty() ? "" : ", control group " + escape(cgroup, 256);
    return Error::bad_input(fmt::format("nobody knows user {}, group {}{}", peer.process.uid, peer.process.gid, where))
        .with_remedy(fmt::format("the administrator can make it known (ringfence tenant add NAME --uid {}), or give it "
                                 "a token (RINGFENCE_TOKEN)",
                                 peer.process.uid));
}

bool has_cgroups(const Registry& registry) {
    return is_any(registry, [](const Tenant& tenant) { return !tenant.cgroups.empty(); });
}

bool has_tokens(const Registry& registry) {
    return is_any(registry, [](const Tenant& tenant) { return tenant.tokens; });
}

}  // namespace ringfence::tenants
