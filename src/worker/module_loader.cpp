#include "worker/module_loader.h"

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "fatbin/elf.h"
#include "fatbin/fatbin.h"

namespace ringfence::worker {

namespace {

Error nothing_fits(std::uint32_t sm, ImageChoice choice) {
    const bool ptx_only = choice == ImageChoice::PtxOnly;
    return Error::bad_input(fmt::format("the image holds no {} for this device (sm_{})",
                                        ptx_only ? "PTX" : "machine code or PTX", sm))
        .with_remedy(fmt::format("compile it with -gencode arch=compute_{0},code=compute_{0}{1}", sm,
                                 ptx_only ? ", or run it in a worker of its own (--isolation private)" : ""))
        .with_status(cuda_status::no_binary_for_gpu);
}

Result<std::unique_ptr<backend::Module>> load_one(backend::Device& device, const fatbin::Image& image,
                                                  const std::vector<backend::Placement>& placements) {
    if (image.kind == fatbin::Kind::Ptx) {
        RF_TRY(std::string text, fatbin::text(image));
        return device.load(std::move(text),
                           {.file_name = image.name.empty() ? "<ptx>" : image.name, .placements = placements});
    }
    RF_TRY(const std::vector<std::byte> code, fatbin::contents(image));
    RF_RETURN_IF_ERROR(fatbin::check_elf(code));
    return device.load_binary(code);
}

}  // namespace

Result<std::unique_ptr<backend::Module>> load_image(backend::Device& device, std::span<const std::byte> image,
                                                    ImageChoice choice,
                                                    const std::vector<backend::Placement>& placements) {
    RF_TRY(const std::vector<fatbin::Image> images, fatbin::parse(image));
    const backend::Properties& properties = device.properties();
    const std::uint32_t sm = properties.compute_major * 10 + properties.compute_minor;
    const bool ptx_only = choice == ImageChoice::PtxOnly;
    const fatbin::Image* chosen =
        fatbin::choose(images, sm, ptx_only ? fatbin::Kind::Ptx : fatbin::Kind::Elf, ptx_only);
    if (chosen == nullptr) return nothing_fits(sm, choice);
    return load_one(device, *chosen, placements);
}

}  // namespace ringfence::worker
