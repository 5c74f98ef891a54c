// Verifies a program; if it is accepted, runs it and holds what happens against what the verifier said.
#pragma once

#include <cstdint>
#include <string>

#include "maker.h"
#include "policy/program.h"

namespace ringfence::policy {

struct TrialCounts {
    std::uint64_t programs = 0;
    std::uint64_t accepted = 0;
    std::uint64_t runs = 0;
    std::uint64_t steps = 0;
};

struct TrialOutcome {
    bool is_accepted = false;
    std::string problem{};  // empty: the verifier was right
};

// Every run is made with a hostile context and hostile maps, twice, with other garbage in registers and stacks and
// other addresses. Wrong is: an access outside of what the policy may use; a register, stack slot or link between them
// that no state of the verifier allows; more instructions than were promised; and a result that depends on garbage or
// addresses.
[[nodiscard]] TrialOutcome try_program(const Program& program, Chance& chance, TrialCounts& counts);

}  // namespace ringfence::policy
