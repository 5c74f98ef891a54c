// Parameters of functions that take an address and do nothing with it but compare it. Code for debuggers is full of
// them: the `this` of objects without members.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "ptx/model.h"

namespace ringfence::guard::rewriting {

class IgnoredParameters {
public:
    explicit IgnoredParameters(const ptx::Module& module);

    // True if a statement stores to such a parameter of a call.
    bool takes(const ptx::Function& function, std::uint32_t statement) const;

private:
    void look_at(const ptx::Function& function);

    std::unordered_set<const ptx::Variable*> ignored_;
};

}  // namespace ringfence::guard::rewriting
