// Wraps every API call: tracing, the gate (call_gate.h), and the count of unsupported calls.
//
// The generated entries (generated/api/*_entries.cpp) use these. Without tracing, and once the domain is settled, a
// call costs two more loads and two branches.
#pragma once

#include <cstdint>
#include <type_traits>

#include "api/names.h"
#include "client/trace/call_gate.h"
#include "client/trace/trace.h"
#include "client/trace/traced_value.h"
#include "client/trace/unsupported.h"

namespace ringfence::client {

// Shared by all functions of the same type, since there are a thousand functions.
template <typename Result, typename... Parameters>
[[gnu::noinline, gnu::cold]] Result call_with_care(Api api, Result (*call)(Parameters...), Parameters... arguments) {
    const CallGate gate;
    if (!is_tracing()) return call(arguments...);
    const TracedValue values[] = {describe(arguments)..., {}};
    const std::uint64_t begin = trace_clock();
    if constexpr (std::is_void_v<Result>) {
        call(arguments...);
        trace_call({api, values, sizeof...(arguments), {}, begin, trace_clock()});
    } else {
        const Result result = call(arguments...);
        trace_call({api, values, sizeof...(arguments), describe(result), begin, trace_clock()});
        return result;
    }
}

template <Api api, typename Result, typename... Parameters>
[[gnu::always_inline]] inline Result traced(Result (*call)(Parameters...),
                                            std::type_identity_t<Parameters>... arguments) {
    if (may_be_tracing() || !CallGate::is_settled()) [[unlikely]]
        return call_with_care(api, call, arguments...);
    return call(arguments...);
}

// Returns 801, in both APIs; or nothing, zero or null for a function that returns no status.
template <typename Result>
Result unsupported(Api api) {
    const int status = count_unsupported(api);
    if constexpr (std::is_enum_v<Result>)
        return static_cast<Result>(status);
    else if constexpr (!std::is_void_v<Result>)
        return Result{};
}

}  // namespace ringfence::client
