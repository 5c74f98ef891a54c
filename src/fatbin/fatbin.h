// Fatbins: containers of one program's device code for several architectures, as nvcc makes them.
//
// What a program hands to the driver as "an image" is a fatbin, PTX text, or a cubin (ELF); parse() takes all three. It
// reads hostile bytes: sizes are checked before they are used, and nothing is expanded until contents() is asked, which
// never makes more than the entry declares, and never more than `largest_image`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ringfence::fatbin {

constexpr std::uint32_t wrapper_magic = 0x466243B1;
constexpr std::uint32_t container_magic = 0xBA55ED50;
constexpr std::uint64_t largest_image = 512ULL << 20;
constexpr std::size_t most_images = 4096;

// What __cudaRegisterFatBinary gets: lies in the program, points at the container.
struct Wrapper {
    std::int32_t magic;
    std::int32_t version;
    const void* container;
    // Version 2: a list, ended by a null, of containers that were linked before.
    void* extra;
};

constexpr std::size_t container_header_bytes = 16;

// The extent of a container, with its header, by the header's first 16 bytes: for a client that has only a pointer.
[[nodiscard]] Result<std::uint64_t> container_bytes(std::span<const std::byte> header);

enum class Kind : std::uint8_t { Ptx, Elf };
enum class Compression : std::uint8_t { None, Lz4, Zstd };

struct Image {
    Kind kind = Kind::Ptx;
    std::uint32_t sm = 0;     // 90 for sm_90 or compute_90; 0: not said (PTX text by itself says it in its text)
    std::uint64_t flags = 0;  // as in the container
    std::string name;         // often empty
    Compression compression = Compression::None;
    std::uint64_t bytes = 0;          // when expanded
    std::span<const std::byte> view;  // as stored, in the bytes that were parsed
};

// The images in the order of the container. Entries of unknown kinds are left out.
[[nodiscard]] Result<std::vector<Image>> parse(std::span<const std::byte> bytes);

// An image as it was before it was put into the container. PTX ends where its text does: no zeros after it.
[[nodiscard]] Result<std::vector<std::byte>> contents(const Image& image);
[[nodiscard]] Result<std::string> text(const Image& image);

// The image that fits a GPU of compute capability `sm` (90 for 9.0), if one does: machine code for the same major and
// no higher minor version, the closest first; or PTX for the same or an older one, the newest first. `preferred` is
// looked for first, the other kind after it unless `only` is set. Null: none.
[[nodiscard]] const Image* choose(std::span<const Image> images, std::uint32_t sm, Kind preferred, bool only = false);

}  // namespace ringfence::fatbin
