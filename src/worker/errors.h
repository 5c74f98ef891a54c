// Errors that the worker sends to clients.
#pragma once

#include <string>
#include <utility>

#include "base/cuda_status.h"
#include "base/result.h"

namespace ringfence::worker {

// The client sent a request that our client library never sends.
inline Error invalid(std::string what) {
    return Error::bad_input(std::move(what)).with_status(cuda_status::invalid_value);
}

}  // namespace ringfence::worker
