#include "cli/top_vgpus.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"

namespace ringfence::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::array<const char*, 3> resources = {"compute", "copy_to", "copy_from"};

// The totals of one virtual GPU, over all workers.
struct VgpuCounts {
    std::uint64_t sessions = 0;
    std::uint64_t queued = 0;
    std::uint64_t jobs = 0;
    std::uint64_t waited_ns = 0;
    std::array<std::uint64_t, 3> device_ns{};
};
using CountsByName = std::map<std::string, VgpuCounts>;

std::uint64_t counter(const ordered_json& object, const std::string& key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

std::string word(const ordered_json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? escape(found->get<std::string>()) : "";
}

const ordered_json& items(const ordered_json& object, const char* key) {
    static const ordered_json none = ordered_json::array();
    const auto found = object.find(key);
    return found != object.end() && found->is_array() ? *found : none;
}

void add_to(CountsByName& sums, const ordered_json& vgpu) {
    VgpuCounts& counts = sums[word(vgpu, "name")];
    counts.sessions += counter(vgpu, "sessions");
    counts.queued += counter(vgpu, "queued");
    counts.jobs += counter(vgpu, "jobs");
    counts.waited_ns += counter(vgpu, "waited_ns");
    for (std::size_t i = 0; i < resources.size(); ++i)
        counts.device_ns[i] += counter(vgpu, std::string(resources[i]) + "_ns");
}

CountsByName counts_in(const ordered_json& status) {
    CountsByName sums;
    for (const ordered_json& worker : items(status, "workers")) {
        for (const ordered_json& vgpu : items(worker, "vgpus"))
            add_to(sums, vgpu);
    }
    return sums;
}

// A worker that has ended took its counters along.
std::uint64_t since(std::uint64_t now, std::uint64_t then) {
    return now - std::min(now, then);
}

VgpuCounts since(VgpuCounts now, const VgpuCounts& then) {
    now.jobs = since(now.jobs, then.jobs);
    now.waited_ns = since(now.waited_ns, then.waited_ns);
    for (std::size_t i = 0; i < resources.size(); ++i)
        now.device_ns[i] = since(now.device_ns[i], then.device_ns[i]);
    return now;
}

std::string part(std::uint64_t of, std::uint64_t all) {
    return all == 0 ? "-" : fmt::format("{:.1f}%", 100 * static_cast<double>(of) / static_cast<double>(all));
}

// "12us", "3.4ms", "1.2s"; of each job.
std::string mean_wait(const VgpuCounts& counts) {
    if (counts.jobs == 0) return "-";
    const double us = static_cast<double>(counts.waited_ns) / static_cast<double>(counts.jobs) / 1000;
    if (us < 999.5) return fmt::format("{:.0f}us", us);
    return us < 999'500 ? fmt::format("{:.1f}ms", us / 1000) : fmt::format("{:.1f}s", us / 1'000'000);
}

std::string row(std::string_view name, std::string_view sessions, const std::array<std::string, 3>& shares,
                std::string_view queue, std::string_view wait) {
    return fmt::format("{:<15} {:>4} {:>12} {:>12} {:>12} {:>8} {:>8}\n", name.substr(0, 15), sessions, shares[0],
                       shares[1], shares[2], queue, wait);
}

}  // namespace

std::string top_vgpus(const ordered_json& status, const ordered_json* before) {
    const ordered_json& named = items(status, "vgpus");
    if (named.empty()) return "";
    CountsByName counts = counts_in(status);
    std::array<std::uint64_t, 3> all{};
    const CountsByName earlier = before != nullptr ? counts_in(*before) : CountsByName();
    for (auto& [name, one] : counts) {
        if (const auto then = earlier.find(name); then != earlier.end()) one = since(one, then->second);
        for (std::size_t i = 0; i < resources.size(); ++i)
            all[i] += one.device_ns[i];
    }
    std::string text = "\n" + row("VIRTUAL GPU", "SESS", {"COMPUTE", "COPY TO", "COPY FROM"}, "QUEUE", "WAIT");
    for (const ordered_json& vgpu : named) {
        const VgpuCounts& one = counts[word(vgpu, "name")];
        std::array<std::string, 3> shares;
        for (std::size_t i = 0; i < resources.size(); ++i)
            shares[i] = fmt::format("{}/{}", word(vgpu, resources[i]), part(one.device_ns[i], all[i]));
        text +=
            row(word(vgpu, "name"), std::to_string(one.sessions), shares, std::to_string(one.queued), mean_wait(one));
    }
    return text;
}

}  // namespace ringfence::cli
