// Fatbins: containers of one program's device code for several architectures, as nvcc makes them.
//
// A program's "image" for the driver is a fatbin, PTX text, or a cubin (ELF); parse() takes all three. It reads hostile
// bytes: sizes are checked before they are used, and nothing is expanded until contents() is asked, which never makes
// more than the entry declares, and never more than `largest_image`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "fatbin/extent.h"
#include "fatbin/layout.h"

namespace ringfence::fatbin {

constexpr std::uint64_t largest_image = 512ULL << 20;
constexpr std::size_t most_images = 4096;
constexpr std::int32_t invalid_image = 200;  // the status of all failures here

enum class Kind : std::uint8_t { Ptx, Elf };
enum class Compression : std::uint8_t { None, Lz4, Zstd };

struct Image {
    Kind kind = Kind::Ptx;
    std::uint32_t sm = 0;     // 90 for sm_90 or compute_90; 0: not said (it was not in a container)
    std::uint64_t flags = 0;  // as in the container (layout.h)
    std::string name;         // often empty
    std::uint32_t part = 0;   // 0: of the program as a whole; otherwise of its nth part, which must be linked
    Compression compression = Compression::None;
    std::uint64_t bytes = 0;          // when expanded
    std::span<const std::byte> view;  // as stored, in the bytes that were parsed
};

// The images in the order of the container, those of parts behind each other (join.h). Entries of unknown kinds are
// left out. Bytes behind the container are ignored.
[[nodiscard]] Result<std::vector<Image>> parse(std::span<const std::byte> bytes);

// An image as it was before it was put into the container.
[[nodiscard]] Result<std::vector<std::byte>> contents(const Image& image);
// The same as text, without the zeros that end or pad it.
[[nodiscard]] Result<std::string> text(const Image& image);

// The image for a GPU of compute capability `sm` (90 for 9.0), or null if there is none: machine code for the same
// major and no higher minor version, or PTX for the same or an older one; the newest of several. `preferred` is looked
// for first, then the other kind unless `only` is set. Images of parts do not count.
[[nodiscard]] const Image* choose(std::span<const Image> images, std::uint32_t sm, Kind preferred, bool only = false);

// PTX for a GPU that there is none for, since all is for newer ones: the oldest, which may be taken if it happens to
// use nothing that the GPU does not have. Null if there is no such PTX.
[[nodiscard]] const Image* choose_newer_ptx(std::span<const Image> images, std::uint32_t sm);

}  // namespace ringfence::fatbin
