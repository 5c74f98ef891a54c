// How a module's functions use local memory: which of them cannot keep their variables there.
//
// A thread's local memory holds return addresses and spilled registers beside its variables. So an address of it that
// may lead anywhere in it cannot be made safe where it is.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ptx/model.h"

namespace ringfence::guard::rewriting {

struct LocalUse {
    const ptx::Function* function = nullptr;
    // The arguments of a vprintf: by the statement that passes their address, how many bytes there may be from there
    // on.
    std::unordered_map<std::uint32_t, std::uint64_t> prints;
};

// Functions that hand an address of their local variables on, or use local memory by an address that comes from
// elsewhere. None if nothing in the module can be led astray by such an address.
std::vector<LocalUse> functions_with_stray_locals(const ptx::Module& module);

}  // namespace ringfence::guard::rewriting
