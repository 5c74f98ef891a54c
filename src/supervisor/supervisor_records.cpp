// What the supervisor writes down for later, and what it tells those who ask.
#include <unistd.h>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "supervisor/log.h"
#include "supervisor/supervisor.h"
#include "supervisor/unfinished_sessions.h"

namespace ringfence::supervisor {
namespace {

constexpr std::size_t most_last_faults = 8;

}  // namespace

// A file that somebody has named must be there. The usual one may be missing where there is no home to write in.
Result<void> Supervisor::open_audit() {
    const std::string& named = options_.settings.audit;
    Result<AuditTrail> trail = AuditTrail::open(named.empty() ? default_audit_path() : named);
    if (trail.ok()) {
        audit_ = trail.take();
        return {};
    }
    if (!named.empty()) return trail.take_error();
    log("nothing is written down: " + trail.error().text());
    return {};
}

void Supervisor::audit(std::string_view event, const nlohmann::ordered_json& details) {
    if (!audit_) return;
    const Result<void> written = audit_->append(event, details);
    // Said once: whatever is wrong will be wrong for every line.
    if (!written.ok() && !is_audit_broken_) log(written.error().text());
    is_audit_broken_ = !written.ok();
}

void Supervisor::note_refusal(const PeerProcess& peer, const std::string& why) {
    if (!refusals_.note(peer, why, Clock::now())) return;
    log(fmt::format("process {} of user {} was refused: {}", peer.pid, peer.uid, why));
    audit("client_refused", {{"pid", peer.pid}, {"uid", peer.uid}, {"text", why}});
}

void Supervisor::tell_of_refusals(const std::vector<Refusals::Summary>& left_out) {
    for (const Refusals::Summary& user : left_out) {
        log(fmt::format("{} more clients of user {} were refused, the last one, process {}: {}", user.count, user.uid,
                        user.last_pid, user.last_text));
        audit("clients_refused",
              {{"uid", user.uid}, {"count", user.count}, {"pid", user.last_pid}, {"text", user.last_text}});
    }
}

void Supervisor::audit_events(WorkerProcess& worker) {
    for (const worker::SessionEvent& event : worker.take_events()) {
        const auto guest = worker.guests().find(event.session);
        const bool is_known = guest != worker.guests().end();
        if (event.kind == worker::EventKind::NotBegun) {
            // Whoever is refused by workers again and again must not fill the trail either.
            note_refusal(is_known ? guest->second.peer.process : PeerProcess{static_cast<pid_t>(event.pid), 0, 0},
                         event.text);
        } else {
            nlohmann::ordered_json details{{"worker", worker.pid()}};
            if (event.kind == worker::EventKind::Begins) {
                details["isolation"] = name_of(worker.settings().isolation);
                details["guard"] = name_of(worker.settings().guard_in_use());
                if (is_known) details.update(describe(guest->second));
            }
            details.update(audit_details(event));
            audit_event(event, details);
        }
        worker.forget_guest_of(event);
    }
}

void Supervisor::audit_event(const worker::SessionEvent& event, const nlohmann::ordered_json& details) {
    audit(audit_name(event.kind), details);
    if (event.kind == worker::EventKind::Begins || event.kind == worker::EventKind::Ends) return;
    last_faults_.push_back(event);
    if (last_faults_.size() > most_last_faults) last_faults_.pop_front();
}

// First what the daemon before could not write, if it was killed.
void Supervisor::audit_start() {
    if (audit_ && audit_->is_ours_alone()) {
        for (const nlohmann::ordered_json& session : unfinished_sessions(audit_->path())) {
            nlohmann::ordered_json details;
            for (const char* key : {"worker", "session", "pid", "program"}) {
                if (session.contains(key)) details[key] = session[key];
            }
            details["text"] = "the daemon was killed, and the session ended with it; when is not known";
            audit("session_ends", details);
        }
    }
    audit("daemon_starts", {{"daemon", ::getpid()}});
}

void Supervisor::audit_end() {
    for (const auto& worker : workers_) {
        worker->receive_what_is_there();
        audit_events(*worker);
        audit_ends(*worker, "the daemon ends: " + why_ending_);
    }
    audit("daemon_ends", {{"daemon", ::getpid()}, {"text", why_ending_}});
}

void Supervisor::audit_death(const WorkerProcess& worker, const std::string& how) {
    audit("worker_dies", {{"worker", worker.pid()}, {"text", how}});
    audit_ends(worker, "its worker died: " + how);
}

// Of all sessions that it has.
void Supervisor::audit_ends(const WorkerProcess& worker, const std::string& why) {
    for (const auto& [number, session] : worker.sessions().sessions()) {
        audit("session_ends", {{"worker", worker.pid()},
                               {"session", number},
                               {"pid", session.pid},
                               {"program", session.program},
                               {"text", why}});
    }
}

std::string Supervisor::status() const {
    nlohmann::ordered_json status;
    status["running"] = true;
    status["pid"] = ::getpid();
    status["socket"] = options_.socket;
    if (audit_) status["audit"] = audit_->path();
    status["uptime_s"] = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - started_).count();
    status["sessions"] = session_count();
    status["sessions_started"] = sessions_started_;
    status["workers_died"] = workers_died_;
    status["clients_refused"] = refusals_.count();
    status["visitors_sent_away"] = waiting_.sent_away();
    status["host_memory"] = {{"granted", host_budget_->taken()}, {"limit", host_budget_->limit()}};
    for (const auto& [backend, why] : unshareable_)
        status["unshareable"][std::string(name_of(backend))] = why;
    status["workers"] = nlohmann::ordered_json::array();
    for (const auto& worker : workers_) {
        if (worker == nullptr) continue;
        const worker::WorkerState& state = worker->state();
        nlohmann::ordered_json entry;
        entry["pid"] = worker->pid();
        entry["backend"] = state.backend;
        entry["device"] = state.device;
        entry["isolation"] = name_of(worker->settings().isolation);
        entry["guard"] = name_of(worker->settings().guard_in_use());
        if (!worker->why_private().empty()) entry["why_private"] = worker->why_private();
        entry["sessions"] = state.sessions;
        entry["sessions_started"] = state.sessions_started;
        entry["sessions_refused"] = state.sessions_refused;
        entry["memory_used"] = state.memory_used;
        entry["memory_total"] = state.memory_total;
        entry["host_memory"] = host_budget_->taken_at(worker->host_place());
        if (state.problem[0] != '\0') entry["problem"] = state.problem;
        if (state.takes_no_more != 0) entry["takes_no_more"] = true;
        entry["session_list"] = nlohmann::ordered_json::array();
        for (const auto& [number, session] : worker->sessions().sessions()) {
            nlohmann::ordered_json described = describe(session);
            if (const auto guest = worker->guests().find(number); guest != worker->guests().end())
                described.update(describe(guest->second));
            entry["session_list"].push_back(std::move(described));
        }
        status["workers"].push_back(entry);
    }
    status["last_faults"] = nlohmann::ordered_json::array();
    for (const worker::SessionEvent& event : last_faults_) {
        nlohmann::ordered_json fault{{"event", audit_name(event.kind)}};
        fault.update(audit_details(event));
        status["last_faults"].push_back(std::move(fault));
    }
    return status.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace ringfence::supervisor
