#include "hostile.h"

#include <algorithm>
#include <cstring>

namespace ringfence::policy {

std::uint64_t hostile_number(Chance& chance) {
    switch (below(chance, 5)) {
        case 0: return below(chance, 70);
        case 1: return 0 - below(chance, 70);
        case 2: return (std::uint64_t{1} << below(chance, 64)) + below(chance, 3) - 1;
        case 3: return chance() >> below(chance, 64);
        default: return chance();
    }
}

void fill_hostile(Bytes bytes, Chance& chance) {
    for (std::size_t i = 0; i < bytes.size(); i += 8) {
        const std::uint64_t number = below(chance, 3) == 0
                                         ? hostile_number(chance) << 32U | hostile_number(chance) % 100
                                         : hostile_number(chance);
        std::memcpy(bytes.data() + i, &number, std::min<std::size_t>(8, bytes.size() - i));
    }
}

void fill_map(Map& map, Chance& chance) {
    const MapSpec& spec = map.spec();
    std::vector<std::uint8_t> key(spec.key_size);
    std::vector<std::uint8_t> value(spec.value_size);
    if (spec.kind == MapKind::Array || spec.kind == MapKind::WorkerArray) {
        for (std::uint32_t i = 0; map.has_value(i); ++i)
            fill_hostile(map.value(i), chance);
        return;
    }
    for (std::uint64_t i = below(chance, 4); i > 0; --i) {
        const std::uint64_t number = below(chance, 4);
        if (!key.empty()) std::memcpy(key.data(), &number, std::min<std::size_t>(8, key.size()));
        fill_hostile(value, chance);
        if (has_key(spec.kind))
            map.update(key, value, 0, 0);
        else
            map.push(value, 0);
    }
}

std::vector<std::uint8_t> outcome_of(ConstBytes context, std::vector<Map>& maps) {
    std::vector<std::uint8_t> all(context.begin(), context.end());
    for (Map& map : maps) {
        for (std::uint32_t i = 0; map.has_value(i); ++i) {
            const Bytes value = map.value(i);
            all.insert(all.end(), value.begin(), value.end());
        }
        for (const auto& record : map.drain())
            all.insert(all.end(), record.begin(), record.end());
    }
    return all;
}

}  // namespace ringfence::policy
