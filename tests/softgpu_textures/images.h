// Images with memory of their own, laid out as arrays are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "softgpu/math/texture.h"
#include "softgpu/runtime/texture_table.h"

namespace ringfence::softgpu::test {

class TestImage {
public:
    TestImage(math::ChannelFormat format, std::uint8_t channels, std::uint8_t dimensions) {
        image.format = format;
        image.channels = channels;
        image.dimensions = dimensions;
    }

    // Adds the next level. `value` gives the channels, one after the other.
    template <typename T, typename Value>
    TestImage& level(std::uint32_t width, std::uint32_t height, std::uint32_t depth, Value&& value) {
        math::ImageLevel next;
        next.width = width;
        next.height = height;
        next.depth = depth;
        next.row_bytes = std::uint64_t{width} * image.element_bytes();
        next.slice_bytes = next.row_bytes * height;
        const std::uint64_t bytes = next.slice_bytes * std::max<std::uint64_t>(depth, image.slices());
        // Exactly so large: sanitizers see a step too far.
        auto memory = std::make_shared<std::vector<std::byte>>(bytes);
        for (std::size_t i = 0; i < bytes / sizeof(T); ++i) {
            const T one = value(i);
            std::memcpy(memory->data() + i * sizeof(T), &one, sizeof(T));
        }
        next.base = memory->data();
        image.levels.push_back(next);
        owner->push_back(std::move(memory));
        return *this;
    }

    TextureObject object(TextureKind kind, const math::Sampler& sampler = {}) const {
        TextureObject result;
        result.kind = kind;
        result.image = image;
        result.sampler = sampler;
        result.owner = owner;
        return result;
    }

    math::Image image;
    std::shared_ptr<std::vector<std::shared_ptr<std::vector<std::byte>>>> owner =
        std::make_shared<std::vector<std::shared_ptr<std::vector<std::byte>>>>();
};

}  // namespace ringfence::softgpu::test
