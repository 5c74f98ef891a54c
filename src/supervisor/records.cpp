#include "supervisor/records.h"

#include <unistd.h>

#include <fstream>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "supervisor/log.h"
#include "supervisor/unfinished_sessions.h"

namespace ringfence::supervisor {
namespace {

constexpr std::size_t most_last_faults = 8;

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

// A file that somebody has named must be there.
Result<void> Records::open(const std::string& named) {
    Result<AuditTrail> trail = AuditTrail::open(named.empty() ? default_audit_path() : named);
    if (trail.ok()) {
        audit_ = trail.take();
        return {};
    }
    if (!named.empty()) return trail.take_error();
    log("nothing is written down: " + trail.error().text());
    return {};
}

void Records::write(std::string_view event, const nlohmann::ordered_json& details) {
    if (!audit_) return;
    const Result<void> written = audit_->append(event, details);
    // Said once: whatever is wrong will be wrong for every line.
    if (!written.ok() && !is_broken_) log(written.error().text());
    is_broken_ = !written.ok();
}

void Records::refused(const PeerProcess& peer, const std::string& why) {
    if (!refusals_.note(peer, why, Refusals::Clock::now())) return;
    log(fmt::format("process {} of user {} was refused: {}", peer.pid, peer.uid, why));
    write("client_refused", {{"pid", peer.pid}, {"uid", peer.uid}, {"text", why}});
}

void Records::tell_of_refusals(bool all) {
    for (const Refusals::Summary& user : all ? refusals_.take_all() : refusals_.take_due(Refusals::Clock::now())) {
        log(fmt::format("{} more clients of user {} were refused, the last one, process {}: {}", user.count, user.uid,
                        user.last_pid, user.last_text));
        write("clients_refused",
              {{"uid", user.uid}, {"count", user.count}, {"pid", user.last_pid}, {"text", user.last_text}});
    }
}

void Records::events(WorkerProcess& worker, const std::vector<worker::SessionEvent>& events) {
    for (const worker::SessionEvent& event : events) {
        // Who is refused by workers again and again must not fill the trail either: that is counted elsewhere.
        if (event.kind == worker::EventKind::NotBegun) continue;
        nlohmann::ordered_json details{{"worker", worker.pid()}};
        if (event.kind == worker::EventKind::Begins) {
            details["isolation"] = name_of(worker.settings().isolation);
            details["guard"] = name_of(worker.settings().guard_in_use());
        }
        details.update(audit_details(event));
        write(audit_name(event.kind), details);
        if (!is_fault(event.kind)) continue;
        last_faults_.push_back(event);
        if (last_faults_.size() > most_last_faults) last_faults_.pop_front();
    }
}

// First what the daemon before could not write, if it was killed.
void Records::daemon_starts() {
    if (audit_ && audit_->is_ours_alone()) {
        for (const nlohmann::ordered_json& session : unfinished_sessions(audit_->path())) {
            nlohmann::ordered_json details;
            for (const char* key : {"worker", "session", "pid", "program"}) {
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

void Records::daemon_ends(const std::string& why) {
    write("daemon_ends", {{"daemon", ::getpid()}, {"text", why}});
}

void Records::worker_died(const WorkerProcess& worker, const std::string& how) {
    write("worker_dies", {{"worker", worker.pid()}, {"text", how}});
    sessions_end(worker, "its worker died: " + how);
}

void Records::worker_hangs(const WorkerProcess& worker, const std::string& why) {
    write("worker_hangs", {{"worker", worker.pid()}, {"text", why}});
}

void Records::card_is_unshareable(const WorkerProcess& worker, const std::string& why) {
    log(why);
    write("card_unshareable", {{"worker", worker.pid()}, {"text", why}});
}

void Records::revoked(std::uint32_t session, const std::string& tenant, const std::string& why, const std::string& by) {
    log(fmt::format("session {} of {} was taken back by {}: {}", session, tenant, by, why));
    write("session_revoked", {{"session", session}, {"tenant", tenant}, {"by", by}, {"text", why}});
}

void Records::granted(const std::string& tenant, std::uint32_t session, bool is_segment, bool was_given) {
    write(was_given ? "grant" : "grant_refused",
          {{"session", session}, {"tenant", tenant}, {"what", is_segment ? "segment" : "program"}});
}

std::vector<std::string> Records::tail(const std::string& tenant, std::uint32_t count) const {
    std::deque<std::string> lines;
    if (!audit_ || count == 0) return {};
    std::ifstream file(audit_->path());
    for (std::string line; std::getline(file, line);) {
        const auto record = nlohmann::ordered_json::parse(line, nullptr, false);
        if (!record.is_object() || (!tenant.empty() && record.value("tenant", "") != tenant)) continue;
        if (lines.size() >= count) lines.pop_front();
        lines.push_back(line);
    }
    return {lines.begin(), lines.end()};
}

void Records::sessions_end(const WorkerProcess& worker, const std::string& why) {
    for (const auto& [number, session] : worker.sessions().sessions()) {
        write("session_ends", {{"worker", worker.pid()},
                               {"session", number},
                               {"pid", session.pid},
                               {"program", session.program},
                               {"text", why}});
    }
}

}  // namespace ringfence::supervisor
