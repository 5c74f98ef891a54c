// Any bytes may come as an image; what parse() gives lies within them, and expands to what it says or not at all.
#include <cstdint>
#include <cstdlib>

#include "fatbin/elf.h"
#include "fatbin/fatbin.h"

namespace {

// Above this an input would test the allocator.
constexpr std::uint64_t largest_to_expand = 1 << 20;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ringfence::fatbin;
    const auto bytes = std::as_bytes(std::span(data, size));
    static_cast<void>(container_bytes(bytes));
    static_cast<void>(elf_bytes(bytes));
    static_cast<void>(check_elf(bytes));
    const auto images = parse(bytes);
    if (!images.ok()) return 0;
    for (const Image& image : images.value()) {
        if (image.view.data() < bytes.data() || image.view.data() + image.view.size() > bytes.data() + size)
            std::abort();
        if (image.bytes > largest_to_expand) continue;
        const auto expanded = contents(image);
        if (expanded.ok() && expanded.value().size() != image.bytes) std::abort();
        if (expanded.ok() && image.kind == Kind::Elf) static_cast<void>(check_elf(expanded.value()));
        const auto as_text = text(image);
        if (as_text.ok() != expanded.ok()) std::abort();
    }
    for (const std::uint32_t sm : {75U, 90U, 120U}) {
        const Image* const best = choose(images.value(), sm, Kind::Elf);
        const Image* const only = choose(images.value(), sm, Kind::Ptx, true);
        if (only != nullptr && (best == nullptr || only->kind != Kind::Ptx)) std::abort();
    }
    return 0;
}
