#include "trial.h"

#include <algorithm>
#include <utility>

#include "code.h"

namespace ringfence::attacks {
namespace {

const guard::GuardedKernel* find_kernel(const guard::GuardedPtx& guarded, std::string_view name) {
    const auto found = std::find_if(guarded.kernels.begin(), guarded.kernels.end(),
                                    [&](const guard::GuardedKernel& kernel) { return kernel.name == name; });
    return found == guarded.kernels.end() ? nullptr : &*found;
}

Result<Code::Prepared> choose(const Bed& bed, const Attack& attack, Code& code, const guard::GuardedKernel& kernel,
                              bool is_fenced) {
    const bool has_variants = !kernel.fenced.empty();
    const bool has_slots = kernel.slot_bytes != 0;
    if (is_fenced && has_variants) return code.prepare(bed, attack, kernel.fenced, has_slots);
    RF_TRY(Code::Prepared prepared, code.prepare(bed, attack, kernel.name, has_slots));
    if (!has_variants || kernel.conditions.hold(facts_of(bed, attack, prepared))) return prepared;
    return code.prepare(bed, attack, kernel.fenced, has_slots);
}

Result<void> launch_all(Bed& bed, const Attack& attack, Code& code, const guard::GuardedPtx& guarded, bool is_fenced) {
    for (const std::string& entry : attack.entries) {
        const guard::GuardedKernel* const kernel = find_kernel(guarded, entry);
        if (kernel == nullptr) return Error::bad_input("there is no kernel '" + entry + "' in the rewritten module");
        // As the worker does (worker/launch_checks.cpp): such a launch is an error.
        if (kernel->needs_warpgroups && !guard::has_whole_warpgroups(attack.launch.block.count())) continue;
        RF_TRY(const Code::Prepared prepared, choose(bed, attack, code, *kernel, is_fenced));
        RF_RETURN_IF_ERROR(code.launch(bed, attack, prepared));
    }
    return bed.attacker_stream().synchronize();
}

Verdict bad(std::string text) {
    return {false, false, std::move(text)};
}

struct Tried {
    bool is_recorded = false;
    std::optional<std::string> harm;
};

Tried try_variants(Bed& bed, const Attack& attack, const guard::GuardedPtx& guarded) {
    Tried tried;
    for (const bool is_fenced : {false, true}) {
        if (is_fenced && !has_variants(guarded)) break;
        std::optional<guard::Fault> fault;
        std::optional<std::string> harm = run_once(bed, attack, guarded, is_fenced, fault);
        if (harm) {
            tried.harm = (is_fenced ? "fenced variant: " : "variant by conditions: ") + *harm;
            return tried;
        }
        tried.is_recorded = tried.is_recorded || fault.has_value();
    }
    return tried;
}

// The variant that a worker would make for a launch that does not meet some bounds; nothing if there is none.
std::optional<guard::GuardedPtx> fitted_module(Bed& bed, const Attack& attack, guard::GuardOptions options,
                                               const guard::GuardedPtx& guarded, const guard::GuardedKernel& kernel) {
    Result<Code> code = Code::load(bed, guarded.ptx, guarded.block, attack.name + ".guarded.ptx");
    if (!code.ok()) return std::nullopt;
    Result<Code::Prepared> prepared = code.value().prepare(bed, attack, kernel.name);
    if (!prepared.ok()) return std::nullopt;
    options.unmet = guard::UnmetBounds{kernel.name, {}};
    for (const auto& bound : kernel.conditions.bounds(facts_of(bed, attack, prepared.value())))
        if (!bound.is_met) options.unmet->bounds.push_back(bound.bound);
    if (options.unmet->bounds.empty()) return std::nullopt;
    Result<guard::GuardedPtx> fitted = guard::guard(attack.ptx, options);
    if (!fitted.ok()) return std::nullopt;
    return fitted.take();
}

Result<void> launch_if_it_fits(Bed& bed, const Attack& attack, Code& code, const guard::GuardedKernel& kernel) {
    RF_TRY(const Code::Prepared prepared, code.prepare(bed, attack, kernel.name));
    if (!kernel.conditions.hold(facts_of(bed, attack, prepared))) return {};
    RF_RETURN_IF_ERROR(code.launch(bed, attack, prepared));
    return bed.attacker_stream().synchronize();
}

Tried try_fitted(Bed& bed, const Attack& attack, const guard::GuardOptions& options, const guard::GuardedPtx& guarded) {
    Tried tried;
    for (const std::string& entry : attack.entries) {
        const guard::GuardedKernel* const kernel = find_kernel(guarded, entry);
        if (kernel == nullptr || kernel->fenced.empty() || kernel->needs_warpgroups) continue;
        const auto fitted = fitted_module(bed, attack, options, guarded, *kernel);
        if (!fitted) continue;
        Result<Code> code = Code::load(bed, fitted->ptx, fitted->block, attack.name + ".fitted.ptx");
        const Result<void> begun = bed.begin();
        if (!code.ok() || !begun.ok()) {
            tried.harm = "a variant for some launches cannot be loaded";
            return tried;
        }
        const Result<void> outcome = launch_if_it_fits(bed, attack, code.value(), *find_kernel(*fitted, entry));
        if (std::optional<std::string> harm = bed.find_harm(outcome)) {
            tried.harm = "variant for some launches: " + *harm;
            return tried;
        }
        tried.is_recorded = tried.is_recorded || bed.fault().has_value();
    }
    return tried;
}

std::vector<std::string> left_out_of(const guard::GuardedPtx& guarded) {
    std::vector<std::string> names;
    for (const guard::RefusedKernel& kernel : guarded.refused)
        names.push_back(kernel.name);
    return names;
}

Verdict try_mode(Bed& bed, const Attack& attack, guard::Mode mode) {
    guard::GuardOptions options;
    options.mode = mode;
    options.file_name = attack.name + ".ptx";
    options.leaves_out = !attack.left_out.empty();
    Result<guard::GuardedPtx> guarded = guard::guard(attack.ptx, options);
    if (!guarded.ok()) {
        const std::string message = guarded.error().text();
        if (attack.may_be_refused_with(message)) return {true, false, "refused: " + guarded.error().message};
        return bad("refused, but expected was '" + attack.expected() + "': " + message);
    }
    if (!attack.may_be(Expectation::Kind::Contained) && !attack.may_be(Expectation::Kind::Recorded))
        return bad("not refused");
    if (left_out_of(guarded.value()) != attack.left_out) return bad("other kernels are left out than was expected");
    Tried tried = try_variants(bed, attack, guarded.value());
    if (tried.harm) return bad(*tried.harm);
    const Tried fitted = try_fitted(bed, attack, options, guarded.value());
    if (fitted.harm) return bad(*fitted.harm);
    tried.is_recorded = tried.is_recorded || fitted.is_recorded;
    if (mode == guard::Mode::Check && !tried.is_recorded && !attack.may_be(Expectation::Kind::Contained))
        return bad("contained, but nothing was recorded");
    return {true, true, tried.is_recorded ? "recorded" : "contained"};
}

}  // namespace

bool has_variants(const guard::GuardedPtx& guarded) {
    return std::any_of(guarded.kernels.begin(), guarded.kernels.end(),
                       [](const guard::GuardedKernel& kernel) { return !kernel.fenced.empty(); });
}

std::optional<std::string> run_once(Bed& bed, const Attack& attack, const guard::GuardedPtx& guarded, bool is_fenced,
                                    std::optional<guard::Fault>& fault) {
    Result<Code> code = Code::load(bed, guarded.ptx, guarded.block, attack.name + ".guarded.ptx");
    if (!code.ok()) return "the rewritten module cannot be loaded: " + code.error().text();
    if (const Result<void> begun = bed.begin(); !begun.ok()) return "the bed is broken: " + begun.error().text();
    const Result<void> outcome = launch_all(bed, attack, code.value(), guarded, is_fenced);
    std::optional<std::string> harm = bed.find_harm(outcome);
    fault = bed.fault();
    return harm;
}

Verdict try_guarded(Bed& bed, const Attack& attack) {
    Verdict verdict;
    for (const guard::Mode mode : {guard::Mode::Fence, guard::Mode::Check}) {
        const char* const name = mode == guard::Mode::Fence ? "fence" : "check";
        Verdict one = try_mode(bed, attack, mode);
        if (!one.is_good) return bad(std::string(name) + " mode: " + one.text);
        if (verdict.text != one.text) verdict.text += (verdict.text.empty() ? "" : "; ") + one.text;
        verdict.is_launched = verdict.is_launched || one.is_launched;
    }
    return verdict;
}

Verdict try_unguarded(Bed& bed, const Attack& attack) {
    Result<Code> code = Code::load_as_it_is(bed, attack);
    if (!code.ok()) return {true, false, "cannot be loaded: " + code.error().message};
    if (const Result<void> begun = bed.begin(); !begun.ok()) return bad("the bed is broken: " + begun.error().text());
    Result<void> outcome;
    for (const std::string& entry : attack.entries) {
        Result<Code::Prepared> prepared = code.value().prepare(bed, attack, entry);
        if (!prepared.ok()) return bad(prepared.error().text());
        outcome = code.value().launch(bed, attack, prepared.value());
    }
    if (outcome.ok()) outcome = bed.attacker_stream().synchronize();
    const std::optional<std::string> harm = bed.find_harm(outcome);
    const bool may_be_harmless = attack.is_harmless || !attack.may_be(Expectation::Kind::Recorded);
    if (!harm) return {may_be_harmless, true, "harmless"};
    return {true, true, *harm};
}

}  // namespace ringfence::attacks
