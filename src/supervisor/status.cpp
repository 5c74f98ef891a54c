// The daemon's status as JSON; `ringfence status` formats it.
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "supervisor/supervisor.h"

namespace ringfence::supervisor {
namespace {

constexpr std::uint64_t worth_telling_ms = 1000;  // shorter steps are normal, such as opening a session

using nlohmann::ordered_json;

std::string_view stage_name(SessionStage stage) {
    switch (stage) {
        case SessionStage::Expected: return "expected";
        case SessionStage::Served: return "served";
        case SessionStage::Over: return "over";
    }
    return "?";
}

ordered_json describe_session(const SessionRecord& record) {
    ordered_json json;
    json["session"] = record.facts.id;
    json["tenant"] = record.facts.tenant;
    json["kind"] = name_of(record.facts.kind);
    json["name"] = record.wanted.name;
    json["pid"] = record.peer.pid;
    json["uid"] = record.peer.uid;
    json["stage"] = stage_name(record.stage);
    if (record.worker != 0) json["worker"] = record.worker;
    if (record.process != nullptr) json["process"] = record.process->pid();
    if (record.guest && record.guest->token) json["token"] = record.guest->token->id();
    if (record.facts.limits != SessionLimits()) json["limits"] = text_of(record.facts.limits);
    if (!record.why_revoked.empty()) json["revoked"] = record.why_revoked;
    return json;
}

ordered_json describe_vgpu(const worker::VgpuState& state) {
    return {{"name", state.vgpu.name},
            {"sessions", state.sessions},
            {"multiprocessors", state.multiprocessors},
            {"queued", state.queued},
            {"jobs", state.jobs},
            {"compute_ns", state.device_ns[0]},
            {"copy_to_ns", state.device_ns[1]},
            {"copy_from_ns", state.device_ns[2]},
            {"waited_ns", state.waited_ns},
            {"longest_wait_ns", state.longest_wait_ns}};
}

std::string_view stage_name(worker::PolicyStage stage) {
    switch (stage) {
        case worker::PolicyStage::BuiltIn: return "built-in";
        case worker::PolicyStage::Runs: return "runs";
        case worker::PolicyStage::Fallen: return "fallen";
    }
    return "?";
}

// The arrays of numbers are in the order of the hooks in rf_ops.
ordered_json describe_policy(const worker::PolicyState& state) {
    ordered_json json{{"stage", stage_name(state.stage)}, {"changes", state.changes}};
    json["longest_change_ns"] = state.longest_change_ns;
    json["waits"] = state.waits;
    json["waits_sum_ns"] = state.waits_sum_ns;
    if (state.stage == worker::PolicyStage::BuiltIn) return json;
    json["name"] = state.name;
    json["runs"] = state.runs;
    json["steps"] = state.steps;
    json["wrong"] = state.wrong;
    if (state.exit[0] != '\0') json["exit"] = state.exit;
    return json;
}

ordered_json describe_shelved(const ShelvedPolicy& policy) {
    ordered_json json{{"name", policy.name},
                      {"digest", policy.digest},
                      {"by", policy.by},
                      {"budget", policy.watch.budget},
                      {"patience_ns", policy.watch.patience_ns},
                      {"longest_idle_ns", policy.watch.longest_idle_ns},
                      {"most_wrong", policy.watch.most_wrong}};
    if (!policy.vgpu.empty()) json["vgpu"] = policy.vgpu;
    if (!policy.tenant.empty()) json["tenant"] = policy.tenant;
    return json;
}

// The settings of a virtual GPU.
ordered_json describe_vgpu(const sched::VirtualGpu& vgpu) {
    ordered_json json{{"name", vgpu.name}};
    constexpr const char* keys[] = {"compute", "copy_to", "copy_from"};
    for (std::size_t resource = 0; resource < sched::resource_count; ++resource)
        json[keys[resource]] = sched::share_text(vgpu.shares[resource]);
    json["memory"] = vgpu.memory;
    json["priority"] = vgpu.priority;
    if (vgpu.sms != 0) json["sms"] = vgpu.sms;
    if (!vgpu.managed_by.empty()) json["managed_by"] = vgpu.managed_by;
    return json;
}

}  // namespace

ordered_json Supervisor::describe(const WorkerProcess& worker) const {
    const worker::WorkerState& state = worker.state();
    ordered_json entry;
    entry["pid"] = worker.pid();
    entry["backend"] = state.backend;
    entry["device"] = state.device;
    entry["isolation"] = name_of(worker.settings().isolation);
    entry["guard"] = name_of(worker.settings().guard_in_use());
    if (worker.is_spare()) entry["spare"] = true;
    if (!worker.is_child()) entry["adopted"] = true;
    if (worker.is_foreign()) entry["drains"] = "its version differs from the daemon's; it ends with its last session";
    if (workers_->is_outdated(worker))
        entry["drains"] = "the settings have changed since it started; it ends with its last session";
    if (!worker.why_private().empty()) entry["why_private"] = worker.why_private();
    entry["sessions"] = state.sessions;
    entry["sessions_started"] = state.sessions_started;
    entry["sessions_refused"] = state.sessions_refused;
    entry["memory_used"] = state.memory_used;
    entry["memory_total"] = state.memory_total;
    entry["host_memory"] = workers_->host_budget().taken_at(Limit::HostMemory, worker.host_place());
    if (state.problem[0] != '\0') entry["problem"] = state.problem;
    if (state.takes_no_more != 0) entry["takes_no_more"] = true;
    if (state.busy_ms >= worth_telling_ms) entry["busy"] = {{"with", state.busy_with}, {"ms", state.busy_ms}};
    entry["vgpus"] = ordered_json::array();
    for (const auto& [name, vgpu] : worker.vgpus())
        entry["vgpus"].push_back(describe_vgpu(vgpu));
    if (worker.settings().is_shared()) entry["policy"] = describe_policy(worker.policy());
    for (const ShelvedPolicy* const nested : workers_->nested_policies()) {
        if (worker.settings().is_shared())
            entry["vgpu_policies"][nested->vgpu] = describe_policy(worker.policy(nested->vgpu));
    }
    entry["session_list"] = ordered_json::array();
    for (const auto& [number, session] : worker.sessions().sessions()) {
        ordered_json& one = entry["session_list"].emplace_back(supervisor::describe(session));
        const auto known = sessions_.all().find(number);
        // Whose it is the worker does not say.
        one["tenant"] = "";
        if (known == sessions_.all().end()) continue;
        const SessionRecord& record = known->second;
        one["tenant"] = record.facts.tenant;
        if (record.weight == 0) continue;
        one["weight"] = record.weight;
        one["standing"] = tenants::text_of(record.standing);
    }
    return entry;
}

std::string Supervisor::status_text() const {
    ordered_json status;
    status["running"] = true;
    status["pid"] = ::getpid();
    status["socket"] = options_.socket;
    if (!records_.path().empty()) status["audit"] = records_.path();
    status["audit_log"] = records_.describe();
    status["uptime_s"] = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - started_).count();
    status["sessions"] = workers_->session_count();
    status["sessions_started"] = sessions_started_;
    status["workers_died"] = workers_->died();
    status["replacements"] = replacements_;
    status["clients_refused"] = records_.refusal_count();
    status["policy_loads_refused"] = policy_pace_.refused();
    status["visitors_sent_away"] = doorman_->sent_away() + control_->sent_away();
    status["connections"] = control_->connections();
    status["grants"] = grants_.all().size();
    status["host_memory"] = {{"granted", workers_->host_budget().taken(Limit::HostMemory)},
                             {"limit", workers_->host_budget().limit(Limit::HostMemory)}};
    status["host_backing"] = {{"used", workers_->host_budget().taken(Limit::HostBacking)},
                              {"limit", workers_->host_budget().limit(Limit::HostBacking)}};
    status["tenants"] = workers_->ledgers().describe();
    status["vgpus"] = ordered_json::array();
    for (const sched::VirtualGpu& vgpu : reception_->vgpus())
        status["vgpus"].push_back(describe_vgpu(vgpu));
    if (const ShelvedPolicy* const policy = workers_->policy()) status["policy"] = describe_shelved(*policy);
    for (const ShelvedPolicy* const nested : workers_->nested_policies())
        status["vgpu_policies"].push_back(describe_shelved(*nested));
    for (const auto& [backend, why] : workers_->unshareable())
        status["unshareable"][std::string(name_of(backend))] = why;
    status["workers"] = ordered_json::array();
    for (const auto& worker : workers_->all())
        status["workers"].push_back(describe(*worker));
    status["session_list"] = ordered_json::array();
    for (const auto& [id, record] : sessions_.all())
        status["session_list"].push_back(describe_session(record));
    status["last_faults"] = ordered_json::array();
    for (const worker::SessionEvent& event : records_.last_faults()) {
        ordered_json fault{{"event", audit_name(event.kind)}};
        fault.update(audit_details(event));
        status["last_faults"].push_back(std::move(fault));
    }
    return status.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string Supervisor::policy_status_text(const std::string& vgpu) const {
    ordered_json status{{"vgpu", vgpu}};
    if (const ShelvedPolicy* const policy = workers_->policy(vgpu)) status["policy"] = describe_shelved(*policy);
    status["workers"] = ordered_json::array();
    for (const auto& worker : workers_->all()) {
        if (!worker->settings().is_shared()) continue;
        status["workers"].push_back({{"pid", worker->pid()}, {"policy", describe_policy(worker->policy(vgpu))}});
    }
    return status.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace ringfence::supervisor
