// The daemon's settings, from a file or from its command line. docs/settings.md lists the keys.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/isolation.h"
#include "base/limits.h"
#include "base/result.h"
#include "supervisor/audit_settings.h"
#include "supervisor/policy_pace.h"

namespace ringfence::supervisor {

enum class Backend : std::uint8_t { Auto, Soft, Cuda };
using ringfence::parse_guard;
using ringfence::parse_isolation;

struct Settings {
    Backend backend = Backend::Auto;
    Isolation isolation = Isolation::Auto;
    std::optional<Guard> guard;

    bool is_shared() const { return isolation != Isolation::Private; }
    Guard guard_in_use() const { return guard.value_or(is_shared() ? Guard::Fence : Guard::Off); }

    // How long a kernel may run while its worker has other sessions. None: the worker's default for its device.
    std::optional<std::uint32_t> kernel_limit_ms;
    std::uint32_t kernel_grace_ms = 5000;

    std::uint64_t local_memory = std::uint64_t{20} << 10;
    std::string log;
    AuditSettings audit;
    std::string metrics_listen;         // empty: metrics are not served
    std::string tenants;                // the file of tenants; empty: the usual one
    bool multiprocessor_parts = false;  // virtual GPUs may be restricted to some multiprocessors
    std::uint32_t max_workers = 64;
    std::optional<std::uint32_t> spare_workers;
    std::uint32_t worker_patience_ms = 30'000;
    std::uint32_t worker_pause_ms = 250;
    std::uint32_t session_patience_ms = 1000;
    std::uint32_t max_sessions = 256;
    std::uint32_t max_sessions_per_process = 16;
    std::uint64_t host_memory = 0;            // 0: half of the machine's
    std::uint64_t host_backing = 0;           // 0: device memory never moves to the host
    std::optional<std::uint64_t> host_ready;  // none: a quarter of host_backing
    std::vector<std::string> libraries;       // folders; none: the usual ones
    std::string cache_folder;                 // empty: the default
    std::string cache_secret;                 // empty: the default
    std::uint64_t cache_limit = std::uint64_t{2} << 30;
    std::uint32_t compilers = 0;
    std::uint32_t compile_limit_ms = 60'000;
    std::uint64_t compile_memory = std::uint64_t{4} << 30;
    std::string ptxas = "auto";  // or "off", or a path
    std::uint64_t soft_memory = std::uint64_t{16} << 30;
    std::uint32_t soft_workers = 0;
    std::uint64_t soft_launch_limit_ms = 0;
    PolicyPaceSettings policy_pace;
    bool follow_processes = true;           // sessions are weighted like their processes (tenants/process_weight.h)
    std::uint32_t most_process_weight = 1;  // of a privileged process; an ordinary one has 1
    std::string system_user = "ringfence";
    std::string system_workers = "ringfence-worker";
    SessionLimits limits;         // of each session of any tenant
    SessionLimits tenant_limits;  // of each tenant without limits of its own
};

// The kind of worker that a client needs.
struct Domain {
    Settings settings;        // isolation is private or shared
    std::string why_private;  // if the client did not ask for private
    // Set for a shared worker without the guard: only clients of this tenant use it, since they can access each other.
    std::string tenant = {};
};

// The domain of a client whose Hello says `why_private` ("": it can share). A client that is put into a private domain
// is not guarded, since the reason is that the guard refuses its kernels.
Domain choose_domain(Settings wanted, const std::string& why_private);

std::string_view name_of(Backend backend);
using ringfence::name_of;
Result<Backend> parse_backend(std::string_view text);

// Unknown keys are errors, so that a misspelt one is not silently ignored.
Result<Settings> parse_settings(std::string_view toml, const std::string& file_name);
// Reads the named file; without one the user's, else the system's, else uses the defaults.
Result<Settings> load_settings(const std::optional<std::string>& path);
// The same for the system's daemon: the named file or the system's, which only root may be able to write.
Result<Settings> load_system_settings(const std::optional<std::string>& path);

}  // namespace ringfence::supervisor
