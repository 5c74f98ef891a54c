// The built-in policy: BAND (Gdev), with credits expressed as virtual time.
//
// docs/scheduling.md says what is taken from BAND, what was changed, and why. In short, for each resource by itself:
// - A lane's virtual time is the card time that it got, divided by its share. The lane with the least goes first, so
//   that all advance alike. The common virtual time (`Engine::now`) is the least of all waiting lanes'; a lane's credit
//   is its distance behind, times its share. An idle lane returns with the credit of one period at most; debt is kept.
// - A lane with priority goes before others as long as it is within its share: it has credit, or has used no more than
//   its share over the last second. Beyond that it is treated like a lane without priority.
// - Before a long job of a lane that has had more than its part, the card is kept free
//   for a moment, for a lane that has had less and is about to return. The time is
//   charged to that lane.
#pragma once

#include <array>
#include <vector>

#include "sched/policy.h"

namespace ringfence::sched {

struct BandSettings {
    Time period = 30 * millisecond;
    Time longest_hold = 500 * microsecond;
    std::uint64_t copy_piece = 4 << 20;  // while others wait to copy in the same direction
};

class Band : public Policy {
public:
    explicit Band(const BandSettings& settings = {}) : settings_(settings) {}

    Order admit(const LaneFacts& facts) override;
    DispatchAnswer dispatch(const DispatchFacts& facts) override;
    Order retire(const RetireFacts& facts) override;
    CopyAnswer copy_enqueued(const CopyFacts& facts) override;
    MemoryAnswer memory_pressure(const MemoryFacts& facts) override;
    MemoryAnswer reclaim(const MemoryFacts& facts) override;

    // Deletes the lane's account, since the number may be given to another virtual GPU.
    void forget(VgpuId vgpu);
    // How much card time the lane is behind its share (negative: ahead), one period at most in either direction.
    [[nodiscard]] Time credit(VgpuId vgpu, Resource resource) const;

private:
    using Virtual = std::uint64_t;  // may wrap around: only differences count
    struct LaneState {
        Virtual time = 0;
        Share share = whole;
    };
    struct Engine {
        std::vector<LaneState> lanes;
        Virtual now = 0;
        VgpuId held_for = nobody;
        Time held_since = 0;
    };

    LaneState& lane_of(const LaneFacts& facts);
    void end_hold(Engine& engine, Time now);
    [[nodiscard]] Time hold_for(const DispatchFacts& facts, const Engine& engine) const;
    static bool is_within_share(const LaneFacts& facts, const LaneState& lane, Virtual now);
    static Order order_of(const LaneFacts& facts, const LaneState& lane, Virtual now);

    BandSettings settings_;
    std::array<Engine, resource_count> engines_;
};

}  // namespace ringfence::sched
