// Proves that an access is safe: in the window, in its variable, or in shared memory.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

#include "guard/checker/accesses.h"
#include "guard/checker/values.h"

namespace ringfence::guard {

class Prover {
public:
    // `kept_shared`: the kernel surely has so many bytes of shared memory.
    Prover(const ModuleContext& context, Values& values, std::uint64_t kept_shared);

    // Empty if it is proven; otherwise the reason why not. May have made launch conditions.
    std::string prove(const Access& access, std::uint32_t statement);
    bool prove(const Bounded& bounded, std::uint32_t statement);

private:
    struct Extent {
        std::uint64_t bytes = 0;
        unsigned zeros = 0;  // that the address must have
        Name size;           // of a size that is only known at run time
    };

    // From a root: the node, plus a number that does not change its low zeros. So conditions of neighbouring accesses
    // are on one node.
    struct Offset {
        NodeId node = 0;
        std::int64_t added = 0;
    };

    Offset offset_of(const Value& value, const Access& access, const Extent& extent);
    NodeId reached(const Offset& offset, std::int64_t low, std::int64_t high, unsigned zeros);
    bool require(const Offset& offset, std::int64_t low, std::int64_t high, unsigned zeros);
    std::string prove_value(const Value& value, const Access& access, const Extent& extent);
    std::string prove_window(const Value& value, const Extent& extent, const Offset& offset);
    bool stays_in_variables(const Offset& offset, const Extent& extent);
    std::string prove_variable(const Value& value, const Access& access, const Extent& extent, const Offset& offset);
    std::string prove_shared_place(const Value& value, const Access& access, const Extent& extent);
    std::string measure(const Access& access, std::uint32_t statement, Extent& extent);
    std::string measure_tile(const ptx::MatrixTile& tile, std::uint32_t statement, Extent& extent);

    const ModuleContext& context_;
    Values& values_;
    std::uint64_t kept_shared_;
    std::uint32_t statement_ = 0;
    std::unordered_set<const ptx::Variable*> inputs_;  // the function's own parameters
};

}  // namespace ringfence::guard
