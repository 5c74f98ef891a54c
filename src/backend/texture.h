// Arrays, textures and surfaces of a device (device.h).
//
// An array is memory without addresses: only copies, textures and surfaces can access it, and only the device knows its
// layout. Textures and surfaces are numbers that kernels get as parameters.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

#include "base/array_shape.h"
#include "base/result.h"

namespace ringfence::backend {

// It must not outlive its device, and nothing on the device may be using it when its last owner releases it.
class Array {
public:
    explicit Array(const ArrayShape& shape) : shape_(shape) {}
    virtual ~Array() = default;
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    const ArrayShape& shape() const { return shape_; }

private:
    ArrayShape shape_;
};

// Where a box begins in a level of an array.
struct ArrayPlace {
    std::shared_ptr<Array> array;
    std::uint32_t level = 0;
    std::uint64_t x = 0;  // in bytes
    std::uint64_t y = 0;
    std::uint64_t z = 0;  // slices or layers
};

// One level of an array, mipmapped or not.
struct ArrayLevelResource {
    std::shared_ptr<Array> array;
    std::uint32_t level = 0;
};
// All levels of a mipmapped array.
struct MipmapResource {
    std::shared_ptr<Array> array;
};
// A row of elements in memory.
struct LinearResource {
    std::uint64_t address = 0;
    std::uint32_t format = 0;  // CUarray_format
    std::uint32_t channels = 0;
    std::uint64_t width = 0;  // in elements
};
// Several rows of elements in memory.
struct PitchedResource {
    std::uint64_t address = 0;
    std::uint32_t format = 0;
    std::uint32_t channels = 0;
    std::uint64_t width = 0;
    std::uint64_t height = 0;
    std::uint64_t pitch = 0;  // in bytes
};
using TextureResource = std::variant<ArrayLevelResource, MipmapResource, LinearResource, PitchedResource>;

namespace texture_flag {  // CU_TRSF_*
constexpr std::uint32_t read_as_integer = 0x01;
constexpr std::uint32_t normalized_coordinates = 0x02;
constexpr std::uint32_t srgb = 0x10;
constexpr std::uint32_t no_trilinear_optimization = 0x20;
constexpr std::uint32_t seamless_cubemap = 0x40;
}  // namespace texture_flag

// Like CUDA_TEXTURE_DESC, with its numbers.
struct TextureSampler {
    std::array<std::uint32_t, 3> address_modes = {};  // wrap, clamp, mirror, border
    std::uint32_t filter = 0;                         // point, linear
    std::uint32_t flags = 0;                          // texture_flag
    std::uint32_t anisotropy = 0;
    std::uint32_t level_filter = 0;
    float level_bias = 0;
    float least_level = 0;
    float most_level = 0;
    std::array<float, 4> border = {};
};

// Like CUDA_RESOURCE_VIEW_DESC.
struct TextureView {
    std::uint32_t format = 0;  // CUresourceViewFormat; 0: the array's own
    std::uint64_t width = 0;
    std::uint64_t height = 0;
    std::uint64_t depth = 0;
    std::uint32_t first_level = 0;
    std::uint32_t last_level = 0;
    std::uint32_t first_layer = 0;
    std::uint32_t last_layer = 0;
};

struct Texture {
    TextureResource resource;
    TextureSampler sampler;
    std::optional<TextureView> view;
};

// A texture or a surface. It keeps its array alive, but not linear memory: a kernel that uses it after the memory was
// freed behaves as on a card, or faults. No kernel may be using the object when it is destroyed.
class TextureObject {
public:
    virtual ~TextureObject() = default;
    // The number by which kernels name it. Textures and surfaces are numbered separately.
    virtual std::uint64_t number() const = 0;
};

// The textures and surfaces of one tenant. On the software GPU, kernels can use those of their stream's space; on a
// card, all of the context's.
class TextureSpace {
public:
    virtual ~TextureSpace() = default;
    // check_texture() must have accepted the texture. The caller checks its memory.
    virtual Result<std::unique_ptr<TextureObject>> create_texture(const Texture& texture) = 0;
    virtual Result<std::unique_ptr<TextureObject>> create_surface(const ArrayLevelResource& resource) = 0;
};

// Fail, with CUDA's status, if the texture or surface is impossible.
Result<void> check_texture(const Texture& texture);
Result<void> check_surface(const ArrayLevelResource& resource);
// True if the memory has no elements: a texture of it returns zeros.
bool is_empty(const LinearResource& resource);
bool is_empty(const PitchedResource& resource);
// The bytes of memory that a checked texture reads, from `address` on; 0 if it reads an array.
std::uint64_t memory_bytes(const TextureResource& resource);

// The type of the elements that a view shows, which may differ from the array's but has the same size.
struct ViewedElement {
    std::uint32_t format = 0;
    std::uint32_t channels = 0;
};
std::optional<ViewedElement> element_of_view(std::uint32_t view_format);

}  // namespace ringfence::backend
