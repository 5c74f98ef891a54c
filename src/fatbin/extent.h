// How far an image reaches, for a client that has nothing but a pointer to it (cuModuleLoadData takes no size).
//
// The client trusts its own memory; the worker, to which it sends these bytes, does not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.h"
#include "fatbin/layout.h"

namespace ringfence::fatbin {

// The extent of a container with its header, by the header.
[[nodiscard]] Result<std::uint64_t> container_bytes(std::span<const std::byte> header);

// The extent of a cubin, by the first 64 bytes: up to the end of its tables.
[[nodiscard]] Result<std::uint64_t> elf_bytes(std::span<const std::byte> header);

// The bytes of whatever `image` points at: a fatbin's wrapper or container, a cubin, or PTX ended by a zero.
[[nodiscard]] Result<std::span<const std::byte>> image_at(const void* image);

}  // namespace ringfence::fatbin
