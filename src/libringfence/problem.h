// Errors on their way to the program.
#pragma once

#include <kj/exception.h>
#include <ringfence/ringfence.h>

#include <string>

#include "base/result.h"
#include "libringfence/loop.h"
#include "schema/ringfence.capnp.h"

namespace ringfence::native {

// A code of RF_OK: nothing.
struct Problem {
    rf_code code = RF_OK;
    std::string message = {};
    std::string remedy = {};
    std::string limit = {};
    std::int32_t cuda_status = 0;
};

Problem problem_of(schema::Error::Reader error);
Problem problem_of(const Error& error, rf_code code);
// The problem of a call that had no answer.
Problem problem_of(const kj::Exception& exception);
rf_code tell(const Problem& problem, rf_error* error);

// Has `function`, which gives a promise of a Problem, run in the loop.
template <typename Function>
rf_code ask(Loop& loop, rf_error* error, Function&& function) {
    Problem problem;
    KJ_IF_MAYBE (exception, kj::runCatchingExceptions([&] { problem = loop.run(kj::fwd<Function>(function)); }))
        problem = problem_of(*exception);
    return tell(problem, error);
}

}  // namespace ringfence::native
