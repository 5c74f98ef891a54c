#include "softgpu/runtime/texture_ops.h"

#include <algorithm>
#include <bit>

#include "softgpu/math/convert.h"
#include "softgpu/runtime/access.h"
#include "softgpu/runtime/block.h"

namespace ringfence::softgpu {
namespace {

const TextureObject* find_object(const ThreadState& thread, std::uint64_t handle, TextureKind kind) {
    const TextureSnapshot* textures = thread.block->block->launch->request.textures.get();
    const TextureObject* object = textures == nullptr ? nullptr : textures->find(handle);
    return object != nullptr && object->kind == kind ? object : nullptr;
}

std::uint64_t bytes_of(const math::Image& image, const math::ImageLevel& level) {
    const std::uint64_t slices = std::max<std::uint64_t>(image.slices(), level.depth);
    return (slices - 1) * level.slice_bytes + (std::uint64_t{level.height} - 1) * level.row_bytes +
           std::uint64_t{level.width} * image.element_bytes();
}

// The program's own memory, which it may have freed.
void check_memory(const ThreadState& thread, const math::Image& image, SiteId site) {
    for (const math::ImageLevel& level : image.levels) {
        FaultInfo problem;
        if (check_access(thread, reinterpret_cast<std::uint64_t>(level.base), bytes_of(image, level), 1,
                         AccessKind::Read, nullptr, problem)) {
            continue;
        }
        problem.site = site;
        raise_fault(problem);
    }
}

std::array<std::int32_t, 3> integers_at(const std::uint32_t* in, unsigned at) {
    return {static_cast<std::int32_t>(in[at]), static_cast<std::int32_t>(in[at + 1]),
            static_cast<std::int32_t>(in[at + 2])};
}

std::array<float, 3> floats_at(const std::uint32_t* in, unsigned at) {
    return {std::bit_cast<float>(in[at]), std::bit_cast<float>(in[at + 1]), std::bit_cast<float>(in[at + 2])};
}

// Offsets are from -8 to 7: the instruction has four bits for each.
std::array<std::int32_t, 3> offsets_at(const std::uint32_t* in) {
    std::array<std::int32_t, 3> offsets = integers_at(in, TextureWords::offset);
    for (std::int32_t& offset : offsets)
        offset = ((offset & 15) ^ 8) - 8;
    return offsets;
}

math::Fetch fetch_of(const TextureMode& mode, const std::uint32_t* in) {
    math::Fetch fetch;
    fetch.dimensions = mode.dimensions;
    fetch.layered = mode.layered;
    fetch.cube = mode.cube;
    fetch.level_mode = mode.level;
    fetch.layer = in[TextureWords::layer];
    fetch.at = floats_at(in, TextureWords::at);
    fetch.level = std::bit_cast<float>(in[TextureWords::level]);
    fetch.dx = floats_at(in, TextureWords::dx);
    fetch.dy = floats_at(in, TextureWords::dy);
    fetch.offset = offsets_at(in);
    return fetch;
}

math::Texel read_texture(const TextureObject& object, const TextureMode& mode, const std::uint32_t* in) {
    if (object.empty) return {};
    if (mode.integers) {
        math::ElementFetch fetch;
        fetch.dimensions = mode.dimensions;
        fetch.layer = mode.layered ? in[TextureWords::layer] : 0;
        fetch.level = static_cast<std::int32_t>(in[TextureWords::level]);
        fetch.at = integers_at(in, TextureWords::at);
        fetch.offset = offsets_at(in);
        return math::fetch_element(object.image, object.sampler, fetch);
    }
    if (!object.linear_memory) return math::sample(object.image, object.sampler, fetch_of(mode, in));
    // Linear memory has no filter and no edges: what lies beyond them is 0.
    math::Sampler plain = object.sampler;
    plain.filter = math::Filter::Point;
    plain.normalized_coordinates = false;
    std::fill(std::begin(plain.address), std::end(plain.address), math::AddressMode::Border);
    std::fill(std::begin(plain.border), std::end(plain.border), 0.0F);
    return math::sample(object.image, plain, fetch_of(mode, in));
}

// A channel as .f16: floats are rounded, integers cut.
std::uint32_t half_of(const TextureObject& object, std::uint32_t bits) {
    if (!math::TexelReader(object.image, object.sampler).gives_floats()) return bits & 0xffff;
    return static_cast<std::uint32_t>(math::convert(bits, math::FormatId::F32, math::FormatId::F16, {}));
}

void give(const TextureObject& object, const math::Texel& texel, TextureResult result, std::uint32_t* out) {
    switch (result) {
        case TextureResult::Words: std::copy(texel.begin(), texel.end(), out); return;
        case TextureResult::Halves:
            std::transform(texel.begin(), texel.end(), out, [&](std::uint32_t bits) { return half_of(object, bits); });
            return;
        case TextureResult::HalfPairs:
            out[0] = half_of(object, texel[0]) | half_of(object, texel[1]) << 16;
            out[1] = half_of(object, texel[2]) | half_of(object, texel[3]) << 16;
            return;
    }
}

// --- queries ---------------------------------------------------------------------------------------------------------

// As the PTX ISA numbers them, which are OpenCL's numbers.
std::uint32_t channel_type(const TextureObject& object) {
    constexpr std::uint32_t first = 0x10d0;
    const bool normalized = object.kind == TextureKind::Texture && object.sampler.normalized_read;
    switch (object.image.format) {
        case math::ChannelFormat::S8: return first + (normalized ? 0U : 7U);
        case math::ChannelFormat::S16: return first + (normalized ? 1U : 8U);
        case math::ChannelFormat::U8: return first + (normalized ? 2U : 10U);
        case math::ChannelFormat::U16: return first + (normalized ? 3U : 11U);
        case math::ChannelFormat::S32: return first + 9;
        case math::ChannelFormat::U32: return first + 12;
        case math::ChannelFormat::F16: return first + 13;
        case math::ChannelFormat::F32: return first + 14;
    }
    return 0;
}

std::uint32_t channel_order(const math::Image& image) {
    constexpr std::uint32_t r = 0x10b0;
    constexpr std::uint32_t rg = 0x10b2;
    constexpr std::uint32_t rgba = 0x10b5;
    return image.channels == 1 ? r : image.channels == 2 ? rg : rgba;
}

// Layers follow the dimensions; faces of cubes are layers.
std::uint32_t surface_size(const math::Image& image, const math::ImageLevel& level, std::uint32_t axis) {
    const bool has_layers = image.layered || image.cube;
    if (has_layers && axis == image.dimensions) return static_cast<std::uint32_t>(image.slices());
    if (axis >= image.dimensions) return 0;
    return axis == 0 ? level.width : axis == 1 ? level.height : level.depth;
}

std::uint32_t answer(const TextureObject& object, ImageQuery query, const math::ImageLevel& level) {
    const math::Image& image = object.image;
    // On a card txq gives 0 for the sizes of CUDA's texture objects.
    const bool is_texture = object.kind == TextureKind::Texture;
    const math::Sampler& sampler = object.sampler;
    switch (query) {
        case ImageQuery::Width: return is_texture ? 0 : surface_size(image, level, 0);
        case ImageQuery::Height: return is_texture ? 0 : surface_size(image, level, 1);
        case ImageQuery::Depth: return is_texture ? 0 : surface_size(image, level, 2);
        case ImageQuery::ChannelType: return channel_type(object);
        case ImageQuery::ChannelOrder: return channel_order(image);
        case ImageQuery::ArraySize: return image.layered ? image.layers : 0;
        case ImageQuery::Levels: return is_texture ? 0 : static_cast<std::uint32_t>(image.levels.size());
        case ImageQuery::Samples: return 1;
        case ImageQuery::NormalizedCoordinates: return sampler.normalized_coordinates ? 1 : 0;
        case ImageQuery::FilterMode: return static_cast<std::uint32_t>(sampler.filter);
        case ImageQuery::AddressMode0: return static_cast<std::uint32_t>(sampler.address[0]);
        case ImageQuery::AddressMode1: return static_cast<std::uint32_t>(sampler.address[1]);
        case ImageQuery::AddressMode2: return static_cast<std::uint32_t>(sampler.address[2]);
        case ImageQuery::ForceUnnormalized:
        case ImageQuery::MemoryLayout: break;
    }
    return 0;
}

template <typename F>
RuntimeFunction texture_entry(const char* name, F* function) {
    return {name, reinterpret_cast<void*>(function)};
}

}  // namespace

const TextureObject& object_of(ThreadState* thread, std::uint64_t handle, TextureKind kind, SiteId site) {
    const TextureObject* object = find_object(*thread, handle, kind);
    if (object == nullptr) {
        raise_fault({.kind = FaultKind::BadHandle,
                     .thread = thread,
                     .site = site,
                     .address = handle,
                     .text = kind == TextureKind::Texture ? "texture" : "surface"});
    }
    if (object->checked_memory) check_memory(*thread, object->image, site);
    return *object;
}

extern "C" {

void rf_texture(ThreadState* thread, std::uint64_t handle, std::uint32_t mode, const std::uint32_t* in,
                std::uint32_t* out, SiteId site) {
    const TextureObject& object = object_of(thread, handle, TextureKind::Texture, site);
    const TextureMode how = TextureMode::from_bits(mode);
    give(object, read_texture(object, how, in), how.result, out);
}

void rf_gather(ThreadState* thread, std::uint64_t handle, std::uint32_t mode, const std::uint32_t* in,
               std::uint32_t* out, SiteId site) {
    const TextureObject& object = object_of(thread, handle, TextureKind::Texture, site);
    const TextureMode how = TextureMode::from_bits(mode);
    const math::Texel texel =
        object.empty ? math::Texel{} : math::gather(object.image, object.sampler, fetch_of(how, in), how.component);
    give(object, texel, how.result, out);
}

std::uint32_t rf_image_query(ThreadState* thread, std::uint64_t handle, std::uint32_t kind, std::uint32_t query,
                             std::uint32_t level, SiteId site) {
    const TextureObject& object = object_of(thread, handle, static_cast<TextureKind>(kind), site);
    const std::size_t last = object.image.levels.size() - 1;
    return answer(object, static_cast<ImageQuery>(query), object.image.levels[std::min<std::size_t>(level, last)]);
}

std::uint32_t rf_is_object(ThreadState* thread, std::uint64_t handle, std::uint32_t kind, SiteId /*site*/) {
    return find_object(*thread, handle, static_cast<TextureKind>(kind)) != nullptr ? 1 : 0;
}

}  // extern "C"

std::span<const RuntimeFunction> texture_functions() {
    static const RuntimeFunction functions[] = {
        texture_entry("rf_texture", rf_texture),
        texture_entry("rf_gather", rf_gather),
        texture_entry("rf_image_query", rf_image_query),
        texture_entry("rf_is_object", rf_is_object),
    };
    return functions;
}

}  // namespace ringfence::softgpu
