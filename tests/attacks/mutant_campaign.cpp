// Rewritten modules, changed at random. The checker is asked; what it accepts is run, as it says it may be: whatever
// escapes then is a mistake of the checker's.
#include <cstdio>
#include <random>
#include <utility>

#include "base/diagnostics.h"
#include "campaigns.h"
#include "code.h"
#include "mutate.h"
#include "ptx/parser.h"
#include "random_kernels.h"

namespace ringfence::attacks {
namespace {

struct Counts {
    unsigned made = 0;
    unsigned parsed = 0;
    unsigned accepted = 0;
};

struct Origin {
    Attack attack;
    guard::GuardedPtx guarded;
};

std::vector<Origin> collect(const std::vector<std::string>& files, std::uint64_t seed) {
    std::vector<Origin> origins;
    const auto add = [&](Attack attack) {
        Result<guard::GuardedPtx> guarded = guard::guard(attack.ptx);
        if (guarded.ok()) origins.push_back({std::move(attack), guarded.take()});
    };
    for (const std::string& file : files) {
        Result<Attack> attack = read_attack(file);
        if (attack.ok() && attack.value().is_for_soft) add(attack.take());
    }
    constexpr std::uint64_t made_at_random = 60;
    for (std::uint64_t i = 0; i < made_at_random; ++i)
        add(make_random_kernel(seed + i, i % 2 == 0 ? Manner::Hostile : Manner::Honest));
    return origins;
}

// The checker's own list of kernels: each may be launched if its conditions hold, whatever the rewriter meant by it.
guard::GuardedPtx as_accepted(const Origin& origin, std::string ptx, const guard::CheckReport& report) {
    guard::GuardedPtx module;
    module.ptx = std::move(ptx);
    module.block = origin.guarded.block;
    for (const guard::CheckedKernel& kernel : report.kernels)
        module.kernels.push_back({kernel.name, {}, kernel.conditions});
    return module;
}

std::optional<std::string> launch_accepted(Bed& bed, const Origin& origin, const guard::GuardedPtx& module) {
    Result<Code> code = Code::load(bed, module.ptx, module.block, origin.attack.name + ".mutant.ptx");
    if (!code.ok()) return std::nullopt;  // ptxas would not take it either
    if (const Result<void> begun = bed.begin(); !begun.ok()) return "the bed is broken: " + begun.error().text();
    for (const guard::GuardedKernel& kernel : module.kernels) {
        Result<Code::Prepared> prepared = code.value().prepare(bed, origin.attack, kernel.name);
        if (!prepared.ok() || !kernel.conditions.hold(facts_of(bed, origin.attack, prepared.value()))) continue;
        Result<void> outcome = code.value().launch(bed, origin.attack, prepared.value());
        if (outcome.ok()) outcome = bed.attacker_stream().synchronize();
        // The software GPU compiles at the first launch: what it does not take then, ptxas does not take either.
        if (!outcome.ok() && outcome.error().text().find("error: kernel") == std::string::npos) return std::nullopt;
        if (std::optional<std::string> harm = bed.find_harm(outcome)) {
            // Endless kernels are for the watchdog to end. Only a card tells of collectives without the own lane
            // (ptx/warp-mask-without-itself.ptx).
            const bool is_other = harm->find("ran longer") != std::string::npos ||
                                  harm->find("lacks the thread's own lane") != std::string::npos;
            if (is_other) return std::nullopt;
            return harm;
        }
    }
    return std::nullopt;
}

Verdict try_mutant(Campaign& campaign, const Origin& origin, std::mt19937_64& random, Counts& counts) {
    std::string what;
    std::string ptx = mutate(origin.guarded.ptx, random, what);
    ++counts.made;
    DiagnosticSink sink;
    const auto parsed = ptx::parse(ptx, sink);
    if (sink.has_errors()) return {true, false, "no PTX"};
    ++counts.parsed;
    const guard::CheckReport report = guard::check_rewritten(*parsed);
    if (!report.is_safe()) return {true, false, "refused"};
    ++counts.accepted;
    Bed* const bed = campaign.bed();
    if (bed == nullptr) return {false, false, "no bed"};
    const std::string text = ptx;
    const std::optional<std::string> harm = launch_accepted(*bed, origin, as_accepted(origin, std::move(ptx), report));
    if (!harm) return {true, true, "contained"};
    std::printf("---- an accepted mutant that escapes: %s\n%s\n", what.c_str(), text.c_str());
    return {false, true, what + "\n" + *harm};
}

}  // namespace

int try_mutants(Campaign& campaign, std::uint64_t count, std::uint64_t seed, const std::vector<std::string>& files) {
    const std::vector<Origin> origins = collect(files, seed);
    if (origins.empty()) return 1;
    std::mt19937_64 random(seed);
    Counts counts;
    for (std::uint64_t i = 0; i < count; ++i) {
        const Origin& origin = origins[random() % origins.size()];
        campaign.report(origin.attack.name + " (mutant " + std::to_string(i) + ")",
                        try_mutant(campaign, origin, random, counts), true);
    }
    std::printf("%u mutants of %zu modules, %u of them PTX, %u accepted by the checker\n", counts.made, origins.size(),
                counts.parsed, counts.accepted);
    return campaign.summary();
}

}  // namespace ringfence::attacks
