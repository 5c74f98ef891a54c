#include "cli/top_policy.h"

#include <algorithm>
#include <cstdint>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"

namespace ringfence::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t dispatch_hook = 3;  // in the order of rf_ops

std::uint64_t unsigned_in(const ordered_json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

std::string escaped_in(const ordered_json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? escape(found->get<std::string>()) : "";
}

std::uint64_t decisions_in(const ordered_json& policy) {
    const auto runs = policy.find("runs");
    if (runs == policy.end() || !runs->is_array() || runs->size() <= dispatch_hook) return 0;
    const ordered_json& count = (*runs)[dispatch_hook];
    return count.is_number_unsigned() ? count.get<std::uint64_t>() : 0;
}

const ordered_json* object_in(const ordered_json& object, const std::string& key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_object() ? &*found : nullptr;
}

// The policy of that worker, on the card or within a virtual GPU; null: it has none of its own.
const ordered_json* policy_of(const ordered_json& status, std::uint64_t pid, const std::string& vgpu) {
    const auto workers = status.find("workers");
    if (workers == status.end() || !workers->is_array()) return nullptr;
    for (const ordered_json& worker : *workers) {
        if (!worker.is_object() || unsigned_in(worker, "pid") != pid) continue;
        if (vgpu.empty()) return object_in(worker, "policy");
        const ordered_json* const nested = object_in(worker, "vgpu_policies");
        return nested == nullptr ? nullptr : object_in(*nested, vgpu);
    }
    return nullptr;
}

std::string rate_of(const ordered_json& policy, const ordered_json* earlier, double seconds) {
    if (earlier == nullptr || seconds <= 0 || escaped_in(*earlier, "name") != escaped_in(policy, "name")) return "-";
    const std::uint64_t now = decisions_in(policy);
    return fmt::format("{:.0f}", static_cast<double>(now - std::min(now, decisions_in(*earlier))) / seconds);
}

// The first line of why it was taken out.
std::string state_of(const ordered_json& policy) {
    std::string stage = escaped_in(policy, "stage");
    if (stage != "fallen") return stage;
    const auto exit = policy.find("exit");
    if (exit == policy.end() || !exit->is_string()) return stage;
    const std::string text = exit->get<std::string>();
    return "taken out: " + escape(text.substr(0, text.find('\n')));
}

std::string policy_row(std::string_view name, std::string_view vgpu, std::string_view worker,
                       std::string_view decisions, std::string_view rate, std::string_view wrong,
                       std::string_view state) {
    return fmt::format("{:<24} {:<12} {:>8} {:>12} {:>8} {:>6} {}\n", name.substr(0, 24), vgpu.substr(0, 12), worker,
                       decisions, rate, wrong, state);
}

// The states that the tables are made of: now, and some time ago.
struct Looks {
    const ordered_json& status;
    const ordered_json* before;
    double seconds;
};

// The row of that worker's policy; nothing, if the built-in one decides there.
std::string row_of(const Looks& looks, std::uint64_t pid, const std::string& vgpu) {
    const ordered_json* const policy = policy_of(looks.status, pid, vgpu);
    const std::string name = policy != nullptr ? escaped_in(*policy, "name") : "";
    if (name.empty()) return "";
    const ordered_json* const earlier = looks.before != nullptr ? policy_of(*looks.before, pid, vgpu) : nullptr;
    return policy_row(name, vgpu.empty() ? "-" : escape(vgpu), std::to_string(pid),
                      std::to_string(decisions_in(*policy)), rate_of(*policy, earlier, looks.seconds),
                      std::to_string(unsigned_in(*policy, "wrong")), state_of(*policy));
}

}  // namespace

std::string top_policy(const ordered_json& status, const ordered_json* before, std::chrono::duration<double> between) {
    const auto workers = status.find("workers");
    if (workers == status.end() || !workers->is_array()) return "";
    const Looks looks{status, before, between.count()};
    std::string rows;
    for (const ordered_json& worker : *workers) {
        if (!worker.is_object()) continue;
        const std::uint64_t pid = unsigned_in(worker, "pid");
        rows += row_of(looks, pid, "");
        const ordered_json* const nested = object_in(worker, "vgpu_policies");
        if (nested == nullptr) continue;
        for (const auto& [vgpu, policy] : nested->items())
            rows += row_of(looks, pid, vgpu);
    }
    if (rows.empty()) return "";
    return "\n" + policy_row("POLICY", "WITHIN", "WORKER", "DECISIONS", "DEC/s", "WRONG", "STATE") + rows;
}

}  // namespace ringfence::cli
