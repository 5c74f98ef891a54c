// Decisions as text: readable lines, and a timeline in the format of trace events, which Perfetto shows.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "policy/flight_recorder.h"

namespace ringfence::policy {

// Decisions and exit records are read like maps, under these names, which hide a policy's own maps of the same name.
constexpr std::string_view decisions_map = "DECISIONS";
constexpr std::string_view timeline_map = "DECISIONS_TIMELINE";
// The exit record of a policy that the watchdog has removed (policy/seat.h), with all its maps.
constexpr std::string_view exit_map = "EXIT_RECORD";

// Returns the name of a virtual GPU.
using VgpuName = std::function<std::string(sched::VgpuId)>;

// One line: how long before `end`, and the decision.
[[nodiscard]] std::string line_of(const Decision& decision, sched::Time end, const std::string& vgpu);
// All decisions, in the given order, with times relative to `now`.
[[nodiscard]] std::string log_of(std::span<const Decision> decisions, sched::Time now, const VgpuName& vgpu_name);
// A track for each virtual GPU and resource, with its jobs, from the decision that started one to its end, all
// decisions, and how long each job waited, behind whose. Jobs that began before the first decision or end after the
// last are missing.
[[nodiscard]] std::string trace_of(std::span<const Decision> decisions, const VgpuName& vgpu_name);

}  // namespace ringfence::policy
