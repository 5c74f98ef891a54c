#include "backend/soft/texture_space.h"

#include <algorithm>
#include <utility>

#include "backend/reserved_addresses.h"

namespace ringfence::backend::soft {
namespace {

namespace math = softgpu::math;

// The destructor removes the object from its table. Launches that have begun keep their snapshot.
class SoftTextureObject final : public TextureObject {
public:
    SoftTextureObject(std::shared_ptr<softgpu::TextureTable> table, std::uint64_t number)
        : table_(std::move(table)), number_(number) {}
    ~SoftTextureObject() override { (void)table_->remove(number_); }
    SoftTextureObject(const SoftTextureObject&) = delete;
    SoftTextureObject& operator=(const SoftTextureObject&) = delete;
    std::uint64_t number() const override { return number_; }

private:
    std::shared_ptr<softgpu::TextureTable> table_;
    std::uint64_t number_;
};

math::ChannelFormat channel_format(std::uint32_t format) {
    switch (format) {
        case array_format::uint8: return math::ChannelFormat::U8;
        case array_format::uint16: return math::ChannelFormat::U16;
        case array_format::uint32: return math::ChannelFormat::U32;
        case array_format::int8: return math::ChannelFormat::S8;
        case array_format::int16: return math::ChannelFormat::S16;
        case array_format::int32: return math::ChannelFormat::S32;
        case array_format::half: return math::ChannelFormat::F16;
        default: return math::ChannelFormat::F32;
    }
}

void set_element(math::Image& image, std::uint32_t format, std::uint32_t channels) {
    image.format = channel_format(format);
    image.channels = static_cast<std::uint8_t>(channels);
}

math::ImageLevel level_of(const SoftArray& array, std::uint32_t number) {
    const ArrayShape& shape = array.shape();
    const ArrayExtent extent = level_extent(shape, number);
    const ArrayLevel place = plain_level(shape, number);
    const bool has_layers = shape.is_layered() || shape.is_cubemap();
    math::ImageLevel level;
    level.base = array.level(number);
    level.width = static_cast<std::uint32_t>(extent.row_bytes / element_bytes(shape.format, shape.channels));
    level.height = static_cast<std::uint32_t>(extent.rows);
    level.depth = has_layers ? 1 : static_cast<std::uint32_t>(extent.slices);
    level.row_bytes = place.pitch;
    level.slice_bytes = place.slice;
    return level;
}

constexpr std::uint32_t cube_faces = 6;

math::Image image_of(const SoftArray& array, std::uint32_t first_level, std::uint32_t last_level) {
    const ArrayShape& shape = array.shape();
    math::Image image;
    set_element(image, shape.format, shape.channels);
    image.layered = shape.is_layered();
    image.cube = shape.is_cubemap();
    const bool has_layers = image.layered || image.cube;
    image.dimensions = shape.height == 0 ? 1 : !has_layers && shape.depth != 0 ? 3 : 2;
    if (image.layered) image.layers = static_cast<std::uint32_t>(shape.depth) / (image.cube ? cube_faces : 1);
    for (std::uint32_t level = first_level; level <= last_level; ++level)
        image.levels.push_back(level_of(array, level));
    return image;
}

void apply_layers(math::Image& image, const TextureView& view) {
    for (math::ImageLevel& level : image.levels)
        level.base += view.first_layer * level.slice_bytes;
    const std::uint32_t count = view.last_layer - view.first_layer + 1;
    if (image.layered) image.layers = count / (image.cube ? cube_faces : 1);
}

void apply_view(math::Image& image, const TextureView& view) {
    if (const auto element = element_of_view(view.format)) set_element(image, element->format, element->channels);
    if (image.layered || image.cube) apply_layers(image, view);
}

math::Sampler sampler_of(const TextureSampler& asked, const math::Image& image) {
    math::Sampler sampler;
    for (std::size_t i = 0; i < asked.address_modes.size(); ++i)
        sampler.address[i] = static_cast<math::AddressMode>(asked.address_modes[i]);
    sampler.filter = static_cast<math::Filter>(asked.filter);
    sampler.normalized_coordinates = (asked.flags & texture_flag::normalized_coordinates) != 0;
    const bool is_small_integer = math::channel_bytes(image.format) < 4 && image.format != math::ChannelFormat::F16;
    sampler.normalized_read = is_small_integer && (asked.flags & texture_flag::read_as_integer) == 0;
    sampler.srgb = (asked.flags & texture_flag::srgb) != 0;
    sampler.mipmap_filter = static_cast<math::Filter>(asked.level_filter);
    sampler.mipmap_bias = asked.level_bias;
    sampler.min_level = asked.least_level;
    sampler.max_level = asked.most_level;
    std::copy(asked.border.begin(), asked.border.end(), sampler.border);
    sampler.max_anisotropy = asked.anisotropy;
    sampler.seamless_cube = (asked.flags & texture_flag::seamless_cubemap) != 0;
    return sampler;
}

const SoftArray& own(const std::shared_ptr<Array>& array) {
    return static_cast<const SoftArray&>(*array);
}

void set_image(softgpu::TextureObject& object, const ArrayLevelResource& resource) {
    object.image = image_of(own(resource.array), resource.level, resource.level);
    object.owner = resource.array;
}

template <typename Memory>
void set_memory(softgpu::TextureObject& object, const Memory& resource) {
    object.empty = is_empty(resource);
    object.checked_memory = !object.empty;
    set_element(object.image, resource.format, resource.channels);
    math::ImageLevel level;
    level.base = reinterpret_cast<std::byte*>(resource.address);
    level.width = object.empty ? 1 : static_cast<std::uint32_t>(resource.width);
    level.row_bytes = std::uint64_t{level.width} * object.image.element_bytes();
    object.image.levels.push_back(level);
}

void set_image(softgpu::TextureObject& object, const LinearResource& resource) {
    set_memory(object, resource);
    object.linear_memory = true;
    object.image.levels[0].slice_bytes = object.image.levels[0].row_bytes;
}

void set_image(softgpu::TextureObject& object, const PitchedResource& resource) {
    set_memory(object, resource);
    object.image.dimensions = 2;
    math::ImageLevel& level = object.image.levels[0];
    level.slice_bytes = level.row_bytes;
    if (object.empty) return;
    level.height = static_cast<std::uint32_t>(resource.height);
    level.row_bytes = resource.pitch;
    level.slice_bytes = resource.pitch * resource.height;
}

}  // namespace

Result<std::shared_ptr<Array>> SoftArray::create(const ArrayShape& shape, softgpu::DeviceMemory& memory) {
    // Whole pages, so that no data of others is in them: the system clears pages.
    const std::uint64_t page = page_bytes();
    const std::uint64_t bytes = (plain_bytes(shape) + page - 1) / page * page;
    RF_TRY(const Address address, memory.allocate(bytes, page, softgpu::MemoryKind::Allocation, "an array"));
    return std::shared_ptr<Array>(new SoftArray(shape, memory, address));
}

SoftArray::~SoftArray() {
    (void)memory_.release(address_);
}

std::byte* SoftArray::level(std::uint32_t number) const {
    return reinterpret_cast<std::byte*>(address_ + plain_level(shape(), number).offset);
}

Box SoftArray::box_at(const ArrayPlace& place) const {
    const ArrayLevel level = plain_level(shape(), place.level);
    return {address_ + level.offset + place.z * level.slice + place.y * level.pitch + place.x, level.pitch,
            level.slice};
}

Result<std::unique_ptr<TextureObject>> SoftTextureSpace::add(softgpu::TextureObject object) {
    RF_TRY(const std::uint64_t number, table_->add(std::move(object)));
    return std::unique_ptr<TextureObject>(std::make_unique<SoftTextureObject>(table_, number));
}

Result<std::unique_ptr<TextureObject>> SoftTextureSpace::create_texture(const Texture& texture) {
    softgpu::TextureObject object;
    if (const auto* mipmap = std::get_if<MipmapResource>(&texture.resource)) {
        const std::uint32_t last = mipmap->array->shape().level_count() - 1;
        object.image = image_of(own(mipmap->array), texture.view ? texture.view->first_level : 0,
                                texture.view ? std::min(texture.view->last_level, last) : last);
        object.owner = mipmap->array;
    } else if (const auto* level = std::get_if<ArrayLevelResource>(&texture.resource)) {
        set_image(object, *level);
    } else if (const auto* linear = std::get_if<LinearResource>(&texture.resource)) {
        set_image(object, *linear);
    } else {
        set_image(object, std::get<PitchedResource>(texture.resource));
    }
    if (texture.view) apply_view(object.image, *texture.view);
    object.sampler = sampler_of(texture.sampler, object.image);
    return add(std::move(object));
}

Result<std::unique_ptr<TextureObject>> SoftTextureSpace::create_surface(const ArrayLevelResource& resource) {
    softgpu::TextureObject object;
    object.kind = softgpu::TextureKind::Surface;
    set_image(object, resource);
    return add(std::move(object));
}

}  // namespace ringfence::backend::soft
