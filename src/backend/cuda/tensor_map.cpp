// Tensor maps of a card: the driver makes them from numbers that the worker has checked, and accesses no memory.
#include <cstring>

#include "backend/cuda/device.h"

namespace ringfence::backend::cuda {
namespace {

// With the alignment that the driver requires.
struct alignas(64) DriverMap {
    TensorMapBytes bytes{};
};

Error too_old() {
    constexpr std::int32_t not_supported = 801;
    return Error::bad_input("the driver has no tensor maps").with_status(not_supported);
}

void* driver_pointer(Address address) {
    return reinterpret_cast<void*>(address);
}

}  // namespace

Result<TensorMapBytes> CudaDevice::encode_tensor_map(const TensorMapDescription& map) {
    if (api().tensor_map_tiles == nullptr || api().tensor_map_columns == nullptr) return too_old();
    DriverMap made;
    const auto type = static_cast<int>(map.type);
    const auto interleave = static_cast<int>(map.interleave);
    const auto swizzle = static_cast<int>(map.swizzle);
    const auto promotion = static_cast<int>(map.promotion);
    const auto fill = static_cast<int>(map.fill);
    const Status status =
        map.kind == static_cast<std::uint32_t>(TensorMapKind::Tiles)
            ? api().tensor_map_tiles(&made, type, map.rank, driver_pointer(map.address), map.dimensions.data(),
                                     map.strides.data(), map.box.data(), map.steps.data(), interleave, swizzle,
                                     promotion, fill)
            : api().tensor_map_columns(&made, type, map.rank, driver_pointer(map.address), map.dimensions.data(),
                                       map.strides.data(), map.lower.data(), map.upper.data(), map.channels, map.pixels,
                                       map.steps.data(), interleave, swizzle, promotion, fill);
    RF_RETURN_IF_ERROR(context_->check(status, "make a tensor map"));
    return made.bytes;
}

Result<TensorMapBytes> CudaDevice::move_tensor_map(const TensorMapBytes& map, Address address) {
    if (api().tensor_map_move == nullptr) return too_old();
    DriverMap moved{map};
    RF_RETURN_IF_ERROR(context_->check(api().tensor_map_move(&moved, driver_pointer(address)), "change a tensor map"));
    return moved.bytes;
}

}  // namespace ringfence::backend::cuda
