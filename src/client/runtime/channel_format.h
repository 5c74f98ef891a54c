// Converts the runtime's descriptions of elements, textures and arrays to the driver's, and back.
#pragma once

#include "abi/driver_types.h"
#include "abi/runtime_types.h"

namespace ringfence::runtime {

struct ElementFormat {
    CUarray_format format = CU_AD_FORMAT_UNSIGNED_INT8;
    unsigned channels = 1;
};

cudaError_t as_driver(const cudaChannelFormatDesc& asked, ElementFormat& element);
cudaChannelFormatDesc as_runtime(const ElementFormat& element);

cudaError_t as_driver(const cudaResourceDesc& asked, CUDA_RESOURCE_DESC& resource);
cudaResourceDesc as_runtime(const CUDA_RESOURCE_DESC& resource);
CUDA_TEXTURE_DESC as_driver(const cudaTextureDesc& asked);
cudaTextureDesc as_runtime(const CUDA_TEXTURE_DESC& sampler);
CUDA_RESOURCE_VIEW_DESC as_driver(const cudaResourceViewDesc& asked);
cudaResourceViewDesc as_runtime(const CUDA_RESOURCE_VIEW_DESC& view);

}  // namespace ringfence::runtime
