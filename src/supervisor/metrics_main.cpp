// ringfence-metrics: serves the daemon's metrics over HTTP, in Prometheus' text format.
//
// A separate process, started by the daemon if [metrics] says so: whatever visitors do to it, to the daemon it is one
// more client, which asks for the status at most once a second.
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "base/sanitizers.h"
#include "base/unique_fd.h"
#include "sandbox/filters.h"
#include "supervisor/daemon_client.h"
#include "supervisor/metrics_server.h"
#include "supervisor/metrics_text.h"

namespace {

using namespace ringfence;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kept_for{1};
// With the server of a daemon that has just ended.
constexpr std::chrono::seconds patience_with_predecessor{10};

// Caches the page: the daemon is asked once a second, however many clients there are.
class Snapshot {
public:
    std::string text() {
        if (Clock::now() < good_until_) return text_;
        const Result<nlohmann::ordered_json> status = supervisor::daemon_status();
        text_ = status.ok() ? supervisor::metrics_text(status.value()) : "";
        good_until_ = Clock::now() + kept_for;
        return text_;
    }

private:
    std::string text_;
    Clock::time_point good_until_;
};

// This process serves strangers, so it may gain no rights, leaves no core dump, and limits its resources.
void give_up_rights() {
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ::prctl(PR_SET_DUMPABLE, 0);
    const rlimit descriptors{64, 64};
    ::setrlimit(RLIMIT_NOFILE, &descriptors);
    if (RINGFENCE_ASAN != 0 || RINGFENCE_TSAN != 0) return;  // sanitizers need more memory
    const rlimit memory{std::size_t{1} << 30, std::size_t{1} << 30};
    ::setrlimit(RLIMIT_DATA, &memory);
}

int complain(const Error& error) {
    fmt::print(stderr, "ringfence-metrics: {}\n", error.text());
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Serves the daemon's metrics over HTTP. Started by ringfenced.", "ringfence-metrics");
    std::string listen = "127.0.0.1:9099";
    app.add_option("--listen", listen, "address and port");
    std::string socket;
    app.add_option("--socket", socket, "the daemon's; default: where everybody finds it");
    std::optional<int> successor;
    app.add_option("--successor", successor,
                   "of a server that the same user has there; this descriptor gets a byte when it listens beside it");
    CLI11_PARSE(app, argc, argv);
    if (!socket.empty()) ::setenv("RINGFENCE_SOCKET", socket.c_str(), 1);
    const auto address = supervisor::parse_metrics_address(listen);
    if (!address.ok()) return complain(address.error());
    give_up_rights();
    Snapshot snapshot;
    auto server = supervisor::MetricsServer::listen(
        address.value(), [&] { return snapshot.text(); },
        successor ? std::chrono::seconds(0) : patience_with_predecessor, successor.has_value());
    if (!server.ok()) return complain(server.error());
    if (successor) {
        const UniqueFd ready(*successor);
        // A failure is ignored: the waiting daemon may be gone.
        [[maybe_unused]] const ssize_t written = ::write(ready.get(), "y", 1);
    }
    const Result<void> confined = sandbox::confine_metrics();
    if (!confined.ok()) return complain(confined.error());
    for (;;)
        server.value()->serve(std::chrono::milliseconds(1000));
}
