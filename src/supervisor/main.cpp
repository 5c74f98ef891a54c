// ringfenced: the daemon. `ringfence run` and `ringfence up` start it; it can also be run in the foreground.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "base/escape.h"
#include "base/runtime_folder.h"
#include "base/unique_fd.h"
#include "supervisor/log.h"
#include "supervisor/supervisor.h"

namespace {

using namespace ringfence;

int fail(const Error& error) {
    fmt::print(stderr, "ringfenced: {}\n", error.text());
    return 1;
}

std::string worker_beside_this_program() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "ringfence-worker";
}

// What this process and its workers print from now on.
Result<void> send_log_to(const std::string& path) {
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file) {
        return Error::bad_input("the log " + escape(path) + ": " + std::strerror(errno))
            .with_remedy("name another file: log = \"/path\" in the daemon's settings (ringfence.toml)");
    }
    supervisor::log("the log goes on in " + escape(path));
    ::dup2(file.get(), STDOUT_FILENO);
    ::dup2(file.get(), STDERR_FILENO);
    return {};
}

// Every connection has one, and there are to be enough for honest clients beside those who only wait.
void allow_many_descriptors() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Takes CUDA programs and hands them to workers that own the GPU.", "ringfenced");
    std::optional<std::string> config;
    app.add_option("--config", config, "Settings; default: ~/.config/ringfence/ringfence.toml, then /etc/ringfence");
    bool is_to_replace = false;
    app.add_flag("--replace", is_to_replace, "Take the place of the daemon that runs, with all its sessions");
    CLI11_PARSE(app, argc, argv);
    const Result<supervisor::Settings> settings = supervisor::load_settings(config);
    if (!settings.ok()) return fail(settings.error());
    if (!settings.value().log.empty()) {
        const Result<void> sent = send_log_to(settings.value().log);
        if (!sent.ok()) return fail(sent.error());
    }
    allow_many_descriptors();
    const supervisor::SupervisorOptions options{daemon_socket_path(), worker_beside_this_program(), settings.value()};
    auto supervisor =
        is_to_replace ? supervisor::Supervisor::replace(options) : supervisor::Supervisor::create(options);
    if (!supervisor.ok()) return fail(supervisor.error());
    const Result<void> outcome = supervisor.value()->run();
    return outcome.ok() ? 0 : fail(outcome.error());
}
