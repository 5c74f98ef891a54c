// Writes one rewritten function.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "guard/rewriter/barrier_numbers.h"
#include "guard/rewriter/call_tables.h"
#include "guard/rewriter/function_text.h"
#include "guard/rewriter/layout.h"
#include "guard/rewriter/plan.h"
#include "guard/rewriter/sequences.h"

namespace ringfence::guard::rewriting {

// A variable of the guard's, for functions that need some shared memory to be there.
constexpr std::string_view own_shared_name = "__rf_shared_keep";

// Shared by all functions of a module.
struct ModuleContext {
    const ptx::Module& module;
    const VariableLayout& layout;
    const CallTables& calls;
    const BarrierNumbers& barriers;
    Mode mode = Mode::Fence;
    std::string argument;  // prefix of the guard's own arguments, followed by a number: an unused name
    Escapes escapes;
    std::set<std::string, std::less<>> services;  // functions of the guard's own that are used
    bool needs_shared_end = false;                // __rf_shared
    bool needs_version_6 = false;                 // of PTX, which has barriers that threads come to one by one
    std::uint64_t own_shared_bytes = 0;           // of own_shared_name; 0: it is not needed
};

struct WrittenFunction {
    std::string text;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places;  // offset in the text, statement
    std::unordered_map<std::uint32_t, Treatment> treatments;      // by statement
};

struct WriteOptions {
    std::string_view name;
    bool fences_all = false;  // the variant for launches that do not meet the conditions
    const std::unordered_map<std::uint32_t, std::uint32_t>& sites;  // numbers by statement
    std::uint64_t most_bytes;  // the rest is not written, where a function becomes longer
};

// True if it may stand before the guard's own instructions at a function's start.
bool is_leading(const ptx::Statement& statement);

WrittenFunction write_function(ModuleContext& context, const FunctionPlan& plan, const WriteOptions& options);

}  // namespace ringfence::guard::rewriting
