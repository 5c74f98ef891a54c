// Taking images out of their containers.
#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "fatbin/fatbin.h"

namespace ringfence::fatbin {
namespace {

// The highest ratios of the formats: a byte of an LZ4 length stands for 255 bytes, and a zstd block of 4 for 128 KiB.
// An image that declares more is lying, and no memory is taken for it.
constexpr std::uint64_t largest_lz4_ratio = 255;
constexpr std::uint64_t largest_zstd_ratio = 32768;

Error broken(const std::string& what) {
    return Error::bad_input("a compressed image in the fatbin is broken: " + what)
        .with_remedy("build the program again")
        .with_status(invalid_image);
}

Result<std::vector<std::byte>> expand_lz4(const Image& image) {
    if (image.bytes / largest_lz4_ratio > image.view.size()) return broken("it cannot be that large");
    std::vector<std::byte> out(image.bytes);
    const int got =
        LZ4_decompress_safe(reinterpret_cast<const char*>(image.view.data()), reinterpret_cast<char*>(out.data()),
                            static_cast<int>(image.view.size()), static_cast<int>(out.size()));
    if (got < 0 || static_cast<std::size_t>(got) != out.size()) return broken("its LZ4 data do not fit its size");
    return out;
}

Result<std::vector<std::byte>> expand_zstd(const Image& image) {
    if (image.bytes / largest_zstd_ratio > image.view.size()) return broken("it cannot be that large");
    std::vector<std::byte> out(image.bytes);
    const std::size_t got = ZSTD_decompress(out.data(), out.size(), image.view.data(), image.view.size());
    if (ZSTD_isError(got) != 0) return broken(ZSTD_getErrorName(got));
    if (got != out.size()) return broken("its zstd data do not fit its size");
    return out;
}

}  // namespace

Result<std::vector<std::byte>> contents(const Image& image) {
    if (image.bytes > largest_image || image.view.size() > largest_image) return broken("it is too large");
    switch (image.compression) {
        case Compression::Lz4: return expand_lz4(image);
        case Compression::Zstd: return expand_zstd(image);
        case Compression::None: break;
    }
    return std::vector<std::byte>(image.view.begin(), image.view.end());
}

Result<std::string> text(const Image& image) {
    std::vector<std::byte> expanded;
    std::span<const std::byte> bytes = image.view;
    if (image.compression != Compression::None) {
        RF_TRY(expanded, contents(image));
        bytes = expanded;
    }
    const auto* const begin = reinterpret_cast<const char*>(bytes.data());
    return std::string(begin, std::find(begin, begin + bytes.size(), '\0'));
}

}  // namespace ringfence::fatbin
