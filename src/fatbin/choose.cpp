// Which image a GPU takes.
#include <tuple>

#include "fatbin/fatbin.h"

namespace ringfence::fatbin {
namespace {

bool fits(const Image& image, std::uint32_t sm) {
    if (image.sm == 0) return true;  // it does not say; the loader will
    if ((image.flags & flag_exact) != 0) return image.sm == sm;
    const bool is_same_major = image.sm / 10 == sm / 10;
    if (image.kind == Kind::Ptx && (image.flags & flag_family) == 0) return image.sm <= sm;
    return is_same_major && image.sm <= sm;
}

const Image* newest(std::span<const Image> images, std::uint32_t sm, Kind kind) {
    // Code for exactly this architecture may use more of it.
    const auto rank = [](const Image& image) {
        return std::tuple(image.sm, (image.flags & flag_exact) != 0, (image.flags & flag_family) != 0);
    };
    const Image* best = nullptr;
    for (const Image& image : images) {
        if (image.part != 0 || image.kind != kind || !fits(image, sm)) continue;
        if (best == nullptr || rank(image) > rank(*best)) best = &image;
    }
    return best;
}

}  // namespace

const Image* choose(std::span<const Image> images, std::uint32_t sm, Kind preferred, bool only) {
    const Image* const image = newest(images, sm, preferred);
    if (image != nullptr || only) return image;
    return newest(images, sm, preferred == Kind::Ptx ? Kind::Elf : Kind::Ptx);
}

const Image* choose_newer_ptx(std::span<const Image> images, std::uint32_t sm) {
    const Image* oldest = nullptr;
    for (const Image& image : images) {
        const bool is_special = (image.flags & (flag_exact | flag_family)) != 0;
        if (image.part != 0 || image.kind != Kind::Ptx || is_special || image.sm <= sm) continue;
        if (oldest == nullptr || image.sm < oldest->sm) oldest = &image;
    }
    return oldest;
}

}  // namespace ringfence::fatbin
