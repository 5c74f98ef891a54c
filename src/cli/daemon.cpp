// ringfence up, down, status: the daemon that starts workers and hands clients to them.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/runtime_folder.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/installation.h"
#include "supervisor/daemon_client.h"
#include "supervisor/settings.h"

namespace ringfence::cli {
namespace {

using nlohmann::ordered_json;

struct UpOptions {
    std::string config;
};

struct StatusOptions {
    bool json = false;
};

struct DownOptions {};

ExitCode up(const UpOptions& options) {
    if (supervisor::is_daemon_running()) {
        complain("the daemon runs already at " + daemon_socket_path());
        return ExitCode::fine;
    }
    // Said here, where somebody reads it, and not in the daemon's log.
    const auto settings =
        supervisor::load_settings(options.config.empty() ? std::nullopt : std::optional(options.config));
    if (!settings.ok()) {
        const ExitCode code = complain(settings.error());
        // What has a place in the file was read, and is wrong.
        const auto& place = settings.error().location;
        return place && place->line != 0 ? ExitCode::bad_input : code;
    }
    const Result<void> started = supervisor::ensure_daemon(daemon_program(), options.config);
    if (!started.ok()) return complain(started.error());
    return write_output("-", "the daemon listens at " + escape(daemon_socket_path()) + "\n");
}

ExitCode down(const DownOptions&) {
    if (!supervisor::is_daemon_running()) return write_output("-", "no daemon is running\n");
    const Result<ordered_json> answer = supervisor::ask_daemon("down");
    if (!answer.ok()) return complain(answer.error());
    return write_output("-", fmt::format("the daemon has ended; sessions that ended with it: {}\n",
                                         answer.value().value("sessions", 0)));
}

std::string format_status(const ordered_json& status) {
    std::string text = fmt::format("daemon    pid {}, up {} s, {}\n", status.value("pid", 0),
                                   status.value("uptime_s", 0), escape(status.value("socket", "")));
    text += fmt::format("sessions  {} now, {} since the start; {} workers died\n", status.value("sessions", 0),
                        status.value("sessions_started", 0), status.value("workers_died", 0));
    const ordered_json workers = status.value("workers", ordered_json::array());
    for (const ordered_json& worker : workers) {
        text += fmt::format("worker    pid {}, {}, {}, guard {}, {} sessions\n", worker.value("pid", 0),
                            escape(worker.value("backend", "?")), escape(worker.value("isolation", "?")),
                            escape(worker.value("guard", "?")), worker.value("sessions", 0));
        const std::string why = worker.value("why_private", "");
        if (!why.empty()) text += fmt::format("          private because {}\n", escape(why));
    }
    if (workers.empty()) text += "worker    none: one is started when a program comes\n";
    return text;
}

ExitCode status(const StatusOptions& options) {
    if (!supervisor::is_daemon_running()) {
        if (options.json) return write_output("-", "{\"running\": false}\n");
        return write_output("-", "no daemon is running; 'ringfence run' starts one\n");
    }
    const Result<ordered_json> answer = supervisor::ask_daemon("status");
    if (!answer.ok()) return complain(answer.error());
    return write_output("-", options.json ? answer.value().dump(2) + "\n" : format_status(answer.value()));
}

}  // namespace

void add_up(CLI::App& app, Action& chosen) {
    auto options = std::make_shared<UpOptions>();
    CLI::App* command = add_command(app, "up", "Start the daemon ('run' does it by itself)",
                                    "  ringfence up\n"
                                    "  ringfence up --config ringfence.toml\n",
                                    chosen, options, up);
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
                                    "  ringfence status --json | jq .workers\n",
                                    chosen, options, status);
    command->add_flag("--json", options->json, "As JSON");
}

}  // namespace ringfence::cli
