// Surfaces: written by one kernel, read by the next through a texture; levels made of each other; volumes and layers.
#include "check.h"

namespace {

cudaResourceDesc of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

cudaTextureObject_t make_texture(cudaArray_t array) {
    const cudaResourceDesc resource = of(array);
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

cudaSurfaceObject_t make_surface(cudaArray_t array) {
    const cudaResourceDesc resource = of(array);
    cudaSurfaceObject_t surface = 0;
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    cudaResourceDesc found = {};
    CHECK(cudaGetSurfaceObjectResourceDesc(&found, surface));
    EXPECT(found.resType == cudaResourceTypeArray && found.res.array.array == array, "another resource");
    return surface;
}

__global__ void write(cudaSurfaceObject_t surface, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width && y < height) surf2Dwrite(float(x + 100 * y), surface, x * int(sizeof(float)), y);
}

__global__ void add(cudaSurfaceObject_t surface, int width, float amount) {
    const int x = threadIdx.x, y = blockIdx.x;
    if (x >= width) return;
    float old;
    surf2Dread(&old, surface, x * int(sizeof(float)), y);
    surf2Dwrite(old + amount, surface, x * int(sizeof(float)), y);
}

__global__ void read(cudaTextureObject_t texture, int width, float* out) {
    const int x = threadIdx.x, y = blockIdx.x;
    if (x < width) out[y * width + x] = tex2D<float>(texture, x + 1.0f, y + 0.5f);
}

void planes() {
    const int w = 30, h = 7;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    CHECK(cudaMallocArray(&array, &format, w, h, cudaArraySurfaceLoadStore));
    const cudaSurfaceObject_t surface = make_surface(array);
    const cudaTextureObject_t texture = make_texture(array);
    float* const out = e2e::device_array<float>(w * h);
    write<<<dim3(1, h), 32>>>(surface, w, h);
    add<<<h, 32>>>(surface, w, 7);
    read<<<h, 32>>>(texture, w, out);
    e2e::expect_each("planes", e2e::fetch(out, w * h),
                     [](int i) { return (i % w == w - 1 ? w - 1 : i % w + 0.5f) + 100 * (i / w) + 7; });
    std::vector<float> back(w * h);
    CHECK(cudaMemcpy2DFromArray(back.data(), w * sizeof(float), array, 0, 0, w * sizeof(float), h,
                                cudaMemcpyDeviceToHost));
    e2e::expect_each("copied", back, [](int i) { return i % w + 100 * (i / w) + 7; });
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaDestroySurfaceObject(surface));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
}

__global__ void write_volume(cudaSurfaceObject_t surface) {
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    surf3Dwrite(make_int2(x + 10 * y, z), surface, x * int(sizeof(int2)), y, z);
}

__global__ void write_layers(cudaSurfaceObject_t surface) {
    const int x = threadIdx.x, y = threadIdx.y, layer = threadIdx.z;
    surf2DLayeredwrite(make_int2(x + 10 * y, layer), surface, x * int(sizeof(int2)), y, layer);
}

void volumes(bool is_layered) {
    const int w = 5, h = 4, d = 3;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int2>();
    cudaArray_t array = nullptr;
    const unsigned flags = cudaArraySurfaceLoadStore | (is_layered ? cudaArrayLayered : 0);
    CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(w, h, d), flags));
    const cudaSurfaceObject_t surface = make_surface(array);
    if (is_layered) {
        write_layers<<<1, dim3(w, h, d)>>>(surface);
    } else {
        write_volume<<<1, dim3(w, h, d)>>>(surface);
    }
    std::vector<int2> back(w * h * d);
    cudaMemcpy3DParms copy = {};
    copy.srcArray = array;
    copy.dstPtr = make_cudaPitchedPtr(back.data(), w * sizeof(int2), w, h);
    copy.extent = make_cudaExtent(w, h, d);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&copy));
    for (int i = 0; i < w * h * d; ++i) {
        const int x = i % w, y = i / w % h, z = i / w / h;
        EXPECT(back[i].x == x + 10 * y && back[i].y == z, "element %d: %d %d", i, back[i].x, back[i].y);
    }
    CHECK(cudaDestroySurfaceObject(surface));
    CHECK(cudaFreeArray(array));
}

// Each element of a level is the mean of four of the one above.
__global__ void halve(cudaTextureObject_t above, cudaSurfaceObject_t below) {
    const int x = threadIdx.x, y = threadIdx.y;
    surf2Dwrite(tex2D<float>(above, 2 * x + 1.0f, 2 * y + 1.0f), below, x * int(sizeof(float)), y);
}

void levels() {
    const int n = 16;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mipmap = nullptr;
    CHECK(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(n, n, 0), 5, cudaArraySurfaceLoadStore));
    cudaArray_t above = nullptr;
    CHECK(cudaGetMipmappedArrayLevel(&above, mipmap, 0));
    const auto elements = e2e::filled<float>(n * n, [](int i) { return i; });
    CHECK(cudaMemcpy2DToArray(above, 0, 0, elements.data(), n * sizeof(float), n * sizeof(float), n,
                              cudaMemcpyHostToDevice));
    for (int number = 1; number < 5; ++number) {
        cudaArray_t below = nullptr;
        CHECK(cudaGetMipmappedArrayLevel(&below, mipmap, number));
        const cudaTextureObject_t texture = make_texture(above);
        const cudaSurfaceObject_t surface = make_surface(below);
        halve<<<1, dim3(n >> number, n >> number)>>>(texture, surface);
        CHECK(cudaDestroyTextureObject(texture));
        CHECK(cudaDestroySurfaceObject(surface));
        above = below;
    }
    float mean = 0;
    CHECK(cudaMemcpy2DFromArray(&mean, sizeof(float), above, 0, 0, sizeof(float), 1, cudaMemcpyDeviceToHost));
    EXPECT(mean == (n * n - 1) / 2.0f, "the mean is %g", mean);
    CHECK(cudaFreeMipmappedArray(mipmap));
}

}  // namespace

int main() {
    planes();
    volumes(false);
    volumes(true);
    levels();
    return e2e::passed();
}
