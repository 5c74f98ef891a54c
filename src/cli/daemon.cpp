// ringfence up, down, status: the daemon that starts workers and hands clients to them.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/runtime_folder.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/installation.h"
#include "cli/status_file.h"
#include "cli/status_kernels.h"
#include "cli/status_text.h"
#include "supervisor/daemon_client.h"
#include "supervisor/settings.h"

namespace ringfence::cli {
namespace {

using nlohmann::ordered_json;

struct UpOptions {
    std::string config;
    bool replace = false;
};

struct StatusOptions {
    bool json = false;
    bool kernels = false;
    std::string file;
};

struct DownOptions {};

ExitCode up(const UpOptions& options) {
    const bool is_running = supervisor::is_daemon_running();
    if (is_running && !options.replace) {
        complain("the daemon runs already at " + daemon_socket_path());
        return ExitCode::fine;
    }
    // Said here, where somebody reads it, and not in the daemon's log.
    const auto settings =
        supervisor::load_settings(options.config.empty() ? std::nullopt : std::optional(options.config));
    if (!settings.ok()) {
        const ExitCode code = complain(settings.error());
        // An error with a line number means that the file was read and is wrong.
        const auto& place = settings.error().location;
        return place && place->line != 0 ? ExitCode::bad_input : code;
    }
    if (is_running) {
        const Result<void> replaced = supervisor::replace_daemon(daemon_program(), options.config);
        if (!replaced.ok()) return complain(replaced.error());
        return write_output("-", "the daemon at " + escape(daemon_socket_path()) + " was replaced\n");
    }
    const Result<void> started = supervisor::ensure_daemon(daemon_program(), options.config);
    if (!started.ok()) return complain(started.error());
    return write_output("-", "the daemon listens at " + escape(daemon_socket_path()) + "\n");
}

ExitCode down(const DownOptions&) {
    if (!supervisor::is_daemon_running()) return write_output("-", "no daemon is running\n");
    const Result<std::uint32_t> sessions = supervisor::end_daemon();
    if (!sessions.ok()) return complain(sessions.error());
    return write_output("-", fmt::format("the daemon has ended; sessions that ended with it: {}\n", sessions.value()));
}

ExitCode show(const ordered_json& status, const StatusOptions& options) {
    if (options.json) return write_output("-", status.dump(2, ' ', true) + "\n");
    return write_output("-", options.kernels ? kernels_text(status) : status_text(status));
}

ExitCode status(const StatusOptions& options) {
    if (!options.file.empty()) {
        const Result<ordered_json> kept = status_in_file(options.file);
        return kept.ok() ? show(kept.value(), options) : complain(kept.error());
    }
    if (!supervisor::is_daemon_running()) {
        if (options.json) return write_output("-", "{\"running\": false}\n");
        return write_output("-", "no daemon is running; 'ringfence run' starts one\n");
    }
    Result<ordered_json> answer = supervisor::daemon_status();
    if (!answer.ok()) return complain(answer.error());
    if (options.kernels) add_kernels(answer.value());
    return show(answer.value(), options);
}

}  // namespace

void add_up(CLI::App& app, Action& chosen) {
    auto options = std::make_shared<UpOptions>();
    CLI::App* command = add_command(app, "up", "Start the daemon ('run' does it by itself)",
                                    "  ringfence up\n"
                                    "  ringfence up --config ringfence.toml\n"
                                    "  ringfence up --replace\n",
                                    chosen, options, up);
    command->add_flag("--replace", options->replace,
                      "Put a new daemon in the place of the one that runs; its sessions go on");
    command->add_option("--config", options->config, "Settings; default: ~/.config/ringfence/ringfence.toml, then /etc")
        ->type_name("FILE");
}

void add_down(CLI::App& app, Action& chosen) {
    add_command(app, "down", "End the daemon, its workers and their sessions", "  ringfence down\n", chosen,
                std::make_shared<DownOptions>(), down);
}

void add_status(CLI::App& app, Action& chosen) {
    auto options = std::make_shared<StatusOptions>();
    CLI::App* command = add_command(app, "status", "Show daemon, workers and sessions",
                                    "  ringfence status\n"
                                    "  ringfence status --kernels\n"
                                    "  ringfence status --json | jq .workers\n",
                                    chosen, options, status);
    command->add_flag("--json", options->json, "As JSON");
    command->add_flag("--kernels", options->kernels,
                      "Launches by kernel and variant, and the guard's conditions that were not met");
    command->add_option("--status", options->file, "A status from a file (--json --kernels)")
        ->type_name("FILE")
        ->needs("--kernels");
}

}  // namespace ringfence::cli
