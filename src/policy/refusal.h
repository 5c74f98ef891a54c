// A refusal of the verifier: the rule (docs/policies.md lists them), the instruction, what is known there, and what
// would be needed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "policy/program.h"

namespace ringfence::policy {

struct Refusal {
    std::uint32_t insn = 0;
    std::string_view rule;
    std::string message;
    std::string needed{};
};

// The message, with the function, the instruction and, if the object has BTF, the source line.
[[nodiscard]] std::string text_of(const Refusal& refusal, const Program& program);

}  // namespace ringfence::policy
