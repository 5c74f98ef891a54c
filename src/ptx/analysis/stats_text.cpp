// The statistics as text.
#include <algorithm>

#include <fmt/format.h>

#include "base/escape.h"
#include "ptx/analysis/stats.h"

namespace ringfence::ptx {
namespace {

using Row = std::vector<std::string>;

// Columns aligned to the right, two spaces apart, and a last column without padding.
std::string align(const std::vector<Row>& rows) {
    std::vector<std::size_t> widths;
    for (const Row& row : rows) {
        widths.resize(std::max(widths.size(), row.size()), 0);
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (const Row& row : rows) {
        for (std::size_t i = 0; i + 1 < row.size(); ++i)
            text += fmt::format("{:>{}}  ", row[i], widths[i]);
        text += row.back() + "\n";
    }
    return text;
}

std::string counted(std::uint64_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string joined(const std::vector<std::string>& parts, std::string_view none) {
    return parts.empty() ? std::string(none) : fmt::format("{}", fmt::join(parts, ", "));
}

Row overview_row(const FunctionStats& stats, std::string_view name) {
    const auto bytes = [](std::uint64_t own, bool dynamic) { return fmt::format("{}{}", own, dynamic ? "+" : ""); };
    return {std::to_string(stats.instructions),
            std::to_string(stats.blocks),
            std::to_string(stats.branches),
            std::to_string(stats.loops),
            std::to_string(stats.max_loop_depth),
            std::to_string(stats.direct_calls + stats.indirect_calls),
            stats.pressure ? std::to_string(stats.pressure->words) : "?",
            bytes(stats.shared_bytes_with_calls.value_or(stats.shared_bytes), stats.dynamic_shared),
            std::to_string(stats.local_bytes),
            std::to_string(stats.parameter_bytes),
            std::string(name)};
}

Row total_row(const FunctionStats& total) {
    Row row = overview_row(total, "total");
    for (std::size_t bytes = 7; bytes <= 9; ++bytes)
        row[bytes] = "";
    return row;
}

std::string overview(const ModuleStats& stats) {
    constexpr std::size_t longest_name = 120;
    std::vector<Row> rows = {
        {"instructions", "blocks", "branches", "loops", "depth", "calls", "live", "shared", "local", "params", "name"}};
    for (const FunctionStats& row : stats.rows)
        rows.push_back(overview_row(row, (row.is_entry ? ".entry " : ".func ") + escape(row.name, longest_name)));
    if (stats.rows.size() > 1) rows.push_back(total_row(stats.total));
    return align(rows);
}

std::string classes_text(const FunctionStats& stats) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < class_count; ++i) {
        if (stats.by_class[i] != 0) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return stats.by_class[a] > stats.by_class[b]; });
    std::vector<std::string> parts;
    parts.reserve(order.size());
    for (const std::size_t i : order)
        parts.push_back(fmt::format("{} {}", stats.by_class[i], isa::name(static_cast<Class>(i))));
    return joined(parts, "none");
}

std::string memory_text(const FunctionStats& stats) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < space_count; ++i) {
        const MemoryCounts& counts = stats.by_space[i];
        if (counts.sum() == 0) continue;
        std::vector<std::string> uses;
        if (counts.reads != 0) uses.push_back(counted(counts.reads, "read"));
        if (counts.writes != 0) uses.push_back(counted(counts.writes, "write"));
        if (counts.atomics != 0) uses.push_back(counted(counts.atomics, "atomic"));
        if (counts.hints != 0) uses.push_back(counted(counts.hints, "hint"));
        parts.push_back(fmt::format("{} ({})", isa::name(static_cast<Space>(i)), fmt::join(uses, ", ")));
    }
    return joined(parts, "none");
}

std::string registers_text(const FunctionStats& stats) {
    std::vector<std::string> parts;
    for (const RegisterCounts& row : stats.registers)
        parts.push_back(fmt::format("{} of {} {}", row.used, row.declared, type_name(row)));
    return joined(parts, "none");
}

std::string pressure_text(const FunctionStats& stats) {
    if (!stats.pressure) return "not known: too many registers are live in too many blocks";
    const Pressure& most = *stats.pressure;
    std::vector<std::string> parts = {counted(most.words, "word")};
    const auto add = [&](std::uint32_t count, std::string_view what) {
        if (count != 0) parts.push_back(fmt::format("{} {}", count, what));
    };
    add(most.predicates, "pred");
    add(most.bits16, "16-bit");
    add(most.bits32, "32-bit");
    add(most.bits64, "64-bit");
    add(most.bits128, "128-bit");
    return joined(parts, "");
}

std::string control_text(const FunctionStats& stats) {
    std::vector<std::string> parts = {fmt::format("{} {} ({} guarded, {} by table)", stats.branches,
                                                  stats.branches == 1 ? "branch" : "branches", stats.guarded_branches,
                                                  stats.table_branches)};
    parts.push_back(counted(stats.direct_calls, "direct call"));
    parts.push_back(counted(stats.indirect_calls, "indirect call"));
    if (stats.recursive) parts.emplace_back("recursive");
    if (stats.unreachable_blocks != 0) parts.push_back(counted(stats.unreachable_blocks, "unreachable block"));
    if (stats.irreducible_regions != 0) parts.push_back(counted(stats.irreducible_regions, "irreducible region"));
    return joined(parts, "");
}

std::string details(const FunctionStats& stats) {
    constexpr std::size_t longest_name = 120;
    return fmt::format(
        "\n{}\n    instructions  {}\n    memory        {}\n    registers     {}\n    live at once  {}\n"
        "    control       {}\n",
        escape(stats.name, longest_name), classes_text(stats), memory_text(stats), registers_text(stats),
        pressure_text(stats), control_text(stats));
}

std::string module_line(const ModuleStats& stats) {
    std::vector<std::string> parts = {fmt::format("PTX {}.{}", stats.version_major, stats.version_minor),
                                      escape(stats.target), counted(stats.kernels, "kernel"),
                                      counted(stats.functions, "function")};
    if (stats.unresolved_functions != 0) parts.push_back(counted(stats.unresolved_functions, "unresolved function"));
    for (const Space space : {Space::Global, Space::Const, Space::Shared}) {
        const std::uint64_t bytes = stats.variable_bytes[static_cast<std::size_t>(space)];
        if (bytes != 0) parts.push_back(fmt::format("{} bytes .{}", bytes, isa::name(space)));
    }
    return fmt::format("{}: {}\n", escape(stats.file_name), joined(parts, ""));
}

}  // namespace

std::string render(const ModuleStats& stats) {
    std::string text = module_line(stats) + "\n" + overview(stats);
    for (const FunctionStats& row : stats.rows)
        text += details(row);
    return text;
}

}  // namespace ringfence::ptx
