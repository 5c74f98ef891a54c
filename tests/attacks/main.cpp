// attack_runner: attacks on the guard, on a device of either kind.
//
//     attack_runner --backend soft|cuda FILE...              the attacks in these files, guarded
//     attack_runner --backend soft --unguarded FILE...       as they are: each must do harm, or it tests nothing
//     attack_runner --backend soft|cuda --random N SEED      N kernels made at random, hostile and honest ones
//     attack_runner --backend soft|cuda --honest FILE...     these must compute the same, guarded or not
//     attack_runner --show SEED                              the kernels that --random makes of this seed
//     attack_runner --backend soft --mutants N SEED FILE...  rewritten modules, changed, as the checker lets pass
//     attack_runner --special                                modules that are absurd, or change while they are read
//
// With --quick the software GPU compiles as fast as it can, as it does for kernels at random and for mutants.
// A line for each attack, and a summary. It needs nothing but itself and the files.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "attack.h"
#include "bed.h"
#include "campaigns.h"
#include "trial.h"

namespace ringfence::attacks {
namespace {

struct Options {
    Backend backend = Backend::Soft;
    bool unguarded = false;
    bool special = false;
    bool show = false;
    bool honest = false;
    bool quick = false;
    std::uint64_t random = 0;
    std::uint64_t mutants = 0;
    std::uint64_t seed = 1;
    std::vector<std::string> files;
};

int usage() {
    std::fprintf(stderr,
                 "usage: attack_runner --backend soft|cuda [--quick] [--unguarded | --honest | --special | --random N "
                 "SEED | --mutants N SEED] "
                 "[FILE...]\n");
    return 2;
}

bool parse_number(const char* text, std::uint64_t& value) {
    const std::string_view view(text);
    const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), value);
    return error == std::errc() && end == view.data() + view.size();
}

bool parse(int count, char** words, Options& options) {
    for (int i = 1; i < count; ++i) {
        const std::string_view word(words[i]);
        if (word == "--backend" && i + 1 < count) {
            const std::string_view name(words[++i]);
            if (name != "soft" && name != "cuda") return false;
            options.backend = name == "soft" ? Backend::Soft : Backend::Cuda;
        } else if (word == "--unguarded") {
            options.unguarded = true;
        } else if (word == "--quick") {
            options.quick = true;
        } else if (word == "--honest") {
            options.honest = true;
        } else if (word == "--special") {
            options.special = true;
        } else if (word == "--show" && i + 1 < count) {
            options.show = true;
            if (!parse_number(words[++i], options.seed)) return false;
        } else if ((word == "--random" || word == "--mutants") && i + 2 < count) {
            if (!parse_number(words[i + 1], word == "--random" ? options.random : options.mutants)) return false;
            if (!parse_number(words[i + 2], options.seed)) return false;
            i += 2;
        } else if (word.starts_with("--")) {
            return false;
        } else {
            options.files.emplace_back(word);
        }
    }
    return options.special || options.show || options.random != 0 || !options.files.empty();
}

int run_files(const Options& options, Campaign& campaign) {
    for (const std::string& file : options.files) {
        Result<Attack> attack = read_attack(file);
        if (!attack.ok()) {
            campaign.report(file, {false, false, attack.error().text()});
            continue;
        }
        const bool is_asked =
            options.backend == Backend::Soft ? attack.value().is_for_soft : attack.value().is_for_card;
        if (!is_asked) continue;
        Bed* const bed = campaign.bed();
        if (bed == nullptr) return 1;
        const auto attempt = options.unguarded ? try_unguarded : options.honest ? try_honest : try_guarded;
        campaign.report(attack.value().name, attempt(*bed, attack.value()));
    }
    return campaign.summary();
}

int run(const Options& options) {
    BedOptions bed;
    bed.backend = options.backend;
    bed.is_quick = options.backend == Backend::Soft && (options.quick || options.random != 0 || options.mutants != 0);
    if (options.mutants != 0) bed.limit_ms = 1000;
    Campaign campaign(bed);
    if (options.show) return show_random(options.seed);
    if (options.special) return try_special(campaign);
    if (options.random != 0) return try_random(campaign, options.random, options.seed);
    if (options.mutants != 0) return try_mutants(campaign, options.mutants, options.seed, options.files);
    return run_files(options, campaign);
}

}  // namespace
}  // namespace ringfence::attacks

int main(int count, char** words) {
    using namespace ringfence::attacks;
    Options options;
    if (!parse(count, words, options)) return usage();
    return run(options);
}
