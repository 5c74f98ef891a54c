// Textures of every kind of resource: volumes, layers, cubes, mipmaps, linear and pitched memory.
#include "check.h"

namespace {

template <typename T>
cudaArray_t make(const std::vector<T>& elements, int w, int h, int d, unsigned flags) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaArray_t array = nullptr;
    CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(w, h, d), flags));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(elements.data()), w * sizeof(T), w, h);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(w, h, d);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    return array;
}

cudaTextureObject_t make_texture(const cudaResourceDesc& resource, cudaTextureFilterMode filter,
                                 bool normalized = false) {
    cudaTextureDesc description = {};
    for (auto& mode : description.addressMode)
        mode = cudaAddressModeClamp;
    description.filterMode = filter;
    description.normalizedCoords = normalized;
    description.maxMipmapLevelClamp = 10;
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

cudaResourceDesc of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

__global__ void fetch_volume(cudaTextureObject_t texture, float shift, float* out) {
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    out[(z * blockDim.y + y) * blockDim.x + x] = tex3D<float>(texture, x + 0.5f, y + 0.5f, z + 0.5f + shift);
}

void volume() {
    const int n = 8;
    const auto elements = e2e::filled<float>(n * n * n, [](int i) { return i; });
    cudaArray_t array = make(elements, n, n, n, 0);
    float* const out = e2e::device_array<float>(n * n * n);
    cudaTextureObject_t texture = make_texture(of(array), cudaFilterModePoint);
    fetch_volume<<<1, dim3(n, n, n)>>>(texture, 0, out);
    e2e::expect_each("volume", e2e::fetch(out, n * n * n), [](int i) { return i; });
    CHECK(cudaDestroyTextureObject(texture));
    texture = make_texture(of(array), cudaFilterModeLinear);
    fetch_volume<<<1, dim3(n, n, n)>>>(texture, 0.5f, out);
    e2e::expect_each("filtered volume", e2e::fetch(out, n * n * n),
                     [](int i) { return i / (n * n) == n - 1 ? i : i + n * n / 2; });
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
}

__global__ void fetch_layers(cudaTextureObject_t texture, int* out) {
    const int x = threadIdx.x, y = threadIdx.y, layer = threadIdx.z;
    out[(layer * blockDim.y + y) * blockDim.x + x] = tex2DLayered<int>(texture, x + 0.5f, y + 0.5f, layer);
}

__global__ void fetch_line_layers(cudaTextureObject_t texture, int* out) {
    out[threadIdx.y * blockDim.x + threadIdx.x] = tex1DLayered<int>(texture, threadIdx.x + 0.5f, threadIdx.y);
}

void layers() {
    const int w = 9, h = 5, d = 4;
    const auto elements = e2e::filled<int>(w * h * d, [](int i) { return i * 3; });
    cudaArray_t array = make(elements, w, h, d, cudaArrayLayered);
    int* const out = e2e::device_array<int>(w * h * d);
    cudaTextureObject_t texture = make_texture(of(array), cudaFilterModePoint);
    fetch_layers<<<1, dim3(w, h, d)>>>(texture, out);
    e2e::expect_each("layers", e2e::fetch(out, w * h * d), [](int i) { return i * 3; });
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));

    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(w, 0, d), cudaArrayLayered));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<int*>(elements.data()), w * sizeof(int), w, 1);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(w, 1, d);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    texture = make_texture(of(array), cudaFilterModePoint);
    fetch_line_layers<<<1, dim3(w, d)>>>(texture, out);
    e2e::expect_each("layers of lines", e2e::fetch(out, w * d), [](int i) { return i * 3; });
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
}

__global__ void fetch_faces(cudaTextureObject_t texture, float* out) {
    const float at[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const float* p = at[threadIdx.x];
    out[threadIdx.x] = texCubemap<float>(texture, p[0], p[1], p[2]);
}

__global__ void fetch_layered_faces(cudaTextureObject_t texture, float* out) {
    const float at[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const float* p = at[threadIdx.x];
    out[threadIdx.y * 6 + threadIdx.x] = texCubemapLayered<float>(texture, p[0], p[1], p[2], threadIdx.y);
}

void cubes() {
    const int n = 4;
    const auto elements = e2e::filled<float>(n * n * 12, [](int i) { return i / (n * n); });
    float* const out = e2e::device_array<float>(12);
    cudaArray_t array = make(elements, n, n, 6, cudaArrayCubemap);
    cudaTextureObject_t texture = make_texture(of(array), cudaFilterModePoint, true);
    fetch_faces<<<1, 6>>>(texture, out);
    e2e::expect_each("faces", e2e::fetch(out, 6), [](int i) { return i; });
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    array = make(elements, n, n, 12, cudaArrayCubemap | cudaArrayLayered);
    texture = make_texture(of(array), cudaFilterModePoint, true);
    fetch_layered_faces<<<1, dim3(6, 2)>>>(texture, out);
    e2e::expect_each("faces of two cubes", e2e::fetch(out, 12), [](int i) { return i; });
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
}

__global__ void fetch_levels(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex2DLod<float>(texture, 0.5f, 0.5f, threadIdx.x * 0.5f);
}

void mipmaps() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mipmap = nullptr;
    const int n = 8, levels = 4;
    CHECK(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(n, n, 0), levels, 0));
    for (int number = 0; number < levels; ++number) {
        const int size = n >> number;
        cudaArray_t level = nullptr;
        CHECK(cudaGetMipmappedArrayLevel(&level, mipmap, number));
        const std::vector<float> elements(size * size, float(number * 10));
        CHECK(cudaMemcpy2DToArray(level, 0, 0, elements.data(), size * sizeof(float), size * sizeof(float), size,
                                  cudaMemcpyHostToDevice));
    }
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmap;
    cudaTextureDesc description = {};
    description.normalizedCoords = 1;
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    description.mipmapFilterMode = cudaFilterModeLinear;
    description.maxMipmapLevelClamp = levels - 1;
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    float* const out = e2e::device_array<float>(8);
    fetch_levels<<<1, 8>>>(texture, out);
    e2e::expect_each("levels", e2e::fetch(out, 8), [](int i) { return i > 6 ? 30 : i * 5; });
    CHECK(cudaDestroyTextureObject(texture));

    // A part of the levels, through a view.
    cudaResourceViewDesc view = {};
    view.format = cudaResViewFormatFloat1;
    view.width = view.height = n;
    view.firstMipmapLevel = 1;
    view.lastMipmapLevel = 2;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, &view));
    cudaResourceViewDesc found = {};
    CHECK(cudaGetTextureObjectResourceViewDesc(&found, texture));
    EXPECT(found.lastMipmapLevel == 2 && found.width == n, "another view");
    fetch_levels<<<1, 8>>>(texture, out);
    e2e::expect_each("viewed levels", e2e::fetch(out, 8), [](int i) { return i >= 2 ? 20 : 10 + i * 5; });
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeMipmappedArray(mipmap));
    CHECK(cudaFree(out));
}

__global__ void fetch_linear(cudaTextureObject_t texture, int count, float2* out) {
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        out[i] = tex1Dfetch<float2>(texture, i);
}

void linear() {
    const int count = 1000;
    std::vector<float2> elements(count);
    for (int i = 0; i < count; ++i)
        elements[i] = {float(i), -float(i)};
    float2* const memory = e2e::device_copy(elements);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<float2>();
    resource.res.linear.sizeInBytes = count * sizeof(float2);
    cudaTextureDesc description = {};
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    cudaResourceDesc found = {};
    CHECK(cudaGetTextureObjectResourceDesc(&found, texture));
    EXPECT(found.res.linear.devPtr == memory && found.res.linear.desc.y == 32 &&
               found.res.linear.sizeInBytes == count * sizeof(float2),
           "another resource");
    float2* const out = e2e::device_array<float2>(count + 1);
    fetch_linear<<<1, 128>>>(texture, count + 1, out);
    const std::vector<float2> got = e2e::fetch(out, count + 1);
    for (int i = 0; i < count; ++i)
        EXPECT(got[i].x == i && got[i].y == -i, "element %d is %g %g", i, got[i].x, got[i].y);
    EXPECT(got[count].x == 0 && got[count].y == 0, "beyond the end there is %g", got[count].x);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFree(memory));
    CHECK(cudaFree(out));
}

__global__ void fetch_rows(cudaTextureObject_t texture, float* out) {
    const int x = threadIdx.x, y = threadIdx.y;
    out[y * blockDim.x + x] = tex2D<float>(texture, x + 1.0f, y + 0.5f);
}

void pitched() {
    const int w = 20, h = 10;
    float* memory = nullptr;
    std::size_t pitch = 0;
    CHECK(cudaMallocPitch(&memory, &pitch, w * sizeof(float), h));
    const auto elements = e2e::filled<float>(w * h, [](int i) { return i % w + 100 * (i / w); });
    CHECK(
        cudaMemcpy2D(memory, pitch, elements.data(), w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = w;
    resource.res.pitch2D.height = h;
    resource.res.pitch2D.pitchInBytes = pitch;
    const cudaTextureObject_t texture = make_texture(resource, cudaFilterModeLinear);
    float* const out = e2e::device_array<float>(w * h);
    fetch_rows<<<1, dim3(w, h)>>>(texture, out);
    e2e::expect_each("rows", e2e::fetch(out, w * h),
                     [](int i) { return (i % w == w - 1 ? w - 1 : i % w + 0.5f) + 100 * (i / w); });
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFree(memory));
    CHECK(cudaFree(out));
}

}  // namespace

int main() {
    volume();
    layers();
    cubes();
    mipmaps();
    linear();
    pitched();
    return e2e::passed();
}
