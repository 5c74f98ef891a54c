// Records the last decisions of a policy: questions and answers. Recording one costs a few stores, so all can be
// recorded. Readers get copies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "policy/hooks.h"
#include "sched/types.h"

namespace ringfence::policy {

struct Decision {
    sched::Time at = 0;
    sched::Time waited = 0;  // of dispatch: how long the job has waited for the card
    std::uint64_t key = 0;
    sched::VgpuId vgpu = sched::nobody;
    std::uint32_t rank = 0;
    std::uint32_t reason = 0;  // for dispatch
    std::uint32_t action = 0;  // for dispatch
    std::uint32_t resource = 0;
    Hook hook = Hook::Dispatch;
};

class FlightRecorder {
public:
    static constexpr std::size_t room = 1024;  // a power of two

    void note(const Decision& decision) { kept_[count_++ % room] = decision; }
    void clear() { count_ = 0; }
    // How many were recorded since clear().
    [[nodiscard]] std::uint64_t count() const { return count_; }
    // The last `most` decisions, oldest first.
    [[nodiscard]] std::vector<Decision> last(std::size_t most) const;

private:
    std::array<Decision, room> kept_{};
    std::uint64_t count_ = 0;
};

}  // namespace ringfence::policy
