#include "policy/helpers.h"

#include <algorithm>

namespace ringfence::policy {
namespace {

using Arg = Argument;

constexpr std::uint32_t with_lookup =
    bit_of(MapKind::Array) | bit_of(MapKind::Hash) | bit_of(MapKind::LruHash) | bit_of(MapKind::WorkerArray);
constexpr std::uint32_t hashes = bit_of(MapKind::Hash) | bit_of(MapKind::LruHash);
constexpr std::uint32_t queues = bit_of(MapKind::Queue) | bit_of(MapKind::Stack);
constexpr std::uint32_t every_hook = (1U << hook_count) - 1;
// Hooks that may use random numbers: those that set up state, and dispatch, for lottery scheduling. Others may not, so
// that runs can be reproduced.
constexpr std::uint32_t with_chance =
    bit_of(Hook::Init) | bit_of(Hook::Submit) | bit_of(Hook::Admit) | bit_of(Hook::Dispatch) | bit_of(Hook::Tick);

constexpr HelperInfo helpers[] = {
    {helper::map_lookup, "rf_map_lookup", {Arg::Map, Arg::KeyIn}, Returns::ValueOrNull, with_lookup, every_hook},
    {helper::map_update,
     "rf_map_update",
     {Arg::Map, Arg::KeyIn, Arg::ValueIn, Arg::Number},
     Returns::Number,
     with_lookup,
     every_hook},
    {helper::map_delete, "rf_map_delete", {Arg::Map, Arg::KeyIn}, Returns::Number, hashes, every_hook},
    {helper::now, "rf_now", {}, Returns::Number, 0, every_hook},
    {helper::random, "rf_random", {}, Returns::Number, 0, with_chance},
    {helper::worker, "rf_worker", {}, Returns::Number, 0, every_hook},
    {helper::tail_call,
     "rf_tail_call",
     {Arg::Context, Arg::Map, Arg::Number},
     Returns::Number,
     bit_of(MapKind::Programs),
     every_hook},
    {helper::map_push, "rf_map_push", {Arg::Map, Arg::ValueIn, Arg::Number}, Returns::Number, queues, every_hook},
    {helper::map_pop, "rf_map_pop", {Arg::Map, Arg::ValueOut}, Returns::Number, queues, every_hook},
    {helper::map_peek, "rf_map_peek", {Arg::Map, Arg::ValueOut}, Returns::Number, queues, every_hook},
    {helper::ring_write,
     "rf_ring_write",
     {Arg::Map, Arg::MemoryIn, Arg::SizeOfMemory, Arg::Number},
     Returns::Number,
     bit_of(MapKind::Ring),
     every_hook},
    {helper::ring_reserve,
     "rf_ring_reserve",
     {Arg::Map, Arg::RecordSize, Arg::Number},
     Returns::RecordOrNull,
     bit_of(MapKind::Ring),
     every_hook},
    {helper::ring_submit, "rf_ring_submit", {Arg::Record, Arg::Number}, Returns::Number, 0, every_hook},
    {helper::ring_discard, "rf_ring_discard", {Arg::Record, Arg::Number}, Returns::Number, 0, every_hook},
};

}  // namespace

const HelperInfo* find_helper(std::int32_t number) {
    const auto* const found = std::find_if(std::begin(helpers), std::end(helpers),
                                           [number](const HelperInfo& info) { return info.number == number; });
    return found == std::end(helpers) ? nullptr : found;
}

std::span<const HelperInfo> all_helpers() {
    return helpers;
}

}  // namespace ringfence::policy
