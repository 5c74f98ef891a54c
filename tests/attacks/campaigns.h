// Many attacks in a row, with a fresh bed whenever one was spoilt.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bed.h"
#include "trial.h"

namespace ringfence::attacks {

class Campaign {
public:
    explicit Campaign(const BedOptions& options) : options_(options) {}

    bool is_soft() const { return options_.backend == Backend::Soft; }
    // Null if there is none to be had: said already.
    Bed* bed();
    // Prints a line; quiet ones only if they are bad.
    void report(std::string_view name, const Verdict& verdict, bool is_quiet = false);
    // Prints the numbers. The program's exit status.
    int summary() const;

private:
    BedOptions options_;
    std::unique_ptr<Bed> bed_;
    unsigned tried_ = 0;
    unsigned launched_ = 0;
    unsigned failed_ = 0;
    unsigned uses_of_bed_ = 0;
};

// Good if it computes the same guarded, in every mode and variant, as it does unguarded.
Verdict try_honest(Bed& bed, const Attack& attack);
int try_random(Campaign& campaign, std::uint64_t count, std::uint64_t seed);
int show_random(std::uint64_t seed);
int try_mutants(Campaign& campaign, std::uint64_t count, std::uint64_t seed, const std::vector<std::string>& files);
int try_special(Campaign& campaign);

}  // namespace ringfence::attacks
