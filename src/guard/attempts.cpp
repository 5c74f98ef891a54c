#include <iterator>
#include <utility>

#include "base/diagnostics.h"
#include "base/effort.h"
#include "guard/left_out.h"
#include "ptx/parser.h"

namespace ringfence::guard {
namespace {

// How often kernels are left out of a module: not all that must be are found at once.
constexpr int most_attempts = 8;

std::optional<LeftOut> leave_out_of(const std::shared_ptr<const std::string>& text,
                                    const std::vector<Refusal>& refusals) {
    DiagnosticSink sink;
    const std::unique_ptr<ptx::Module> module = ptx::parse(text, sink);
    return module == nullptr ? std::nullopt : leave_out(*module, refusals);
}

template <typename T>
void append(std::vector<T>& to, std::vector<T> from) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
}

Result<GuardedPtx> guard_in_attempts(std::shared_ptr<const std::string> text, const GuardOptions& options) {
    std::vector<RefusedKernel> refused;
    std::vector<std::string> left_out;
    std::optional<Error> first;
    for (int attempt = 1;; ++attempt) {
        if (must_stop()) return stopped_error();
        Culprits culprits;
        Result<GuardedPtx> guarded = guard_whole(text, options, culprits);
        if (guarded) {
            guarded.value().refused = std::move(refused);
            guarded.value().left_out = std::move(left_out);
            return guarded;
        }
        if (!options.leaves_out || culprits.refusals().empty()) return guarded;
        if (!first) first = guarded.error();
        std::optional<LeftOut> less;
        if (attempt < most_attempts) less = leave_out_of(text, culprits.refusals());
        if (!less || refused.size() + less->kernels.size() > most_left_out) return *first;
        text = std::make_shared<const std::string>(std::move(less->text));
        append(refused, std::move(less->kernels));
        append(left_out, std::move(less->functions));
    }
}

}  // namespace

Result<GuardedPtx> guard(std::string ptx, const GuardOptions& options) {
    const std::shared_ptr<Effort> effort = options.effort ? options.effort : current_effort();
    const EffortScope scope(effort);
    Result<GuardedPtx> guarded = guard_in_attempts(std::make_shared<const std::string>(std::move(ptx)), options);
    // Asked last: nothing of what was stopped is anything.
    if (effort) {
        if (std::optional<Error> why = effort->why_stopped()) return std::move(*why);
    }
    return guarded;
}

}  // namespace ringfence::guard
