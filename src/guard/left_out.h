// A module without the kernels that must be refused.
//
// They are taken out of the text before it is rewritten. So what is rewritten, checked and compiled is a module that
// never had them: nothing in it can name them, and of what is decided here no proof depends.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "guard/guard.h"
#include "ptx/model.h"

namespace ringfence::guard {

// A function or kernel that must be refused.
struct Refusal {
    std::string function;  // empty: it is no function's fault, but the module's
    Error why;
};

// Whose fault it is that a module must be refused.
class Culprits {
public:
    // What the rewriter has found.
    std::vector<Error>& errors() { return errors_; }
    // A finding of the checker's, about a function of the rewritten module.
    void add(std::string_view function, Error why);
    bool are_enough() const { return refusals_.size() >= 1024; }  // for one attempt

    // When the module, before it was rewritten, is refused with this error: what to leave out. If it is not known, or
    // something is the module's own fault, there are no refusals.
    void find(const ptx::Module& module, const Error& error);
    const std::vector<Refusal>& refusals() const { return refusals_; }

private:
    std::vector<Error> errors_;
    std::vector<Refusal> refusals_;
};

// The module as it is, or what must be left out of it for another attempt.
Result<GuardedPtx> guard_whole(std::shared_ptr<const std::string> text, const GuardOptions& options,
                               Culprits& culprits);

// A module with more kernels that must be refused is refused.
constexpr std::size_t most_left_out = 4096;

struct LeftOut {
    std::string text;  // the module's, each line and column where it was
    std::vector<RefusedKernel> kernels;
    std::vector<std::string> functions;  // all that are not in the text any more, kernels too
};

// Leaves out the functions that must be refused, whatever names one of them, and what only these name. Nothing if that
// is not enough or too much: a variable names one of them, or no kernel is left, or too many must go.
std::optional<LeftOut> leave_out(const ptx::Module& module, std::span<const Refusal> refusals);

}  // namespace ringfence::guard
