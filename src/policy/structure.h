// The first half of the verifier: checks that need not follow the program. Every instruction must be known, with zeros
// in its unused parts; jumps must stay in their function and lead to instructions; functions must end; calls must lead
// to functions. The interpreter and the second half (verifier.h) rely on it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "policy/program.h"
#include "policy/refusal.h"

namespace ringfence::policy {

[[nodiscard]] std::optional<Refusal> check_structure(const Program& program);

// Saves the second half work. Soundness does not depend on it: a register that is wrongly considered dead counts as
// never set from there on, so a mistake leads to a refusal.
struct Flow {
    std::vector<bool> is_join;        // reached from several instructions, or from a later one
    std::vector<std::uint16_t> live;  // a bit for each register that may be read before it is set again
};

// Only for programs that check_structure() accepts.
[[nodiscard]] Flow flow_of(const Program& program);

}  // namespace ringfence::policy
