#include "softgpu/runtime/tensor_map.h"

#include "backend/soft/device.h"

namespace ringfence::backend::soft {

Result<TensorMapBytes> SoftDevice::encode_tensor_map(const TensorMapDescription& map) {
    return softgpu::encode_tensor_map(map);
}

Result<TensorMapBytes> SoftDevice::move_tensor_map(const TensorMapBytes& map, Address address) {
    return softgpu::move_tensor_map(map, address);
}

}  // namespace ringfence::backend::soft
