#include "sched/simulator/report.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace ringfence::sched {
std::string_view resource_name(Resource resource) {
    constexpr std::array<std::string_view, resource_count> names = {"compute", "copy_to", "copy_from"};
    return names[static_cast<std::size_t>(resource) % resource_count];
}

// In tenths of a percent, rounded.
std::string percent_text(Share share) {
    const Share tenths = (share + 500) / 1000;
    return fmt::format("{}.{}%", tenths / 10, tenths % 10);
}

std::string time_text(Time time) {
    if (time < 10 * microsecond) return fmt::format("{}ns", time);
    if (time < 10 * millisecond) return fmt::format("{}us", time / microsecond);
    if (time < 10 * second) return fmt::format("{}ms", time / millisecond);
    return fmt::format("{}s", time / second);
}

namespace {

std::string row(const LaneOutcome& lane) {
    const auto wait = [&](std::uint64_t permille) {
        return lane.is_endless ? "-" : time_text(lane.waits.at_permille(permille));
    };
    return fmt::format("{:<16} {:<9} {:>7} {:>7} {:>7} {:>9} {:>8} {:>8}\n", lane.vgpu, resource_name(lane.resource),
                       percent_text(lane.wanted), percent_text(lane.got),
                       lane.is_recorded ? "-" : percent_text(lane.largest_error), lane.jobs, wait(500), wait(990));
}

}  // namespace

std::string report(const Outcome& outcome, std::size_t most_rows) {
    std::vector<const LaneOutcome*> rows;
    for (const LaneOutcome& lane : outcome.lanes)
        rows.push_back(&lane);
    const std::size_t left_out = rows.size() > most_rows ? rows.size() - most_rows : 0;
    if (left_out != 0) {
        std::stable_sort(rows.begin(), rows.end(), [](const LaneOutcome* one, const LaneOutcome* other) {
            return one->largest_error > other->largest_error;
        });
        rows.resize(most_rows);
    }
    std::string text = fmt::format("{:<16} {:<9} {:>7} {:>7} {:>7} {:>9} {:>8} {:>8}\n", "VGPU", "RESOURCE", "WANTED",
                                   "GOT", "ERROR", "JOBS", "WAIT p50", "p99");
    for (const LaneOutcome* lane : rows)
        text += row(*lane);
    if (left_out != 0) text += fmt::format("and {} more, with smaller errors\n", left_out);
    text += fmt::format("\n{} jobs", outcome.jobs);
    for (std::size_t resource = 0; resource < resource_count; ++resource) {
        const auto& decisions = outcome.decisions[resource];
        if (std::all_of(decisions.begin(), decisions.end(), [](std::uint64_t count) { return count == 0; })) continue;
        text += fmt::format("\n{}: busy {}; put on the card", resource_name(static_cast<Resource>(resource)),
                            percent_text(outcome.busy[resource]));
        std::string_view comma;
        for (std::size_t reason = 0; reason < reason_count; ++reason) {
            if (decisions[reason] == 0) continue;
            text += fmt::format("{} {}: {}", comma, text_of(static_cast<Reason>(reason)), decisions[reason]);
            comma = ",";
        }
    }
    return text + "\n";
}

}  // namespace ringfence::sched
