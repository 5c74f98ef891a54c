#include "sched/reason.h"

#include <algorithm>
#include <array>

namespace ringfence::sched {

std::string_view text_of(Reason reason) {
    constexpr std::array<std::string_view, reason_count> texts = {
        "nothing", "stream order", "a dependency", "its client", "a full window", "another's turn", "a held card",
        "alone",   "in share",     "priority",     "over share", "demoted",       "overdue",        "its budget"};
    return texts[std::min(static_cast<std::size_t>(reason), reason_count - 1)];
}

}  // namespace ringfence::sched
