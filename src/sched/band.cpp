#include "sched/band.h"

#include <algorithm>

#include "sched/reason.h"

namespace ringfence::sched {
namespace {

constexpr std::uint32_t usual_rank = most_priority;  // of lanes without priority, or beyond their share
constexpr Time hold_margin = 5 * microsecond;        // for jitter of a client that responds very quickly

std::uint64_t virtual_time(Time time, Share share) {
    return static_cast<std::uint64_t>(std::clamp<Time>(time, 0, longest_job) * whole / std::max<Share>(share, 1));
}

std::int64_t distance(std::uint64_t from, std::uint64_t to) {
    return static_cast<std::int64_t>(to - from);
}

}  // namespace

Order Band::admit(const LaneFacts& facts) {
    Engine& engine = engines_[facts.resource % resource_count];
    LaneState& lane = lane_of(facts);
    end_hold(engine, facts.now);
    // Unused credit from idle time is lost, except for one period.
    const Virtual oldest = engine.now - static_cast<Virtual>(settings_.period);
    if (distance(oldest, lane.time) < 0) lane.time = oldest;
    return order_of(facts, lane, engine.now);
}

DispatchAnswer Band::dispatch(const DispatchFacts& facts) {
    Engine& engine = engines_[facts.lane.resource % resource_count];
    LaneState& lane = lane_of(facts.lane);
    end_hold(engine, facts.lane.now);
    DispatchAnswer answer{};
    if (const Time wait = hold_for(facts, engine); wait > 0) {
        if (facts.in_flight == 0) engine.held_for = facts.awaited;
        engine.held_since = facts.lane.now;
        answer.order = order_of(facts.lane, lane, engine.now);
        answer.until = facts.lane.now + wait;
        answer.action = Action::Hold;
        answer.reason = static_cast<std::uint32_t>(Reason::Held);
        return answer;
    }
    // Not earlier, so that the lane for which the card is held keeps its credit.
    if (distance(engine.now, facts.least_key) > 0) engine.now = facts.least_key;
    const bool is_within = is_within_share(facts.lane, lane, engine.now);
    Reason reason = is_within ? Reason::InShare : Reason::OverShare;
    if (facts.lane.priority != 0) reason = is_within ? Reason::Priority : Reason::Demoted;
    lane.time += virtual_time(facts.cost, lane.share);
    answer.order = order_of(facts.lane, lane, engine.now);
    answer.charge = facts.cost;
    answer.action = Action::Start;
    answer.reason = static_cast<std::uint32_t>(reason);
    return answer;
}

// Replaces the estimated charge by the real time.
Order Band::retire(const RetireFacts& facts) {
    LaneState& lane = lane_of(facts.lane);
    lane.time += virtual_time(facts.took, lane.share) - virtual_time(facts.charge, lane.share);
    return order_of(facts.lane, lane, engines_[facts.lane.resource % resource_count].now);
}

CopyAnswer Band::copy_enqueued(const CopyFacts& facts) {
    return {facts.others == 0 ? facts.bytes : std::min(facts.bytes, settings_.copy_piece)};
}

// Memory of low priority leaves first; then of those above their share of memory; then of those idle for longest.
MemoryAnswer Band::memory_pressure(const MemoryFacts& facts) {
    const auto kindness = std::uint64_t{most_priority} - std::min(facts.priority, most_priority);
    const std::uint64_t is_over = facts.share != 0 && facts.resident > facts.share ? 1 : 0;
    const std::uint64_t is_idle = facts.queued == 0 ? 1 : 0;
    const auto idle = static_cast<std::uint64_t>(std::clamp<Time>(facts.idle / microsecond, 0, (Time{1} << 40) - 1));
    return {(kindness << 48) + (is_over << 47) + (is_idle << 46) + idle + 1};
}

// The reverse order, and only for sessions with waiting jobs.
MemoryAnswer Band::reclaim(const MemoryFacts& facts) {
    if (facts.queued == 0) return {0};
    return {(std::uint64_t{std::min(facts.priority, most_priority)} << 48) +
            static_cast<std::uint64_t>(std::clamp<Time>(facts.idle / microsecond, 0, (Time{1} << 40) - 1)) + 1};
}

void Band::forget(VgpuId vgpu) {
    for (Engine& engine : engines_) {
        if (engine.held_for == vgpu) engine.held_for = nobody;
        if (vgpu < engine.lanes.size()) engine.lanes[vgpu] = {engine.now, whole};
    }
}

Time Band::credit(VgpuId vgpu, Resource resource) const {
    const Engine& engine = engines_[static_cast<std::size_t>(resource)];
    if (vgpu >= engine.lanes.size()) return 0;
    const LaneState& lane = engine.lanes[vgpu];
    // A distance in virtual time is some seconds at most, so this does not overflow.
    const std::int64_t behind = std::clamp<std::int64_t>(distance(lane.time, engine.now), -longest_job, longest_job);
    return std::clamp<Time>(behind * lane.share / whole, -settings_.period, settings_.period);
}

Band::LaneState& Band::lane_of(const LaneFacts& facts) {
    Engine& engine = engines_[facts.resource % resource_count];
    if (facts.vgpu >= engine.lanes.size()) engine.lanes.resize(facts.vgpu + std::size_t{1}, {engine.now, whole});
    LaneState& lane = engine.lanes[facts.vgpu];
    lane.share = facts.share;
    return lane;
}

// The time for which the card was kept free is charged to the lane that it was kept for.
void Band::end_hold(Engine& engine, Time now) {
    if (engine.held_for == nobody) return;
    LaneState& lane = engine.lanes[engine.held_for];
    lane.time += virtual_time(now - engine.held_since, lane.share);
    engine.held_for = nobody;
}

// How long to keep the card free. A program that launches, waits and launches again has nothing queued in between; if
// another lane's long job gets the card each time, the program gets one short job for each long one, whatever its
// share. So the card is held if the lane that became idle last had less of the card than the next one, usually returns
// soon, and would have to wait longer for the long job than the job for it.
Time Band::hold_for(const DispatchFacts& facts, const Engine& engine) const {
    if (facts.awaited >= engine.lanes.size() || facts.awaited_gap == 0) return 0;
    if (distance(engine.lanes[facts.awaited].time, engine.lanes[facts.lane.vgpu].time) <= 0) return 0;
    const Time limit = 2 * facts.awaited_gap + hold_margin;
    if (limit > settings_.longest_hold || facts.awaited_idle >= limit) return 0;
    const Time wait = limit - facts.awaited_idle;
    return facts.cost > 2 * wait ? wait : 0;
}

bool Band::is_within_share(const LaneFacts& facts, const LaneState& lane, Virtual now) {
    return distance(lane.time, now) > 0 || facts.utilisation <= facts.share;
}

Order Band::order_of(const LaneFacts& facts, const LaneState& lane, Virtual now) {
    const bool goes_first = facts.priority != 0 && is_within_share(facts, lane, now);
    return {lane.time, goes_first ? most_priority - std::min(facts.priority, most_priority) : usual_rank, 0};
}

}  // namespace ringfence::sched
