// What the daemon can be told: in a file, or on its command line.
//
//     # ~/.config/ringfence/ringfence.toml
//     backend = "auto"          # auto, soft, cuda
//     isolation = "auto"        # auto, shared, private
//     guard = "fence"           # fence, check, off; default: fence for shared workers, off for private ones
//     log = "/path/to/file"     # default: the socket's folder
//     audit = "/path/to/file"   # default: ~/.local/state/ringfence/audit.jsonl. Or [audit]: audit_settings.h
//     tenants = "/path/to/file" # who may use the GPU (docs/tenants.md); default: beside the usual audit.jsonl
//     kernel_limit_ms = 10000   # of a kernel, beside other sessions; 0: none. Default: 0 but for
//                               # shared workers of a card, where nobody else runs meanwhile
//     kernel_grace_ms = 5000    # how long others wait for one that cannot be stopped, before its worker is ended
//     local_memory = "20K"      # of a thread, in shared workers: a card keeps so much for all that can run at once
//     max_workers = 64
//     spare_workers = 1         # private ones with their device open, for whoever comes next; default: 1 on a card, 0
//                               # for the software GPU
//     worker_patience_ms = 30000  # a worker that has sessions and does not answer for so long is ended
//     max_sessions = 256        # of all workers together
//     max_sessions_per_process = 16
//     host_memory = "16G"       # that all sessions may have together (pinned, managed); default: half of the machine's
//
//     libraries = ["/folder"]   # where cuFFT, cuBLAS, cuDNN… lie that workers load on a card; default: the toolkit's
//                               # usual places (docs/libraries.md; ringfence doctor --libraries finds them)
//
//     [cache]                   # of compiled code
//     folder = "/path"          # default: $RINGFENCE_CACHE, or ringfence/compiled in the user's cache folder
//     limit = "2G"              # 0: nothing is kept
//     secret = "/path/to/file"  # what it is sealed with; default: ~/.local/state/ringfence/cache.secret
//
//     [compiler]                # of a card's kernels in shared workers: processes apart
//     at_once = 0               # of one worker; 0: a quarter of the processors, from 2 to 8
//     limit_ms = 60000          # for one module
//     memory = "4G"             # of the host's, for one module
//
//     [metrics]                 # over HTTP, for Prometheus (docs/metrics.md)
//     listen = "127.0.0.1:9099" # default: none are served
//
//     [memory]                  # beyond the card (docs/memory-beyond-the-card.md)
//     host_backing = "64G"      # of the host's, that all sessions together may have in place of device memory while
//     the
//                               # card is full; default: none, and what does not fit there is refused
//
//     [soft]
//     memory = "16G"
//     workers = 0               # 0: one per core
//     launch_limit_ms = 0       # 0: none
//
//     [system]                  # of the system's daemon (ringfenced --system), which is started as root
//     user = "ringfence"        # what it runs as; a name or a number
//     workers = "ringfence-worker"  # what workers run as; or a range, "64100-64163": each has a user of its own
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
    std::string metrics_listen;  // empty: none are served
    std::string tenants;         // the file of tenants; empty: in the usual place
    std::uint32_t max_workers = 64;
    std::optional<std::uint32_t> spare_workers;
    std::uint32_t worker_patience_ms = 30'000;
    std::uint32_t max_sessions = 256;
    std::uint32_t max_sessions_per_process = 16;
    std::uint64_t host_memory = 0;       // 0: half of the machine's
    std::uint64_t host_backing = 0;      // 0: device memory stays on the device
    std::vector<std::string> libraries;  // folders; none: the usual ones
    std::string cache_folder;            // empty: the default
    std::string cache_secret;            // the same
    std::uint64_t cache_limit = std::uint64_t{2} << 30;
    std::uint32_t compilers = 0;
    std::uint32_t compile_limit_ms = 60'000;
    std::uint64_t compile_memory = std::uint64_t{4} << 30;
    std::uint64_t soft_memory = std::uint64_t{16} << 30;
    std::uint32_t soft_workers = 0;
    std::uint64_t soft_launch_limit_ms = 0;
    std::string system_user = "ringfence";
    std::string system_workers = "ringfence-worker";
    SessionLimits limits;         // of each session, whosever it is
    SessionLimits tenant_limits;  // of each tenant that has none of its own
};

// What a worker is for.
struct Domain {
    Settings settings;        // isolation is private or shared
    std::string why_private;  // if that was not what was asked for
    // Of a shared worker in which kernels are not guarded: whose clients may trust each other.
    std::string tenant = {};
};

// What a client gets that says `why_private` ("": it can share). A client in a private domain of our choice is not
// guarded: what the guard refuses is why it is there.
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
