#include "backend/texture.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/cuda_status.h"

namespace ringfence::backend {
namespace {

// A card's alignments, from its attributes (compute capability 9.0).
constexpr std::uint64_t memory_alignment = 512;
constexpr std::uint64_t pitch_alignment = 32;
constexpr std::uint64_t most_linear = std::uint64_t{1} << 28;
constexpr std::uint64_t most_pitched_width = 131072;
constexpr std::uint64_t most_pitched_height = 65000;
constexpr std::uint64_t most_pitch = 2097120;
constexpr std::uint32_t address_mode_count = 4;
constexpr std::uint32_t filter_count = 2;

Error bad_texture(std::string what) {
    return Error::bad_input("a texture " + std::move(what)).with_status(cuda_status::invalid_value);
}

Result<void> check_resource(const ArrayLevelResource& resource) {
    if (resource.array == nullptr) return bad_texture("of no array");
    if (resource.level >= resource.array->shape().level_count()) return bad_texture("of a level that is not there");
    return {};
}

Result<void> check_resource(const MipmapResource& resource) {
    if (resource.array == nullptr || !resource.array->shape().is_mipmapped())
        return bad_texture("of no mipmapped array");
    return {};
}

template <typename Memory>
Result<void> check_memory(const Memory& resource) {
    if (element_bytes(resource.format, resource.channels) == 0)
        return bad_texture("of elements that no texture has: format " + std::to_string(resource.format) + ", " +
                           std::to_string(resource.channels) + " channels");
    if (resource.address == 0 || resource.address % memory_alignment != 0)
        return bad_texture("of memory that is not aligned to " + std::to_string(memory_alignment) + " bytes");
    return {};
}

Result<void> check_resource(const LinearResource& resource) {
    RF_RETURN_IF_ERROR(check_memory(resource));
    if (resource.width > most_linear)
        return bad_texture("of more than " + std::to_string(most_linear) + " elements of memory");
    return {};
}

Result<void> check_resource(const PitchedResource& resource) {
    RF_RETURN_IF_ERROR(check_memory(resource));
    if (resource.width > most_pitched_width || resource.height > most_pitched_height)
        return bad_texture("of pitched memory with a size that no card has");
    const std::uint64_t row = resource.width * element_bytes(resource.format, resource.channels);
    if (is_empty(resource)) return {};
    if (resource.pitch < row || resource.pitch > most_pitch || resource.pitch % pitch_alignment != 0)
        return bad_texture("whose rows overlap, are too long or not aligned to " + std::to_string(pitch_alignment) +
                           " bytes");
    return {};
}

ViewedElement element_of(const ArrayShape& shape) {
    return {shape.format, shape.channels};
}

ViewedElement element_of(const TextureResource& resource) {
    if (const auto* level = std::get_if<ArrayLevelResource>(&resource)) return element_of(level->array->shape());
    if (const auto* mipmap = std::get_if<MipmapResource>(&resource)) return element_of(mipmap->array->shape());
    if (const auto* linear = std::get_if<LinearResource>(&resource)) return {linear->format, linear->channels};
    const auto& pitched = std::get<PitchedResource>(resource);
    return {pitched.format, pitched.channels};
}

bool is_float_read(const ViewedElement& element, const TextureSampler& sampler) {
    if (array_format::is_float(element.format)) return true;
    // 32-bit integers are never converted to floats.
    return (sampler.flags & texture_flag::read_as_integer) == 0 && channel_bytes(element.format) < 4;
}

Result<void> check_sampler(const TextureSampler& sampler, const ViewedElement& element, bool is_linear) {
    for (const std::uint32_t mode : sampler.address_modes) {
        if (mode >= address_mode_count) return bad_texture("with an unknown address mode");
    }
    if (sampler.filter >= filter_count || sampler.level_filter >= filter_count)
        return bad_texture("with an unknown filter");
    constexpr std::uint32_t known = texture_flag::read_as_integer | texture_flag::normalized_coordinates |
                                    texture_flag::srgb | texture_flag::no_trilinear_optimization |
                                    texture_flag::seamless_cubemap;
    if ((sampler.flags & ~known) != 0) return bad_texture("with unknown flags");
    if (!is_linear && sampler.filter == 1 && !is_float_read(element, sampler))
        return bad_texture("of integers cannot be filtered");
    return {};
}

Result<void> check_view(const TextureView& view, const ArrayShape& shape, std::uint32_t level, std::uint32_t levels) {
    const std::optional<ViewedElement> element = element_of_view(view.format);
    constexpr std::uint32_t last_format = 34;
    if (view.format == 0 || view.format > last_format) return bad_texture("with a view of an unknown format");
    if (!element) {
        return Error::bad_input("views of compressed blocks are not supported").with_status(cuda_status::not_supported);
    }
    if (element_bytes(element->format, element->channels) != element_bytes(shape.format, shape.channels))
        return bad_texture("with a view whose elements have another size");
    // A view's size may be 0 only along an axis that the array lacks: otherwise a card's behaviour is unknown.
    const auto is_size = [level](std::uint64_t asked, std::uint64_t own) {
        return asked == std::max<std::uint64_t>(own >> level, 1) || (own == 0 && asked == 0);
    };
    const bool has_layers = shape.is_layered() || shape.is_cubemap();
    const bool is_depth = has_layers ? view.depth <= shape.depth : is_size(view.depth, shape.depth);
    if (!is_size(view.width, shape.width) || !is_size(view.height, shape.height) || !is_depth)
        return bad_texture("with a view of another size than its array");
    // The last level may be too large: then the view ends with the array's last.
    if (view.first_level > view.last_level || view.first_level >= levels)
        return bad_texture("with a view of levels that are not there");
    const std::uint64_t layers = has_layers ? shape.depth : 1;
    if (view.first_layer > view.last_layer || view.last_layer >= layers)
        return bad_texture("with a view of layers that are not there");
    constexpr std::uint32_t faces = 6;
    const std::uint32_t count = view.last_layer - view.first_layer + 1;
    if (shape.is_cubemap() && (count % faces != 0 || (!shape.is_layered() && count != faces)))
        return bad_texture("with a view of a part of a cube");
    return {};
}

}  // namespace

std::optional<ViewedElement> element_of_view(std::uint32_t view_format) {
    using namespace array_format;
    constexpr std::uint32_t kinds[] = {uint8, int8, uint16, int16, uint32, int32, half, float32};
    constexpr std::uint32_t counts[] = {1, 2, 4};
    constexpr std::uint32_t per_kind = 3;
    constexpr std::uint32_t plain_formats = 24;
    if (view_format == 0 || view_format > plain_formats) return std::nullopt;
    const std::uint32_t index = view_format - 1;
    return ViewedElement{kinds[index / per_kind], counts[index % per_kind]};
}

Result<void> check_texture(const Texture& texture) {
    RF_RETURN_IF_ERROR(std::visit([](const auto& resource) { return check_resource(resource); }, texture.resource));
    ViewedElement element = element_of(texture.resource);
    if (texture.view) {
        if (const auto* level = std::get_if<ArrayLevelResource>(&texture.resource)) {
            RF_RETURN_IF_ERROR(check_view(*texture.view, level->array->shape(), level->level, 1));
        } else if (const auto* mipmap = std::get_if<MipmapResource>(&texture.resource)) {
            const ArrayShape& shape = mipmap->array->shape();
            RF_RETURN_IF_ERROR(check_view(*texture.view, shape, 0, shape.level_count()));
        } else {
            return bad_texture("of memory cannot have a view");
        }
        if (const auto viewed = element_of_view(texture.view->format)) element = *viewed;
    }
    return check_sampler(texture.sampler, element, std::holds_alternative<LinearResource>(texture.resource));
}

// The documentation requires an array that was made for surfaces, but cards do not check that.
Result<void> check_surface(const ArrayLevelResource& resource) {
    return check_resource(resource);
}

bool is_empty(const LinearResource& resource) {
    return resource.width == 0;
}

bool is_empty(const PitchedResource& resource) {
    return resource.width == 0 || resource.height == 0 || resource.pitch == 0;
}

std::uint64_t memory_bytes(const TextureResource& resource) {
    if (const auto* linear = std::get_if<LinearResource>(&resource))
        return linear->width * element_bytes(linear->format, linear->channels);
    if (const auto* pitched = std::get_if<PitchedResource>(&resource)) {
        if (pitched->height == 0) return 0;
        return (pitched->height - 1) * pitched->pitch +
               pitched->width * element_bytes(pitched->format, pitched->channels);
    }
    return 0;
}

}  // namespace ringfence::backend
