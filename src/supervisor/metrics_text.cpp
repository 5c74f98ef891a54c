#include "supervisor/metrics_text.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "worker/control.h"

namespace ringfence::supervisor {
namespace {

using nlohmann::ordered_json;

std::uint64_t number_in(const ordered_json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

std::string string_in(const ordered_json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

const ordered_json& part_of(const ordered_json& object, const char* key) {
    static const ordered_json nothing = ordered_json::object();
    const auto found = object.find(key);
    return found != object.end() ? *found : nothing;
}

// A label's value, escaped: programs choose their names, so the text may contain anything.
std::string label_value(const std::string& text) {
    std::string value;
    for (const char c : escape(text)) {
        if (c == '\\' || c == '"') value += '\\';
        value += c;
    }
    return value;
}

using Labels = std::vector<std::pair<std::string_view, std::string>>;

class Page {
public:
    // Call it once for each name, before its samples.
    void begin(std::string_view name, std::string_view type, std::string_view help) {
        name_ = name;
        text_ += fmt::format("# HELP ringfence_{} {}\n# TYPE ringfence_{} {}\n", name, help, name, type);
    }
    // `suffix`: for a histogram's samples.
    void sample(const Labels& labels, std::uint64_t value, std::string_view suffix = {}) {
        text_ += fmt::format("ringfence_{}{}", name_, suffix);
        for (std::size_t i = 0; i < labels.size(); ++i)
            text_ += fmt::format("{}{}=\"{}\"", i == 0 ? "{" : ",", labels[i].first, label_value(labels[i].second));
        text_ += fmt::format("{} {}\n", labels.empty() ? "" : "}", value);
    }
    void single(std::string_view name, std::string_view type, std::string_view help, std::uint64_t value) {
        begin(name, type, help);
        sample({}, value);
    }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
    std::string name_;
};

struct SessionRow {
    const ordered_json* session;
    Labels labels;
    std::string tenant;
};

std::vector<SessionRow> sessions_of(const ordered_json& status) {
    std::vector<SessionRow> rows;
    for (const ordered_json& worker : part_of(status, "workers")) {
        for (const ordered_json& session : part_of(worker, "session_list")) {
            const std::string tenant = string_in(session, "tenant");
            Labels labels{{"tenant", tenant},
                          {"session", std::to_string(number_in(session, "session"))},
                          {"worker", std::to_string(number_in(worker, "pid"))},
                          {"pid", std::to_string(number_in(session, "pid"))},
                          {"program", string_in(session, "program")}};
            rows.push_back({&session, std::move(labels), tenant});
        }
    }
    return rows;
}

struct StatusMetric {
    const char* key;  // in the status
    const char* name;
    const char* type;
    const char* help;
};

constexpr StatusMetric session_metrics[] = {
    {"memory_used", "session_memory_bytes", "gauge", "Device memory that a session has."},
    {"memory_on_host", "session_memory_on_host_bytes", "gauge",
     "Of its device memory, what lies in the host's because the card is full."},
    {"host_memory", "session_host_memory_bytes", "gauge", "Host memory that a session was granted."},
    {"launches", "session_launches_total", "counter", "Kernels and graphs that a session has launched."},
    {"copies", "session_copies_total", "counter", "Copies that a session has asked for."},
    {"copied_bytes", "session_copied_bytes_total", "counter", "Bytes of these copies."},
    {"violations", "session_violations_total", "counter", "How often its kernels went astray or ended themselves."},
    {"limits_reached", "session_limits_reached_total", "counter", "How often a session wanted more than it may have."},
};

void tell_daemon(Page& page, const ordered_json& status) {
    page.single("up", "gauge", "Whether the daemon answers.", 1);
    page.single("uptime_seconds", "gauge", "Since the daemon started.", number_in(status, "uptime_s"));
    page.single("sessions_started_total", "counter", "Sessions that were given to a worker.",
                number_in(status, "sessions_started"));
    page.single("clients_refused_total", "counter", "Clients that were refused.", number_in(status, "clients_refused"));
    page.single("visitors_sent_away_total", "counter", "Connections that were silent for too long.",
                number_in(status, "visitors_sent_away"));
    page.single("policy_loads_refused_total", "counter", "Policies that tenants wanted to load too soon after others.",
                number_in(status, "policy_loads_refused"));
    page.single("workers", "gauge", "Worker processes.", part_of(status, "workers").size());
    page.single("workers_died_total", "counter", "Workers that ended before their time.",
                number_in(status, "workers_died"));
    const ordered_json& host = part_of(status, "host_memory");
    page.single("host_memory_bytes", "gauge", "Host memory that was granted to all sessions.",
                number_in(host, "granted"));
    page.single("host_memory_limit_bytes", "gauge", "What they may have together.", number_in(host, "limit"));
}

void tell_workers(Page& page, const ordered_json& status) {
    const auto labels = [](const ordered_json& worker) {
        return Labels{{"worker", std::to_string(number_in(worker, "pid"))},
                      {"backend", string_in(worker, "backend")},
                      {"isolation", string_in(worker, "isolation")},
                      {"guard", string_in(worker, "guard")}};
    };
    page.begin("worker_sessions", "gauge", "Sessions of a worker.");
    for (const ordered_json& worker : part_of(status, "workers"))
        page.sample(labels(worker), number_in(worker, "sessions"));
    page.begin("worker_memory_bytes", "gauge", "Device memory that a worker's sessions have.");
    for (const ordered_json& worker : part_of(status, "workers"))
        page.sample(labels(worker), number_in(worker, "memory_used"));
}

// Sums over the present sessions. They are gauges, not counters, since they decrease when a session ends.
void tell_tenants(Page& page, const std::vector<SessionRow>& rows) {
    struct Sum {
        std::uint64_t sessions = 0;
        std::uint64_t memory = 0;
        std::uint64_t host = 0;
    };
    std::map<std::string, Sum> tenants;
    for (const SessionRow& row : rows) {
        Sum& sum = tenants[row.tenant];
        ++sum.sessions;
        sum.memory += number_in(*row.session, "memory_used");
        sum.host += number_in(*row.session, "host_memory");
    }
    page.begin("sessions", "gauge", "Sessions of a tenant.");
    for (const auto& [tenant, sum] : tenants)
        page.sample({{"tenant", tenant}}, sum.sessions);
    page.begin("tenant_memory_bytes", "gauge", "Device memory of a tenant's sessions.");
    for (const auto& [tenant, sum] : tenants)
        page.sample({{"tenant", tenant}}, sum.memory);
    page.begin("tenant_host_memory_bytes", "gauge", "Host memory of a tenant's sessions.");
    for (const auto& [tenant, sum] : tenants)
        page.sample({{"tenant", tenant}}, sum.host);
}

constexpr StatusMetric vgpu_metrics[] = {
    {"sessions", "vgpu_sessions", "gauge", "Sessions of a virtual GPU."},
    {"queued", "vgpu_queued_jobs", "gauge", "Jobs of a virtual GPU that have not begun."},
    {"jobs", "vgpu_jobs_total", "counter", "Jobs of a virtual GPU that have begun."},
    {"waited_ns", "vgpu_waited_nanoseconds_total", "counter", "How long its jobs waited for their turn."},
    {"longest_wait_ns", "vgpu_longest_wait_nanoseconds", "gauge", "The longest that one of them waited."},
};

// One sample for each worker, since counters disappear with their worker.
void tell_vgpus(Page& page, const ordered_json& status) {
    const auto each = [&](const auto& tell) {
        for (const ordered_json& worker : part_of(status, "workers")) {
            for (const ordered_json& vgpu : part_of(worker, "vgpus"))
                tell(vgpu,
                     Labels{{"vgpu", string_in(vgpu, "name")}, {"worker", std::to_string(number_in(worker, "pid"))}});
        }
    };
    for (const StatusMetric& metric : vgpu_metrics) {
        page.begin(metric.name, metric.type, metric.help);
        each([&](const ordered_json& vgpu, const Labels& labels) { page.sample(labels, number_in(vgpu, metric.key)); });
    }
    page.begin("vgpu_device_nanoseconds_total", "counter", "The device's time that a virtual GPU has had.");
    each([&](const ordered_json& vgpu, Labels labels) {
        labels.emplace_back("resource", "");
        for (const char* const resource : {"compute", "copy_to", "copy_from"}) {
            labels.back().second = resource;
            page.sample(labels, number_in(vgpu, (std::string(resource) + "_ns").c_str()));
        }
    });
}

std::uint64_t number_in_row(const ordered_json& object, const char* key, std::size_t index) {
    const ordered_json& row = part_of(object, key);
    return row.is_array() && index < row.size() && row[index].is_number_unsigned() ? row[index].get<std::uint64_t>()
                                                                                   : 0;
}

void tell_waits(Page& page, const ordered_json& policy, const Labels& labels) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < worker::policy_wait_buckets; ++i) {
        count += number_in_row(policy, "waits", i);
        const std::uint64_t bound = worker::policy_wait_bound_ns(i);
        Labels bucket = labels;
        bucket.emplace_back("le", bound == 0 ? "+Inf" : std::to_string(bound));
        page.sample(bucket, count, "_bucket");
    }
    page.sample(labels, number_in(policy, "waits_sum_ns"), "_sum");
    page.sample(labels, count, "_count");
}

void tell_hooks(Page& page, const ordered_json& policy, const Labels& labels, const char* key) {
    for (std::size_t i = 0; i < worker::policy_hooks; ++i) {
        Labels hook = labels;
        hook.emplace_back("hook", worker::policy_hook_names[i]);
        if (const std::uint64_t value = number_in_row(policy, key, i); value != 0) page.sample(hook, value);
    }
}

struct PolicyRow {
    const ordered_json* policy;
    Labels labels;
};

// Rows of each worker's active policy, and of nested policies, which are labelled with their virtual GPU. Policies that
// the watchdog has removed are included.
std::vector<PolicyRow> policies_of(const ordered_json& status) {
    std::vector<PolicyRow> rows;
    const auto add = [&](const ordered_json& worker, const ordered_json& policy, const std::string& vgpu) {
        if (!policy.is_object() || policy.empty()) return;
        const std::string name = string_in(policy, "name");
        Labels labels{{"worker", std::to_string(number_in(worker, "pid"))},
                      {"policy", name.empty() ? "built-in" : name}};
        if (!vgpu.empty()) labels.emplace_back("vgpu", vgpu);
        rows.push_back({&policy, std::move(labels)});
    };
    for (const ordered_json& worker : part_of(status, "workers")) {
        add(worker, part_of(worker, "policy"), "");
        const ordered_json& nested = part_of(worker, "vgpu_policies");
        if (!nested.is_object()) continue;
        for (const auto& [vgpu, policy] : nested.items())
            add(worker, policy, vgpu);
    }
    return rows;
}

void tell_policies(Page& page, const ordered_json& status) {
    const std::vector<PolicyRow> rows = policies_of(status);
    const auto each = [&](const auto& tell) {
        for (const PolicyRow& row : rows)
            tell(*row.policy, row.labels);
    };
    page.begin("policy_in_use", "gauge", "Whether it decides: 0 after the watchdog took it out.");
    each([&](const ordered_json& policy, const Labels& labels) {
        page.sample(labels, string_in(policy, "stage") == "fallen" ? 0 : 1);
    });
    page.begin("policy_changes_total", "counter", "How often a worker's policy was exchanged.");
    each([&](const ordered_json& policy, const Labels& labels) { page.sample(labels, number_in(policy, "changes")); });
    page.begin("policy_wrong_answers_total", "counter", "Answers that made no sense.");
    each([&](const ordered_json& policy, const Labels& labels) { page.sample(labels, number_in(policy, "wrong")); });
    page.begin("policy_hook_runs_total", "counter", "How often a hook was run.");
    each([&](const ordered_json& policy, const Labels& labels) { tell_hooks(page, policy, labels, "runs"); });
    page.begin("policy_hook_instructions_total", "counter", "Instructions of these runs.");
    each([&](const ordered_json& policy, const Labels& labels) { tell_hooks(page, policy, labels, "steps"); });
    page.begin("policy_wait_nanoseconds", "histogram",
               "How long jobs had waited that it let go while others competed.");
    each([&](const ordered_json& policy, const Labels& labels) { tell_waits(page, policy, labels); });
}

void tell_audit(Page& page, const ordered_json& log) {
    page.single("audit_records_total", "counter", "Records that were written to the audit log.",
                number_in(log, "written"));
    page.single("audit_lost_total", "counter", "Records that could not be written.", number_in(log, "lost"));
    page.single("audit_left_out_total", "counter", "Records that were beyond a peer's quota.",
                number_in(log, "left_out"));
    page.single("audit_sync_failures_total", "counter", "How often the disk did not take the audit log.",
                number_in(log, "sync_failures"));
    page.single("audit_writable", "gauge", "Whether records can be written now.",
                log.contains("file") && !log.contains("problem") ? 1 : 0);
}

}  // namespace

std::string metrics_text(const ordered_json& status) {
    Page page;
    tell_daemon(page, status);
    tell_workers(page, status);
    const std::vector<SessionRow> rows = sessions_of(status);
    tell_tenants(page, rows);
    for (const StatusMetric& metric : session_metrics) {
        page.begin(metric.name, metric.type, metric.help);
        for (const SessionRow& row : rows)
            page.sample(row.labels, number_in(*row.session, metric.key));
    }
    tell_vgpus(page, status);
    tell_policies(page, status);
    tell_audit(page, part_of(status, "audit_log"));
    return page.take();
}

}  // namespace ringfence::supervisor
