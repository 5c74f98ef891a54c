// Accesses that one check can serve.
//
// `[p]`, `[p+4]`, `[p+8]` in one block, with the same p: all of them run if one does. So the first of them asks for the
// whole stretch, and the others need only look whether it was allowed. Where it was not, each is checked by itself, in
// its turn: a fault is reported for the access that it belongs to, after all that comes before it was done.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ptx/analysis/cfg.h"
#include "ptx/model.h"

namespace ringfence::softgpu::codegen {

// From the first byte of the first access to the last access's, as offsets from the register.
struct Stretch {
    std::int64_t first = 0;
    std::int64_t last = 0;
    unsigned bytes = 0;  // of each access
};

class JointChecks {
public:
    explicit JointChecks(const ptx::ControlFlowGraph& cfg);

    static constexpr std::uint32_t none = ~std::uint32_t{0};
    // The number of the stretch that a statement's access belongs to; `none` if it is alone.
    std::uint32_t stretch_of(std::uint32_t statement) const;
    const Stretch& stretch(std::uint32_t number) const { return stretches_[number]; }

private:
    void find_in(const ptx::Function& function, const ptx::Block& block);

    std::vector<Stretch> stretches_;
    std::unordered_map<std::uint32_t, std::uint32_t> stretch_at_;  // by statement
};

}  // namespace ringfence::softgpu::codegen
