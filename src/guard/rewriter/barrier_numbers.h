// Which of the block's barriers each instruction uses. Warps that meet at one barrier in different ways, for different
// numbers of threads, or one to reduce and one not, kill the context (715, measured on an H200). So each number is for
// one way: reductions get numbers of their own, and ambiguous uses are refused.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "ptx/barrier_use.h"
#include "ptx/model.h"

namespace ringfence::guard::rewriting {

class BarrierNumbers {
public:
    static Result<BarrierNumbers> create(const ptx::Module& module, std::vector<Error>* errors = nullptr);

    std::uint32_t of(const ptx::BarrierUse& use, const ptx::BarrierUse::Constants& constants) const;

private:
    using Way = std::tuple<std::uint32_t, std::uint32_t, ptx::BarrierUse::Kind>;  // number, threads, kind
    std::map<Way, std::uint32_t> numbers_;                                        // of reductions
};

}  // namespace ringfence::guard::rewriting
