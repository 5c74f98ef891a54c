// Which registers hold a value that is still needed.
//
// A register is live where some path from there reads it before it is wholly written again. A write under a guard, or
// to one component of a vector register, does not count as wholly written. Results that are passed in registers are
// read at the exit. Each register is followed on its own from its reads backwards, so time and memory go with the size
// of the answer (how many registers are live in how many blocks), not with blocks times registers. The answer itself
// can be that large for a hostile text; what is more than the limits allow is refused.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "ptx/analysis/cfg.h"
#include "ptx/analysis/defuse.h"

namespace ringfence::ptx {

struct LivenessLimits {
    std::uint64_t entries = 1ULL << 24;  // pairs of a block and a register that is live at its start; 8 bytes each
    std::uint64_t steps = 1ULL << 27;    // edges followed, over all registers
};

class Liveness {
public:
    static Result<Liveness> compute(const ControlFlowGraph& cfg, const DefUse& def_use,
                                    const LivenessLimits& limits = {});

    // The registers that are live at the start of a block, ascending.
    std::span<const RegisterId> live_in(BlockId block) const { return live_in_[block]; }
    // The registers that are live at its end, ascending: those live at the start of a successor.
    std::vector<RegisterId> live_out(BlockId block) const;
    bool is_live_in(BlockId block, RegisterId reg) const;

    // Registers that some path reads before it has written them, or may have written only in part; not the parameters.
    // A value whose write and read stand under the same guard is among them: guards are not compared.
    std::vector<RegisterId> read_before_written() const;

private:
    Liveness(const ControlFlowGraph& cfg, Rows<RegisterId> live_in) : cfg_(&cfg), live_in_(std::move(live_in)) {}

    const ControlFlowGraph* cfg_;
    Rows<RegisterId> live_in_;
};

// The most registers that are live at once, for each width. The maxima may lie in different places.
struct Pressure {
    std::uint32_t predicates = 0;
    std::uint32_t bits16 = 0;  // and narrower
    std::uint32_t bits32 = 0;
    std::uint32_t bits64 = 0;
    std::uint32_t bits128 = 0;
    std::uint32_t words = 0;  // 32-bit registers for all but the predicates, a narrower one taking a whole word

    friend bool operator==(const Pressure&, const Pressure&) = default;
};

// Over all reachable blocks. A register that is written and never read counts where it is written. The assembler's
// result differs: it removes, joins and reorders.
Pressure max_pressure(const ControlFlowGraph& cfg, const DefUse& def_use, const Liveness& liveness);

}  // namespace ringfence::ptx
