// The layer between sessions and one library: decodes a call, checks it, makes it.
#pragma once

#include <cstdint>
#include <span>

#include "adapters/caller.h"
#include "base/result.h"

namespace ringfence::adapters {

// For all sessions of a worker; from any thread.
class Adapter {
public:
    virtual ~Adapter() = default;
    // An error: the call was refused, nothing was done. `arguments` are the worker's own copy.
    virtual Result<Answer> call(Caller& caller, std::uint32_t function, std::span<const std::byte> arguments) = 0;
};

}  // namespace ringfence::adapters
