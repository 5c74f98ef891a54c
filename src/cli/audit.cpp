// ringfence audit tail, grep, verify: the audit log, for people.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <optional>
#include <thread>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "audit/files.h"
#include "audit/reader.h"
#include "audit/verify.h"
#include "base/escape.h"
#include "cli/command.h"
#include "cli/console.h"
#include "supervisor/daemon_client.h"
#include "supervisor/settings.h"

namespace ringfence::cli {
namespace {

constexpr std::chrono::milliseconds look_again{200};

struct LogPlace {
    std::string file;
    std::string state;
    std::string config;
};

struct ReadOptions {
    LogPlace place;
    audit::Filter filter;
    std::size_t count = 20;
    bool follow = false;
    bool json = false;
};

struct VerifyCommand {
    LogPlace place;
    std::vector<std::string> known;
    bool without_key = false;
};

// The log that was named, otherwise the one in the settings, otherwise the usual place.
Result<LogPlace> find_log(const LogPlace& named) {
    LogPlace place = named;
    if (!place.file.empty()) return place;
    RF_TRY(const supervisor::Settings settings,
           supervisor::load_settings(named.config.empty() ? std::nullopt : std::optional(named.config)));
    place.file = settings.audit.log.writer.path;
    if (place.state.empty()) place.state = settings.audit.log.writer.state_folder;
    if (place.file.empty()) place.file = audit::default_path();
    return place;
}

ExitCode show(std::string_view line, bool json) {
    return write_output("-", (json ? escape(line) : audit::describe(line)) + "\n");
}

ExitCode follow(audit::Follower& follower, const ReadOptions& options) {
    // The reader of the pipe ends it by closing its end.
    std::signal(SIGPIPE, SIG_DFL);
    for (;;) {
        const auto lines = follower.next();
        if (!lines.ok()) return complain(lines.error());
        for (const std::string& line : lines.value()) {
            if (!options.filter.matches(line)) continue;
            if (const ExitCode code = show(line, options.json); code != ExitCode::fine) return code;
        }
        std::this_thread::sleep_for(look_again);
    }
}

ExitCode tail(const ReadOptions& options) {
    const auto place = find_log(options.place);
    if (!place.ok()) return complain(place.error());
    // Begun before what is there is read: what is written in between comes twice rather than not at all.
    audit::Follower follower(place.value().file);
    if (options.follow) {
        if (const auto begun = follower.begin(); !begun.ok()) return complain(begun.error());
    }
    const auto lines = audit::last_lines(place.value().file, options.count, options.filter);
    if (!lines.ok()) return complain(lines.error());
    for (const std::string& line : lines.value()) {
        if (const ExitCode code = show(line, options.json); code != ExitCode::fine) return code;
    }
    return options.follow ? follow(follower, options) : ExitCode::fine;
}

ExitCode grep(const ReadOptions& options) {
    const auto place = find_log(options.place);
    if (!place.ok()) return complain(place.error());
    ExitCode code = ExitCode::fine;
    const auto done = audit::each_line(place.value().file, options.filter, [&](std::string_view line) {
        if (code == ExitCode::fine) code = show(line, options.json);
    });
    return done.ok() ? code : complain(done.error());
}

Result<audit::Link> parse_known(const std::string& text) {
    audit::Link link;
    const std::size_t colon = text.find(':');
    const auto [end, error] = std::from_chars(text.data(), text.data() + std::min(colon, text.size()), link.sequence);
    const auto hash = colon == std::string::npos ? std::nullopt : audit::parse_hash(text.substr(colon + 1));
    if (!hash || error != std::errc() || end != text.data() + colon)
        return Error::bad_input("'" + escape(text, 100) +
                                "' is not what 'ringfence audit verify' printed: NUMBER:HASH");
    link.hash = *hash;
    return link;
}

// Where the chain ends as the daemon that writes this log knows it: nobody can put that back.
std::optional<audit::Link> end_of_running_daemon(const std::string& file) {
    const auto status = supervisor::daemon_status();
    if (!status.ok() || !status.value().contains("audit_log")) return std::nullopt;
    const nlohmann::ordered_json& log = status.value()["audit_log"];
    if (!log.is_object() || log.value("file", "") != file) return std::nullopt;
    const auto hash = audit::parse_hash(log.value("hash", ""));
    if (!hash) return std::nullopt;
    return audit::Link{log.value("sequence", std::uint64_t{0}), *hash};
}

std::string text_of(const audit::Finding& finding) {
    return finding.line == 0 ? fmt::format("{}: {}\n", finding.file, finding.what)
                             : fmt::format("{}:{}: {}\n", finding.file, finding.line, finding.what);
}

std::string summary_of(const audit::Verdict& verdict, bool without_key) {
    if (!verdict.is_whole()) {
        const std::size_t count = verdict.findings.size() + verdict.more_findings;
        return fmt::format("NOT WHOLE: {} finding{} in {} records of {} file{}\n", count, count == 1 ? "" : "s",
                           verdict.records, verdict.files, verdict.files == 1 ? "" : "s");
    }
    if (verdict.records == 0) return "whole: nothing was written yet\n";
    return fmt::format(
        "whole: records {} to {} in {} file{}{}\nkeep this elsewhere; it proves later that nothing was put "
        "back: --known {}:{}\n",
        verdict.first, verdict.last.sequence, verdict.files, verdict.files == 1 ? "" : "s",
        without_key ? ", as far as the chain alone can tell" : "", verdict.last.sequence,
        audit::hex(verdict.last.hash));
}

ExitCode verify(const VerifyCommand& options) {
    const auto place = find_log(options.place);
    if (!place.ok()) return complain(place.error());
    audit::VerifyOptions wanted{place.value().file, place.value().state, options.without_key, {}};
    for (const std::string& text : options.known) {
        const auto known = parse_known(text);
        if (!known.ok()) {
            complain(known.error());
            return ExitCode::bad_usage;
        }
        wanted.known.push_back(known.value());
    }
    if (const auto end = end_of_running_daemon(wanted.path)) wanted.known.push_back(*end);
    const auto verdict = audit::verify_log(wanted);
    if (!verdict.ok()) {
        complain(verdict.error());
        return ExitCode::file_error;
    }
    std::string text;
    for (const audit::Finding& finding : verdict.value().findings)
        text += text_of(finding);
    for (const audit::Finding& note : verdict.value().notes)
        text += "note: " + text_of(note);
    const ExitCode written = write_output("-", text + summary_of(verdict.value(), options.without_key));
    return worse(written, verdict.value().is_whole() ? ExitCode::fine : ExitCode::bad_input);
}

void add_place(CLI::App& command, LogPlace& place) {
    command.add_option("--file", place.file, "The log; default: the one that the daemon's settings name")
        ->type_name("FILE");
    command.add_option("--config", place.config, "The daemon's settings")->type_name("FILE");
}

void add_filter(CLI::App& command, ReadOptions& options) {
    command.add_option("--event", options.filter.event, "Of this kind")->type_name("NAME");
    command.add_option("--uid", options.filter.uid, "Of this user's processes")->type_name("N");
    command.add_option("--pid", options.filter.pid, "Of this process")->type_name("N");
    command.add_option("--tenant", options.filter.tenant, "Of this tenant")->type_name("NAME");
    command.add_flag("--json", options.json, "As it is written");
}

}  // namespace

void add_audit(CLI::App& app, Action& chosen) {
    CLI::App* audit = app.add_subcommand("audit", "Read and check what the daemon has written down");
    audit->footer(std::string("Examples:\n"
                              "  ringfence audit tail -f\n"
                              "  ringfence audit grep --event client_refused\n"
                              "  ringfence audit verify\n\n") +
                  exit_code_help);
    audit->require_subcommand(0, 1);
    auto tailed = std::make_shared<ReadOptions>();
    CLI::App* command = add_command(*audit, "tail", "Show the last records",
                                    "  ringfence audit tail -n 50\n"
                                    "  ringfence audit tail -f --event violation\n",
                                    chosen, tailed, tail);
    command->add_option("-n", tailed->count, "How many; default: 20")->type_name("N");
    command->add_flag("-f", tailed->follow, "And those that come");
    add_filter(*command, *tailed);
    add_place(*command, tailed->place);

    auto searched = std::make_shared<ReadOptions>();
    command = add_command(*audit, "grep", "Show the records that match",
                          "  ringfence audit grep 'no PTX'\n"
                          "  ringfence audit grep --uid 1000 --event session_begins\n",
                          chosen, searched, grep);
    command->add_option("text", searched->filter.text, "Somewhere in the record")->type_name("TEXT");
    add_filter(*command, *searched);
    add_place(*command, searched->place);

    auto verified = std::make_shared<VerifyCommand>();
    command = add_command(*audit, "verify", "Prove that nothing was changed, added, moved or taken away",
                          "  ringfence audit verify\n"
                          "  ringfence audit verify --file /backup/audit.jsonl --without-key\n",
                          chosen, verified, verify);
    command->add_option("--known", verified->known, "What an earlier 'verify' printed: must still be there")
        ->type_name("NUMBER:HASH");
    command->add_flag("--without-key", verified->without_key, "Look at the chain alone");
    command->add_option("--state", verified->place.state, "Where key and head lie; default: as the settings say")
        ->type_name("FOLDER");
    add_place(*command, verified->place);
}

}  // namespace ringfence::cli
