// The first half of the verifier: checks that need not follow the program. Every instruction is one we know, with
// nothing in its unused parts; jumps stay in their function and lead to instructions; functions end; calls lead to
// functions. Interpreter and the second half (verifier.h) rely on it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "policy/program.h"
#include "policy/refusal.h"

namespace ringfence::policy {

[[nodiscard]] std::optional<Refusal> check_structure(const Program& program);

// Helps the second half to save work. It does not have to be right for the verdict to be: a register that is taken for
// dead counts as never set from there on, so a mistake leads to a refusal.
struct Flow {
    std::vector<bool> is_join;        // several instructions lead here, or one behind it
    std::vector<std::uint16_t> live;  // a bit for each register that may be read from here on, before it is set
};

// Only for programs that check_structure() lets pass.
[[nodiscard]] Flow flow_of(const Program& program);

}  // namespace ringfence::policy
