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

std::string text_of(const ordered_json& object, const char* key, const char* otherwise = "") {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? escape(found->get<std::string>()) : otherwise;
}

ExitCode down(const DownOptions&) {
    if (!supervisor::is_daemon_running()) return write_output("-", "no daemon is running\n");
    const Result<std::uint32_t> sessions = supervisor::end_daemon();
    if (!sessions.ok()) return complain(sessions.error());
    return write_output("-", fmt::format("the daemon has ended; sessions that ended with it: {}\n", sessions.value()));
}

// "12.5 MiB"
std::string format_bytes(std::uint64_t bytes) {
    constexpr std::uint64_t mebi = 1 << 20;
    return bytes >= 1024 * mebi ? fmt::format("{:.1f} GiB", static_cast<double>(bytes) / (1024.0 * mebi))
                                : fmt::format("{:.1f} MiB", static_cast<double>(bytes) / mebi);
}

std::string format_session(const ordered_json& session, const ordered_json& worker) {
    const std::uint64_t violations = session.value("violations", std::uint64_t{0});
    std::string text = fmt::format(
        "  session {}: tenant {}, process {}, {}, {}, guard {}, {}, {} violation{}\n", session.value("session", 0),
        text_of(session, "tenant", "?"), session.value("pid", 0), text_of(session, "program", "?"),
        text_of(worker, "isolation", "?"), text_of(worker, "guard", "?"),
        format_bytes(session.value("memory_used", std::uint64_t{0})), violations, violations == 1 ? "" : "s");
    if (const auto on_host = session.value("memory_on_host", std::uint64_t{0}); on_host != 0)
        text += fmt::format("    on the host, because the card is full: {}\n", format_bytes(on_host));
    std::string reached;
    const ordered_json limits = session.value("limits", ordered_json::object());
    for (const auto& [key, limit] : limits.items()) {
        const std::uint64_t times = limit.is_object() ? limit.value("reached", std::uint64_t{0}) : 0;
        if (times != 0) reached += fmt::format("{} {} {}", reached.empty() ? "" : ",", escape(key), times);
    }
    if (!reached.empty()) text += "    limits reached:" + reached + "\n";
    const std::string last = text_of(session, "last_fault");
    return last.empty() ? text : text + "    last: " + last + "\n";
}

std::string format_status(const ordered_json& status) {
    std::string text = fmt::format("daemon    pid {}, up {} s, {}\n", status.value("pid", 0),
                                   status.value("uptime_s", 0), escape(status.value("socket", "")));
    text += fmt::format("sessions  {} now, {} since the start; {} clients refused; {} workers died\n",
                        status.value("sessions", 0), status.value("sessions_started", 0),
                        status.value("clients_refused", 0), status.value("workers_died", 0));
    const ordered_json host = status.value("host_memory", ordered_json::object());
    text += fmt::format("memory    {} of {} of host memory granted\n",
                        format_bytes(host.value("granted", std::uint64_t{0})),
                        format_bytes(host.value("limit", std::uint64_t{0})));
    const ordered_json unshareable = status.value("unshareable", ordered_json::object());
    for (const auto& [backend, why] : unshareable.items())
        text += fmt::format("alone     everybody on backend {}: {}\n", escape(backend),
                            why.is_string() ? escape(why.get<std::string>()) : "?");
    const ordered_json workers = status.value("workers", ordered_json::array());
    for (const ordered_json& worker : workers) {
        text += fmt::format("worker    pid {}, {}, {}, guard {}, {} sessions{}\n", worker.value("pid", 0),
                            text_of(worker, "backend", "?"), text_of(worker, "isolation", "?"),
                            text_of(worker, "guard", "?"), worker.value("sessions", 0),
                            worker.value("takes_no_more", false) ? "; takes no more: a kernel does not end" : "");
        if (const ordered_json busy = worker.value("busy", ordered_json::object()); !busy.empty())
            text += fmt::format("          has not come to the end of {} for {} ms\n", text_of(busy, "with", "?"),
                                busy.value("ms", std::uint64_t{0}));
        const std::string why = text_of(worker, "why_private");
        if (!why.empty()) text += fmt::format("          private because {}\n", why);
        for (const ordered_json& session : worker.value("session_list", ordered_json::array()))
            text += format_session(session, worker);
    }
    for (const ordered_json& fault : status.value("last_faults", ordered_json::array())) {
        text += fmt::format("fault     process {}, {}, {}: {}\n", fault.value("pid", 0), text_of(fault, "program", "?"),
                            text_of(fault, "event", "?"), text_of(fault, "text"));
    }
    const std::string audit = text_of(status, "audit");
    if (!audit.empty()) text += fmt::format("audit     {}\n", audit);
    if (workers.empty()) text += "worker    none: one is started when a program comes\n";
    return text;
}

ExitCode show(const ordered_json& status, const StatusOptions& options) {
    if (options.json) return write_output("-", status.dump(2, ' ', true) + "\n");
    return write_output("-", options.kernels ? kernels_text(status) : format_status(status));
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
