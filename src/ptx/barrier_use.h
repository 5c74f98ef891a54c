// The use that an instruction makes of one of the sixteen barriers of a block.
#pragma once

#include <cstdint>
#include <optional>

#include "ptx/model.h"

namespace ringfence::ptx {

struct BarrierUse {
    enum class Kind : std::uint8_t { Meet, Count, And, Or };  // sync and arrive; and the reductions
    Kind kind = Kind::Meet;
    std::uint32_t number = 0;                   // the operand that says which barrier
    std::optional<std::uint32_t> threads = {};  // the operand that says how many come; none: all of the block

    // Both, if they are constants.
    struct Constants {
        std::uint32_t number = 0;
        std::uint32_t threads = 0;  // 0: all of the block
        friend bool operator==(const Constants&, const Constants&) = default;
    };
    std::optional<Constants> constants(const Instruction& instruction) const;
};

// The use by bar and barrier; empty for any other instruction.
std::optional<BarrierUse> barrier_use(const Instruction& instruction);

}  // namespace ringfence::ptx
