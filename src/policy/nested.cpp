#include "policy/nested.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

namespace ringfence::policy {
namespace {

// Copies, memory and temperature concern the whole card, so only the card's policy decides about them.
constexpr std::array not_nested{Hook::CopyEnqueue, Hook::MemoryPressure, Hook::Reclaim, Hook::Thermal};
constexpr std::array<std::string_view, 4> maps_of_the_card{"VSLICE_SET", "IO_BUDGETS", "MEMPOOL_SET", "PLACEMENT"};

// Longer than a virtual GPU ever waits for its turn, so that a time without questions does not end a series of holds.
constexpr sched::Time longest_nested_gap = 10 * sched::second;

}  // namespace

Result<void> check_nested(const Program& program) {
    for (const Hook hook : not_nested) {
        if (!program.hooks[static_cast<std::size_t>(hook)]) continue;
        return Error::bad_input(fmt::format("hook {} is never run in a policy of a virtual GPU", info_of(hook).name))
            .with_remedy("leave it out: that is for the card's policy to decide, which an administrator loads");
    }
    std::uint64_t bytes = 0;
    for (const MapSpec& map : program.maps) {
        if (std::find(maps_of_the_card.begin(), maps_of_the_card.end(), map.name) != maps_of_the_card.end()) {
            return Error::bad_input(fmt::format("nothing obeys map '{}' in a policy of a virtual GPU", map.name))
                .with_remedy("leave it out, or ask an administrator to load the policy for the card");
        }
        bytes += bytes_of(map);
    }
    if (bytes <= most_nested_map_bytes) return {};
    return Error::bad_input(fmt::format("the maps take {} KiB, and those of a policy of a virtual GPU may take {}",
                                        bytes >> 10U, most_nested_map_bytes >> 10U))
        .with_remedy("make them smaller");
}

WatchSettings nested(WatchSettings settings) {
    settings.budget = std::min(settings.budget, most_nested_budget);
    settings.most_work = most_nested_work;
    settings.longest_gap = longest_nested_gap;
    return settings;
}

}  // namespace ringfence::policy
