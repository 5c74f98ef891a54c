// Kernels made at random: hostile ones must be contained, honest ones must compute what they did before.
#include <cstdio>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "campaigns.h"
#include "code.h"
#include "random_kernels.h"

namespace ringfence::attacks {
namespace {

using Memory = std::vector<std::byte>;

constexpr std::size_t thread_bytes = 1024;  // of the buffer, in kernels made at random

Result<Memory> run_as_it_is(Bed& bed, const Attack& attack, std::optional<unsigned> optimization = {}) {
    RF_TRY(Code code, Code::load_as_it_is(bed, attack, optimization));
    RF_RETURN_IF_ERROR(bed.begin());
    RF_TRY(const Code::Prepared prepared, code.prepare(bed, attack, "attack"));
    RF_RETURN_IF_ERROR(code.launch(bed, attack, prepared));
    RF_RETURN_IF_ERROR(bed.attacker_stream().synchronize());
    return bed.read_own();
}

// Where the words differ; empty if none does.
std::string differences(const Memory& wanted, const Memory& is) {
    constexpr unsigned most = 8;
    std::string text;
    unsigned count = 0;
    for (std::size_t at = 0; at + 4 <= wanted.size(); at += 4) {
        std::uint32_t before = 0;
        std::uint32_t after = 0;
        std::memcpy(&before, &wanted[at], 4);
        std::memcpy(&after, &is[at], 4);
        if (before == after || ++count > most) continue;
        text += fmt::format("; thread {} byte {}: {:#x}, guarded {:#x}", at / thread_bytes, at % thread_bytes, before,
                            after);
    }
    return count == 0 ? text : fmt::format("{} words differ", count) + text;
}

// An unguarded kernel must give the same result twice; otherwise the comparison says nothing.
std::string explain(Bed& bed, const Attack& attack, const Memory& wanted, const std::string& difference) {
    Result<Memory> again = run_as_it_is(bed, attack);
    const bool is_same = again.ok() && again.value() == wanted;
    return difference + (is_same ? "; unguarded it is the same each time" : "; unguarded it differs from itself");
}

// A card's compiler can be wrong: then it makes of the unguarded text what the guarded one gives, where it optimizes
// otherwise. The level that shows it.
std::optional<unsigned> level_that_gives(Bed& bed, const Attack& attack, const Memory& result) {
    for (unsigned level = 1; level <= 4; ++level) {
        const Result<Memory> of_level = run_as_it_is(bed, attack, level);
        if (of_level.ok() && of_level.value() == result) return level;
    }
    return std::nullopt;
}

Verdict judge_difference(Bed& bed, const Attack& attack, const Memory& wanted, const Memory& is,
                         const std::string& which, const std::string& difference) {
    if (const auto level = level_that_gives(bed, attack, is)) {
        return {true, true,
                fmt::format("{}{}; the compiler makes the same of the unguarded text at level {}", which, difference,
                            *level),
                true};
    }
    return {false, true, which + explain(bed, attack, wanted, difference)};
}

Verdict compare(Bed& bed, const Attack& attack, guard::Mode mode, const Memory& wanted) {
    guard::GuardOptions options;
    options.mode = mode;
    const std::string name = mode == guard::Mode::Fence ? "fence mode" : "check mode";
    Result<guard::GuardedPtx> guarded = guard::guard(attack.ptx, options);
    if (!guarded.ok()) return {false, false, "refused: " + guarded.error().text()};
    for (const bool is_fenced : {false, true}) {
        if (is_fenced && !has_variants(guarded.value())) break;
        const std::string which = name + (is_fenced ? ", fenced variant: " : ", variant by conditions: ");
        std::optional<guard::Fault> fault;
        if (const auto harm = run_once(bed, attack, guarded.value(), is_fenced, fault))
            return {false, true, which + *harm};
        if (fault) return {false, true, which + "a fault was recorded of an honest kernel"};
        Result<Memory> is = bed.read_own();
        if (!is.ok()) return {false, true, is.error().text()};
        if (const std::string text = differences(wanted, is.value()); !text.empty())
            return judge_difference(bed, attack, wanted, is.value(), which, text);
    }
    return {true, true, "same"};
}

}  // namespace

Verdict try_honest(Bed& bed, const Attack& attack) {
    Result<Memory> wanted = run_as_it_is(bed, attack);
    if (!wanted.ok()) return {false, false, "the kernel itself is wrong: " + wanted.error().text()};
    Verdict verdict = compare(bed, attack, guard::Mode::Fence, wanted.value());
    if (verdict.is_good && !verdict.is_remarkable) verdict = compare(bed, attack, guard::Mode::Check, wanted.value());
    return verdict;
}

int show_random(std::uint64_t seed) {
    for (const Manner manner : {Manner::Hostile, Manner::Honest}) {
        const Attack attack = make_random_kernel(seed, manner);
        std::printf("// %s\n// expect: contained\n// launch: grid %u block 32 cooperative %d\n// args:",
                    attack.name.c_str(), attack.launch.grid.x, attack.launch.cooperative ? 1 : 0);
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
        if (campaign.is_soft() && !attack.is_for_soft) continue;
        // Unguarded, a card's own barriers end the context for something that the software GPU's do not mind.
        const bool has_barriers = attack.ptx.find("mbarrier") != std::string::npos;
        if (!campaign.is_soft() && !is_hostile && has_barriers) continue;
        campaign.report(attack.name, is_hostile ? try_guarded(*bed, attack) : try_honest(*bed, attack), true);
    }
    return campaign.summary();
}

}  // namespace ringfence::attacks
