// Helpers for compiled code. What the verifier has proved about their arguments is not checked again, except the map's
// index, which costs nothing to compare.
#include <algorithm>
#include <utility>

#include "policy/compiler/run_state.h"
#include "policy/helpers.h"

namespace ringfence::policy {
namespace {

ConstBytes bytes_at(std::uint64_t address, std::uint64_t size) {
    return {reinterpret_cast<const std::uint8_t*>(address), size};
}

Bytes room_at(std::uint64_t address, std::uint64_t size) {
    return {reinterpret_cast<std::uint8_t*>(address), size};
}

std::uint64_t random_from(std::uint64_t& state) {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    return state;
}

// Null if there is no such map.
Map* map_at(const RunState* state, std::uint64_t word) {
    return word == 0 || word > state->maps->size() ? nullptr : &(*state->maps)[word - 1];
}

// Charges the map's last operation to the budget, which the code checks after the helper returns.
void charge_for(RunState* state, const Map& map) {
    const auto charge = static_cast<std::int64_t>(map.charge());
    state->left -= charge;
    state->charged += charge;
}

std::uint64_t charged(RunState* state, const Map& map, std::int64_t result) {
    charge_for(state, map);
    return static_cast<std::uint64_t>(result);
}

constexpr auto no_map = static_cast<std::uint64_t>(map_error::bad_argument);

std::uint64_t native_now(RunState* state, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t) {
    return state->surroundings->now;
}

std::uint64_t native_random(RunState* state, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t) {
    return random_from(state->surroundings->random_state);
}

std::uint64_t native_worker(RunState* state, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t) {
    return state->surroundings->worker;
}

std::uint64_t native_lookup(RunState* state, std::uint64_t r1, std::uint64_t r2, std::uint64_t, std::uint64_t) {
    Map* const map = map_at(state, r1);
    if (map == nullptr) return 0;
    const std::optional<std::uint32_t> number =
        map->lookup(bytes_at(r2, map->spec().key_size), state->surroundings->worker);
    charge_for(state, *map);
    return number ? reinterpret_cast<std::uint64_t>(map->value(*number).data()) : 0;
}

std::uint64_t native_update(RunState* state, std::uint64_t r1, std::uint64_t r2, std::uint64_t r3, std::uint64_t r4) {
    Map* const map = map_at(state, r1);
    if (map == nullptr) return no_map;
    const std::int64_t result = map->update(bytes_at(r2, map->spec().key_size), bytes_at(r3, map->spec().value_size),
                                            r4, state->surroundings->worker);
    return charged(state, *map, result);
}

std::uint64_t native_delete(RunState* state, std::uint64_t r1, std::uint64_t r2, std::uint64_t, std::uint64_t) {
    Map* const map = map_at(state, r1);
    if (map == nullptr) return no_map;
    const std::int64_t result = map->remove(bytes_at(r2, map->spec().key_size));
    return charged(state, *map, result);
}

std::uint64_t native_push(RunState* state, std::uint64_t r1, std::uint64_t r2, std::uint64_t r3, std::uint64_t) {
    Map* const map = map_at(state, r1);
    if (map == nullptr) return no_map;
    const std::int64_t result = map->push(bytes_at(r2, map->spec().value_size), r3);
    return charged(state, *map, result);
}

template <bool is_removed>
std::uint64_t native_take(RunState* state, std::uint64_t r1, std::uint64_t r2, std::uint64_t, std::uint64_t) {
    Map* const map = map_at(state, r1);
    if (map == nullptr) return no_map;
    const std::int64_t result = map->take(room_at(r2, map->spec().value_size), is_removed);
    return charged(state, *map, result);
}

std::uint64_t native_ring_write(RunState* state, std::uint64_t r1, std::uint64_t r2, std::uint64_t r3,
                                std::uint64_t r4) {
    Map* const map = map_at(state, r1);
    if (map == nullptr) return no_map;
    const std::int64_t result = map->write_record(bytes_at(r2, r3), r4);
    return charged(state, *map, result);
}

// The record is cleared, since the previous record's data must not be visible.
std::uint64_t native_reserve(RunState* state, std::uint64_t r1, std::uint64_t r2, std::uint64_t r3, std::uint64_t) {
    Map* const map = map_at(state, r1);
    if (map == nullptr || state->record_size != 0 || r2 > largest_record) return 0;
    const bool has_room = map->has_room_for(r2, r3);
    charge_for(state, *map);
    if (!has_room) return 0;
    std::fill_n(state->record.begin(), r2, std::uint8_t{0});
    state->record_size = r2;
    state->record_ring = map;
    return reinterpret_cast<std::uint64_t>(state->record.data());
}

template <bool is_written>
std::uint64_t native_end_record(RunState* state, std::uint64_t, std::uint64_t r2, std::uint64_t, std::uint64_t) {
    const std::uint64_t size = std::exchange(state->record_size, 0);
    if (size == 0 || !is_written) return 0;
    const std::int64_t result = state->record_ring->write_record({state->record.data(), size}, r2);
    return charged(state, *state->record_ring, result);
}

std::uint64_t no_such_helper(RunState*, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t) {
    return no_map;
}

}  // namespace

NativeHelper native_helper(std::int32_t number) {
    switch (number) {
        case helper::now: return native_now;
        case helper::random: return native_random;
        case helper::worker: return native_worker;
        case helper::map_lookup: return native_lookup;
        case helper::map_update: return native_update;
        case helper::map_delete: return native_delete;
        case helper::map_push: return native_push;
        case helper::map_pop: return native_take<true>;
        case helper::map_peek: return native_take<false>;
        case helper::ring_write: return native_ring_write;
        case helper::ring_reserve: return native_reserve;
        case helper::ring_submit: return native_end_record<true>;
        case helper::ring_discard: return native_end_record<false>;
        default: return no_such_helper;
    }
}

bool is_charging(std::int32_t number) {
    return number != helper::now && number != helper::random && number != helper::worker;
}

}  // namespace ringfence::policy
