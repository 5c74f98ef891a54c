#include "backend/cuda/texture_space.h"

#include <algorithm>
#include <utility>

#include "backend/cuda/array.h"
#include "backend/cuda/device.h"

namespace ringfence::backend::cuda {
namespace {

// A texture or a surface, which differ in the function that destroys them.
class CudaTexture final : public TextureObject {
public:
    using Destroy = Status (*DriverApi::*)(TextureHandle);
    CudaTexture(const Context& context, TextureHandle handle, std::shared_ptr<Array> array, Destroy destroy)
        : context_(context), handle_(handle), array_(std::move(array)), destroy_(destroy) {}
    ~CudaTexture() override { (context_.api().*destroy_)(handle_); }
    CudaTexture(const CudaTexture&) = delete;
    CudaTexture& operator=(const CudaTexture&) = delete;
    std::uint64_t number() const override { return handle_; }

private:
    const Context& context_;
    TextureHandle handle_;
    std::shared_ptr<Array> array_;
    Destroy destroy_;
};

ResourceDescription describe(const ArrayLevelResource& resource) {
    ResourceDescription result;
    result.type = resource_type::array;
    result.array = static_cast<const CudaArray&>(*resource.array).level(resource.level);
    return result;
}

ResourceDescription describe(const MipmapResource& resource) {
    ResourceDescription result;
    result.type = resource_type::mipmap;
    result.mipmap = static_cast<const CudaArray&>(*resource.array).mipmap();
    return result;
}

ResourceDescription describe(const LinearResource& resource) {
    ResourceDescription result;
    result.type = resource_type::linear;
    result.linear = {resource.address, static_cast<int>(resource.format), resource.channels, memory_bytes(resource)};
    return result;
}

ResourceDescription describe(const PitchedResource& resource) {
    ResourceDescription result;
    result.type = resource_type::pitched;
    result.pitched = {resource.address,  static_cast<int>(resource.format),
                      resource.channels, resource.width,
                      resource.height,   resource.pitch};
    return result;
}

TextureDescription describe(const TextureSampler& sampler) {
    TextureDescription result;
    std::copy(sampler.address_modes.begin(), sampler.address_modes.end(), result.address_modes);
    result.filter = static_cast<int>(sampler.filter);
    result.flags = sampler.flags;
    result.anisotropy = sampler.anisotropy;
    result.level_filter = static_cast<int>(sampler.level_filter);
    result.level_bias = sampler.level_bias;
    result.least_level = sampler.least_level;
    result.most_level = sampler.most_level;
    std::copy(sampler.border.begin(), sampler.border.end(), result.border);
    return result;
}

// check_texture() accepts views with more than the array has: levels behind the last, one row of a line, one slice of a
// plane. These are removed here, so that the texture has its array's dimensions.
ViewDescription describe(const TextureView& view, const ArrayShape& shape, std::uint32_t levels) {
    ViewDescription result;
    result.format = static_cast<int>(view.format);
    result.width = view.width;
    result.height = shape.height == 0 ? 0 : view.height;
    result.depth = shape.depth == 0 ? 0 : view.depth;
    result.first_level = view.first_level;
    result.last_level = std::min(view.last_level, levels - 1);
    result.first_layer = view.first_layer;
    result.last_layer = view.last_layer;
    return result;
}

std::shared_ptr<Array> array_of(const TextureResource& resource) {
    if (const auto* level = std::get_if<ArrayLevelResource>(&resource)) return level->array;
    if (const auto* mipmap = std::get_if<MipmapResource>(&resource)) return mipmap->array;
    return nullptr;
}

}  // namespace

Result<std::unique_ptr<TextureObject>> CudaTextureSpace::create_texture(const Texture& texture) {
    const ResourceDescription resource = std::visit([](const auto& kind) { return describe(kind); }, texture.resource);
    const TextureDescription sampler = describe(texture.sampler);
    const std::shared_ptr<Array> array = array_of(texture.resource);
    if (texture.view && !array) return Error::internal("a view of memory");
    const std::uint32_t levels =
        std::holds_alternative<MipmapResource>(texture.resource) ? array->shape().level_count() : 1;
    const ViewDescription view = texture.view ? describe(*texture.view, array->shape(), levels) : ViewDescription{};
    TextureHandle handle = 0;
    RF_RETURN_IF_ERROR(context_.check(
        context_.api().texture_create(&handle, &resource, &sampler, texture.view ? &view : nullptr), "make a texture"));
    return std::unique_ptr<TextureObject>(
        std::make_unique<CudaTexture>(context_, handle, array, &DriverApi::texture_destroy));
}

Result<std::unique_ptr<TextureObject>> CudaTextureSpace::create_surface(const ArrayLevelResource& resource) {
    const ResourceDescription description = describe(resource);
    TextureHandle handle = 0;
    RF_RETURN_IF_ERROR(context_.check(context_.api().surface_create(&handle, &description), "make a surface"));
    return std::unique_ptr<TextureObject>(
        std::make_unique<CudaTexture>(context_, handle, resource.array, &DriverApi::surface_destroy));
}

Result<std::shared_ptr<TextureSpace>> CudaDevice::create_texture_space() {
    return std::shared_ptr<TextureSpace>(std::make_shared<CudaTextureSpace>(*context_));
}

}  // namespace ringfence::backend::cuda
