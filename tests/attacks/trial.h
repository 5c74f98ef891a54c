// Tries an attack: guarded, in every mode and variant; or as it is, to see that it is one.
#pragma once

#include <string>

#include "attack.h"
#include "bed.h"
#include "guard/guard.h"

namespace ringfence::attacks {

struct Verdict {
    bool is_good = true;
    bool is_launched = false;    // something of it ran
    std::string text;            // what happened
    bool is_remarkable = false;  // good, and yet to be told
};

Verdict try_guarded(Bed& bed, const Attack& attack);
// Good if it does harm.
Verdict try_unguarded(Bed& bed, const Attack& attack);

// Some kernel of it comes in two.
bool has_variants(const guard::GuardedPtx& guarded);

// One launch of all entries; with the fenced variants, or those that the launches' conditions ask for. Gives the harm
// that it did. `fault` gets what was recorded.
std::optional<std::string> run_once(Bed& bed, const Attack& attack, const guard::GuardedPtx& guarded, bool is_fenced,
                                    std::optional<guard::Fault>& fault);

}  // namespace ringfence::attacks
