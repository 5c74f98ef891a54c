// The tenants that this machine's administrator has named (docs/tenants.md), with the format of their file.
//
//     [tenant.alice]
//     uids = [1001]
//     gids = [2000]                               # of a process's groups, any
//     cgroups = ["/system.slice/docker-4f6d*"]    # and all beneath; * stands for any characters but /
//     tokens = true                               # bearer tokens may be issued for it; default: false
//     isolation = "private"                       # its clients can only tighten these
//     guard = "check"
//     vgpu = "batch"                              # the virtual GPU that its sessions are bound to
//
//     [tenant.alice.limits]                       # docs/limits.md
//     device_memory = "4G"
//     sessions = 8
//
//     [vgpu.batch]                                # docs/scheduling.md
//     compute = "30%"                             # or copy_to and copy_from by themselves
//     copy = "40%"
//     memory = "4G"
//     priority = 0
//     sms = 32                                    # multiprocessors that its kernels run on
//     managed_by = "alice"                        # the one tenant that is bound to it, and may load policies for it
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/isolation.h"
#include "base/limits.h"
#include "base/result.h"
#include "sched/virtual_gpu.h"

namespace ringfence::tenants {

struct Tenant {
    std::string name;
    std::vector<uid_t> uids;
    std::vector<gid_t> gids;
    std::vector<std::string> cgroups;
    bool tokens = false;
    std::optional<Isolation> isolation;
    std::optional<Guard> guard;
    std::string vgpu;  // empty: the default one
    SessionLimits limits;

    friend bool operator==(const Tenant&, const Tenant&) = default;
};

// Checks a name: a letter, then letters, digits, - and _; at most 32 characters.
Result<void> check_tenant_name(std::string_view name);

// The virtual GPU of sessions that are bound to no other. It has the shares that no other has.
constexpr std::string_view default_vgpu_name = "default";

class Registry {
public:
    static constexpr std::size_t most_tenants = 1024;
    static constexpr std::size_t most_vgpus = 256;
    static constexpr std::size_t most_bytes = std::size_t{4} << 20;

    // Unknown keys are errors, and so is anything that two tenants claim. Does not check that virtual GPUs exist, since
    // the text may be only a part of a file: call check_bindings() for that.
    static Result<Registry> parse(std::string_view toml, const std::string& file_name);
    // A text for parse(). Comments of the original text are lost.
    std::string text() const;

    // By name.
    const std::map<std::string, Tenant, std::less<>>& tenants() const { return tenants_; }
    const Tenant* find(std::string_view name) const;
    // Adds the tenant, or replaces the one of its name. Fails, without a change, if it claims what another has.
    Result<void> set(Tenant tenant);
    // False if there is none. Virtual GPUs that it managed lose their manager.
    bool remove(std::string_view name);

    const std::map<std::string, sched::VirtualGpu, std::less<>>& vgpus() const { return vgpus_; }
    const sched::VirtualGpu* find_vgpu(std::string_view name) const;
    // The tenant's virtual GPU, or the default one.
    sched::VirtualGpu vgpu_of(const Tenant& tenant) const;
    sched::VirtualGpu default_vgpu() const;
    // Adds or replaces a virtual GPU. Fails if all together would have more than the whole card.
    Result<void> set_vgpu(sched::VirtualGpu vgpu);
    // Fails if a tenant is bound to it.
    Result<void> remove_vgpu(std::string_view name);
    // Fails unless tenants are bound to existing virtual GPUs, each virtual GPU with its own memory has one tenant, and
    // each managed one has no tenant but its manager.
    Result<void> check_bindings() const;

    friend bool operator==(const Registry&, const Registry&) = default;

private:
    std::map<std::string, Tenant, std::less<>> tenants_;
    std::map<std::string, sched::VirtualGpu, std::less<>> vgpus_;
};

// One tenant in the file's format.
std::string text_of(const Tenant& tenant);
// One virtual GPU in the file's format.
std::string text_of(const sched::VirtualGpu& vgpu);

}  // namespace ringfence::tenants
