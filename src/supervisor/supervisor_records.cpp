// What the supervisor writes down for later, and what it tells those who ask.
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "supervisor/supervisor.h"

namespace ringfence::supervisor {

void Supervisor::audit_end() {
    for (const auto& worker : workers_) {
        worker->receive_what_is_there();
        records_.events(*worker, worker->take_events());
        records_.sessions_end(*worker, "the daemon ends: " + why_ending_);
    }
    records_.daemon_ends(why_ending_);
    records_.close();
}

std::string Supervisor::status() const {
    nlohmann::ordered_json status;
    status["running"] = true;
    status["pid"] = ::getpid();
    status["socket"] = options_.socket;
    if (!records_.path().empty()) status["audit"] = records_.path();
    status["audit_log"] = records_.describe();
    status["uptime_s"] = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - started_).count();
    status["sessions"] = session_count();
    status["sessions_started"] = sessions_started_;
    status["workers_died"] = workers_died_;
    status["clients_refused"] = records_.refusal_count();
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
            entry["session_list"].push_back(describe(session));
        }
        status["workers"].push_back(entry);
    }
    status["last_faults"] = nlohmann::ordered_json::array();
    for (const worker::SessionEvent& event : records_.last_faults()) {
        nlohmann::ordered_json fault{{"event", audit_name(event.kind)}};
        fault.update(audit_details(event));
        status["last_faults"].push_back(std::move(fault));
    }
    return status.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace ringfence::supervisor
