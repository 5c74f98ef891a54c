// Which pointer an address was computed from.
//
// Accesses through the same pointer nearly always lie in the same allocation, so code remembers one allocation for each
// root and checks against that first. A wrong root costs time, nothing else.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/model.h"

namespace ringfence::softgpu::codegen {

class AddressRoots {
public:
    explicit AddressRoots(const ptx::Function& function);

    // A number for the root of an address operand.
    std::uint64_t root_of(const ptx::Operand& address) const;

private:
    std::vector<ptx::RegisterId> root_;
};

}  // namespace ringfence::softgpu::codegen
