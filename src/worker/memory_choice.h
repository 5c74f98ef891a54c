// A loaded policy's choice about memory: whose leaves the card, and whose comes back (docs/policies.md).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "sched/policy.h"

namespace ringfence::worker {

struct MemoryChoice {
    bool was_asked = false;             // false: the built-in policy decides, which leaves this to the worker
    std::optional<std::size_t> chosen;  // of those it was asked about; none: none of them
};

using ChooseMemory = std::function<MemoryChoice(std::span<const sched::MemoryFacts>)>;

}  // namespace ringfence::worker
