// The shape of a matrix operation, as instructions name it: m16n16k8.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ringfence::ptx {

using TileShape = std::array<std::uint32_t, 3>;

// Its numbers; nothing if the text is something else.
std::optional<TileShape> read_tile_shape(std::string_view text);

}  // namespace ringfence::ptx
