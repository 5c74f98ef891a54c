// The description of a map: its kind and sizes. policy/map.h has the maps themselves.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ringfence::policy {

// The numbers are those of include/ringfence/policy.h.
enum class MapKind : std::uint32_t { Array = 1, Hash, LruHash, WorkerArray, Queue, Stack, Ring, Programs };

struct MapSpec {
    std::string name;
    MapKind kind = MapKind::Array;
    std::uint32_t key_size = 0;
    std::uint32_t value_size = 0;
    std::uint32_t max_entries = 0;
    // The variables of a section form an array with one value.
    bool is_read_only = false;
    std::vector<std::uint8_t> initial{};  // of the first value; empty: zeros
    bool is_variables = false;
    // For a map of kind Programs: the indices of the policy's functions, or no_program. They are set by the object file
    // and never changed, since the verifier follows them.
    std::vector<std::uint32_t> programs{};
};

constexpr std::uint32_t no_program = UINT32_MAX;

constexpr std::size_t most_maps = 32;
constexpr std::uint32_t largest_key = 256;
constexpr std::uint32_t largest_value = 64 << 10;
constexpr std::uint32_t most_entries = 1 << 20;
constexpr std::uint64_t most_map_bytes = 64 << 20;  // of all maps of a policy
constexpr std::uint32_t most_workers = 16;          // in a worker array
constexpr std::uint32_t most_programs = 32;         // of all program arrays of a policy

[[nodiscard]] std::string_view name_of(MapKind kind);
[[nodiscard]] bool has_key(MapKind kind);
// True if name, kind and sizes are the same.
[[nodiscard]] bool is_same_map(const MapSpec& one, const MapSpec& other);
// True if values can be accessed by address: those of queues, stacks and rings are copied in and out.
[[nodiscard]] bool has_lookup(MapKind kind);
// About how much memory a map takes.
[[nodiscard]] std::uint64_t bytes_of(const MapSpec& spec);
// Refuses kinds and sizes that are invalid or exceed the limits.
[[nodiscard]] Result<void> check_spec(const MapSpec& spec);
[[nodiscard]] Result<void> check_specs(const std::vector<MapSpec>& specs);

}  // namespace ringfence::policy
