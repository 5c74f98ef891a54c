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

// A descriptor, which is the program's to close; -1 if the system gives none.
int make_shareable_file(Shareable kind, const ShareToken& token);
// Nothing if this is no such file, or one of another kind.
std::optional<ShareToken> read_shareable_file(int file, Shareable kind);

}  // namespace ringfence::driver
