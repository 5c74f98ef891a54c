// A loaded policy's choice of the session whose memory leaves the card, or comes back (docs/policies.md).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "sched/policy.h"

namespace ringfence::worker {

struct MemoryChoice {
    bool was_asked = false;             // false: the built-in policy is active, and the worker chooses
    std::optional<std::size_t> chosen;  // the index of a candidate; none: the policy chose none
};

using ChooseMemory = std::function<MemoryChoice(std::span<const sched::MemoryFacts>)>;

}  // namespace ringfence::worker
