// Writes fatbins: several images as one file, from which the loader chooses.
//
// Laid out as the toolkit's `fatbinary` does it, uncompressed, so that NVIDIA's driver takes them too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "fatbin/fatbin.h"

namespace ringfence::fatbin {

// An entry's description of its image, beside the bytes.
struct ImageVersion {
    std::uint16_t major = 0;
    std::uint16_t minor = 0;
};

struct NewImage {
    Kind kind = Kind::Ptx;
    std::uint32_t sm = 0;     // as in Image
    std::uint64_t flags = 0;  // flag_exact, flag_family, flag_debug; the others are set here
    ImageVersion version;     // PTX: that of its language; machine code: of its format (elf_version())
    std::string_view contents;
};

// The version that fatbinary notes for a cubin.
[[nodiscard]] ImageVersion elf_version(std::string_view cubin);

[[nodiscard]] std::string make_fatbin(std::span<const NewImage> images);

}  // namespace ringfence::fatbin
