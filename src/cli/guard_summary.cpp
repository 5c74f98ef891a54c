#include "cli/guard_summary.h"

#include <unordered_set>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"

namespace ringfence::cli {
namespace {

constexpr auto first_that_is_no_access = static_cast<std::size_t>(guard::Treatment::Dropped);

struct NamedCounts {
    std::string name;
    TreatmentCounts counts{};
};

// Counts for the requested functions.
std::vector<NamedCounts> named_counts(const ptx::Module& module, const guard::GuardedPtx& guarded,
                                      const std::string& function) {
    const std::vector<const ptx::Function*> functions = functions_of(module, guarded);
    const std::vector<TreatmentCounts> counts = count_treatments(guarded, functions.size());
    std::vector<NamedCounts> rows;
    for (std::size_t i = 0; i < functions.size(); ++i) {
        if (function.empty() || functions[i]->name == function)
            rows.push_back({std::string(functions[i]->name), counts[i]});
    }
    return rows;
}

TreatmentCounts sum_of(const std::vector<NamedCounts>& rows) {
    TreatmentCounts all{};
    for (const NamedCounts& row : rows) {
        for (std::size_t treatment = 0; treatment < all.size(); ++treatment)
            all[treatment] += row.counts[treatment];
    }
    return all;
}

Result<guard::GuardedPtx> try_guard(const ptx::Module& module) {
    return guard::guard(*module.source, {.mode = guard::Mode::Fence, .file_name = module.file_name});
}

std::size_t accesses_in(const TreatmentCounts& counts) {
    std::size_t all = 0;
    for (std::size_t i = 0; i < first_that_is_no_access; ++i)
        all += counts[i];
    return all;
}

nlohmann::json json_of(const TreatmentCounts& counts) {
    nlohmann::json json{{"accesses", accesses_in(counts)}};
    for (std::size_t i = 0; i < counts.size(); ++i)
        json[std::string(treatment_names[i])] = counts[i];
    return json;
}

// Without the remedy, which is about running it.
std::string refusal(const Error& error) {
    const std::string line =
        error.location && error.location->line != 0 ? fmt::format("line {}: ", error.location->line) : std::string();
    return line + error.message;
}

}  // namespace

std::string summary_line(const TreatmentCounts& counts) {
    std::string line;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] != 0) line += fmt::format("{}{} {}", line.empty() ? "" : ", ", counts[i], treatment_names[i]);
    }
    const std::size_t all = accesses_in(counts);
    if (all == 0) return fmt::format("no accesses{}{}\n", line.empty() ? "" : ": ", line);
    const std::size_t free = counts[0] + counts[1];
    return fmt::format("{} access{}: {}; {} % need no instruction\n", all, all == 1 ? "" : "es", line,
                       free * 100 / all);
}

std::vector<const ptx::Function*> functions_of(const ptx::Module& module, const guard::GuardedPtx& guarded) {
    const std::unordered_set<std::string_view> left_out(guarded.left_out.begin(), guarded.left_out.end());
    std::vector<const ptx::Function*> functions;
    for (const ptx::Item& item : module.items) {
        const bool is_one = item.kind == ptx::ItemKind::Function && item.function->has_body;
        if (is_one && !left_out.contains(item.function->name)) functions.push_back(item.function);
    }
    return functions;
}

std::vector<TreatmentCounts> count_treatments(const guard::GuardedPtx& guarded, std::size_t functions) {
    std::vector<TreatmentCounts> counts(functions);
    for (const guard::Explanation& access : guarded.accesses) {
        if (access.site.function < functions)
            ++counts[access.site.function][static_cast<std::size_t>(access.treatment)];
    }
    return counts;
}

std::string guard_section(const ptx::Module& module, const std::string& function) {
    const Result<guard::GuardedPtx> guarded = try_guard(module);
    if (!guarded.ok()) return "\nguard\n    refused: " + refusal(guarded.error()) + "\n";
    const std::vector<NamedCounts> rows = named_counts(module, guarded.value(), function);
    std::string text = "\nguard\n";
    for (const NamedCounts& row : rows)
        text += fmt::format("    {}: {}", escape(row.name), summary_line(row.counts));
    return rows.size() == 1 ? text : text + "    in all: " + summary_line(sum_of(rows));
}

nlohmann::json guard_json(const ptx::Module& module, const std::string& function) {
    const Result<guard::GuardedPtx> guarded = try_guard(module);
    if (!guarded.ok()) return {{"refused", refusal(guarded.error())}};
    const std::vector<NamedCounts> rows = named_counts(module, guarded.value(), function);
    nlohmann::json json{{"functions", nlohmann::json::array()}, {"total", json_of(sum_of(rows))}};
    for (const NamedCounts& row : rows) {
        json["functions"].push_back(json_of(row.counts));
        json["functions"].back()["name"] = row.name;
    }
    return json;
}

}  // namespace ringfence::cli
