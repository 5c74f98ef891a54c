#include "cli/status_kernels.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "base/escape.h"
#include "base/whole_number.h"
#include "cli/status_file.h"
#include "supervisor/daemon_client.h"
#include "worker/kernel_counts.h"

namespace ringfence::cli {
namespace {

using nlohmann::ordered_json;
using Launches = std::array<std::uint64_t, worker::variant_count>;

std::vector<std::string_view> split_at_tabs(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t end = 0; end != std::string_view::npos; line.remove_prefix(std::min(line.size(), end + 1))) {
        end = line.find('\t');
        words.push_back(line.substr(0, end));
    }
    return words;
}

// The kernels of a session that the status knows; nothing if it has ended meanwhile.
ordered_json* kernels_of(ordered_json& worker, std::uint64_t session) {
    const auto sessions = worker.find("session_list");
    if (sessions == worker.end() || !sessions->is_array()) return nullptr;
    for (ordered_json& one : *sessions) {
        if (count_in(one, "session") == session) return &one["kernels"];
    }
    return nullptr;
}

std::optional<ordered_json> kernel_in(const std::vector<std::string_view>& words) {
    constexpr std::size_t before = 4;  // kernel SESSION NAME MODULE
    if (words.size() != before + worker::variant_count) return std::nullopt;
    ordered_json kernel{{"name", escape(words[2])}, {"module", escape(words[3])}};
    for (std::size_t i = 0; i < worker::variant_count; ++i) {
        const auto launches = whole_number<std::uint64_t>(words[before + i]);
        if (!launches) return std::nullopt;
        kernel[std::string(worker::variant_names[i])] = *launches;
    }
    kernel["reasons"] = ordered_json::array();
    return kernel;
}

// Nobody launches such a kernel: that it was asked for is counted.
constexpr auto refused = static_cast<std::size_t>(worker::Variant::Refused);

Error not_understood() {
    return Error::internal("a worker's answer about its kernels is not understood");
}

Launches launches_in(const ordered_json& kernel) {
    Launches launches{};
    for (std::size_t i = 0; i < launches.size(); ++i)
        launches[i] = count_in(kernel, worker::variant_names[i].data());
    return launches;
}

void add(Launches& sum, const Launches& more) {
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += more[i];
}

std::string sum_text(const Launches& launches) {
    std::uint64_t all = 0;
    std::string text;
    for (std::size_t i = 0; i < launches.size(); ++i) {
        if (i != refused) all += launches[i];
        if (launches[i] != 0) text += fmt::format(", {} {}", launches[i], worker::variant_names[i]);
    }
    return fmt::format("{} launch{}{}\n", all, all == 1 ? "" : "es", text);
}

std::string kernel_text(const ordered_json& kernel) {
    const Launches launches = launches_in(kernel);
    const std::string module = word_in(kernel, "module");
    std::string name = word_in(kernel, "name");
    if (name.empty()) name = "(kernels that there was no row for)";
    std::string text =
        fmt::format("    {}{}: {}", name, module.empty() ? "" : " of module " + module, sum_text(launches));
    const char* const unusual = launches[refused] != 0 ? "refused" : "not free";
    std::uint64_t told = 0;
    for (const ordered_json& reason : list_in(kernel, "reasons")) {
        const std::uint64_t times = count_in(reason, "launches");
        told += times;
        text += fmt::format("      {} {}: {}\n", times, unusual, word_in(reason, "text"));
    }
    std::uint64_t with_reason = 0;
    for (std::size_t i = 0; i < launches.size(); ++i)
        if (worker::has_reason(static_cast<worker::Variant>(i))) with_reason += launches[i];
    if (with_reason > told && told != 0)
        text += fmt::format("      {} {}: other conditions\n", with_reason - told, unusual);
    return text;
}

struct TenantText {
    Launches launches{};
    std::string text;
};

void add_session(const ordered_json& session, std::map<std::string, TenantText>& tenants) {
    const ordered_json& kernels = list_in(session, "kernels");
    if (kernels.empty()) return;
    Launches sum{};
    std::string text;
    for (const ordered_json& kernel : kernels) {
        add(sum, launches_in(kernel));
        text += kernel_text(kernel);
    }
    TenantText& tenant = tenants[word_in(session, "tenant")];
    add(tenant.launches, sum);
    tenant.text += fmt::format("  session {}, process {}, {}: {}", count_in(session, "session"),
                               count_in(session, "pid"), word_in(session, "program"), sum_text(sum));
    tenant.text += text;
}

// Adds the lines of one worker (worker/kernel_counts.h).
Result<void> add_kernel_lines(ordered_json& worker, std::string_view lines) {
    ordered_json ended = ordered_json::array();
    ordered_json* kernels = nullptr;
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(lines.size(), line.size() + 1));
        const std::vector<std::string_view> words = split_at_tabs(line);
        const auto number = words.size() > 1 ? whole_number<std::uint64_t>(words[1]) : std::nullopt;
        if (!number) return not_understood();
        if (words[0] == "kernel") {
            std::optional<ordered_json> kernel = kernel_in(words);
            if (!kernel) return not_understood();
            kernels = kernels_of(worker, *number);
            if (kernels == nullptr) kernels = &ended;
            kernels->push_back(std::move(*kernel));
        } else if (words[0] == "reason" && words.size() == 3 && kernels != nullptr) {
            kernels->back()["reasons"].push_back({{"launches", *number}, {"text", escape(words[2])}});
        } else {
            return not_understood();
        }
    }
    return {};
}

}  // namespace

// A worker that a tenant has taken over says what it likes: of the others all is told.
void note_kernels(ordered_json& worker, const Result<std::string>& lines) {
    ordered_json with_kernels = worker;
    const Result<void> added =
        lines.ok() ? add_kernel_lines(with_kernels, lines.value()) : Result<void>(Error(lines.error()));
    if (added.ok()) {
        worker = std::move(with_kernels);
    } else {
        worker["kernels_problem"] = added.error().text();
    }
}

void add_kernels(ordered_json& status) {
    const auto workers = status.find("workers");
    if (workers == status.end() || !workers->is_array()) return;
    for (ordered_json& worker : *workers) {
        if (count_in(worker, "sessions") != 0)
            note_kernels(worker, supervisor::worker_kernels(static_cast<std::uint32_t>(count_in(worker, "pid"))));
    }
}

std::string kernels_text(const ordered_json& status) {
    std::map<std::string, TenantText> tenants;
    std::string text;
    for (const ordered_json& worker : list_in(status, "workers")) {
        const std::string problem = word_in(worker, "kernels_problem");
        if (!problem.empty()) text += fmt::format("worker {}: {}\n", count_in(worker, "pid"), problem);
        for (const ordered_json& session : list_in(worker, "session_list"))
            add_session(session, tenants);
    }
    for (const auto& [name, tenant] : tenants)
        text += fmt::format("tenant {}: {}{}", name, sum_text(tenant.launches), tenant.text);
    return text.empty() ? "no session that runs now has launched a kernel\n" : text;
}

}  // namespace ringfence::cli
