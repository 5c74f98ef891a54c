#include "backend/parameters.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace ringfence::backend {

ParameterBlock::ParameterBlock(const FunctionInfo& info)
    : parameters_(info.parameters), bytes_(info.parameter_bytes), is_set_(info.parameters.size()) {}

Result<void> ParameterBlock::set_bytes(std::size_t index, std::span<const std::byte> value) {
    if (index >= parameters_.size()) {
        return Error::bad_input("there is no parameter " + std::to_string(index) + ": the kernel has " +
                                std::to_string(parameters_.size()));
    }
    const ParameterInfo& where = parameters_[index];
    if (value.size() != where.bytes) {
        return Error::bad_input("parameter " + std::to_string(index) + " takes " + std::to_string(where.bytes) +
                                " bytes, not " + std::to_string(value.size()));
    }
    if (where.offset > bytes_.size() || where.bytes > bytes_.size() - where.offset)
        return Error::internal("parameter " + std::to_string(index) + " lies outside the kernel's parameter bytes");
    if (!value.empty()) std::memcpy(bytes_.data() + where.offset, value.data(), value.size());
    is_set_[index] = true;
    return {};
}

Result<std::span<const std::byte>> ParameterBlock::bytes() const {
    const auto missing = std::find(is_set_.begin(), is_set_.end(), false);
    if (missing != is_set_.end())
        return Error::bad_input("parameter " + std::to_string(missing - is_set_.begin()) + " was not set");
    return std::span<const std::byte>(bytes_);
}

}  // namespace ringfence::backend
