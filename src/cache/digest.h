// Collision-resistant digests (BLAKE3).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ringfence::cache {

using Digest = std::array<std::uint8_t, 32>;

// The digest of several texts; the boundaries between them count.
Digest digest(std::span<const std::string_view> parts);

// The same with a secret: without it a digest can neither be computed nor matched by another text.
Digest sealed_digest(const Digest& secret, std::span<const std::string_view> parts);

// digest() as 64 hexadecimal digits: a key for DiskCache.
std::string key_of(std::span<const std::string_view> parts);

}  // namespace ringfence::cache
