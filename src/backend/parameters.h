// Builds the bytes of a kernel's parameters, one by one.
//
//     ParameterBlock block(kernel.info());
//     RF_RETURN_IF_ERROR(block.set(0, buffer));
//     RF_RETURN_IF_ERROR(block.set(1, std::uint32_t{1000}));
//     RF_TRY(const std::span<const std::byte> bytes, block.bytes());
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend {

class ParameterBlock {
public:
    explicit ParameterBlock(const FunctionInfo& info);

    // Fails if there is no such parameter, or if it has another size.
    Result<void> set_bytes(std::size_t index, std::span<const std::byte> value);

    template <typename T>
    requires std::is_trivially_copyable_v<T> Result<void> set(std::size_t index, const T& value) {
        return set_bytes(index, std::as_bytes(std::span<const T, 1>(&value, 1)));
    }

    // The bytes for a launch. Fails if a parameter was not set.
    Result<std::span<const std::byte>> bytes() const;

private:
    std::vector<ParameterInfo> parameters_;
    std::vector<std::byte> bytes_;
    std::vector<bool> is_set_;
};

}  // namespace ringfence::backend
