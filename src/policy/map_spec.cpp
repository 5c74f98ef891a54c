#include "policy/map_spec.h"

#include <bit>

#include <fmt/format.h>

#include "base/escape.h"
#include "policy/known_maps.h"

namespace ringfence::policy {
namespace {

constexpr std::uint64_t bookkeeping = 32;  // bytes per entry beside key and value

Error bad_map(const MapSpec& spec, std::string_view what, std::string remedy) {
    return Error::bad_input(fmt::format("map '{}': {}", escape(spec.name), what)).with_remedy(std::move(remedy));
}

Result<void> check_key(const MapSpec& spec) {
    const bool is_array = spec.kind == MapKind::Array || spec.kind == MapKind::WorkerArray;
    if (is_array && spec.key_size != 4)
        return bad_map(spec, fmt::format("the key of an array has 4 bytes, not {}", spec.key_size),
                       "make its key an rf_u32");
    if (!has_key(spec.kind) && spec.key_size != 0)
        return bad_map(spec, fmt::format("a {} has no key", name_of(spec.kind)), "declare it with key_size 0");
    if (has_key(spec.kind) && (spec.key_size == 0 || spec.key_size > largest_key))
        return bad_map(spec, fmt::format("a key of {} bytes", spec.key_size),
                       fmt::format("keys have 1 to {} bytes", largest_key));
    return {};
}

Result<void> check_sizes(const MapSpec& spec) {
    if (spec.kind == MapKind::Ring) {
        if (spec.value_size != 0) return bad_map(spec, "a ring has no size of values", "declare it with value_size 0");
        if (!std::has_single_bit(spec.max_entries) || spec.max_entries < 4096 || spec.max_entries > most_map_bytes)
            return bad_map(spec, fmt::format("a ring of {} bytes", spec.max_entries),
                           fmt::format("a ring's bytes are a power of two, from 4096 to {}", most_map_bytes));
        return {};
    }
    if (spec.kind == MapKind::Programs) {
        if (spec.value_size == 0 && spec.programs.size() == spec.max_entries) return {};
        return bad_map(spec, "programs that are not in the object", "declare it with RF_PROGRAMS");
    }
    if (spec.value_size == 0 || spec.value_size > largest_value)
        return bad_map(spec, fmt::format("a value of {} bytes", spec.value_size),
                       fmt::format("values have 1 to {} bytes", largest_value));
    if (spec.max_entries == 0 || spec.max_entries > most_entries)
        return bad_map(spec, fmt::format("{} entries", spec.max_entries),
                       fmt::format("a map has 1 to {} entries", most_entries));
    return {};
}

}  // namespace

std::string_view name_of(MapKind kind) {
    switch (kind) {
        case MapKind::Array: return "array";
        case MapKind::Hash: return "hash";
        case MapKind::LruHash: return "LRU hash";
        case MapKind::WorkerArray: return "worker array";
        case MapKind::Queue: return "queue";
        case MapKind::Stack: return "stack";
        case MapKind::Ring: return "ring";
        case MapKind::Programs: return "programs";
    }
    return "unknown kind";
}

bool is_same_map(const MapSpec& one, const MapSpec& other) {
    return one.name == other.name && one.kind == other.kind && one.key_size == other.key_size &&
           one.value_size == other.value_size && one.max_entries == other.max_entries &&
           one.is_read_only == other.is_read_only && one.is_variables == other.is_variables;
}

bool has_key(MapKind kind) {
    return has_lookup(kind);
}

bool has_lookup(MapKind kind) {
    return kind == MapKind::Array || kind == MapKind::Hash || kind == MapKind::LruHash || kind == MapKind::WorkerArray;
}

std::uint64_t bytes_of(const MapSpec& spec) {
    if (spec.kind == MapKind::Ring) return spec.max_entries;
    const std::uint64_t entry = std::uint64_t{spec.key_size} + spec.value_size + bookkeeping;
    return entry * spec.max_entries * (spec.kind == MapKind::WorkerArray ? most_workers : 1);
}

Result<void> check_spec(const MapSpec& spec) {
    if (spec.kind < MapKind::Array || spec.kind > MapKind::Programs)
        return bad_map(spec, fmt::format("there is no kind {}", static_cast<std::uint32_t>(spec.kind)),
                       "use a kind of ringfence/policy.h");
    RF_RETURN_IF_ERROR(check_key(spec));
    return check_sizes(spec);
}

Result<void> check_specs(const std::vector<MapSpec>& specs) {
    if (specs.size() > most_maps)
        return Error::bad_input(fmt::format("{} maps", specs.size()))
            .with_remedy(
                fmt::format("a policy has {} maps at most, with a map for each section of variables", most_maps));
    std::uint64_t total = 0;
    std::size_t programs = 0;
    for (const MapSpec& spec : specs) {
        RF_RETURN_IF_ERROR(check_spec(spec));
        RF_RETURN_IF_ERROR(check_known_map(spec));
        programs += spec.programs.size();
        if (programs > most_programs)
            return bad_map(spec, fmt::format("with this one there are {} programs", programs),
                           fmt::format("all program arrays of a policy have {} at most", most_programs));
        total += bytes_of(spec);
        if (total > most_map_bytes)
            return bad_map(spec, "with this one the maps take too much memory",
                           fmt::format("all maps of a policy may take {} MiB", most_map_bytes >> 20U));
    }
    return {};
}

}  // namespace ringfence::policy
