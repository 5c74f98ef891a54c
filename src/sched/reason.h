// Why a job waits, and why one was put on the card: for people and programs that look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sched/types.h"

namespace ringfence::sched {

enum class Reason : std::uint32_t {
    None,
    // why it waits
    StreamOrder,  // for the job before it in its stream to be on the card
    Dependency,   // for a job that it names
    Client,       // for something a client has yet to do
    Window,       // the card has work enough
    Turn,         // another virtual GPU goes first
    Held,         // the card is kept free for one whose next job is about to come
    // why it was put on the card
    Alone,      // no other lane wanted it
    InShare,    // its turn
    Priority,   // before others: it has priority, and is within its share
    OverShare,  // beyond its share, since others leave theirs unused
    Demoted,    // has priority, but is over its share: in turn with all
    Overdue,    // had waited so long that the dispatcher did not ask the policy
    // why it waits, too
    Budget,  // its virtual GPU has had as much as it gets at most
};
constexpr std::size_t reason_count = 14;

std::string_view text_of(Reason reason);

// The reason why a job waits.
struct Wait {
    Reason reason = Reason::None;
    JobId job{};           // StreamOrder, Dependency, Client: which
    VgpuId vgpu = nobody;  // who holds it up: whose job that is, who is on the card, goes first or is waited for
};

}  // namespace ringfence::sched
