#include "softgpu/codegen/layout.h"

#include <algorithm>

#include "ptx/parameter_layout.h"
#include "softgpu/runtime/abi.h"

namespace ringfence::softgpu::codegen {

std::uint64_t parameter_bytes(const ptx::Variable& variable) {
    // A parameter in a register takes the place of its type.
    return variable.bytes();
}

ParameterLayout lay_out_parameters(std::span<const ptx::Variable* const> variables) {
    const ptx::ParameterPlaces places = ptx::place_parameters(variables, first_parameter);
    ParameterLayout layout;
    for (const std::uint64_t offset : places.offsets)
        layout.offsets.push_back(static_cast<std::uint32_t>(offset));
    layout.bytes = static_cast<std::uint32_t>(places.bytes);
    return layout;
}

std::uint64_t shape_of(const ptx::Signature& signature) {
    const std::uint64_t parameters = lay_out_parameters(signature.parameters).bytes;
    return parameters << 32 | lay_out_parameters(signature.results).bytes;
}

void VariableLayout::add(const ptx::Variable& variable) {
    if (contains(variable)) return;
    const std::uint32_t alignment = std::max(1U, variable.alignment());
    alignment_ = std::max(alignment_, alignment);
    bytes_ = static_cast<std::uint32_t>(align_up(bytes_, alignment));
    offsets_[&variable] = bytes_;
    order_.push_back(&variable);
    bytes_ += static_cast<std::uint32_t>(variable.bytes());
}

void VariableLayout::add_open(const ptx::Variable& variable) {
    if (std::find(open_.begin(), open_.end(), &variable) != open_.end()) return;
    open_.push_back(&variable);
    alignment_ = std::max(alignment_, variable.alignment());
}

void VariableLayout::finish() {
    open_offset_ = static_cast<std::uint32_t>(open_.empty() ? bytes_ : align_up(bytes_, alignment_));
    for (const ptx::Variable* variable : open_)
        offsets_[variable] = open_offset_;
}

std::vector<SharedVariable> VariableLayout::variables() const {
    std::vector<SharedVariable> list;
    for (const ptx::Variable* variable : order_)
        list.push_back(
            {std::string(variable->name), offset_of(*variable), static_cast<std::uint32_t>(variable->bytes())});
    for (const ptx::Variable* variable : open_)
        list.push_back({std::string(variable->name), offset_of(*variable), 0});
    return list;
}

}  // namespace ringfence::softgpu::codegen
