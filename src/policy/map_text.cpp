#include "policy/map_text.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "base/escape.h"

namespace ringfence::policy {
namespace {

constexpr std::size_t word = 8;

bool is_number_size(std::size_t size) {
    return size == 1 || size == 2 || size == 4 || size == word;
}

std::uint64_t number_in(ConstBytes bytes) {
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data(), bytes.size());
    return number;
}

Error bad_value(std::string_view text, std::size_t size) {
    return Error::bad_input(fmt::format("'{}' is not {} bytes", escape(text), size))
        .with_remedy("write a number, numbers of 8 bytes with commas between them, or 0x and all bytes in hexadecimal");
}

Result<std::vector<std::uint8_t>> parse_hex(std::string_view text, std::size_t size) {
    if (text.size() != 2 * size) return bad_value(text, size);
    std::vector<std::uint8_t> bytes(size);
    for (std::size_t i = 0; i < size; ++i) {
        const char* const begin = text.data() + 2 * i;
        const auto [end, error] = std::from_chars(begin, begin + 2, bytes[i], 16);
        if (error != std::errc() || end != begin + 2) return bad_value(text, size);
    }
    return bytes;
}

Result<Map*> find_map(std::vector<Map>& maps, std::string_view name) {
    const auto found =
        std::find_if(maps.begin(), maps.end(), [name](const Map& map) { return map.spec().name == name; });
    if (found != maps.end()) return &*found;
    return Error::bad_input(fmt::format("the policy has no map '{}'", escape(name)))
        .with_remedy("'ringfence policy map list' names those that it has");
}

Error no_keys(const MapSpec& spec) {
    return Error::bad_input(fmt::format("map '{}' has no keys: it is a {}", escape(spec.name), name_of(spec.kind)))
        .with_remedy("show all of it: ringfence policy map dump " + escape(spec.name));
}

}  // namespace

std::string value_text(ConstBytes bytes) {
    if (is_number_size(bytes.size())) return std::to_string(number_in(bytes));
    std::string text;
    if (!bytes.empty() && bytes.size() % word == 0) {
        for (std::size_t i = 0; i < bytes.size(); i += word)
            text += fmt::format("{}{}", i == 0 ? "" : ",", number_in(bytes.subspan(i, word)));
        return text;
    }
    text = "0x";
    for (const std::uint8_t byte : bytes)
        text += fmt::format("{:02x}", byte);
    return text;
}

Result<std::vector<std::uint8_t>> parse_value(std::string_view text, std::size_t size) {
    if (text.starts_with("0x")) return parse_hex(text.substr(2), size);
    const std::size_t part = is_number_size(size) ? size : word;
    std::vector<std::uint8_t> bytes;
    for (std::string_view rest = text; bytes.size() < size;) {
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        const bool fits = part == word || number >> (8 * part) == 0;
        if (error != std::errc() || !fits) return bad_value(text, size);
        const auto* const first = reinterpret_cast<const std::uint8_t*>(&number);
        bytes.insert(bytes.end(), first, first + part);
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        const bool is_last = bytes.size() >= size;
        if (is_last != rest.empty() || (!is_last && rest.front() != ',')) return bad_value(text, size);
        if (!is_last) rest.remove_prefix(1);
    }
    if (bytes.size() != size) return bad_value(text, size);
    return bytes;
}

std::string list_maps(const std::vector<Map>& maps) {
    std::string text;
    for (const Map& map : maps) {
        const MapSpec& spec = map.spec();
        text += fmt::format("{:<20} {:<13} key {} bytes, value {} bytes, {}{}\n", escape(spec.name), name_of(spec.kind),
                            spec.key_size, spec.value_size, spec.max_entries, spec.is_read_only ? ", read-only" : "");
    }
    return text;
}

namespace {

std::string entries_of(Map& map, std::size_t most_bytes) {
    std::string text;
    std::uint64_t left_out = 0;
    map.each([&](ConstBytes key, ConstBytes value) {
        // A byte needs at most four characters.
        if (text.size() + 4 * (key.size() + value.size()) + 8 > most_bytes) {
            ++left_out;
            return;
        }
        text += key.empty() ? value_text(value) + "\n" : fmt::format("{} = {}\n", value_text(key), value_text(value));
    });
    if (left_out != 0) text += fmt::format("... and {} more\n", left_out);
    return text;
}

}  // namespace

Result<std::string> dump_map(std::vector<Map>& maps, std::string_view name, std::size_t most_bytes) {
    RF_TRY(Map * map, find_map(maps, name));
    return entries_of(*map, most_bytes);
}

std::string dump_maps(std::vector<Map>& maps, std::size_t most_bytes) {
    std::string text;
    for (Map& map : maps) {
        text += fmt::format("map {} ({}):\n", escape(map.spec().name), name_of(map.spec().kind));
        text += entries_of(map, most_bytes / maps.size());
    }
    return text;
}

Result<std::string> get_entry(std::vector<Map>& maps, std::string_view name, std::string_view key) {
    RF_TRY(Map * map, find_map(maps, name));
    if (!has_lookup(map->spec().kind)) return no_keys(map->spec());
    RF_TRY(const std::vector<std::uint8_t> bytes, parse_value(key, map->spec().key_size));
    const std::optional<std::uint32_t> number = map->lookup(bytes, 0);
    if (!number) return Error::bad_input(fmt::format("map '{}' has no key {}", escape(name), escape(key)));
    return value_text(map->value(*number)) + "\n";
}

Result<std::string> set_entry(std::vector<Map>& maps, std::string_view name, std::string_view key,
                              std::string_view value) {
    RF_TRY(Map * map, find_map(maps, name));
    const MapSpec& spec = map->spec();
    if (!has_lookup(spec.kind)) return no_keys(spec);
    if (spec.is_read_only) return Error::bad_input(fmt::format("map '{}' holds constants", escape(name)));
    RF_TRY(const std::vector<std::uint8_t> key_bytes, parse_value(key, spec.key_size));
    RF_TRY(const std::vector<std::uint8_t> value_bytes, parse_value(value, spec.value_size));
    const std::int64_t result = map->update(key_bytes, value_bytes, 0, 0);
    if (result == 0) return std::string();
    return Error::bad_input(fmt::format("map '{}' has no room for key {}", escape(name), escape(key)));
}

}  // namespace ringfence::policy
