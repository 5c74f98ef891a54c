// Converts keys and values of a policy's maps to text and back, for people and tools.
//
// Values of 1, 2, 4 or 8 bytes are numbers; other multiples of 8 bytes are numbers of 8 bytes, separated by commas; all
// else is 0x and hexadecimal digits, byte by byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "policy/map.h"

namespace ringfence::policy {

[[nodiscard]] std::string value_text(ConstBytes bytes);
// Parses such a text to exactly `size` bytes.
[[nodiscard]] Result<std::vector<std::uint8_t>> parse_value(std::string_view text, std::size_t size);

// One line for each map of a policy: its name, kind and sizes.
[[nodiscard]] std::string list_maps(const std::vector<Map>& maps);
// All entries of a map, in at most `most_bytes` of text; a last line says if some were left out.
[[nodiscard]] Result<std::string> dump_map(std::vector<Map>& maps, std::string_view name, std::size_t most_bytes);
// All entries of all maps, under their names; each map gets an equal part of `most_bytes`.
[[nodiscard]] std::string dump_maps(std::vector<Map>& maps, std::size_t most_bytes);
[[nodiscard]] Result<std::string> get_entry(std::vector<Map>& maps, std::string_view name, std::string_view key);
[[nodiscard]] Result<std::string> set_entry(std::vector<Map>& maps, std::string_view name, std::string_view key,
                                            std::string_view value);

}  // namespace ringfence::policy
