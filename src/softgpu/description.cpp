#include "softgpu/description.h"

#include <algorithm>
#include <bit>

#include "base/archive.h"

namespace ringfence::softgpu {

template <typename Archive>
void visit_fields(Archive& archive, KernelInfo& kernel) {
    auto& [name, offsets, sizes, bytes, shared, local, threads] = kernel;
    archive(name, offsets, sizes, bytes, shared, local, threads);
}

template <typename Archive>
void visit_fields(Archive& archive, DescribedVariable& variable) {
    auto& [name, bytes, alignment, is_constant, contents] = variable;
    archive(name, bytes, alignment, is_constant, contents);
}

template <typename Archive>
void visit_fields(Archive& archive, ModuleDescription& description) {
    auto& [kernels, variables] = description;
    archive(kernels, variables);
}

std::string packed(const ModuleDescription& description) {
    ArchiveWriter writer;
    writer(description);
    return writer.take();
}

std::optional<ModuleDescription> unpacked(std::string_view bytes) {
    ArchiveReader reader(bytes);
    ModuleDescription description;
    reader(description);
    const bool is_usable =
        std::all_of(description.kernels.begin(), description.kernels.end(),
                    [](const KernelInfo& kernel) {
                        return kernel.parameter_offsets.size() == kernel.parameter_sizes.size();
                    }) &&
        std::all_of(description.variables.begin(), description.variables.end(), [](const DescribedVariable& variable) {
            return variable.contents.size() <= variable.bytes && std::has_single_bit(variable.alignment);
        });
    if (!reader.is_whole() || !is_usable) return std::nullopt;
    return description;
}

}  // namespace ringfence::softgpu
