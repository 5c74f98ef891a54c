// Wrong use of arrays, textures and surfaces gives the statuses that CUDA's documentation names.
#include <cuda.h>

#include "check.h"

namespace {

const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();

void arrays() {
    cudaArray_t array = nullptr;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaMallocArray(nullptr, &floats, 4, 4));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaMallocArray(&array, nullptr, 4, 4));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaMallocArray(&array, &floats, 0, 4));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaMallocArray(&array, &floats, std::size_t{1} << 40, 4));
    EXPECT_STATUS(cudaErrorInvalidValue,
                  cudaMalloc3DArray(&array, &floats, make_cudaExtent(4, 8, 6), cudaArrayCubemap));
    EXPECT_STATUS(cudaErrorInvalidValue,
                  cudaMalloc3DArray(&array, &floats, make_cudaExtent(4, 4, 0), cudaArrayLayered));
    const cudaChannelFormatDesc three = {32, 32, 32, 0, cudaChannelFormatKindFloat};
    EXPECT_STATUS(cudaErrorInvalidChannelDescriptor, cudaMallocArray(&array, &three, 4, 4));
    EXPECT_STATUS(cudaSuccess, cudaFreeArray(nullptr));
    EXPECT_STATUS(cudaErrorInvalidResourceHandle, cudaGetMipmappedArrayLevel(&array, nullptr, 0));
    CHECK(cudaMallocArray(&array, &floats, 4, 4));
    float element = 0;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaMemcpy2DToArray(array, 4, 0, &element, 16, 16, 1, cudaMemcpyHostToDevice));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaMemcpy2DToArray(array, 0, 4, &element, 4, 4, 1, cudaMemcpyHostToDevice));
    EXPECT_STATUS(cudaErrorInvalidPitchValue,
                  cudaMemcpy2DToArray(array, 0, 0, &element, 2, 4, 2, cudaMemcpyHostToDevice));
    EXPECT_STATUS(cudaErrorInvalidMemcpyDirection,
                  cudaMemcpy2DToArray(array, 0, 0, &element, 4, 4, 1, cudaMemcpyDeviceToHost));
    EXPECT_STATUS(cudaErrorInvalidMemcpyDirection,
                  cudaMemcpy2DFromArray(&element, 4, array, 0, 0, 4, 1, cudaMemcpyHostToDevice));
    EXPECT_STATUS(cudaErrorInvalidResourceHandle,
                  cudaMemcpy2DFromArray(&element, 4, nullptr, 0, 0, 4, 1, cudaMemcpyDeviceToHost));
    CHECK(cudaFreeArray(array));
    cudaGetLastError();
}

cudaError_t create(const cudaResourceDesc& resource, const cudaTextureDesc& description,
                   const cudaResourceViewDesc* view = nullptr) {
    cudaTextureObject_t texture = 0;
    const cudaError_t status = cudaCreateTextureObject(&texture, &resource, &description, view);
    if (status == cudaSuccess) CHECK(cudaDestroyTextureObject(texture));
    return status;
}

void textures() {
    const cudaChannelFormatDesc integers = cudaCreateChannelDesc<int>();
    cudaArray_t array = nullptr;
    CHECK(cudaMallocArray(&array, &integers, 4, 4));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    cudaTextureObject_t texture = 0;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaCreateTextureObject(nullptr, &resource, &description, nullptr));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaCreateTextureObject(&texture, nullptr, &description, nullptr));
    EXPECT_STATUS(cudaErrorInvalidResourceHandle, cudaCreateTextureObject(&texture, &resource, nullptr, nullptr));
    EXPECT_STATUS(cudaSuccess, create(resource, description));
    description.filterMode = cudaFilterModeLinear;
    EXPECT_STATUS(cudaErrorInvalidFilterSetting, create(resource, description));
    description.filterMode = cudaFilterModePoint;
    description.readMode = cudaReadModeNormalizedFloat;
    EXPECT_STATUS(cudaErrorInvalidNormSetting, create(resource, description));
    description.readMode = cudaReadModeElementType;
    cudaSurfaceObject_t surface = 0;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaCreateSurfaceObject(nullptr, &resource));
    // The array was not made for surfaces; the driver does not look.
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    CHECK(cudaDestroySurfaceObject(surface));

    char* const memory = e2e::device_array<char>(4096);
    cudaResourceDesc linear = {};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = memory;
    linear.res.linear.desc = integers;
    linear.res.linear.sizeInBytes = 4096;
    EXPECT_STATUS(cudaSuccess, create(linear, description));
    const cudaResourceViewDesc view = {};  // of memory: without a meaning
    EXPECT_STATUS(cudaSuccess, create(linear, description, &view));
    linear.res.linear.devPtr = memory + 4;
    linear.res.linear.sizeInBytes = 4;
    EXPECT_STATUS(cudaErrorInvalidValue, create(linear, description));
    cudaResourceDesc pitched = {};
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D.devPtr = memory;
    pitched.res.pitch2D.desc = integers;
    pitched.res.pitch2D.width = 8;
    pitched.res.pitch2D.height = 8;
    pitched.res.pitch2D.pitchInBytes = 64;
    EXPECT_STATUS(cudaSuccess, create(pitched, description));
    pitched.res.pitch2D.pitchInBytes = 36;
    EXPECT_STATUS(cudaErrorInvalidValue, create(pitched, description));
    CHECK(cudaFree(memory));
    CHECK(cudaFreeArray(array));
    cudaGetLastError();
}

void driver() {
    CUarray array = nullptr;
    CUDA_ARRAY_DESCRIPTOR description = {4, 4, CU_AD_FORMAT_FLOAT, 3};
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE, cuArrayCreate(&array, &description));
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE, cuArrayCreate(&array, nullptr));
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE, cuArrayCreate(nullptr, &description));
    description.NumChannels = 1;
    CHECK(cuArrayCreate(&array, &description));
    float elements[16] = {};
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoA(array, 4, elements, 64));
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoH(elements, array, 65, 4));
    CHECK(cuArrayDestroy(array));
}

}  // namespace

int main() {
    CHECK(cudaFree(nullptr));
    arrays();
    textures();
    driver();
    return e2e::passed();
}
