#include "worker/image_choice.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

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
        choice == ImageChoice::PtxOnlyHere ? ", or run it in a worker of its own (--isolation private)" : "";
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

// Groups the images by the part of the program that they belong to.
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

// The PTX of each part that has some for this architecture. Parts without any are left out: nvcc adds such libraries to
// programs, and if a part is really missing, linking finds an undefined name. If no part has any: the PTX for the
// oldest newer architecture.
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

// Kernels call this function to set the condition of a graph's conditional node. nvcc leaves it to the driver's
// compiler to provide it. Here a condition's handle is the address of a word in the program's own memory
// (client/driver/conditions.h), so the function is an ordinary store, which the guard fences like any other.
constexpr std::string_view set_conditional_name = "cudaGraphSetConditional";
constexpr std::string_view set_conditional = R"(.version 7.0
.target sm_50
.address_size 64

.visible .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value)
{
    .reg .b64 %address;
    .reg .b32 %value;
    ld.param.b64 %address, [handle];
    ld.param.b32 %value, [value];
    st.b32 [%address], %value;
    ret;
}
)";

// Links the functions of ours that the text calls.
Result<std::string> with_own_functions(std::string text, const std::string& name, std::uint32_t sm) {
    if (text.find(set_conditional_name) == std::string::npos) return text;
    const std::array<ptx::LinkInput, 2> inputs = {ptx::LinkInput{std::move(text), name},
                                                  ptx::LinkInput{std::string(set_conditional), "<ringfence>"}};
    return ptx::link(inputs, {.newest_target = sm});
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
    const bool decides = std::any_of(inputs.begin(), inputs.end(), [](const ptx::LinkInput& input) {
        return input.text.find(set_conditional_name) != std::string::npos;
    });
    if (decides) inputs.push_back({std::string(set_conditional), "<ringfence>"});
    ChosenImage linked;
    linked.name = images.size() == 1 ? name_in_container(images.front()) : "<linked ptx>";
    RF_TRY(linked.text, ptx::link(inputs, {.newest_target = sm}));
    return linked;
}

Result<ChosenImage> expanded(const Image& image, std::uint32_t sm) {
    ChosenImage chosen;
    chosen.name = name_in_container(image);
    if (image.kind == fatbin::Kind::Ptx) {
        RF_TRY(std::string text, fatbin::text(image));
        RF_TRY(chosen.text, with_own_functions(std::move(text), chosen.name, sm));
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
    if (chosen != nullptr) return expanded(*chosen, sm);
    if (const std::vector<Image> parts = linkable(parts_of(images), sm); !parts.empty()) return link_images(parts, sm);
    if (const Image* newer = fatbin::choose_newer_ptx(images, sm)) return link_images(std::span(newer, 1), sm);
    return nothing_fits(images, sm, choice);
}

}  // namespace ringfence::worker
