// Arrays and linear memory with contents that are the same everywhere, and texture and surface objects on them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "../programs/check.h"

namespace textures {

enum class Format { u8, s8, u16, s16, u32, s32, f16, f32 };
constexpr Format all_formats[] = {Format::u8,  Format::s8,  Format::u16, Format::s16,
                                  Format::u32, Format::s32, Format::f16, Format::f32};

inline const char* name_of(Format format) {
    constexpr const char* names[] = {"u8", "s8", "u16", "s16", "u32", "s32", "f16", "f32"};
    return names[int(format)];
}
inline unsigned bytes_of(Format format) {
    constexpr unsigned bytes[] = {1, 1, 2, 2, 4, 4, 2, 4};
    return bytes[int(format)];
}
inline bool is_float(Format format) {
    return format == Format::f16 || format == Format::f32;
}

inline cudaChannelFormatDesc descriptor_of(Format format, int channels) {
    const int bits = int(bytes_of(format)) * 8;
    const bool is_signed = format == Format::s8 || format == Format::s16 || format == Format::s32;
    const auto kind = is_float(format) ? cudaChannelFormatKindFloat
                      : is_signed      ? cudaChannelFormatKindSigned
                                       : cudaChannelFormatKindUnsigned;
    return cudaCreateChannelDesc(bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 2 ? bits : 0, kind);
}

inline std::uint32_t hash(std::uint32_t value) {
    value = (value ^ value >> 16) * 0x7feb352dU;
    value = (value ^ value >> 15) * 0x846ca68bU;
    return value ^ value >> 16;
}

// Integers of any value; floats from about 1/4 to 8 with all bits of their mantissas, of both signs.
inline std::vector<std::uint8_t> contents(Format format, std::size_t channels, std::uint32_t seed) {
    std::vector<std::uint8_t> bytes(channels * bytes_of(format));
    for (std::size_t i = 0; i < channels; ++i) {
        std::uint32_t bits = hash(std::uint32_t(i) + seed * 0x10001U);
        if (format == Format::f32) bits = (bits & 0x807fffff) | (125 + (bits >> 24) % 5) << 23;
        if (format == Format::f16) bits = (bits & 0x83ff) | (13 + (bits >> 24) % 5) << 10;
        std::memcpy(bytes.data() + i * bytes_of(format), &bits, bytes_of(format));
    }
    return bytes;
}

// The shape of an image; a layered one has its layers in `layers`, of cubes the number of cubes.
struct Shape {
    Format format = Format::f32;
    int channels = 4;
    unsigned width = 13, height = 0, depth = 0, layers = 0;
    bool cube = false;
    unsigned levels = 1;
    unsigned flags = 0;  // of the array, more

    unsigned slices() const { return std::max(depth, 1U) * std::max(layers, 1U) * (cube ? 6 : 1); }
    unsigned element_bytes() const { return bytes_of(format) * unsigned(channels); }
    cudaExtent extent() const { return make_cudaExtent(width, height, layers != 0 || cube ? slices() : depth); }
    unsigned array_flags() const {
        return flags | (layers != 0 ? cudaArrayLayered : 0U) | (cube ? cudaArrayCubemap : 0U);
    }
};

// An array, mipmapped if it has several levels.
class Array {
public:
    explicit Array(const Shape& shape) : shape_(shape) {
        const cudaChannelFormatDesc format = descriptor_of(shape.format, shape.channels);
        if (shape.levels > 1) {
            status_ = cudaMallocMipmappedArray(&mipmapped_, &format, shape.extent(), shape.levels, shape.array_flags());
        } else {
            status_ = cudaMalloc3DArray(&array_, &format, shape.extent(), shape.array_flags());
        }
        for (unsigned i = 0; i < shape.levels && status_ == cudaSuccess; ++i)
            status_ = fill(i);
    }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    ~Array() {
        if (mipmapped_ != nullptr) CHECK(cudaFreeMipmappedArray(mipmapped_));
        if (array_ != nullptr) CHECK(cudaFreeArray(array_));
    }

    cudaError_t status() const { return status_; }
    cudaResourceDesc resource() const {
        cudaResourceDesc resource = {};
        resource.resType = mipmapped_ != nullptr ? cudaResourceTypeMipmappedArray : cudaResourceTypeArray;
        if (mipmapped_ != nullptr) {
            resource.res.mipmap.mipmap = mipmapped_;
        } else {
            resource.res.array.array = array_;
        }
        return resource;
    }
    // The array's present contents.
    std::vector<std::uint8_t> read() const {
        std::vector<std::uint8_t> bytes(std::size_t{shape_.width} * std::max(shape_.height, 1U) * shape_.slices() *
                                        shape_.element_bytes());
        cudaMemcpy3DParms copy = {};
        copy.srcArray = array_;
        copy.dstPtr = make_cudaPitchedPtr(bytes.data(), shape_.width * shape_.element_bytes(), shape_.width,
                                          std::max(shape_.height, 1U));
        copy.extent = make_cudaExtent(shape_.width, std::max(shape_.height, 1U), shape_.slices());
        copy.kind = cudaMemcpyDeviceToHost;
        CHECK(cudaMemcpy3D(&copy));
        return bytes;
    }

private:
    cudaError_t fill(unsigned level) {
        cudaArray_t target = array_;
        if (mipmapped_ != nullptr) {
            const cudaError_t status = cudaGetMipmappedArrayLevel(&target, mipmapped_, level);
            if (status != cudaSuccess) return status;
        }
        const unsigned width = std::max(shape_.width >> level, 1U);
        const unsigned height = std::max(shape_.height >> level, 1U);
        const bool deep = shape_.depth != 0;
        const unsigned slices = deep ? std::max(shape_.depth >> level, 1U) : shape_.slices();
        std::vector<std::uint8_t> bytes =
            contents(shape_.format, std::size_t{width} * height * slices * unsigned(shape_.channels), level + 1);
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr(bytes.data(), width * shape_.element_bytes(), width, height);
        copy.dstArray = target;
        copy.extent = make_cudaExtent(width, height, slices);
        copy.kind = cudaMemcpyHostToDevice;
        return cudaMemcpy3D(&copy);
    }

    Shape shape_;
    cudaArray_t array_ = nullptr;
    cudaMipmappedArray_t mipmapped_ = nullptr;
    cudaError_t status_ = cudaSuccess;
};

inline cudaTextureDesc sampler_of(cudaTextureAddressMode address, cudaTextureFilterMode filter, bool normalized) {
    cudaTextureDesc sampler = {};
    std::fill(std::begin(sampler.addressMode), std::end(sampler.addressMode), address);
    sampler.filterMode = filter;
    sampler.normalizedCoords = normalized ? 1 : 0;
    return sampler;
}

}  // namespace textures
