#include "worker/image_choice.h"

#include <algorithm>
#include <optional>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "fatbin/elf.h"
#include "ptx/link.h"

namespace ringfence::worker {
namespace {

using fatbin::Image;

constexpr std::uint64_t most_linked_bytes = fatbin::largest_image;

std::uint32_t architecture_of(const backend::Device& device) {
    return device.properties().compute_major * 10 + device.properties().compute_minor;
}

bool has_parts(std::span<const Image> images) {
    return !images.empty() && images.back().part != 0;
}

Error nothing_fits(std::span<const Image> images, std::uint32_t sm, ImageChoice choice) {
    const bool takes_machine_code = choice == ImageChoice::PreferMachineCode;
    const char* const elsewhere =
        choice == ImageChoice::PtxOnlyHere ? ", or run it in a domain of its own (--isolation private)" : "";
    const char* const linked = has_parts(images) ? ", all of its files and without -dlto, which keeps no PTX" : "";
    return Error::bad_input(fmt::format("the image holds no {} for this device (sm_{})",
                                        takes_machine_code ? "machine code or PTX" : "PTX", sm))
        .with_remedy(
            fmt::format("compile it with -gencode arch=compute_{0},code=compute_{0}{1}{2}", sm, linked, elsewhere))
        .with_status(cuda_status::no_binary_for_gpu);
}

std::string name_in_container(const Image& image) {
    return image.name.empty() ? "<ptx>" : image.name;
}

// Each part's images, as if it stood alone.
std::vector<std::vector<Image>> parts_of(std::span<const Image> images) {
    std::vector<std::vector<Image>> parts;
    for (const Image& image : images) {
        if (image.part == 0) continue;
        parts.resize(std::max<std::size_t>(parts.size(), image.part));
        Image& copy = parts[image.part - 1].emplace_back(image);
        copy.part = 0;
    }
    return parts;
}

// The PTX of each part that has some for this architecture. Parts without are left out: the libraries that nvcc adds to
// programs are among them, and what is missed is an undefined name. If none has any: those for the oldest newer
// architecture.
std::vector<Image> linkable(const std::vector<std::vector<Image>>& parts, std::uint32_t sm) {
    std::vector<Image> chosen;
    std::vector<Image> newer;
    for (const std::vector<Image>& part : parts) {
        if (const Image* image = fatbin::choose(part, sm, fatbin::Kind::Ptx, true)) chosen.push_back(*image);
        if (const Image* image = fatbin::choose_newer_ptx(part, sm)) newer.push_back(*image);
    }
    if (!chosen.empty() || newer.empty()) return chosen;
    const auto oldest =
        std::min_element(newer.begin(), newer.end(), [](const Image& a, const Image& b) { return a.sm < b.sm; })->sm;
    std::erase_if(newer, [&](const Image& image) { return image.sm != oldest; });
    return newer;
}

Result<ChosenImage> link_images(std::span<const Image> images, std::uint32_t sm) {
    std::vector<ptx::LinkInput> inputs;
    std::uint64_t bytes = 0;
    for (const Image& image : images) {
        bytes += image.bytes;
        if (bytes > most_linked_bytes) {
            return Error::bad_input("the device code is too large to be linked")
                .with_status(cuda_status::invalid_image);
        }
        RF_TRY(std::string text, fatbin::text(image));
        inputs.push_back({std::move(text), image.name});
    }
    ChosenImage linked;
    linked.name = images.size() == 1 ? name_in_container(images.front()) : "<linked ptx>";
    RF_TRY(linked.text, ptx::link(inputs, {.newest_target = sm}));
    return linked;
}

Result<ChosenImage> expanded(const Image& image) {
    ChosenImage chosen;
    chosen.name = name_in_container(image);
    if (image.kind == fatbin::Kind::Ptx) {
        RF_TRY(chosen.text, fatbin::text(image));
        return chosen;
    }
    RF_TRY(chosen.code, fatbin::contents(image));
    RF_RETURN_IF_ERROR(fatbin::check_elf(chosen.code));
    return chosen;
}

}  // namespace

Result<ChosenImage> choose_image(const backend::Device& device, std::span<const std::byte> bytes, ImageChoice choice) {
    RF_TRY(const std::vector<Image> images, fatbin::parse(bytes));
    const std::uint32_t sm = architecture_of(device);
    const bool ptx_only = choice != ImageChoice::PreferMachineCode;
    const Image* chosen = fatbin::choose(images, sm, ptx_only ? fatbin::Kind::Ptx : fatbin::Kind::Elf, ptx_only);
    if (chosen != nullptr) return expanded(*chosen);
    if (const std::vector<Image> parts = linkable(parts_of(images), sm); !parts.empty()) return link_images(parts, sm);
    if (const Image* newer = fatbin::choose_newer_ptx(images, sm)) return link_images(std::span(newer, 1), sm);
    return nothing_fits(images, sm, choice);
}

}  // namespace ringfence::worker
