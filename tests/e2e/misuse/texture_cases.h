// Arrays, textures and surfaces.
#pragma once

#include <cstring>
#include <limits>
#include <vector>

#include "case.h"

namespace texture_misuse {

inline cudaChannelFormatDesc floats() {
    return cudaCreateChannelDesc<float>();
}

inline cudaArray_t new_array(unsigned flags = 0, cudaChannelFormatDesc format = floats()) {
    cudaArray_t array = nullptr;
    must(cudaMallocArray(&array, &format, 8, 4, flags));
    return array;
}

inline cudaMipmappedArray_t new_mipmap(unsigned flags = 0) {
    const cudaChannelFormatDesc format = floats();
    cudaMipmappedArray_t array = nullptr;
    must(cudaMallocMipmappedArray(&array, &format, make_cudaExtent(8, 8, 0), 3, flags));
    return array;
}

inline CUarray new_driver_array(unsigned flags = 0) {
    prepare();
    CUDA_ARRAY3D_DESCRIPTOR description = {};
    description.Width = 8;
    description.Height = 4;
    description.Format = CU_AD_FORMAT_FLOAT;
    description.NumChannels = 1;
    description.Flags = flags;
    CUarray array = nullptr;
    must(cuArray3DCreate(&array, &description));
    return array;
}

inline int allocate(std::size_t w, std::size_t h, std::size_t d, unsigned flags,
                    cudaChannelFormatDesc format = floats()) {
    cudaArray_t array = nullptr;
    return cudaMalloc3DArray(&array, &format, make_cudaExtent(w, h, d), flags);
}

inline int allocate_driver(std::size_t w, std::size_t h, std::size_t d, int format, unsigned channels, unsigned flags) {
    prepare();
    CUDA_ARRAY3D_DESCRIPTOR description = {};
    description.Width = w;
    description.Height = h;
    description.Depth = d;
    description.Format = CUarray_format(format);
    description.NumChannels = channels;
    description.Flags = flags;
    CUarray array = nullptr;
    return cuArray3DCreate(&array, &description);
}

inline cudaResourceDesc of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

inline cudaResourceDesc of(cudaMipmappedArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = array;
    return resource;
}

inline cudaResourceDesc linear(void* memory, std::size_t bytes, cudaChannelFormatDesc format = floats()) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = bytes;
    return resource;
}

inline cudaResourceDesc pitched(void* memory, std::size_t width, std::size_t height, std::size_t pitch) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = floats();
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return resource;
}

inline int create(const cudaResourceDesc& resource, const cudaTextureDesc& description = {},
                  const cudaResourceViewDesc* view = nullptr) {
    cudaTextureObject_t texture = 0;
    return cudaCreateTextureObject(&texture, &resource, &description, view);
}

inline int create_surface(const cudaResourceDesc& resource) {
    cudaSurfaceObject_t surface = 0;
    return cudaCreateSurfaceObject(&surface, &resource);
}

inline cudaTextureDesc filtered() {
    cudaTextureDesc description = {};
    description.filterMode = cudaFilterModeLinear;
    return description;
}

inline cudaTextureDesc normalized() {
    cudaTextureDesc description = {};
    description.readMode = cudaReadModeNormalizedFloat;
    return description;
}

template <typename T>
T wild() {
    T handle;
    const unsigned long long bits = 0x1234'5678'9abcULL;
    std::memcpy(&handle, &bits, sizeof(handle));
    return handle;
}

static float elements[64];

inline int to_array(cudaArray_t array, std::size_t x, std::size_t y, std::size_t width, std::size_t height,
                    std::size_t pitch = 32, cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpy2DToArray(array, x, y, elements, pitch, width, height, kind);
}

inline int from_array(cudaArray_t array, std::size_t x, std::size_t y, std::size_t width, std::size_t height,
                      std::size_t pitch = 32, cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpy2DFromArray(elements, pitch, array, x, y, width, height, kind);
}

inline int copy_3d(cudaArray_t array, const cudaExtent& extent, const cudaPos& at, bool has_pointer_too = false,
                   cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(elements, 32, 8, 4);
    copy.dstArray = array;
    if (has_pointer_too) copy.dstPtr = make_cudaPitchedPtr(some_memory(), 32, 8, 4);
    copy.dstPos = at;
    copy.extent = extent;
    copy.kind = kind;
    return cudaMemcpy3D(&copy);
}

static __global__ void fetch(cudaTextureObject_t texture, float* out) {
    *out = tex2D<float>(texture, 0.5f, 0.5f);
}

static __global__ void store(cudaSurfaceObject_t surface) {
    surf2Dwrite(1.0f, surface, 0, 0);
}

}  // namespace texture_misuse

inline const Case texture_cases[] = {
    {"array_null",
     [] {
         using namespace texture_misuse;
         const cudaChannelFormatDesc format = floats();
         cudaArray_t array = nullptr;
         say(cudaMallocArray(nullptr, &format, 4, 4)), say(cudaMallocArray(&array, nullptr, 4, 4));
     }},
    {"array_no_width", [] { say(texture_misuse::allocate(0, 4, 0, 0)), say(texture_misuse::allocate(0, 0, 0, 0)); }},
    {"array_depth_without_height", [] { say(texture_misuse::allocate(4, 0, 4, 0)); }},
    {"array_too_wide",
     [] {
         using namespace texture_misuse;
         say(allocate(131073, 0, 0, 0)), say(allocate(131073, 4, 0, 0)), say(allocate(4, 65537, 0, 0)),
             say(allocate(16385, 4, 4, 0)), say(allocate(32769, 4, 4, cudaArrayLayered)),
             say(allocate(4, 4, 2049, cudaArrayLayered)), say(allocate(~std::size_t{0}, 4, 0, 0));
     }},
    {"array_too_much", [] { say(texture_misuse::allocate(131072, 65536, 0, 0, cudaCreateChannelDesc<float4>())); }},
    {"array_layers", [] { say(texture_misuse::allocate(4, 4, 0, cudaArrayLayered)); }},
    {"array_cube",
     [] {
         using namespace texture_misuse;
         say(allocate(4, 8, 6, cudaArrayCubemap)), say(allocate(4, 4, 5, cudaArrayCubemap)),
             say(allocate(4, 4, 12, cudaArrayCubemap)), say(allocate(4, 4, 8, cudaArrayCubemap | cudaArrayLayered)),
             say(allocate(4, 4, 12, cudaArrayCubemap | cudaArrayLayered));
     }},
    {"array_gather",
     [] {
         using namespace texture_misuse;
         say(allocate(4, 4, 0, cudaArrayTextureGather)), say(allocate(4, 0, 0, cudaArrayTextureGather)),
             say(allocate(4, 4, 4, cudaArrayTextureGather));
     }},
    {"array_flags",
     [] { say(texture_misuse::allocate(4, 4, 0, 0x100)), say(texture_misuse::allocate(4, 4, 0, 0x8000)); }},
    {"array_format_three",
     [] {
         say(texture_misuse::allocate(4, 4, 0, 0, {32, 32, 32, 0, cudaChannelFormatKindFloat}));
     }},
    {"array_format_mixed",
     [] {
         say(texture_misuse::allocate(4, 4, 0, 0, {32, 16, 0, 0, cudaChannelFormatKindFloat}));
     }},
    {"array_format_bits",
     [] {
         using namespace texture_misuse;
         say(allocate(4, 4, 0, 0, {7, 0, 0, 0, cudaChannelFormatKindSigned})),
             say(allocate(4, 4, 0, 0, {64, 0, 0, 0, cudaChannelFormatKindUnsigned})),
             say(allocate(4, 4, 0, 0, {8, 0, 0, 0, cudaChannelFormatKindFloat})),
             say(allocate(4, 4, 0, 0, {0, 0, 0, 0, cudaChannelFormatKindFloat}));
     }},
    {"array_format_kind",
     [] {
         using namespace texture_misuse;
         say(allocate(4, 4, 0, 0, {32, 0, 0, 0, cudaChannelFormatKindNone})),
             say(allocate(4, 4, 0, 0, {32, 0, 0, 0, cudaChannelFormatKind(99)}));
     }},
    {"array_free_twice",
     [] {
         cudaArray_t array = texture_misuse::new_array();
         say(cudaFreeArray(array)), say(cudaFreeArray(array));
     }},
    {"array_free_null", [] { say(cudaFreeArray(nullptr)), say(cudaFreeMipmappedArray(nullptr)); }},
    {"array_info_null",
     [] {
         cudaExtent extent;
         say(cudaArrayGetInfo(nullptr, &extent, nullptr, texture_misuse::new_array())),
             say(cudaArrayGetInfo(nullptr, &extent, nullptr, nullptr));
     }},
    {"channel_desc_null",
     [] {
         cudaChannelFormatDesc format;
         say(cudaGetChannelDesc(nullptr, texture_misuse::new_array())), say(cudaGetChannelDesc(&format, nullptr));
     }},
    {"mipmap_levels",
     [] {
         using namespace texture_misuse;
         const cudaChannelFormatDesc format = floats();
         cudaMipmappedArray_t array = nullptr;
         say(cudaMallocMipmappedArray(&array, &format, make_cudaExtent(8, 8, 0), 0, 0)),
             say(cudaMallocMipmappedArray(&array, &format, make_cudaExtent(8, 8, 0), 99, 0)),
             say(cudaMallocMipmappedArray(nullptr, &format, make_cudaExtent(8, 8, 0), 2, 0));
     }},
    {"mipmap_level_beyond",
     [] {
         cudaArray_t level = nullptr;
         cudaMipmappedArray_t array = texture_misuse::new_mipmap();
         say(cudaGetMipmappedArrayLevel(&level, array, 2)), say(cudaGetMipmappedArrayLevel(&level, array, 3)),
             say(cudaGetMipmappedArrayLevel(nullptr, array, 0)), say(cudaGetMipmappedArrayLevel(&level, nullptr, 0));
     }},
    {"mipmap_free_level",
     [] {
         cudaArray_t level = nullptr;
         must(cudaGetMipmappedArrayLevel(&level, texture_misuse::new_mipmap(), 1));
         say(cudaFreeArray(level));
     }},
    {"to_array_beyond",
     [] {
         using namespace texture_misuse;
         cudaArray_t array = new_array();
         say(to_array(array, 0, 0, 32, 4)), say(to_array(array, 4, 0, 32, 1)), say(to_array(array, 0, 4, 32, 1)),
             say(to_array(array, 0, 0, 32, 5)), say(to_array(array, 32, 0, 4, 1));
     }},
    {"to_array_part_of_element",
     [] {
         using namespace texture_misuse;
         cudaArray_t array = new_array();
         say(to_array(array, 2, 0, 4, 1)), say(to_array(array, 0, 0, 6, 1));
     }},
    {"to_array_nothing",
     [] {
         using namespace texture_misuse;
         cudaArray_t array = new_array();
         say(to_array(array, 0, 0, 0, 4)), say(to_array(array, 0, 0, 32, 0)), say(to_array(array, 64, 9, 0, 0));
     }},
    {"to_array_pitch", [] { say(texture_misuse::to_array(texture_misuse::new_array(), 0, 0, 32, 2, 16)); }},
    {"to_array_kind",
     [] {
         using namespace texture_misuse;
         cudaArray_t array = new_array();
         say(to_array(array, 0, 0, 4, 1, 32, cudaMemcpyDeviceToHost)),
             say(to_array(array, 0, 0, 4, 1, 32, cudaMemcpyHostToHost)),
             say(to_array(array, 0, 0, 4, 1, 32, cudaMemcpyDefault)),
             say(to_array(array, 0, 0, 4, 1, 32, cudaMemcpyKind(9)));
     }},
    {"to_array_null",
     [] {
         using namespace texture_misuse;
         say(to_array(nullptr, 0, 0, 4, 1)),
             say(cudaMemcpy2DToArray(new_array(), 0, 0, nullptr, 32, 32, 1, cudaMemcpyHostToDevice));
     }},
    {"from_array_beyond",
     [] {
         using namespace texture_misuse;
         cudaArray_t array = new_array();
         say(from_array(array, 4, 0, 32, 1)), say(from_array(array, 0, 3, 32, 2)), say(from_array(array, 2, 0, 4, 1));
     }},
    {"from_array_kind",
     [] {
         using namespace texture_misuse;
         cudaArray_t array = new_array();
         say(from_array(array, 0, 0, 4, 1, 32, cudaMemcpyHostToDevice)),
             say(from_array(array, 0, 0, 4, 1, 32, cudaMemcpyDefault)), say(from_array(nullptr, 0, 0, 4, 1));
     }},
    {"array_to_array",
     [] {
         using namespace texture_misuse;
         cudaArray_t a = new_array();
         cudaArray_t b = new_array(0, cudaCreateChannelDesc<short>());
         say(cudaMemcpy2DArrayToArray(a, 0, 0, a, 16, 1, 16, 2, cudaMemcpyDeviceToDevice)),
             say(cudaMemcpy2DArrayToArray(a, 0, 0, b, 0, 0, 16, 1, cudaMemcpyDeviceToDevice)),
             say(cudaMemcpy2DArrayToArray(a, 0, 0, b, 0, 0, 32, 1, cudaMemcpyDeviceToDevice)),
             say(cudaMemcpy2DArrayToArray(a, 0, 0, a, 0, 0, 16, 1, cudaMemcpyHostToDevice));
     }},
    {"copy_3d_array",
     [] {
         using namespace texture_misuse;
         cudaArray_t array = new_array();
         say(copy_3d(array, make_cudaExtent(8, 4, 1), make_cudaPos(0, 0, 0))),
             say(copy_3d(array, make_cudaExtent(9, 4, 1), make_cudaPos(0, 0, 0))),
             say(copy_3d(array, make_cudaExtent(8, 4, 2), make_cudaPos(0, 0, 0))),
             say(copy_3d(array, make_cudaExtent(8, 4, 0), make_cudaPos(0, 0, 0))),
             say(copy_3d(array, make_cudaExtent(8, 4, 1), make_cudaPos(1, 0, 0)));
     }},
    {"copy_3d_two_targets",
     [] {
         using namespace texture_misuse;
         say(copy_3d(new_array(), make_cudaExtent(8, 4, 1), make_cudaPos(0, 0, 0), true));
     }},
    {"copy_3d_array_kind",
     [] {
         using namespace texture_misuse;
         say(copy_3d(new_array(), make_cudaExtent(8, 4, 1), make_cudaPos(0, 0, 0), false, cudaMemcpyDeviceToHost));
     }},
    {"copy_3d_elements_differ",
     [] {
         using namespace texture_misuse;
         cudaMemcpy3DParms copy = {};
         copy.srcArray = new_array();
         copy.dstArray = new_array(0, cudaCreateChannelDesc<short>());
         copy.extent = make_cudaExtent(4, 1, 1);
         copy.kind = cudaMemcpyDeviceToDevice;
         say(cudaMemcpy3D(&copy));
     }},
    {"texture_null",
     [] {
         using namespace texture_misuse;
         const cudaResourceDesc resource = of(new_array());
         const cudaTextureDesc description = {};
         cudaTextureObject_t texture = 0;
         say(cudaCreateTextureObject(nullptr, &resource, &description, nullptr)),
             say(cudaCreateTextureObject(&texture, nullptr, &description, nullptr)),
             say(cudaCreateTextureObject(&texture, &resource, nullptr, nullptr));
     }},
    {"texture_kind",
     [] {
         using namespace texture_misuse;
         cudaResourceDesc resource = of(new_array());
         resource.resType = cudaResourceType(4);
         say(create(resource));
     }},
    {"texture_no_array",
     [] {
         using namespace texture_misuse;
         say(create(of(cudaArray_t(nullptr)))), say(create(of(cudaMipmappedArray_t(nullptr))));
     }},
    {"texture_filter_integers",
     [] {
         using namespace texture_misuse;
         say(create(of(new_array(0, cudaCreateChannelDesc<int>())), filtered())),
             say(create(of(new_array(0, cudaCreateChannelDesc<uchar4>())), filtered())),
             say(create(of(new_array(0, cudaCreateChannelDesc<short2>())), filtered()));
     }},
    {"texture_normalized",
     [] {
         using namespace texture_misuse;
         say(create(of(new_array(0, cudaCreateChannelDesc<int>())), normalized())),
             say(create(of(new_array()), normalized())),
             say(create(of(new_array(0, cudaCreateChannelDesc<unsigned char>())), normalized()));
     }},
    {"texture_modes",
     [] {
         using namespace texture_misuse;
         const cudaResourceDesc resource = of(new_array());
         cudaTextureDesc description = {};
         description.addressMode[0] = cudaTextureAddressMode(4);
         say(create(resource, description));
         description = {};
         description.filterMode = cudaTextureFilterMode(2);
         say(create(resource, description));
         description = {};
         description.readMode = cudaTextureReadMode(2);
         say(create(resource, description));
         description = {};
         description.mipmapFilterMode = cudaTextureFilterMode(2);
         say(create(resource, description));
         description = {};
         description.addressMode[0] = cudaAddressModeWrap;
         say(create(resource, description));
     }},
    {"texture_anisotropy",
     [] {
         using namespace texture_misuse;
         cudaTextureDesc description = {};
         description.maxAnisotropy = 17;
         say(create(of(new_array()), description));
         description.maxAnisotropy = ~0U;
         say(create(of(new_array()), description));
     }},
    {"texture_levels",
     [] {
         using namespace texture_misuse;
         cudaTextureDesc description = {};
         description.normalizedCoords = 1;
         description.minMipmapLevelClamp = 5;
         description.maxMipmapLevelClamp = 1;
         say(create(of(new_mipmap()), description));
         description.maxMipmapLevelClamp = -1;
         say(create(of(new_mipmap()), description));
         description.normalizedCoords = 0;
         description.minMipmapLevelClamp = description.maxMipmapLevelClamp = 0;
         say(create(of(new_mipmap()), description));
         description.mipmapLevelBias = std::numeric_limits<float>::infinity();
         say(create(of(new_mipmap()), description));
     }},
    {"texture_srgb",
     [] {
         using namespace texture_misuse;
         cudaTextureDesc description = {};
         description.sRGB = 1;
         say(create(of(new_array()), description));
     }},
    {"texture_linear",
     [] {
         using namespace texture_misuse;
         char* const memory = static_cast<char*>(some_memory());
         say(create(linear(memory, 4096))), say(create(linear(memory + 4, 64))), say(create(linear(memory + 256, 64))),
             say(create(linear(memory, 0))), say(create(linear(memory, 3))), say(create(linear(nullptr, 4096)));
     }},
    {"texture_linear_beyond",
     [] {
         using namespace texture_misuse;
         say(create(linear(some_memory(), std::size_t{1} << 30))), say(create(linear(some_memory(), ~std::size_t{0})));
     }},
    {"texture_linear_host", [] { say(texture_misuse::create(texture_misuse::linear(texture_misuse::elements, 64))); }},
    {"texture_linear_format",
     [] {
         using namespace texture_misuse;
         say(create(linear(some_memory(), 4096, {32, 32, 32, 0, cudaChannelFormatKindFloat}))),
             say(create(linear(some_memory(), 4096, {12, 0, 0, 0, cudaChannelFormatKindSigned})));
     }},
    {"texture_linear_filtered",
     [] { say(texture_misuse::create(texture_misuse::linear(some_memory(), 4096), texture_misuse::filtered())); }},
    {"texture_pitched",
     [] {
         using namespace texture_misuse;
         char* const memory = static_cast<char*>(some_memory());
         say(create(pitched(memory, 8, 8, 64))), say(create(pitched(memory, 8, 8, 36))),
             say(create(pitched(memory, 8, 8, 16))), say(create(pitched(memory, 0, 8, 64))),
             say(create(pitched(memory, 8, 0, 64))), say(create(pitched(memory + 4, 8, 8, 64))),
             say(create(pitched(memory, 8, 8, 0)));
     }},
    {"texture_pitched_beyond",
     [] {
         using namespace texture_misuse;
         say(create(pitched(some_memory(), 8, 65001, 64))), say(create(pitched(some_memory(), 131073, 1, 1 << 20))),
             say(create(pitched(some_memory(), 8, 4, 1 << 22)));
     }},
    {"texture_view_of_memory",
     [] {
         using namespace texture_misuse;
         cudaResourceViewDesc view = {};
         say(create(linear(some_memory(), 4096), {}, &view)), say(create(pitched(some_memory(), 8, 8, 64), {}, &view));
     }},
    {"texture_view_format",
     [] {
         using namespace texture_misuse;
         const cudaResourceDesc resource = of(new_array());
         cudaResourceViewDesc view = {};
         view.width = 8;
         view.height = 4;
         view.format = cudaResViewFormatSignedInt1;
         say(create(resource, {}, &view));
         view.format = cudaResViewFormatFloat2;
         say(create(resource, {}, &view));
         view.format = cudaResViewFormatNone;
         say(create(resource, {}, &view));
         view.format = cudaResourceViewFormat(99);
         say(create(resource, {}, &view));
     }},
    {"texture_view_size",
     [] {
         using namespace texture_misuse;
         const cudaResourceDesc resource = of(new_array());
         cudaResourceViewDesc view = {};
         view.format = cudaResViewFormatFloat1;
         view.width = 4;
         view.height = 4;
         say(create(resource, {}, &view));
         view.width = 16;
         say(create(resource, {}, &view));
         view.width = 0;
         say(create(resource, {}, &view));
     }},
    {"texture_view_levels",
     [] {
         using namespace texture_misuse;
         const cudaResourceDesc resource = of(new_mipmap());
         cudaTextureDesc description = {};
         description.normalizedCoords = 1;
         cudaResourceViewDesc view = {};
         view.format = cudaResViewFormatFloat1;
         view.width = view.height = 8;
         view.lastMipmapLevel = 2;
         say(create(resource, description, &view));
         view.lastMipmapLevel = 3;
         say(create(resource, description, &view));
         view.firstMipmapLevel = 2;
         view.lastMipmapLevel = 1;
         say(create(resource, description, &view));
     }},
    {"texture_view_layers",
     [] {
         using namespace texture_misuse;
         cudaResourceViewDesc view = {};
         view.format = cudaResViewFormatFloat1;
         view.width = 8;
         view.height = 4;
         view.lastLayer = 1;
         say(create(of(new_array()), {}, &view));
     }},
    {"texture_destroy",
     [] {
         using namespace texture_misuse;
         const cudaResourceDesc resource = of(new_array());
         const cudaTextureDesc description = {};
         cudaTextureObject_t texture = 0;
         must(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
         say(cudaDestroyTextureObject(0)), say(cudaDestroyTextureObject(texture)),
             say(cudaDestroyTextureObject(texture));
     }},
    {"texture_getters",
     [] {
         using namespace texture_misuse;
         const cudaResourceDesc resource = of(new_array());
         const cudaTextureDesc description = {};
         cudaTextureObject_t texture = 0;
         must(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
         cudaResourceDesc found;
         cudaTextureDesc sampler;
         cudaResourceViewDesc view;
         say(cudaGetTextureObjectResourceDesc(&found, texture)),
             say(cudaGetTextureObjectTextureDesc(&sampler, texture)),
             say(cudaGetTextureObjectResourceViewDesc(&view, texture)),
             say(cudaGetTextureObjectResourceDesc(nullptr, texture)), say(cudaGetTextureObjectResourceDesc(&found, 0));
     }},
    {"texture_of_freed_array",
     [] {
         using namespace texture_misuse;
         cudaArray_t array = new_array();
         must(cudaFreeArray(array));
         say(create(of(array)));
     }},
    {"texture_array_freed_first",
     [] {
         using namespace texture_misuse;
         cudaArray_t array = new_array();
         const cudaResourceDesc resource = of(array);
         const cudaTextureDesc description = {};
         cudaTextureObject_t texture = 0;
         must(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
         say(cudaFreeArray(array)), say(cudaDestroyTextureObject(texture));
     }},
    {"surface_null",
     [] {
         using namespace texture_misuse;
         const cudaResourceDesc resource = of(new_array(cudaArraySurfaceLoadStore));
         cudaSurfaceObject_t surface = 0;
         say(cudaCreateSurfaceObject(nullptr, &resource)), say(cudaCreateSurfaceObject(&surface, nullptr)),
             say(cudaCreateSurfaceObject(&surface, &resource));
     }},
    {"surface_flag", [] { say(texture_misuse::create_surface(texture_misuse::of(texture_misuse::new_array()))); }},
    {"surface_resource",
     [] {
         using namespace texture_misuse;
         say(create_surface(of(new_mipmap(cudaArraySurfaceLoadStore)))),
             say(create_surface(linear(some_memory(), 4096))), say(create_surface(of(cudaArray_t(nullptr))));
     }},
    {"surface_destroy",
     [] {
         using namespace texture_misuse;
         const cudaResourceDesc resource = of(new_array(cudaArraySurfaceLoadStore));
         cudaSurfaceObject_t surface = 0;
         must(cudaCreateSurfaceObject(&surface, &resource));
         say(cudaDestroySurfaceObject(0)), say(cudaDestroySurfaceObject(surface)),
             say(cudaDestroySurfaceObject(surface));
     }},
    {"linear_max_width",
     [] {
         using namespace texture_misuse;
         const cudaChannelFormatDesc format = floats();
         const cudaChannelFormatDesc three = {32, 32, 32, 0, cudaChannelFormatKindFloat};
         std::size_t most = 0;
         say(cudaDeviceGetTexture1DLinearMaxWidth(&most, &format, 0)),
             say(cudaDeviceGetTexture1DLinearMaxWidth(nullptr, &format, 0)),
             say(cudaDeviceGetTexture1DLinearMaxWidth(&most, nullptr, 0)),
             say(cudaDeviceGetTexture1DLinearMaxWidth(&most, &three, 0)),
             say(cudaDeviceGetTexture1DLinearMaxWidth(&most, &format, 99));
     }},
    {"kernel_without_texture",
     [] {
         float* const out = static_cast<float*>(some_memory());
         texture_misuse::fetch<<<1, 1>>>(0, out);
         say(cudaGetLastError()), say(cudaDeviceSynchronize());
     }},
    {"kernel_without_surface",
     [] {
         texture_misuse::store<<<1, 1>>>(0);
         say(cudaGetLastError()), say(cudaDeviceSynchronize());
     }},
    {"driver_array_formats",
     [] {
         using namespace texture_misuse;
         say(allocate_driver(4, 4, 0, 0, 1, 0)), say(allocate_driver(4, 4, 0, 4, 1, 0)),
             say(allocate_driver(4, 4, 0, CU_AD_FORMAT_FLOAT, 0, 0)),
             say(allocate_driver(4, 4, 0, CU_AD_FORMAT_FLOAT, 3, 0)),
             say(allocate_driver(4, 4, 0, CU_AD_FORMAT_FLOAT, 8, 0));
     }},
    {"driver_array_null",
     [] {
         prepare();
         CUarray array = nullptr;
         CUDA_ARRAY_DESCRIPTOR description = {4, 4, CU_AD_FORMAT_FLOAT, 1};
         say(cuArrayCreate(nullptr, &description)), say(cuArrayCreate(&array, nullptr)),
             say(cuArray3DGetDescriptor(nullptr, texture_misuse::new_driver_array())),
             say(cuArrayGetDescriptor(nullptr, texture_misuse::new_driver_array()));
     }},
    {"driver_array_runs",
     [] {
         using namespace texture_misuse;
         CUarray array = new_driver_array();
         say(cuMemcpyHtoA(array, 0, elements, 32)), say(cuMemcpyHtoA(array, 0, elements, 128)),
             say(cuMemcpyHtoA(array, 4, elements, 128)), say(cuMemcpyHtoA(array, 2, elements, 4)),
             say(cuMemcpyAtoH(elements, array, 0, 0)), say(cuMemcpyHtoA(array, 0, nullptr, 4));
     }},
    {"driver_array_runs_device",
     [] {
         using namespace texture_misuse;
         CUarray array = new_driver_array();
         const CUdeviceptr memory = address_of(some_memory(64));
         say(cuMemcpyDtoA(array, 0, memory, 32)), say(cuMemcpyAtoD(memory, array, 0, 32)),
             say(cuMemcpyDtoA(array, 0, 0, 32)), say(cuMemcpyAtoD(0, array, 0, 32)),
             say(cuMemcpyAtoA(array, 0, array, 64, 32));
     }},
    {"driver_copy_2d_array",
     [] {
         using namespace texture_misuse;
         CUDA_MEMCPY2D copy = {};
         copy.srcMemoryType = CU_MEMORYTYPE_HOST;
         copy.srcHost = elements;
         copy.srcPitch = 32;
         copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
         copy.dstArray = new_driver_array();
         copy.WidthInBytes = 32;
         copy.Height = 4;
         say(cuMemcpy2D(&copy));
         copy.Height = 5;
         say(cuMemcpy2D(&copy));
         copy.Height = 1;
         copy.dstArray = nullptr;
         say(cuMemcpy2D(&copy));
     }},
    {"driver_texture_flags",
     [] {
         using namespace texture_misuse;
         CUDA_RESOURCE_DESC resource = {};
         resource.res.array.hArray = new_driver_array();
         CUDA_TEXTURE_DESC description = {};
         CUtexObject texture = 0;
         say(cuTexObjectCreate(&texture, &resource, &description, nullptr));
         description.flags = 0x1000;
         say(cuTexObjectCreate(&texture, &resource, &description, nullptr));
         description.flags = 0;
         resource.flags = 1;
         say(cuTexObjectCreate(&texture, &resource, &description, nullptr));
     }},
    {"driver_texture_destroy", [] { prepare(), say(cuTexObjectDestroy(0)), say(cuSurfObjectDestroy(0)); }},
    {"capture_array_copy",
     [] {
         using namespace texture_misuse;
         cudaArray_t array = new_array();
         cudaStream_t stream = new_stream();
         cudaGraph_t graph = nullptr;
         must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
         say(cudaMalloc3DArray(&array, nullptr, make_cudaExtent(4, 4, 0), 0));
         say(allocate(4, 4, 0, 0)), say(cudaStreamEndCapture(stream, &graph));
     }},
};
