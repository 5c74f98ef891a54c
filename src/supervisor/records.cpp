#include "supervisor/records.h"

#include <unistd.h>

#include <csignal>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "audit/files.h"
#include "audit/reader.h"
#include "supervisor/log.h"
#include "supervisor/unfinished_sessions.h"

namespace ringfence::supervisor {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_last_faults = 8;
constexpr std::size_t most_peers_known = 4096;
// A limit, so that a peer that keeps asking for records does not delay others.
constexpr std::size_t most_looked_through = std::size_t{1} << 20;

Error disk_stands_still() {
    return Error::bad_input("the disk of the audit log does not answer").with_remedy("try again when it answers");
}

bool is_fault(worker::EventKind kind) {
    switch (kind) {
        case worker::EventKind::Violation:
        case worker::EventKind::ModuleRefused:
        case worker::EventKind::Overrun:
        case worker::EventKind::Malformed: return true;
        default: return false;
    }
}

}  // namespace

Result<void> Records::open(const AuditSettings& settings) {
    settings_ = settings;
    // Makes exceeding the limit on file sizes an error, instead of ending the daemon.
    ::signal(SIGXFSZ, SIG_IGN);
    audit::LogOptions options = settings.log;
    const bool is_named = !options.writer.path.empty();
    if (!is_named) options.writer.path = audit::default_path();
    auto opened = audit::Log::open(options);
    if (opened.ok()) {
        log_ = opened.take();
        note_problem();
        return {};
    }
    if (is_named || settings.is_required) return opened.take_error();
    log("no audit log is written: " + opened.error().text());
    log_ = audit::Log::nowhere(options.quota);
    return {};
}

Result<void> Records::can_open(const AuditSettings& settings) {
    if (settings.log.writer.path.empty() && !settings.is_required) return {};
    audit::WriterOptions options = settings.log.writer;
    if (options.path.empty()) options.path = audit::default_path();
    return audit::Writer::can_open(options);
}

Result<void> Records::finish(std::chrono::milliseconds at_most) {
    if (!log_->finish(at_most)) return disk_stands_still();
    const std::string problem = log_->writer() != nullptr ? log_->writer()->state().problem : "";
    if (problem.empty()) return {};
    // Records that are not written are only in this process's memory.
    return Error::bad_input("records are not written yet: " + problem).with_remedy("try again when they are");
}

Result<void> Records::close(std::chrono::milliseconds at_most) {
    if (log_->close(at_most)) return {};
    return disk_stands_still();
}

// Logged once, since every record will have the same problem.
void Records::note_problem() {
    const std::string problem = log_->writer() != nullptr ? log_->writer()->state().problem : "";
    const bool is_broken = !problem.empty();
    if (is_broken && !is_broken_) log(problem + "; records are counted, and written later");
    if (!is_broken && is_broken_) log("the audit log can be written again");
    is_broken_ = is_broken;
}

void Records::write(std::string_view event, const ordered_json& details) {
    log_->note_own(event, details);
    note_problem();
}

bool Records::write(std::string_view event, const audit::Peer& peer, const ordered_json& details) {
    const bool is_told = log_->note(event, peer, details);
    note_problem();
    return is_told;
}

void Records::look_at_clock() {
    log_->look();
    note_problem();
}

Result<void> Records::check() const {
    if (!settings_.is_required || log_->can_write()) return {};
    return Error::bad_input("the audit log cannot be written, and nobody is served without it")
        .with_remedy("see the daemon's log; required in [audit] of its settings (ringfence.toml) asks for this");
}

void Records::refused(const PeerProcess& peer, const std::string& why, const std::string& tenant) {
    ++refusals_;
    const bool is_told =
        write("client_refused", {peer.uid, static_cast<std::uint32_t>(peer.pid), tenant}, {{"text", why}});
    if (is_told) log(fmt::format("process {} of user {} was refused: {}", peer.pid, peer.uid, why));
}

// Sessions that no worker has begun have no end, so the oldest entries are dropped.
void Records::introduce(std::uint32_t session, const audit::Peer& peer) {
    peers_[session] = peer;
    if (peers_.size() > most_peers_known) peers_.erase(peers_.begin());
}

void Records::note_given(std::uint32_t session, pid_t worker) {
    given_to_[session] = worker;
    if (given_to_.size() > most_peers_known) given_to_.erase(given_to_.begin());
}

// The session's peer from introduce(); if unknown, one with only what the arguments say.
audit::Peer Records::peer_of(std::uint32_t session, std::uint32_t pid, const std::string& tenant) const {
    const auto found = peers_.find(session);
    return found != peers_.end() ? found->second : audit::Peer{std::nullopt, pid, tenant};
}

void Records::events(WorkerProcess& worker, const std::vector<worker::SessionEvent>& events) {
    for (const worker::SessionEvent& event : events) {
        // Not recorded, so that a client that is refused again and again cannot fill the log.
        if (event.kind == worker::EventKind::NotBegun) {
            forget(event.session);
            continue;
        }
        ordered_json details{{"worker", worker.pid()}};
        if (event.kind == worker::EventKind::Begins) {
            details["isolation"] = name_of(worker.settings().isolation);
            details["guard"] = name_of(worker.settings().guard_in_use());
        }
        details.update(audit_details(event));
        write(audit_name(event.kind), peer_of(event.session, event.pid), details);
        if (event.kind == worker::EventKind::Ends) forget(event.session);
        if (!is_fault(event.kind)) continue;
        last_faults_.push_back(event);
        if (last_faults_.size() > most_last_faults) last_faults_.pop_front();
    }
}

// Begins with the records that the previous daemon could not write, if it was killed.
void Records::daemon_starts() {
    if (log_->writer() != nullptr) {
        for (const ordered_json& session : unfinished_sessions(path())) {
            ordered_json details;
            for (const char* key : {"uid", "pid", "tenant", "worker", "session", "program"}) {
                if (session.contains(key)) details[key] = session[key];
            }
            details["text"] = "the daemon was killed, and the session ended with it; when is not known";
            write("session_ends", details);
        }
    }
    write("daemon_starts", {{"daemon", ::getpid()}});
}

void Records::daemon_replaces(pid_t before) {
    write("daemon_replaced", {{"daemon", ::getpid()}, {"before", before}});
}

void Records::takeover_begins() {
    write("takeover_begins", {{"daemon", ::getpid()}});
}

void Records::write_takeover_failed(const std::string& why) {
    write("takeover_failed", {{"daemon", ::getpid()}, {"text", why}});
}

void Records::daemon_ends(const std::string& why) {
    write("daemon_ends", {{"daemon", ::getpid()}, {"text", why}});
}

void Records::worker_died(const WorkerProcess& worker, const std::string& how, const audit::Peer& whose) {
    write("worker_dies", whose, {{"worker", worker.pid()}, {"text", how}});
    sessions_end(worker, "its worker died: " + how);
}

void Records::worker_hangs(const WorkerProcess& worker, const std::string& why, const audit::Peer& whose) {
    write("worker_hangs", whose, {{"worker", worker.pid()}, {"text", why}});
}

void Records::session_hangs(std::uint32_t session, const std::string& tenant, const std::string& why) {
    write("session_hangs", peer_of(session, 0, tenant), {{"session", session}, {"text", why}});
}

void Records::card_is_unshareable(const WorkerProcess& worker, const std::string& why) {
    log(why);
    write("card_unshareable", {{"worker", worker.pid()}, {"text", why}});
}

void Records::revoked(std::uint32_t session, const std::string& tenant, const std::string& why, const std::string& by) {
    log(fmt::format("session {} of {} was taken back by {}: {}", session, tenant, by, why));
    write("session_revoked", peer_of(session, 0, tenant), {{"session", session}, {"by", by}, {"text", why}});
}

void Records::granted(const std::string& tenant, std::uint32_t session, bool is_segment, bool was_given) {
    write(was_given ? "grant" : "grant_refused", peer_of(session, 0, tenant),
          {{"session", session}, {"what", is_segment ? "segment" : "program"}});
}

void Records::sessions_end(const WorkerProcess& worker, const std::string& why) {
    for (const auto& [number, session] : worker.sessions().sessions()) {
        write("session_ends", peer_of(number, session.pid),
              {{"worker", worker.pid()}, {"session", number}, {"program", session.program}, {"text", why}});
        forget(number);
    }
    // Sessions that were given to the worker and that it has not reported.
    std::erase_if(given_to_, [&](const auto& entry) { return entry.second == worker.pid(); });
}

void Records::session_lost(std::uint32_t session, pid_t worker, const std::string& why) {
    write("session_ends", peer_of(session), {{"worker", worker}, {"session", session}, {"text", why}});
    forget(session);
}

void Records::forget(std::uint32_t session) {
    peers_.erase(session);
    given_to_.erase(session);
}

ordered_json Records::describe() const {
    ordered_json json;
    json["left_out"] = log_->left_out();
    if (log_->writer() == nullptr) return json;
    const audit::WriterState state = log_->writer()->state();
    json["file"] = log_->writer()->path();
    json["sequence"] = state.last.sequence;
    json["hash"] = audit::hex(state.last.hash);
    json["written"] = state.written;
    json["lost"] = state.lost;
    json["sync_failures"] = state.sync_failures;
    if (!state.problem.empty()) json["problem"] = state.problem;
    return json;
}

std::vector<std::string> tail_of(const std::string& path, const std::string& tenant, std::uint32_t count) {
    if (path.empty()) return {};
    auto lines = audit::recent_lines(path, count, {.tenant = tenant}, most_looked_through);
    return lines.ok() ? lines.take() : std::vector<std::string>();
}

}  // namespace ringfence::supervisor
