// The default policy: BAND (Gdev), with its credits kept as virtual time.
//
// docs/scheduling.md says what is taken from BAND, what was changed, and why. In short, for each resource by itself:
// - A lane's virtual time is the card's time it was given, divided by its share. Who has the least goes first, so that
//   all advance alike. The virtual time of all (`now_`) is the least of those that wait; a lane's credit is how far it
//   lies behind, times its share. A lane that was idle comes back with the credit of one period at most; debt is kept.
// - A lane with priority goes before others as long as it is within its share: it has credit, or used no more than its
//   share over the last second. Beyond that it is demoted, and has its turn like all.
// - Before a long job of one that had more than its part, the card is held for a moment for a lane that is about to
// come
//   again. That lane pays for it.
#pragma once

#include <array>
#include <vector>

#include "sched/policy.h"

namespace ringfence::sched {

struct BandSettings {
    Time period = 30 * millisecond;
    Time longest_hold = 500 * microsecond;
    std::uint64_t copy_piece = 4 << 20;  // while others wait for the same copies
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

    // Its number may be given to another: the account is as that of one that was never here.
    void forget(VgpuId vgpu);
    // How much card time it is behind its share (less than 0: ahead), one period at most either way.
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
