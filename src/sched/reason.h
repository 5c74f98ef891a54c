// The reasons why a job waits or was put on the card, for statistics and diagnosis.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sched/types.h"

namespace ringfence::sched {

enum class Reason : std::uint32_t {
    None,
    // why it waits
    StreamOrder,  // for the previous job of its stream to be on the card
    Dependency,   // for a job that it names
    Client,       // for an action of a client
    Window,       // the card has enough work
    Turn,         // another virtual GPU is next
    Held,         // the card is kept free for a lane that is about to submit
    // why it was put on the card
    Alone,      // no other lane wanted it
    InShare,    // its turn
    Priority,   // before others: it has priority, and is within its share
    OverShare,  // beyond its share, since others leave theirs unused
    Demoted,    // has priority, but is over its share: in turn with all
    Overdue,    // had waited so long that the dispatcher did not ask the policy
    // why it waits, too
    Budget,  // its virtual GPU has reached its limit
};
constexpr std::size_t reason_count = 14;

std::string_view text_of(Reason reason);

// The reason why a job waits.
struct Wait {
    Reason reason = Reason::None;
    JobId job{};           // StreamOrder, Dependency, Client: the job it waits for
    VgpuId vgpu = nobody;  // the virtual GPU that it waits for; or the one that is next, or on the card
};

}  // namespace ringfence::sched
