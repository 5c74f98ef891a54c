// ringfence session list, revoke: who is served, and who no more.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "cli/command.h"
#include "cli/console.h"
#include "supervisor/daemon_client.h"

namespace ringfence::cli {
namespace {

using nlohmann::ordered_json;

struct ListOptions {
    bool json = false;
};

struct RevokeOptions {
    std::uint64_t id = 0;
    std::string reason;
};

std::string field_of(const ordered_json& session, const char* key) {
    const auto found = session.find(key);
    return found != session.end() && found->is_string() ? escape(found->get<std::string>()) : "";
}

std::string format_session_list(const ordered_json& sessions) {
    if (sessions.empty()) return "no sessions\n";
    std::string text =
        fmt::format("{:>8}  {:8}  {:16}  {:>8}  {:>8}  {}\n", "session", "kind", "tenant", "process", "worker", "name");
    for (const ordered_json& session : sessions) {
        const std::string revoked = field_of(session, "revoked");
        text += fmt::format("{:>8}  {:8}  {:16}  {:>8}  {:>8}  {}{}\n", session.value("session", 0),
                            field_of(session, "kind"), field_of(session, "tenant"), session.value("pid", 0),
                            session.contains("worker") ? std::to_string(session.value("worker", 0)) : "-",
                            field_of(session, "name"), revoked.empty() ? "" : "; ends: " + revoked);
    }
    return text;
}

ExitCode list(const ListOptions& options) {
    if (!supervisor::is_daemon_running()) return write_output("-", options.json ? "[]\n" : "no daemon is running\n");
    const Result<ordered_json> status = supervisor::daemon_status();
    if (!status.ok()) return complain(status.error());
    const ordered_json sessions = status.value().value("session_list", ordered_json::array());
    return write_output("-", options.json ? sessions.dump(2, ' ', true) + "\n" : format_session_list(sessions));
}

ExitCode revoke(const RevokeOptions& options) {
    const Result<void> revoked = supervisor::revoke_session(options.id, options.reason);
    if (!revoked.ok()) return complain(revoked.error());
    return write_output("-", fmt::format("session {} was taken back\n", options.id));
}

}  // namespace

void add_session(CLI::App& app, Action& chosen) {
    CLI::App* session = app.add_subcommand("session", "Show sessions, and take them back");
    session->require_subcommand(1);
    auto listing = std::make_shared<ListOptions>();
    CLI::App* command = add_command(*session, "list", "Show all sessions",
                                    "  ringfence session list\n"
                                    "  ringfence session list --json\n",
                                    chosen, listing, list);
    command->add_flag("--json", listing->json, "As JSON");
    auto revoking = std::make_shared<RevokeOptions>();
    command = add_command(*session, "revoke", "End a session: whatever its program waits for returns with an error",
                          "  ringfence session revoke 17\n"
                          "  ringfence session revoke 17 --reason 'maintenance'\n",
                          chosen, revoking, revoke);
    command->add_option("id", revoking->id, "The session's number (ringfence session list)")->required();
    command->add_option("--reason", revoking->reason, "What its program and the audit log are told")->type_name("TEXT");
}

}  // namespace ringfence::cli
