// Arrays, textures and surfaces of the software GPU.
#pragma once

#include <memory>

#include "backend/device.h"
#include "softgpu/runtime/memory.h"
#include "softgpu/runtime/texture_table.h"

namespace ringfence::backend::soft {

// An array in device memory, with its levels one behind the other (base/array_shape.h).
class SoftArray final : public Array {
public:
    static Result<std::shared_ptr<Array>> create(const ArrayShape& shape, softgpu::DeviceMemory& memory);
    ~SoftArray() override;

    // The box in memory that begins at this place.
    Box box_at(const ArrayPlace& place) const;
    std::byte* level(std::uint32_t number) const;

private:
    SoftArray(const ArrayShape& shape, softgpu::DeviceMemory& memory, Address address)
        : Array(shape), memory_(memory), address_(address) {}

    softgpu::DeviceMemory& memory_;
    Address address_;
};

class SoftTextureSpace final : public TextureSpace {
public:
    Result<std::unique_ptr<TextureObject>> create_texture(const Texture& texture) override;
    Result<std::unique_ptr<TextureObject>> create_surface(const ArrayLevelResource& resource) override;

    std::shared_ptr<const softgpu::TextureSnapshot> snapshot() const { return table_->snapshot(); }

private:
    Result<std::unique_ptr<TextureObject>> add(softgpu::TextureObject object);

    std::shared_ptr<softgpu::TextureTable> table_ = std::make_shared<softgpu::TextureTable>();
};

}  // namespace ringfence::backend::soft
