// The guard's treatment of a module's accesses, in numbers.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "guard/guard.h"
#include "ptx/model.h"

namespace ringfence::cli {

// As guard::Treatment has them.
constexpr std::array<std::string_view, 10> treatment_names = {
    "proven", "conditional", "reused", "fenced", "pointer", "bounded", "split", "dropped", "recorded", "voted"};

using TreatmentCounts = std::array<std::size_t, treatment_names.size()>;

// "5 accesses: 1 proven, 4 fenced; 20 % need no instruction\n"
std::string summary_line(const TreatmentCounts& counts);

// The functions with a body that were not left out, in the order in which the guard numbers them.
std::vector<const ptx::Function*> functions_of(const ptx::Module& module, const guard::GuardedPtx& guarded);

// Counts for each of the functions.
std::vector<TreatmentCounts> count_treatments(const guard::GuardedPtx& guarded, std::size_t functions);

// For `ringfence ptx stats`: of one function if it is named, otherwise of each and of all together; or why the guard
// refuses the module.
std::string guard_section(const ptx::Module& module, const std::string& function);
nlohmann::json guard_json(const ptx::Module& module, const std::string& function);

}  // namespace ringfence::cli
