// The file behind a file descriptor that is passed to other processes: small, sealed, with the token by which the
// worker knows the memory. A process that receives it can open the memory only as the same tenant
// (docs/shared-memory.md).
#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace ringfence::driver {

using ShareToken = std::array<std::byte, 64>;

enum class Shareable : unsigned char { Memory = 1, Pool = 2 };

// Returns a descriptor, which the program must close; -1 on failure.
int make_shareable_file(Shareable kind, const ShareToken& token);
// Nothing if this is not such a file, or of another kind.
std::optional<ShareToken> read_shareable_file(int file, Shareable kind);

}  // namespace ringfence::driver
