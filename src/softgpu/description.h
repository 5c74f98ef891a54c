// The results of loading a module, as bytes to be stored. Any bytes may come back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "softgpu/gpu.h"

namespace ringfence::softgpu {

struct DescribedVariable {
    std::string name;
    std::uint64_t bytes = 0;
    std::uint32_t alignment = 1;
    bool is_constant = false;
    std::vector<std::byte> contents;  // of the first bytes; the others are zero
};

struct ModuleDescription {
    std::vector<KernelInfo> kernels;
    std::vector<DescribedVariable> variables;
};

std::string packed(const ModuleDescription& description);
std::optional<ModuleDescription> unpacked(std::string_view bytes);

}  // namespace ringfence::softgpu
