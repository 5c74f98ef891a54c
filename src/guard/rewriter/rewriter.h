// Rewrites a module so that its kernels stay in their tenant's window. The checker proves its result.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "ptx/model.h"

namespace ringfence::guard {

enum class Mode : std::uint8_t { Fence, Check };

// A memory access of the original module.
struct Site {
    std::uint32_t function = 0;   // index among the module's functions with a body
    std::uint32_t statement = 0;  // in its body

    friend bool operator==(const Site&, const Site&) = default;
    friend bool operator<(const Site& one, const Site& other) {
        return std::pair(one.function, one.statement) < std::pair(other.function, other.statement);
    }
};

enum class Treatment : std::uint8_t {
    Proven,
    Conditional,
    Reused,
    Fenced,
    PointerFenced,
    Bounded,
    Split,
    Dropped,
    Recorded,
    Voted  // no access: the threads of a warp must agree on it
};

struct Explanation {
    Site site;
    std::uint32_t line = 0;   // of the original text
    std::uint32_t bytes = 0;  // of the access; 0: it is none, or its size is known at run time
    Treatment treatment = Treatment::Fenced;
    std::string why;
};

// Numbers among the typical parameters of a kernel.
constexpr std::uint32_t typical_number = 1024;

struct KernelVariants {
    std::string name;
    std::string fenced;  // the variant for launches that do not meet the conditions; empty: there is only one
    // A kernel's parameters in a launch of the usual kind: small numbers, and where the pointers among them are.
    std::vector<std::byte> typical_parameters;
    std::vector<std::uint32_t> pointers;
    std::array<std::uint32_t, 3> typical_block = {256, 1, 1};  // the kernel's own, if it names one
    bool is_block_known = false;                               // it does
    std::uint64_t own_shared = 0;                              // shared memory that is the guard's, of the first
};

// The alignment of the first thread's slot, where local variables were moved (moved_locals.h).
constexpr std::uint64_t slot_alignment = 256;

// A `.global` or `.const` variable's place.
struct PlacedVariable {
    std::string name;
    std::uint64_t offset = 0;  // in the block of variables, or in __rf_const
    std::uint64_t bytes = 0;
    bool is_constant = false;
};

// A variable that host and device use: it has a place of its own, whose address the loader writes into __rf_managed.
struct ManagedVariable {
    std::string name;
    std::uint64_t bytes = 0;
    std::uint64_t alignment = 16;
    std::vector<std::byte> contents;  // empty: zeros
};

// Eight bytes of the initial contents that hold the address of a variable.
struct Patch {
    std::uint64_t offset = 0;                      // where, in the block
    std::uint64_t addend = 0;                      // added to the block's address
    bool is_constant = false;                      // the eight bytes are in __rf_const, not in the block
    std::optional<std::uint32_t> in_managed = {};  // they are in the contents of that managed variable
    std::optional<std::uint32_t> of_managed = {};  // it is added to the address of that managed variable
};

struct VariableBlock {
    std::vector<PlacedVariable> variables;
    std::uint64_t bytes = 0;          // of all .global ones
    std::vector<std::byte> contents;  // of the first bytes of these; the others are zero
    std::uint64_t initialized = 0;    // how many bytes belong to variables with initial contents: the first
    std::uint64_t alignment = 16;
    std::vector<Patch> patches;
    std::vector<ManagedVariable>
        managed;  // `.const .align 8 .b64 __rf_managed[n]` holds their addresses, in this order

    // How much of them is in memory here.
    std::uint64_t contents_bytes() const;
};

struct Rewritten {
    std::string ptx;
    std::vector<KernelVariants> kernels;
    VariableBlock block;
    std::vector<Explanation> accesses;
    // Where in `ptx` the accesses of a site begin, ascending: for findings of the checker.
    std::vector<std::pair<std::uint32_t, Site>> places;
};

// The limit for a module's text, before and after it is rewritten. Guarding a text takes some 20 times its size in the
// worker's memory, which counts as its session's, and a dense text can become hundreds of times as long. Texts of
// compilers become two to three times as long.
constexpr std::uint64_t most_text_bytes = std::uint64_t{64} << 20U;

struct RewriteOptions {
    Mode mode = Mode::Fence;
    std::uint64_t most_text_bytes = guard::most_text_bytes;  // a module that becomes longer is refused
    std::vector<Site> fenced;                                // sites to fence whatever the analysis says, ascending
    std::vector<Site> masked;  // sites whose addresses are not known to be aligned when they are bounded, ascending
    std::vector<Site> seldom;  // sites to fence because no usual launch would meet their conditions, ascending
    std::vector<std::string> strict;  // kernels in which only constant offsets count as always safe; ascending
};

namespace rewriting {
struct ModuleParts;
}

// Rewrites a module, several times if need be, with other options: a function for which they have not changed is not
// looked at again.
class Rewriter {
public:
    // The module must outlive it. `all`, here and below: if any, where all errors of that kind go, the first one too,
    // if more than one was found.
    static Result<Rewriter> create(const ptx::Module& module, std::vector<Error>* all = nullptr);
    Rewriter(Rewriter&&) noexcept;
    ~Rewriter();

    // If it cannot be made safe, that is an error with its line, the rule and a remedy.
    Result<Rewritten> rewrite(const RewriteOptions& options, std::vector<Error>* all = nullptr);

private:
    explicit Rewriter(std::unique_ptr<rewriting::ModuleParts> parts);
    std::unique_ptr<rewriting::ModuleParts> parts_;
};

// Once.
Result<Rewritten> rewrite(const ptx::Module& module, const RewriteOptions& options);

}  // namespace ringfence::guard
