// The daemon's settings: from a file, or from its command line. docs/settings.md has every key.
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

    // How long a kernel may run while its worker has other sessions. None: as the worker thinks fit for its device.
    std::optional<std::uint32_t> kernel_limit_ms;
    std::uint32_t kernel_grace_ms = 5000;

    std::uint64_t local_memory = std::uint64_t{20} << 10;
    std::string log;
    AuditSettings audit;
    std::string metrics_listen;         // empty: none are served
    std::string tenants;                // the file of tenants; empty: in the usual place
    bool multiprocessor_parts = false;  // virtual GPUs of a card can have some of its multiprocessors
    std::uint32_t max_workers = 64;
    std::optional<std::uint32_t> spare_workers;
    std::uint32_t worker_patience_ms = 30'000;
    std::uint32_t worker_pause_ms = 250;
    std::uint32_t session_patience_ms = 1000;
    std::uint32_t max_sessions = 256;
    std::uint32_t max_sessions_per_process = 16;
    std::uint64_t host_memory = 0;            // 0: half of the machine's
    std::uint64_t host_backing = 0;           // 0: device memory stays on the device
    std::optional<std::uint64_t> host_ready;  // none: a quarter of it
    std::vector<std::string> libraries;       // folders; none: the usual ones
    std::string cache_folder;                 // empty: the default
    std::string cache_secret;                 // the same
    std::uint64_t cache_limit = std::uint64_t{2} << 30;
    std::uint32_t compilers = 0;
    std::uint32_t compile_limit_ms = 60'000;
    std::uint64_t compile_memory = std::uint64_t{4} << 30;
    std::string ptxas = "auto";  // or "off", or a path
    std::uint64_t soft_memory = std::uint64_t{16} << 30;
    std::uint32_t soft_workers = 0;
    std::uint64_t soft_launch_limit_ms = 0;
    PolicyPaceSettings policy_pace;
    bool follow_processes = true;           // sessions count as their programs' processes do (tenants/process_weight.h)
    std::uint32_t most_process_weight = 1;  // of a privileged one, in ordinary ones
    std::string system_user = "ringfence";
    std::string system_workers = "ringfence-worker";
    SessionLimits limits;         // of each session, whosever it is
    SessionLimits tenant_limits;  // of each tenant that has none of its own
};

// The purpose of a worker.
struct Domain {
    Settings settings;        // isolation is private or shared
    std::string why_private;  // if it was not asked for
    // Set for a shared worker in which kernels are not guarded: only this tenant's clients, who may trust each other.
    std::string tenant = {};
};

// The domain of a client that says `why_private` ("": it can share). A client in a private domain of our choice is not
// guarded: it is there because the guard refuses it.
Domain choose_domain(Settings wanted, const std::string& why_private);

std::string_view name_of(Backend backend);
using ringfence::name_of;
Result<Backend> parse_backend(std::string_view text);

// Unknown keys are errors: a misspelt one would otherwise be ignored without a word.
Result<Settings> parse_settings(std::string_view toml, const std::string& file_name);
// The file that was named; otherwise the user's, then the system's, then the defaults.
Result<Settings> load_settings(const std::optional<std::string>& path);
// The same for the system's daemon: the file that was named or the system's, which must be root's to write.
Result<Settings> load_system_settings(const std::optional<std::string>& path);

}  // namespace ringfence::supervisor
