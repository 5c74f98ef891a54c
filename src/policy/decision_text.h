// Decisions as text: lines for people, and a timeline in the format of trace events, which Perfetto shows.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "policy/flight_recorder.h"

namespace ringfence::policy {

// Decisions and their end are looked at as maps are, under these names. A policy's own map of such a name is hidden.
constexpr std::string_view decisions_map = "DECISIONS";
constexpr std::string_view timeline_map = "DECISIONS_TIMELINE";
// The exit record of a policy that the watchdog took out (policy/seat.h), with all of its maps.
constexpr std::string_view exit_map = "EXIT_RECORD";

// The name of a virtual GPU.
using VgpuName = std::function<std::string(sched::VgpuId)>;

// A line: when, before `end`, and what.
[[nodiscard]] std::string line_of(const Decision& decision, sched::Time end, const std::string& vgpu);
// All of them, oldest first as they come, with times before `now`.
[[nodiscard]] std::string log_of(std::span<const Decision> decisions, sched::Time now, const VgpuName& vgpu_name);
// A track for each virtual GPU and resource: its jobs, from the decision that let one go to its end, and beside them
// every decision. Jobs that began before the first decision or end after the last are not there.
[[nodiscard]] std::string trace_of(std::span<const Decision> decisions, const VgpuName& vgpu_name);

}  // namespace ringfence::policy
