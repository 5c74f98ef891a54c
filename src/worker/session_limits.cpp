#include "worker/session_limits.h"

#include <algorithm>

#include "memory/sink_budget.h"
#include "worker/session.h"

namespace ringfence::worker {

namespace {

// Both 0 and `none`, the largest number, mean no limit.
std::uint64_t as_limit(std::uint64_t value, std::uint64_t none) {
    return value == none ? 0 : value;
}

// The usual pieces of memory suit large sessions. The first would use up a small session's limit.
void suit_small_memory(std::uint64_t limit, memory::WindowOptions& window) {
    if (limit == 0) return;
    constexpr std::uint64_t smallest = std::uint64_t{2} << 20;
    window.heap.first_chunk = std::clamp(limit / 8 / smallest * smallest, smallest, window.heap.first_chunk);
}

}  // namespace

SessionLimits own_limits(const SessionOptions& options) {
    SessionLimits limits;
    limits[Limit::DeviceMemory] = as_limit(options.window.quota, UINT64_MAX);
    limits[Limit::HostMemory] = options.window.host_quota;
    limits[Limit::HostSegments] = options.window.largest_host_segments;
    limits[Limit::LocalMemory] = as_limit(options.most_local_bytes, UINT32_MAX);
    limits[Limit::Streams] = most_streams;
    limits[Limit::Events] = most_events;
    limits[Limit::Graphs] = most_graphs;
    limits[Limit::GraphNodes] = options.most_graph_nodes;
    limits[Limit::Modules] = most_modules;
    limits[Limit::Functions] = most_functions;
    limits[Limit::Submissions] = options.backlog.operations;
    limits[Limit::Copies] = options.backlog.copies;
    return limits;
}

SessionLimits apply_limits(const SessionLimits& set, SessionOptions& options) {
    const SessionLimits limits = tighten(own_limits(options), set);
    options.backlog.operations = limits[Limit::Submissions];
    options.backlog.copies = limits[Limit::Copies];
    if (const std::uint64_t local = limits[Limit::LocalMemory]; local != 0)
        options.most_local_bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(local, UINT32_MAX));
    options.compile_limit = std::chrono::milliseconds(limits[Limit::CompileTime]);
    suit_small_memory(limits[Limit::DeviceMemory], options.window);
    return limits;
}

}  // namespace ringfence::worker
