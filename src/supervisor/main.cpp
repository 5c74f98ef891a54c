// ringfenced: the daemon. `ringfence run` and `ringfence up` start it; it can also be run in the foreground.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "base/environment.h"
#include "base/escape.h"
#include "base/log_line.h"
#include "base/runtime_folder.h"
#include "base/unique_fd.h"
#include "sandbox/filters.h"
#include "service/background.h"
#include "service/descriptors.h"
#include "service/privileges.h"
#include "supervisor/log.h"
#include "supervisor/metrics_process.h"
#include "supervisor/supervisor.h"

namespace {

using namespace ringfence;

int fail(const Error& error) {
    fmt::print(stderr, "ringfenced: {}\n", error.text());
    return 1;
}

std::string program_beside_this_one(const char* name) {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / name;
}

// Redirects the output of this process and its workers to the log.
Result<void> send_log_to(const std::string& path) {
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file) {
        return Error::bad_input("cannot open the log " + escape(path) + ": " + std::strerror(errno))
            .with_remedy("name another file: log = \"/path\" in the daemon's settings (ringfence.toml)");
    }
    supervisor::log("the log continues in " + escape(path));
    ::dup2(file.get(), STDOUT_FILENO);
    ::dup2(file.get(), STDERR_FILENO);
    return {};
}

// `waiting`: the command that asks for a successor of the system's daemon waits until that has taken over, or has said
// why it cannot. So the caller closes it.
Result<void> run(const std::optional<std::string>& config, bool is_system, bool is_to_replace, UniqueFd& waiting) {
    if (is_system && is_to_replace) {
        RF_TRY(waiting, service::go_on_in_background());
    }
    supervisor::SupervisorOptions options;
    options.worker_program = program_beside_this_one("ringfence-worker");
    RF_TRY(options.settings, is_system ? supervisor::load_system_settings(config) : supervisor::load_settings(config));
    options.socket = is_system ? system_socket_path() : own_socket_path();
    service::allow_many_descriptors();
    if (is_system) {
        const supervisor::ServiceOptions service = {
            options.socket,
            {options.worker_program, supervisor::session_program_beside(options.worker_program)},
            is_to_replace};
        RF_TRY(options.system, supervisor::become_system_service(service, options.settings));
        options.system->asker = &waiting;
    }
    service::become_undumpable();
    if (!options.settings.log.empty()) RF_RETURN_IF_ERROR(send_log_to(options.settings.log));
    const std::string& metrics = options.settings.metrics_listen;
    const std::string metrics_program = program_beside_this_one("ringfence-metrics");
    const std::string metrics_socket = is_system ? "" : options.socket;
    // Started while the old daemon's server still runs: otherwise another program could take the address in between.
    if (!metrics.empty() && is_to_replace)
        RF_RETURN_IF_ERROR(supervisor::succeed_metrics(metrics_program, metrics, metrics_socket));
    RF_TRY(auto supervisor,
           is_to_replace ? supervisor::Supervisor::replace(options) : supervisor::Supervisor::create(options));
    if (is_system && is_to_replace) service::say_ready(std::move(waiting));
    // Started before this process confines itself: after that it could not start one that listens on the network.
    if (!metrics.empty() && !is_to_replace)
        RF_RETURN_IF_ERROR(supervisor::start_metrics(metrics_program, metrics, metrics_socket));
    log_in_background();
    RF_RETURN_IF_ERROR(sandbox::confine_daemon({.starts_others = !is_system}));
    return supervisor->run();
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Takes CUDA programs and hands them to workers that own the GPU.", "ringfenced");
    std::optional<std::string> config;
    bool is_system = false;
    app.add_option("--config", config, "Settings; default: ~/.config/ringfence/ringfence.toml, then /etc/ringfence");
    bool is_to_replace = false;
    app.add_flag("--replace", is_to_replace, "Take the place of the daemon that runs, with all its sessions");
    app.add_flag("--system", is_system, "Serve all users, as a user of its own; started as root");
    CLI11_PARSE(app, argc, argv);
    // Whoever starts the daemon by hand may have a token in the environment, which child processes must not inherit.
    forget_tokens();
    UniqueFd waiting;
    const Result<void> outcome = run(config, is_system, is_to_replace, waiting);
    return outcome.ok() ? 0 : fail(outcome.error());
}
