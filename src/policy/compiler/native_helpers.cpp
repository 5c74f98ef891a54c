// Helpers for compiled code. What the verifier has proved of their arguments is not checked again, but for the map: an
// index costs nothing to compare.
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

std::uint64_t look_up(Map& map, std::uint64_t key, std::uint32_t worker) {
    const std::optional<std::uint32_t> number = map.lookup(bytes_at(key, map.spec().key_size), worker);
    return number ? reinterpret_cast<std::uint64_t>(map.value(*number).data()) : 0;
}

}  // namespace

std::uint64_t call_helper(RunState* state, std::uint64_t number, std::uint64_t r1, std::uint64_t r2, std::uint64_t r3,
                          std::uint64_t r4) {
    Surroundings& surroundings = *state->surroundings;
    switch (static_cast<std::int32_t>(number)) {
        case helper::now: return surroundings.now;
        case helper::random: return random_from(surroundings.random_state);
        case helper::worker: return surroundings.worker;
        default: break;
    }
    if (r1 == 0 || r1 > state->maps->size()) return static_cast<std::uint64_t>(map_error::bad_argument);
    Map& map = (*state->maps)[r1 - 1];
    const MapSpec& spec = map.spec();
    std::int64_t result = map_error::bad_argument;
    switch (static_cast<std::int32_t>(number)) {
        case helper::map_lookup: return look_up(map, r2, surroundings.worker);
        case helper::map_update:
            result = map.update(bytes_at(r2, spec.key_size), bytes_at(r3, spec.value_size), r4, surroundings.worker);
            break;
        case helper::map_delete: result = map.remove(bytes_at(r2, spec.key_size)); break;
        case helper::map_push: result = map.push(bytes_at(r2, spec.value_size), r3); break;
        case helper::map_pop: result = map.take(room_at(r2, spec.value_size), true); break;
        case helper::map_peek: result = map.take(room_at(r2, spec.value_size), false); break;
        case helper::ring_write: result = map.write_record(bytes_at(r2, r3), r4); break;
        default: break;
    }
    return static_cast<std::uint64_t>(result);
}

}  // namespace ringfence::policy
