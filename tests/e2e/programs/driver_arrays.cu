// Arrays, textures and surfaces of the driver API, with kernels that the runtime launches.
#include <cuda.h>

#include "check.h"

namespace {

CUarray make(std::size_t width, std::size_t height, std::size_t depth, unsigned flags) {
    CUDA_ARRAY3D_DESCRIPTOR description = {};
    description.Width = width;
    description.Height = height;
    description.Depth = depth;
    description.Format = CU_AD_FORMAT_UNSIGNED_INT16;
    description.NumChannels = 2;
    description.Flags = flags;
    CUarray array = nullptr;
    CHECK(cuArray3DCreate(&array, &description));
    CUDA_ARRAY3D_DESCRIPTOR found = {};
    CHECK(cuArray3DGetDescriptor(&found, array));
    EXPECT(found.Width == width && found.Height == height && found.Depth == depth && found.Flags == flags &&
               found.Format == CU_AD_FORMAT_UNSIGNED_INT16 && found.NumChannels == 2,
           "another array");
    CUDA_ARRAY_DESCRIPTOR flat = {};
    CHECK(cuArrayGetDescriptor(&flat, array));
    EXPECT(flat.Width == width && flat.Height == height && flat.NumChannels == 2, "another array");
    return array;
}

// Bytes as they follow each other: host, device and array in all directions.
void bytes() {
    const std::size_t count = 200;
    CUarray line = make(count, 0, 0, 0);
    CUarray other = make(count, 0, 0, 0);
    const auto host = e2e::filled<unsigned>(count, [](unsigned i) { return e2e::scramble(i); });
    std::vector<unsigned> back(count);
    CUdeviceptr device = 0;
    CHECK(cuMemAlloc(&device, count * 4));
    CHECK(cuMemcpyHtoA(line, 0, host.data(), count * 4));
    CHECK(cuMemcpyAtoA(other, 40, line, 80, 400));
    CHECK(cuMemcpyAtoD(device, other, 0, count * 4));
    CHECK(cuMemcpyDtoH(back.data(), device, count * 4));
    e2e::expect_each("array to array", back, [&](std::size_t i) { return i >= 10 && i < 110 ? host[i + 10] : 0; });
    CHECK(cuMemcpyDtoA(line, 4, device, 400));
    CHECK(cuMemcpyAtoH(back.data(), line, 0, 404));
    e2e::expect_each("device to array", back.data(), 101, [&](std::size_t i) {
        return i == 0 ? host[0] : i - 1 >= 10 ? host[i + 9] : 0;
    });
    unsigned* pinned = nullptr;
    CHECK(cuMemAllocHost(reinterpret_cast<void**>(&pinned), count * 4));
    CUstream stream = nullptr;
    CHECK(cuStreamCreate(&stream, 0));
    for (std::size_t i = 0; i < count; ++i)
        pinned[i] = unsigned(i);
    CHECK(cuMemcpyHtoAAsync(other, 0, pinned, 400, stream));
    CHECK(cuMemcpyAtoHAsync(pinned + 100, other, 0, 400, stream));
    CHECK(cuStreamSynchronize(stream));
    e2e::expect_each("beside the host", pinned, count, [](unsigned i) { return i % 100; });
    CHECK(cuStreamDestroy(stream));
    CHECK(cuMemFreeHost(pinned));
    CHECK(cuMemFree(device));
    CHECK(cuArrayDestroy(line));
    CHECK(cuArrayDestroy(other));
}

__global__ void swap(CUtexObject from, CUsurfObject to, int width) {
    const int x = threadIdx.x, y = blockIdx.x;
    if (x >= width) return;
    const ushort2 both = tex2D<ushort2>(from, x + 0.5f, y + 0.5f);
    surf2Dwrite(make_ushort2(both.y, both.x), to, x * int(sizeof(ushort2)), y);
}

void objects() {
    const int width = 31, height = 9;
    CUarray from = make(width, height, 0, 0);
    CUarray to = make(width, height, 0, CUDA_ARRAY3D_SURFACE_LDST);
    const auto host = e2e::filled<unsigned>(width * height, [](unsigned i) { return e2e::scramble(i); });
    CUDA_MEMCPY2D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = host.data();
    copy.srcPitch = width * 4;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = from;
    copy.WidthInBytes = width * 4;
    copy.Height = height;
    CHECK(cuMemcpy2D(&copy));

    CUDA_RESOURCE_DESC resource = {};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = from;
    CUDA_TEXTURE_DESC description = {};
    description.flags = CU_TRSF_READ_AS_INTEGER;
    CUtexObject texture = 0;
    CHECK(cuTexObjectCreate(&texture, &resource, &description, nullptr));
    CUDA_RESOURCE_DESC found = {};
    CHECK(cuTexObjectGetResourceDesc(&found, texture));
    EXPECT(found.resType == CU_RESOURCE_TYPE_ARRAY && found.res.array.hArray == from, "another resource");
    CUDA_TEXTURE_DESC sampler = {};
    CHECK(cuTexObjectGetTextureDesc(&sampler, texture));
    EXPECT(sampler.flags == CU_TRSF_READ_AS_INTEGER, "flags %u", sampler.flags);
    resource.res.array.hArray = to;
    CUsurfObject surface = 0;
    CHECK(cuSurfObjectCreate(&surface, &resource));
    CHECK(cuSurfObjectGetResourceDesc(&found, surface));
    EXPECT(found.res.array.hArray == to, "another resource");
    swap<<<height, 32>>>(texture, surface, width);

    std::vector<unsigned> back(host.size());
    CUDA_MEMCPY3D box = {};
    box.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    box.srcArray = to;
    box.dstMemoryType = CU_MEMORYTYPE_HOST;
    box.dstHost = back.data();
    box.dstPitch = width * 4;
    box.WidthInBytes = width * 4;
    box.Height = height;
    box.Depth = 1;
    CHECK(cuMemcpy3D(&box));
    e2e::expect_each("swapped", back, [&](std::size_t i) { return host[i] << 16 | host[i] >> 16; });
    CHECK(cuTexObjectDestroy(texture));
    CHECK(cuSurfObjectDestroy(surface));
    CHECK(cuArrayDestroy(from));
    CHECK(cuArrayDestroy(to));
}

void mipmaps() {
    CUDA_ARRAY3D_DESCRIPTOR description = {};
    description.Width = description.Height = 8;
    description.Format = CU_AD_FORMAT_FLOAT;
    description.NumChannels = 1;
    CUmipmappedArray mipmap = nullptr;
    CHECK(cuMipmappedArrayCreate(&mipmap, &description, 4));
    CUarray level = nullptr;
    CHECK(cuMipmappedArrayGetLevel(&level, mipmap, 3));
    CHECK(cuArray3DGetDescriptor(&description, level));
    EXPECT(description.Width == 1 && description.Height == 1, "%zu x %zu", description.Width, description.Height);
    const float value = 42;
    CHECK(cuMemcpyHtoA(level, 0, &value, 4));
    float back = 0;
    CHECK(cuMemcpyAtoH(&back, level, 0, 4));
    EXPECT(back == value, "%g", back);
    std::size_t most = 0;
    CHECK(cuDeviceGetTexture1DLinearMaxWidth(&most, CU_AD_FORMAT_FLOAT, 4, 0));
    EXPECT(most >= 1 << 27, "%zu", most);
    CHECK(cuMipmappedArrayDestroy(mipmap));
}

}  // namespace

int main() {
    CHECK(cudaFree(nullptr));
    bytes();
    objects();
    mipmaps();
    return e2e::passed();
}
