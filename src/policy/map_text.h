// Maps of a policy as text, for people and their tools: keys and values as numbers or bytes, both ways.
//
// Values of 1, 2, 4 or 8 bytes are numbers; other multiples of 8 bytes are numbers of 8 bytes, with commas between
// them; all else is 0x and hexadecimal digits, byte by byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "policy/map.h"

namespace ringfence::policy {

[[nodiscard]] std::string value_text(ConstBytes bytes);
// The same read again: exactly `size` bytes.
[[nodiscard]] Result<std::vector<std::uint8_t>> parse_value(std::string_view text, std::size_t size);

// The names, kinds and sizes of a policy's maps: a line each.
[[nodiscard]] std::string list_maps(const std::vector<Map>& maps);
// All entries of a map, `most_bytes` of text at most; a last line says if it was cut.
[[nodiscard]] Result<std::string> dump_map(std::vector<Map>& maps, std::string_view name, std::size_t most_bytes);
// All entries of all maps, under their names; each map gets an equal part of `most_bytes`.
[[nodiscard]] std::string dump_maps(std::vector<Map>& maps, std::size_t most_bytes);
[[nodiscard]] Result<std::string> get_entry(std::vector<Map>& maps, std::string_view name, std::string_view key);
[[nodiscard]] Result<std::string> set_entry(std::vector<Map>& maps, std::string_view name, std::string_view key,
                                            std::string_view value);

}  // namespace ringfence::policy
