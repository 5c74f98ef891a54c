// Errors that the worker answers clients with.
#pragma once

#include <string>
#include <utility>

#include "base/cuda_status.h"
#include "base/result.h"

namespace ringfence::worker {

// The client asked for something that no well-behaved one would.
inline Error invalid(std::string what) {
    return Error::bad_input(std::move(what)).with_status(cuda_status::invalid_value);
}

}  // namespace ringfence::worker
