// Arrays, textures and surfaces (docs/textures.md). Arrays are known by the client's handles, textures and surfaces by
// the numbers that their kernels get. The memory or array that a description names must be the session's own.
#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "worker/errors.h"
#include "worker/range_checks.h"
#include "worker/session.h"

namespace ringfence::worker {

namespace {

// The memory is charged while the array has an owner; textures own their arrays, too.
struct ChargedArray {
    Account::Holding charge;
    std::shared_ptr<backend::Array> array;
};

struct OwnTable {
    std::unique_ptr<PrivateMemory::Segment> memory;
    std::unique_ptr<memory::TextureTable> table;
};

backend::TextureSampler sampler_of(const wire::CreateTexture& wanted) {
    backend::TextureSampler sampler;
    sampler.address_modes = {wanted.address_mode_x, wanted.address_mode_y, wanted.address_mode_z};
    sampler.filter = wanted.filter;
    sampler.flags = wanted.flags;
    sampler.anisotropy = wanted.anisotropy;
    sampler.level_filter = wanted.level_filter;
    sampler.level_bias = wanted.level_bias;
    sampler.least_level = wanted.least_level;
    sampler.most_level = wanted.most_level;
    sampler.border = {wanted.border_x, wanted.border_y, wanted.border_z, wanted.border_w};
    return sampler;
}

backend::TextureView view_of(const wire::CreateTexture& wanted) {
    return {wanted.view_format, wanted.view_width, wanted.view_height, wanted.view_depth,
            wanted.first_level, wanted.last_level, wanted.first_layer, wanted.last_layer};
}

enum class ResourceKind : std::uint32_t { Array, Mipmap, Linear, Pitched };  // of CUresourcetype

}  // namespace

Result<void> Session::check_textures() const {
    if (texture_space_) return {};
    return Error::bad_input("this device has no arrays, textures and surfaces").with_status(cuda_status::not_supported);
}

// The table that guarded kernels read. It is made on demand, since most sessions need none.
Result<std::shared_ptr<memory::TextureTable>> Session::texture_table() {
    RF_RETURN_IF_ERROR(check_textures());
    if (texture_table_) return texture_table_;
    auto made = std::make_shared<OwnTable>();
    RF_TRY(made->memory, private_memory_->allocate(guard::texture_table_bytes));
    RF_TRY(made->table, memory::TextureTable::create(device_, *texture_space_, made->memory->bytes()));
    texture_table_ = {made, made->table.get()};
    return texture_table_;
}

Result<std::shared_ptr<backend::Array>> Session::find_array(std::uint64_t handle) const {
    if (const ArrayObject* found = arrays_.find(handle)) return found->array;
    return Error::bad_input(fmt::format("there is no array {:#x}", handle)).with_status(cuda_status::invalid_handle);
}

Result<void> Session::handle(const wire::CreateArray& wanted, Payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_textures());
    const ArrayShape shape{wanted.width,    wanted.height, wanted.depth, wanted.format,
                           wanted.channels, wanted.flags,  wanted.levels};
    RF_RETURN_IF_ERROR(check_shape(shape));
    auto made = std::make_shared<ChargedArray>();
    RF_TRY(made->charge, account_->hold(Limit::DeviceMemory, plain_bytes(shape)));
    RF_TRY(made->array, device_.create_array(shape));
    auto object = std::make_shared<ArrayObject>();
    object->array = {made, made->array.get()};
    RF_RETURN_IF_ERROR(arrays_.insert(wanted.array, std::move(object)));
    array_bytes_ += plain_bytes(shape);
    count_memory();
    completion.succeed();
    return {};
}

Result<void> Session::handle(const wire::DestroyArray& operation, Payload, Completion& completion) {
    std::shared_ptr<ArrayObject> array = arrays_.remove(operation.array);
    if (!array) {
        return Error::bad_input(fmt::format("there is no array {:#x}", operation.array))
            .with_status(cuda_status::invalid_handle);
    }
    array_bytes_ -= plain_bytes(array->array->shape());
    count_memory();
    auto held = std::make_shared<Completion>(std::move(completion));
    when_done(all_streams(), [held, array = std::move(array)](const std::optional<Error>& failure) mutable {
        array.reset();
        if (failure) return held->fail(*failure);
        held->succeed();
    });
    return {};
}

Result<void> Session::handle(const wire::CopyArray& copy, Payload) {
    RF_RETURN_IF_ERROR(check_textures());
    if (copy.to_array == 0 && copy.from_array == 0) return invalid("a copy of arrays that names none");
    const backend::BoxSize size{copy.width, copy.height, copy.depth};
    if (is_empty(size)) return {};
    backend::ArrayCopySide to = backend::Box{copy.to, copy.to_pitch, copy.to_slice};
    backend::ArrayCopySide from = backend::Box{copy.from, copy.from_pitch, copy.from_slice};
    const auto check_side = [&](backend::ArrayCopySide& side, std::uint64_t handle, std::uint32_t level,
                                std::uint64_t x, std::uint64_t y, std::uint64_t z) -> Result<void> {
        if (handle == 0) {
            RF_RETURN_IF_ERROR(window_->check_box(std::get<backend::Box>(side), size));
            return {};
        }
        RF_TRY(std::shared_ptr<backend::Array> array, find_array(handle));
        RF_RETURN_IF_ERROR(check_box(array->shape(), level, x, y, z, size.width, size.height, size.depth));
        side = backend::ArrayPlace{std::move(array), level, x, y, z};
        return {};
    };
    RF_RETURN_IF_ERROR(check_side(to, copy.to_array, copy.to_level, copy.to_x, copy.to_y, copy.to_z));
    RF_RETURN_IF_ERROR(check_side(from, copy.from_array, copy.from_level, copy.from_x, copy.from_y, copy.from_z));
    RF_TRY(StreamObject * stream, begin_copy(copy.stream));
    activity_.copied(size.width * size.height * size.depth, [&] { return direction_of(copy.from, copy.to); });
    return device_.copy_array(*stream->stream, to, from, size);
}

Result<backend::TextureResource> Session::find_resource(const wire::CreateTexture& wanted) const {
    using backend::TextureResource;
    switch (static_cast<ResourceKind>(wanted.kind)) {
        case ResourceKind::Array: {
            RF_TRY(std::shared_ptr<backend::Array> array, find_array(wanted.array));
            return TextureResource(backend::ArrayLevelResource{std::move(array), wanted.level});
        }
        case ResourceKind::Mipmap: {
            RF_TRY(std::shared_ptr<backend::Array> array, find_array(wanted.array));
            return TextureResource(backend::MipmapResource{std::move(array)});
        }
        case ResourceKind::Linear:
            return TextureResource(
                backend::LinearResource{wanted.address, wanted.format, wanted.channels, wanted.width});
        case ResourceKind::Pitched:
            return TextureResource(backend::PitchedResource{wanted.address, wanted.format, wanted.channels,
                                                            wanted.width, wanted.height, wanted.pitch});
    }
    return invalid(fmt::format("a texture of an unknown kind {}", wanted.kind));
}

Result<void> Session::handle(const wire::CreateTexture& wanted, Payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_textures());
    backend::Texture texture;
    RF_TRY(texture.resource, find_resource(wanted));
    texture.sampler = sampler_of(wanted);
    if (wanted.has_view != 0) texture.view = view_of(wanted);
    RF_RETURN_IF_ERROR(check_texture(texture));
    // Even a texture without elements must have an address in the program's memory.
    const bool is_memory = !std::holds_alternative<backend::ArrayLevelResource>(texture.resource) &&
                           !std::holds_alternative<backend::MipmapResource>(texture.resource);
    if (is_memory) {
        const std::uint64_t bytes = std::max<std::uint64_t>(memory_bytes(texture.resource), 1);
        RF_TRY(const memory::Extent extent, window_->check(wanted.address, bytes));
        // Constant memory is outside of the window, and its address may later be another session's.
        if (guard_ && extent.kind == memory::ExtentKind::Variable)
            return invalid("a texture of a module's constant memory, in a shared domain");
    }
    RF_TRY(auto object, texture_space_->create_texture(texture));
    RF_TRY(const std::uint64_t number,
           keep_texture(textures_, std::move(object), memory::TextureTable::columns_of(texture.resource)));
    completion.succeed(wire::CreateTexture::Reply{number});
    return {};
}

Result<void> Session::handle(const wire::CreateSurface& wanted, Payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_textures());
    RF_TRY(std::shared_ptr<backend::Array> array, find_array(wanted.array));
    const backend::ArrayLevelResource resource{std::move(array), wanted.level};
    RF_RETURN_IF_ERROR(check_surface(resource));
    RF_TRY(auto object, texture_space_->create_surface(resource));
    RF_TRY(const std::uint64_t number,
           keep_texture(surfaces_, std::move(object), memory::TextureTable::columns_of_surface(resource)));
    completion.succeed(wire::CreateSurface::Reply{number});
    return {};
}

// If kernels are not guarded, the program gets the device's own number for the texture.
Result<std::uint64_t> Session::keep_texture(Textures& textures, std::unique_ptr<backend::TextureObject> texture,
                                            memory::TextureTable::Columns columns) {
    // Objects that wait for kernels to end count, too.
    if (textures.size() + leaving_textures_ >= most_textures) {
        return Error::bad_input(fmt::format("a program can have {} textures and as many surfaces", most_textures))
            .with_status(cuda_status::out_of_memory);
    }
    std::uint64_t number = texture->number();
    if (guard_) {
        RF_TRY(const std::shared_ptr<memory::TextureTable> table, texture_table());
        RF_TRY(number, table->add(number, columns));
    }
    textures[number] = std::move(texture);
    return number;
}

// Kernels that were launched before may use the texture until they are done.
Result<void> Session::drop_texture(Textures& textures, std::uint64_t number) {
    auto found = textures.extract(number);
    if (!found) return invalid(fmt::format("there is no texture or surface {:#x}", number));
    ++leaving_textures_;
    dropped_textures_.push_back({number, std::move(found.mapped())});
    let_textures_leave();
    return {};
}

// Releases all dropped textures together, and later ones when these are gone, so that the waiting list does not grow
// with the number of busy streams. Until then guarded kernels can still use them, even kernels that were launched after
// the drop with a number that the program has kept.
void Session::let_textures_leave() {
    if (are_textures_leaving_ || dropped_textures_.empty()) return;
    are_textures_leaving_ = true;
    auto group = std::make_shared<DroppedTextures>(std::exchange(dropped_textures_, {}));
    when_done(all_streams(), [this, group, table = texture_table_](const std::optional<Error>&) {
        if (!table) return end_textures(*group);
        for (const DroppedTexture& texture : *group)
            table->clear(texture.number);
        when_done(all_streams(), [this, group, table](const std::optional<Error>&) {
            for (const DroppedTexture& texture : *group)
                table->free(texture.number);
            end_textures(*group);
        });
    });
}

void Session::end_textures(DroppedTextures& textures) {
    leaving_textures_ -= textures.size();
    textures.clear();
    are_textures_leaving_ = false;
    let_textures_leave();
}

Result<void> Session::handle(const wire::DestroyTexture& operation, Payload) {
    return drop_texture(textures_, operation.texture);
}

Result<void> Session::handle(const wire::DestroySurface& operation, Payload) {
    return drop_texture(surfaces_, operation.surface);
}

}  // namespace ringfence::worker
