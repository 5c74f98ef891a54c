// Decides what happens to each access of a function.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "guard/rewriter/classify.h"
#include "guard/rewriter/function_values.h"
#include "guard/rewriter/ignored_parameters.h"
#include "guard/rewriter/layout.h"
#include "guard/rewriter/rewriter.h"

namespace ringfence::guard::rewriting {

// How an access is made safe where it is not proven.
enum class Remedy : std::uint8_t {
    Nothing,  // there is none: it is left as it is
    Fence,
    BoundShared,
    BoundVariable,
    GenericUnknown,  // split or fenced: see Escapes
};

// Why a matrix's tile is refused where it can be in shared memory.
constexpr std::string_view tile_rule =
    "wmma in shared memory, where its stride is known at run time only, so nothing tells how far it reaches";
constexpr std::string_view tile_remedy =
    "make the stride a constant, or run this program in a worker of its own (--isolation private)";

struct AccessPlan {
    MemoryOperand memory;
    Remedy remedy = Remedy::Fence;
    bool is_proven = false;                   // it is always safe
    bool is_left = false;                     // as it is, where the launch conditions hold
    bool is_generic = false;                  // the address is a generic one
    bool is_aligned = false;                  // a bound, or a fence where launches are asked, needs no mask
    bool keeps_stride = false;                // of a tile: it is known, and safe
    const ptx::Variable* variable = nullptr;  // that it is bounded to
    std::string_view why;
    std::string_view doubt;  // why it should not be left; empty: nothing speaks against it
};

// Which generic addresses get away, so that an unknown one may be such.
struct Escapes {
    bool shared = false;
    const ptx::Statement* other = nullptr;  // of local, parameter or constant memory: the first place where one does

    void add(const Escapes& more) {
        shared = shared || more.shared;
        if (other == nullptr) other = more.other;
    }
    bool operator==(const Escapes&) const = default;
};

struct FunctionPlan {
    const ptx::Function* function = nullptr;
    std::unique_ptr<FunctionFlow> flow;
    std::unique_ptr<FunctionValues> values;
    // By statement; only for statements with accesses, in the order of the operands.
    std::unordered_map<std::uint32_t, std::vector<AccessPlan>> accesses;
    // Statements that pass the arguments of a vprintf.
    std::unordered_set<std::uint32_t> print_stores;
    // Calls of vprintf: how many bytes of arguments its local variable holds from there on.
    std::unordered_map<std::uint32_t, std::uint64_t> print_bytes;
    // Statements whose guard is put to a vote of the warp; barriers that threads of a warp may come to one by one.
    std::unordered_set<std::uint32_t> votes;
    std::unordered_set<std::uint32_t> come_alone;
    // Barriers that they come to together if each row of the block's threads is one of whole warps.
    std::unordered_set<std::uint32_t> come_in_rows;
    // Votes that say nothing to anybody.
    std::unordered_set<std::uint32_t> left_out;
    // Waits for some lanes that become waits for all.
    std::unordered_set<std::uint32_t> wait_for_all;
    // Branches that leave a loop at the latest when they were come to 2^32 times; whether they do so when they are
    // taken.
    std::unordered_map<std::uint32_t, bool> counted;
    Escapes escapes;
    // The eight bytes of a kernel's parameters that are used as a pointer: the parameter, and the offset in it.
    std::set<std::pair<const ptx::Variable*, std::uint32_t>> pointers;

    // True if launch conditions help: some access is left unfenced, or some barrier keeps its promise,
    // only where they hold.
    bool has_conditions() const;
};

struct PlanOptions {
    Mode mode = Mode::Fence;
    std::vector<std::uint32_t> fenced;  // statements, ascending
    std::vector<std::uint32_t> masked;  // those that are not known to be aligned
    std::vector<std::uint32_t> seldom;  // those that a launch of the usual kind would not allow to be left
    bool is_strict = false;             // only constant offsets are always safe

    bool operator==(const PlanOptions&) const = default;
};

Result<FunctionPlan> make_plan(const ptx::Module& module, const ptx::Function& function, const VariableLayout& layout,
                               const IgnoredParameters& ignored, const PlanOptions& options);

}  // namespace ringfence::guard::rewriting
