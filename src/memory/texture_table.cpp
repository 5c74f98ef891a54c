#include "memory/texture_table.h"

#include <atomic>

#include <fmt/core.h>

#include "base/array_shape.h"
#include "base/cuda_status.h"

namespace ringfence::memory {

namespace {

using ptx::ImageShape;

constexpr ImageShape texture_shapes[] = {ImageShape::Line,   ImageShape::Plane, ImageShape::Volume, ImageShape::Lines,
                                         ImageShape::Planes, ImageShape::Cube,  ImageShape::Cubes};
constexpr std::uint32_t surface_sizes[] = {1, 2, 4, 8, 16};  // of an access

constexpr TextureTable::Columns bit(unsigned column) {
    return TextureTable::Columns{1} << column;
}

ImageShape image_shape_of(const ArrayShape& shape) {
    if (shape.is_cubemap()) return shape.is_layered() ? ImageShape::Cubes : ImageShape::Cube;
    if (shape.is_layered()) return shape.height == 0 ? ImageShape::Lines : ImageShape::Planes;
    if (shape.height == 0) return ImageShape::Line;
    return shape.depth == 0 ? ImageShape::Plane : ImageShape::Volume;
}

// One element of zeros, as large as the largest access; one for each layer or face if the shape has them.
ArrayShape empty_array(ImageShape shape) {
    constexpr std::uint64_t faces = 6;
    ArrayShape result;
    result.width = 1;
    result.height = shape == ImageShape::Line || shape == ImageShape::Lines ? 0 : 1;
    result.format = array_format::uint32;
    result.channels = 4;
    switch (shape) {
        case ImageShape::Line:
        case ImageShape::Plane: break;
        case ImageShape::Volume: result.depth = 1; break;
        case ImageShape::Lines:
        case ImageShape::Planes:
            result.depth = 1;
            result.flags = array_flag::layered;
            break;
        case ImageShape::Cube:
            result.depth = faces;
            result.flags = array_flag::cubemap;
            break;
        case ImageShape::Cubes:
            result.depth = faces;
            result.flags = array_flag::cubemap | array_flag::layered;
            break;
    }
    return result;
}

TextureTable::Columns columns_of(ImageShape shape) {
    const TextureTable::Columns columns = bit(guard::texture_column(shape, false));
    return shape == ImageShape::Line ? columns | bit(guard::texture_column(shape, true)) : columns;
}

template <typename Visit>
void for_each_column(TextureTable::Columns columns, const Visit& visit) {
    for (; columns != 0; columns &= columns - 1)
        visit(static_cast<unsigned>(std::countr_zero(columns)));
}

}  // namespace

TextureTable::Columns TextureTable::columns_of(const backend::TextureResource& texture) {
    if (const auto* level = std::get_if<backend::ArrayLevelResource>(&texture))
        return memory::columns_of(image_shape_of(level->array->shape()));
    if (const auto* mipmap = std::get_if<backend::MipmapResource>(&texture))
        return memory::columns_of(image_shape_of(mipmap->array->shape()));
    // Memory without elements gets no column, since a card's behaviour with a width or pitch of 0 is unknown.
    if (const auto* linear = std::get_if<backend::LinearResource>(&texture))
        return is_empty(*linear) ? 0 : bit(guard::texture_column(ImageShape::Line, true));
    return is_empty(std::get<backend::PitchedResource>(texture)) ? 0
                                                                 : bit(guard::texture_column(ImageShape::Plane, false));
}

TextureTable::Columns TextureTable::columns_of_surface(const backend::ArrayLevelResource& surface) {
    const ArrayShape& array = surface.array->shape();
    ImageShape shape = image_shape_of(array);
    // Kernels address faces like layers.
    if (shape == ImageShape::Cube || shape == ImageShape::Cubes) shape = ImageShape::Planes;
    const std::uint64_t row = level_extent(array, surface.level).row_bytes;
    Columns columns = 0;
    for (const std::uint32_t bytes : surface_sizes) {
        if (row % bytes == 0) columns |= bit(guard::surface_column(shape, bytes));
    }
    return columns;
}

Result<std::unique_ptr<TextureTable>> TextureTable::create(backend::Device& device, backend::TextureSpace& space,
                                                           std::span<std::byte> memory) {
    if (memory.size() < guard::texture_table_bytes) return Error::internal("a table of textures without room");
    std::unique_ptr<TextureTable> table(new TextureTable(memory));
    RF_RETURN_IF_ERROR(table->make_empty_objects(device, space));
    for (std::uint64_t number = 0; number < guard::texture_entries; ++number)
        table->clear(number);
    // The first number is never given out, as in CUDA, nor the last.
    for (std::uint64_t number = guard::last_texture_entry - 1; number > 0; --number)
        table->free_.push_back(number);
    return table;
}

Result<void> TextureTable::make_empty_objects(backend::Device& device, backend::TextureSpace& space) {
    for (const ImageShape shape : texture_shapes) {
        backend::Texture texture;
        RF_TRY(std::shared_ptr<backend::Array> array, device.create_array(empty_array(shape)));
        texture.resource = backend::ArrayLevelResource{std::move(array), 0};
        texture.sampler.flags = backend::texture_flag::read_as_integer;
        RF_TRY(auto object, space.create_texture(texture));
        for_each_column(memory::columns_of(shape), [&](unsigned column) { empty_[column] = object->number(); });
        empty_objects_.push_back(std::move(object));
        if (shape == ImageShape::Cube || shape == ImageShape::Cubes) continue;
        // A separate array for each session, since what kernels store there must not be visible to others.
        ArrayShape stored = empty_array(shape);
        stored.flags |= array_flag::surface;
        backend::ArrayLevelResource resource;
        RF_TRY(resource.array, device.create_array(stored));
        RF_TRY(object, space.create_surface(resource));
        for_each_column(columns_of_surface(resource), [&](unsigned column) { empty_[column] = object->number(); });
        empty_objects_.push_back(std::move(object));
    }
    return {};
}

void TextureTable::write(std::uint64_t number, unsigned column, std::uint64_t handle) {
    auto* const entries = reinterpret_cast<std::uint64_t*>(memory_.data());
    // Atomic, since kernels may read it at any time.
    std::atomic_ref<std::uint64_t>(entries[number * guard::texture_columns + column])
        .store(handle, std::memory_order_release);
}

Result<std::uint64_t> TextureTable::add(std::uint64_t handle, Columns columns) {
    if (free_.empty()) {
        return Error::bad_input(fmt::format("a program in a shared domain can have {} textures and surfaces",
                                            guard::texture_entries - 2))
            .with_remedy("run it with --isolation private")
            .with_status(cuda_status::out_of_memory);
    }
    const std::uint64_t number = free_.back();
    free_.pop_back();
    for_each_column(columns, [&](unsigned column) { write(number, column, handle); });
    return number;
}

void TextureTable::clear(std::uint64_t number) {
    for (unsigned column = 0; column < guard::texture_columns; ++column)
        write(number, column, empty_[column]);
}

}  // namespace ringfence::memory
