// Kernels made at random: hostile ones must be contained, honest ones must compute what they did before.
#include <cstdio>

#include "campaigns.h"
#include "code.h"
#include "random_kernels.h"

namespace ringfence::attacks {
namespace {

using Memory = std::vector<std::byte>;

Result<Memory> run_as_it_is(Bed& bed, const Attack& attack) {
    RF_TRY(Code code, Code::load_as_it_is(bed, attack));
    RF_RETURN_IF_ERROR(bed.begin());
    RF_TRY(const Code::Prepared prepared, code.prepare(bed, attack, "attack"));
    RF_RETURN_IF_ERROR(code.launch(bed, attack, prepared));
    RF_RETURN_IF_ERROR(bed.attacker_stream().synchronize());
    return bed.read_own();
}

Verdict compare(Bed& bed, const Attack& attack, guard::Mode mode, const Memory& wanted) {
    guard::GuardOptions options;
    options.mode = mode;
    Result<guard::GuardedModule> guarded = guard::guard(attack.ptx, options);
    if (!guarded.ok()) return {false, false, "refused: " + guarded.error().text()};
    for (const bool is_fenced : {false, true}) {
        std::optional<guard::Fault> fault;
        if (const auto harm = run_once(bed, attack, guarded.value(), is_fenced, fault)) return {false, true, *harm};
        if (fault) return {false, true, "a fault was recorded of an honest kernel"};
        Result<Memory> is = bed.read_own();
        if (!is.ok()) return {false, true, is.error().text()};
        if (is.value() != wanted) return {false, true, "it computes something else when it is guarded"};
    }
    return {true, true, "same"};
}

Verdict try_honest(Bed& bed, const Attack& attack) {
    Result<Memory> wanted = run_as_it_is(bed, attack);
    if (!wanted.ok()) return {false, false, "the kernel itself is wrong: " + wanted.error().text()};
    Verdict verdict = compare(bed, attack, guard::Mode::Fence, wanted.value());
    if (verdict.is_good) verdict = compare(bed, attack, guard::Mode::Check, wanted.value());
    return verdict;
}

}  // namespace

int show_random(std::uint64_t seed) {
    for (const Manner manner : {Manner::Hostile, Manner::Honest}) {
        const Attack attack = make_random_kernel(seed, manner);
        std::printf("// %s\n// expect: contained\n// launch: grid 1 block 32\n// args:", attack.name.c_str());
        for (const Argument& argument : attack.arguments)
            std::printf(" u64:%s", argument.value.c_str());
        std::printf("\n%s\n", attack.ptx.c_str());
    }
    return 0;
}

int try_random(Campaign& campaign, std::uint64_t count, std::uint64_t seed) {
    for (std::uint64_t i = 0; i < count; ++i) {
        Bed* const bed = campaign.bed();
        if (bed == nullptr) return 1;
        const bool is_hostile = i % 2 == 0;
        const Attack attack = make_random_kernel(seed + i, is_hostile ? Manner::Hostile : Manner::Honest);
        campaign.report(attack.name, is_hostile ? try_guarded(*bed, attack) : try_honest(*bed, attack), true);
    }
    return campaign.summary();
}

}  // namespace ringfence::attacks
