// Textures and surfaces of a card: the driver's objects, whose numbers are passed to kernels.
#pragma once

#include "backend/cuda/context.h"
#include "backend/device.h"

namespace ringfence::backend::cuda {

class CudaTextureSpace final : public TextureSpace {
public:
    explicit CudaTextureSpace(const Context& context) : context_(context) {}
    Result<std::unique_ptr<TextureObject>> create_texture(const Texture& texture) override;
    Result<std::unique_ptr<TextureObject>> create_surface(const ArrayLevelResource& resource) override;

private:
    const Context& context_;
};

}  // namespace ringfence::backend::cuda
