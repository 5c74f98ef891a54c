// Images of modules as programs pass them: by address only. Their length is found from their contents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ringfence::driver {

// PTX text, a cubin, a fatbin, or a wrapper that points to one. Empty if it is none of these.
std::span<const std::byte> image_bytes(const void* image);

// The same, with all parts of linked device code, which has its machine code and its PTX in different places.
class WholeImage {
public:
    explicit WholeImage(const void* image);

    std::span<const std::byte> bytes() const { return bytes_; }

private:
    std::vector<std::byte> joined_;  // if it was not in one piece
    std::span<const std::byte> bytes_;
};

// The size of an image's PTX, uncompressed: of the largest text if there are several, summed over all parts that must
// be linked. 0: no PTX.
std::uint64_t ptx_bytes(std::span<const std::byte> image);

// True if the first bytes are those of a cubin, a fatbin, or PTX.
bool may_be_image(std::span<const std::byte> image);

}  // namespace ringfence::driver
