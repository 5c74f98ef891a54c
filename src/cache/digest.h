// Digests that nobody can find two texts for (BLAKE3).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ringfence::cache {

using Digest = std::array<std::uint8_t, 32>;

// Of several texts; where one ends and the next begins counts.
Digest digest(std::span<const std::string_view> parts);

// The same with a secret: nobody who does not know it can compute it, or find another text for it.
Digest sealed_digest(const Digest& secret, std::span<const std::string_view> parts);

// digest() as 64 hexadecimal digits: a key for DiskCache.
std::string key_of(std::span<const std::string_view> parts);

}  // namespace ringfence::cache
