// Where fences are made that several accesses share.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "guard/rewriter/plan.h"

namespace ringfence::guard::rewriting {

// The only statement that writes a register; none if there are several.
std::optional<std::uint32_t> only_write(const FunctionFlow& flow, ptx::RegisterId reg);

// True if every way to the second statement leads over the first.
bool dominates(const FunctionFlow& flow, std::uint32_t first, std::uint32_t second);

// An address as a register and a constant.
struct Origin {
    ptx::RegisterId reg = ptx::no_register;
    std::int64_t offset = 0;
};

// A pointer that a constant was added to, perhaps several times, is taken for what it was before: `p + 4096` needs no
// fence beside that of `p`. Each register on the way is written once, so none of them has another value meanwhile.
Origin origin_of(const ptx::Function& function, const FunctionFlow& flow, Origin address);

struct WantedFence {
    ptx::RegisterId reg = ptx::no_register;
    std::uint64_t bytes = 0;
};

// Accesses by one register on different ways, none of which comes before the others: their fence is made where the ways
// part.
class FencePlaces {
public:
    // Gives the bytes for which an access is fenced; 0 if it is not.
    using BytesOf = std::function<std::uint64_t(const AccessPlan&)>;

    FencePlaces(const FunctionPlan& plan, const BytesOf& bytes_of);

    // The fences that must be made just before a statement.
    std::span<const WantedFence> before(std::uint32_t statement) const;

private:
    void place(const FunctionPlan& plan, WantedFence wanted, std::span<const std::uint32_t> accesses);

    std::unordered_map<std::uint32_t, std::vector<WantedFence>> places_;
};

}  // namespace ringfence::guard::rewriting
