// The reason why something failed, in the schema's terms.
#pragma once

#include <string>

#include "base/result.h"
#include "schema/ringfence.capnp.h"

namespace ringfence::session {

using Code = schema::ErrorCode;

struct Failure {
    Code code = Code::INTERNAL;
    std::string message;
    std::string remedy = {};
    std::int32_t cuda_status = 0;
    std::string limit = {};  // of LIMIT_REACHED: the limit's key
};

// Converts an error of the worker, or of our own side of the channel.
Failure failure_of(const Error& error);
// The same for loading a program, where bad input means an invalid program.
Failure failure_of_load(const Error& error);
Failure limit_reached(std::string key, std::uint64_t most);

void write(schema::Error::Builder to, const Failure& failure);

}  // namespace ringfence::session
