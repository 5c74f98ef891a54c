// Images of modules as programs hand them over: by address alone. How long one is, it says itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ringfence::driver {

// PTX text, a cubin, a fatbin, or a wrapper that points to one. Empty if it is none of these.
std::span<const std::byte> image_bytes(const void* image);

// The same, with what device code was linked of: a linked program has machine code in one place and its PTX in others.
class WholeImage {
public:
    explicit WholeImage(const void* image);

    std::span<const std::byte> bytes() const { return bytes_; }

private:
    std::vector<std::byte> joined_;  // if it is not in one piece
    std::span<const std::byte> bytes_;
};

// How much PTX an image holds when it is expanded: of the largest text in it, if there are several, and
// of all parts that must be linked. 0: none.
std::uint64_t ptx_bytes(std::span<const std::byte> image);

// By its first bytes: a cubin, a fatbin, or text that begins as PTX does.
bool may_be_image(std::span<const std::byte> image);

}  // namespace ringfence::driver
