// The contents of a module, in numbers.
//
// Everything is counted from the text: an instruction in a loop counts once, one that is never reached counts too.
// Declarations without a body have no row.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ptx/analysis/liveness.h"
#include "ptx/model.h"

namespace ringfence::ptx {

constexpr std::size_t class_count = static_cast<std::size_t>(Class::Misc) + 1;
constexpr std::size_t space_count = static_cast<std::size_t>(Space::Register) + 1;

// Operands that touch memory: `cp.async` has two, one that reads and one that writes.
struct MemoryCounts {
    std::uint64_t reads = 0;
    std::uint64_t writes = 0;
    std::uint64_t atomics = 0;
    std::uint64_t hints = 0;

    std::uint64_t sum() const { return reads + writes + atomics + hints; }
};

struct RegisterCounts {
    Type type = Type::None;
    unsigned vector = 1;
    std::uint64_t declared = 0;
    std::uint64_t used = 0;  // those that some instruction mentions
};

struct FunctionStats {
    std::string name;
    bool is_entry = false;

    std::uint64_t instructions = 0;
    std::array<std::uint64_t, class_count> by_class{};  // index: Class
    std::array<MemoryCounts, space_count> by_space{};   // index: Space
    std::vector<RegisterCounts> registers;              // by type, then vector width

    std::uint64_t blocks = 0;
    std::uint64_t unreachable_blocks = 0;
    std::uint64_t branches = 0;          // bra and brx.idx
    std::uint64_t guarded_branches = 0;  // those under a guard
    std::uint64_t table_branches = 0;    // brx.idx
    std::uint64_t loops = 0;
    std::uint64_t max_loop_depth = 0;
    std::uint64_t irreducible_regions = 0;
    std::uint64_t direct_calls = 0;
    std::uint64_t indirect_calls = 0;
    bool recursive = false;

    std::uint64_t parameter_bytes = 0;
    std::uint64_t local_bytes = 0;
    std::uint64_t shared_bytes =
        0;                        // its own variables and the module's that it mentions, laid out one after the other
    bool dynamic_shared = false;  // it mentions a .shared array whose size the launch decides
    // For a kernel: the same with all functions that it can reach by calls. Absent where finding out would take too
    // long.
    std::optional<std::uint64_t> shared_bytes_with_calls;
    // Registers that are live at once. Absent where liveness was refused (see liveness.h).
    std::optional<Pressure> pressure;
};

struct ModuleStats {
    std::string file_name;
    unsigned version_major = 0;
    unsigned version_minor = 0;
    std::string target;
    std::uint64_t kernels = 0;                                // with a body
    std::uint64_t functions = 0;                              // with a body, kernels not counted
    std::uint64_t unresolved_functions = 0;                   // used, but without a body
    std::array<std::uint64_t, space_count> variable_bytes{};  // of the variables at module scope; index: Space
    std::vector<FunctionStats> rows;                          // in the order of the module
    // Sums, and for depth and pressure the maxima. Bytes are left at 0: they do not add up.
    FunctionStats total;
};

ModuleStats collect_stats(const Module& module);

// A table for people: one line per function, then what each consists of. Ends with a newline.
std::string render(const ModuleStats& stats);

// `b32`, or `v4.b32` for vector registers.
std::string type_name(const RegisterCounts& counts);

}  // namespace ringfence::ptx
