// Buffers and textures of OpenGL, read and written through its own calls. Each call restores the program's bindings and
// settings before it returns; errors that OpenGL keeps for the program are left alone.
#include <algorithm>
#include <array>
#include <vector>

#include "client/driver/gl.h"
#include "client/driver/graphics.h"
#include "client/driver/state.h"
#include "client/session/tell.h"

namespace ringfence::driver {
namespace {

constexpr unsigned copy_read_buffer = 0x8F36;  // also the name of its binding
constexpr unsigned buffer_size = 0x8764;
constexpr unsigned texture_1d_array = 0x8C18;
constexpr unsigned texture_2d_array = 0x8C1A;
constexpr unsigned texture_cube = 0x8513;
constexpr unsigned renderbuffer = 0x8D41;

struct Target {
    unsigned name;
    unsigned binding;
    bool has_depth;
    bool has_levels;
};
constexpr std::array<Target, 3> targets = {{
    {0x0DE1, 0x8069, false, true},   // GL_TEXTURE_2D
    {0x84F5, 0x84F6, false, false},  // GL_TEXTURE_RECTANGLE
    {0x806F, 0x806A, true, true},    // GL_TEXTURE_3D
}};

// One row: OpenGL's internal format, the elements of a CUDA array for it, and the format to transfer pixels in.
struct PixelFormat {
    unsigned internal;
    CUarray_format element;
    unsigned channels;
    unsigned format;
    unsigned type;
};
constexpr unsigned red = 0x1903;
constexpr unsigned rg = 0x8227;
constexpr unsigned rgba = 0x1908;
constexpr unsigned red_integer = 0x8D94;
constexpr unsigned rg_integer = 0x8228;
constexpr unsigned rgba_integer = 0x8D99;
constexpr unsigned type_s8 = 0x1400;
constexpr unsigned type_u8 = 0x1401;
constexpr unsigned type_s16 = 0x1402;
constexpr unsigned type_u16 = 0x1403;
constexpr unsigned type_s32 = 0x1404;
constexpr unsigned type_u32 = 0x1405;
constexpr unsigned type_f32 = 0x1406;
constexpr unsigned type_f16 = 0x140B;

constexpr std::array<PixelFormat, 30> pixel_formats = {{
    {0x8229, CU_AD_FORMAT_UNSIGNED_INT8, 1, red, type_u8},
    {0x822B, CU_AD_FORMAT_UNSIGNED_INT8, 2, rg, type_u8},
    {0x8058, CU_AD_FORMAT_UNSIGNED_INT8, 4, rgba, type_u8},
    {0x822A, CU_AD_FORMAT_UNSIGNED_INT16, 1, red, type_u16},
    {0x822C, CU_AD_FORMAT_UNSIGNED_INT16, 2, rg, type_u16},
    {0x805B, CU_AD_FORMAT_UNSIGNED_INT16, 4, rgba, type_u16},
    {0x822D, CU_AD_FORMAT_HALF, 1, red, type_f16},
    {0x822F, CU_AD_FORMAT_HALF, 2, rg, type_f16},
    {0x881A, CU_AD_FORMAT_HALF, 4, rgba, type_f16},
    {0x822E, CU_AD_FORMAT_FLOAT, 1, red, type_f32},
    {0x8230, CU_AD_FORMAT_FLOAT, 2, rg, type_f32},
    {0x8814, CU_AD_FORMAT_FLOAT, 4, rgba, type_f32},
    {0x8231, CU_AD_FORMAT_SIGNED_INT8, 1, red_integer, type_s8},
    {0x8232, CU_AD_FORMAT_UNSIGNED_INT8, 1, red_integer, type_u8},
    {0x8233, CU_AD_FORMAT_SIGNED_INT16, 1, red_integer, type_s16},
    {0x8234, CU_AD_FORMAT_UNSIGNED_INT16, 1, red_integer, type_u16},
    {0x8235, CU_AD_FORMAT_SIGNED_INT32, 1, red_integer, type_s32},
    {0x8236, CU_AD_FORMAT_UNSIGNED_INT32, 1, red_integer, type_u32},
    {0x8237, CU_AD_FORMAT_SIGNED_INT8, 2, rg_integer, type_s8},
    {0x8238, CU_AD_FORMAT_UNSIGNED_INT8, 2, rg_integer, type_u8},
    {0x8239, CU_AD_FORMAT_SIGNED_INT16, 2, rg_integer, type_s16},
    {0x823A, CU_AD_FORMAT_UNSIGNED_INT16, 2, rg_integer, type_u16},
    {0x823B, CU_AD_FORMAT_SIGNED_INT32, 2, rg_integer, type_s32},
    {0x823C, CU_AD_FORMAT_UNSIGNED_INT32, 2, rg_integer, type_u32},
    {0x8D8E, CU_AD_FORMAT_SIGNED_INT8, 4, rgba_integer, type_s8},
    {0x8D7C, CU_AD_FORMAT_UNSIGNED_INT8, 4, rgba_integer, type_u8},
    {0x8D88, CU_AD_FORMAT_SIGNED_INT16, 4, rgba_integer, type_s16},
    {0x8D76, CU_AD_FORMAT_UNSIGNED_INT16, 4, rgba_integer, type_u16},
    {0x8D82, CU_AD_FORMAT_SIGNED_INT32, 4, rgba_integer, type_s32},
    {0x8D70, CU_AD_FORMAT_UNSIGNED_INT32, 4, rgba_integer, type_u32},
}};

// Something bound for a while, and then what was before.
template <typename Bind>
class Bound {
public:
    Bound(const GlFunctions& gl, Bind bind, unsigned target, unsigned binding, unsigned object)
        : bind_(bind), target_(target) {
        gl.get_integers(binding, &before_);
        bind_(target_, object);
    }
    ~Bound() { bind_(target_, static_cast<unsigned>(before_)); }
    Bound(const Bound&) = delete;
    Bound& operator=(const Bound&) = delete;

private:
    Bind bind_;
    unsigned target_;
    int before_ = 0;
};

// Rows without gaps, from the program's memory and not from one of its buffers.
class PlainPixels {
public:
    explicit PlainPixels(const GlFunctions& gl)
        : gl_(gl), pack_(gl, gl.bind_buffer, 0x88EB, 0x88ED, 0), unpack_(gl, gl.bind_buffer, 0x88EC, 0x88EF, 0) {
        for (std::size_t i = 0; i < settings.size(); ++i) {
            gl_.get_integers(settings[i], &before_[i]);
            gl_.pixel_store(settings[i], is_alignment(settings[i]) ? 1 : 0);
        }
    }
    ~PlainPixels() {
        for (std::size_t i = 0; i < settings.size(); ++i)
            gl_.pixel_store(settings[i], before_[i]);
    }
    PlainPixels(const PlainPixels&) = delete;
    PlainPixels& operator=(const PlainPixels&) = delete;

private:
    static constexpr unsigned pack_alignment = 0x0D05;
    static constexpr unsigned unpack_alignment = 0x0CF5;
    // For each direction: swapped bytes, row length, skipped rows, skipped pixels, alignment, skipped images, image
    // height.
    static constexpr std::array<unsigned, 14> settings = {0x0D00, 0x0D02,           0x0D03, 0x0D04, pack_alignment,
                                                          0x806B, 0x806C,           0x0CF0, 0x0CF2, 0x0CF3,
                                                          0x0CF4, unpack_alignment, 0x806D, 0x806E};
    static constexpr bool is_alignment(unsigned setting) {
        return setting == pack_alignment || setting == unpack_alignment;
    }

    const GlFunctions& gl_;
    Bound<void (*)(unsigned, unsigned)> pack_;
    Bound<void (*)(unsigned, unsigned)> unpack_;
    std::array<int, settings.size()> before_ = {};
};

using BoundObject = Bound<void (*)(unsigned, unsigned)>;

std::uint64_t bytes_of_buffer(const GlFunctions& gl, unsigned buffer) {
    const BoundObject bound(gl, gl.bind_buffer, copy_read_buffer, copy_read_buffer, buffer);
    int bytes = 0;
    gl.get_buffer_value(copy_read_buffer, buffer_size, &bytes);
    return bytes < 0 ? 0 : static_cast<std::uint64_t>(bytes);
}

class GlBuffer final : public GraphicsObject {
public:
    GlBuffer(const GlFunctions& gl, unsigned buffer, std::uint64_t bytes) : gl_(gl), buffer_(buffer), bytes_(bytes) {}

    CUresult check() override {
        RF_CU(find_gl(gl_));
        const bool is_same = gl_.is_buffer(buffer_) != 0 && bytes_of_buffer(gl_, buffer_) == bytes_;
        return is_same ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    }
    CUresult read(unsigned, unsigned, std::span<std::byte> to) override {
        const BoundObject bound(gl_, gl_.bind_buffer, copy_read_buffer, copy_read_buffer, buffer_);
        gl_.get_buffer(copy_read_buffer, 0, static_cast<std::ptrdiff_t>(to.size()), to.data());
        return CUDA_SUCCESS;
    }
    CUresult write(unsigned, unsigned, std::span<const std::byte> from) override {
        const BoundObject bound(gl_, gl_.bind_buffer, copy_read_buffer, copy_read_buffer, buffer_);
        gl_.set_buffer(copy_read_buffer, 0, static_cast<std::ptrdiff_t>(from.size()), from.data());
        return CUDA_SUCCESS;
    }

private:
    GlFunctions gl_;
    unsigned buffer_;
    std::uint64_t bytes_;
};

struct LevelExtent {
    int width = 0;
    int height = 0;
    int depth = 0;
    int internal = 0;
    friend bool operator==(const LevelExtent&, const LevelExtent&) = default;
};

// All 0 if there is no such level.
LevelExtent extent_of(const GlFunctions& gl, const Target& target, int level) {
    LevelExtent extent;
    gl.get_level_value(target.name, level, 0x1000, &extent.width);
    gl.get_level_value(target.name, level, 0x1001, &extent.height);
    if (target.has_depth) gl.get_level_value(target.name, level, 0x8071, &extent.depth);
    gl.get_level_value(target.name, level, 0x1003, &extent.internal);
    return extent.width <= 0 || extent.height <= 0 ? LevelExtent{} : extent;
}

// As many levels as there are, each half of the one before.
std::vector<LevelExtent> levels_of(const GlFunctions& gl, const Target& target, unsigned image) {
    const BoundObject bound(gl, gl.bind_texture, target.name, target.binding, image);
    constexpr int most_levels_of_a_texture = 16;
    std::vector<LevelExtent> levels;
    for (int level = 0; level < (target.has_levels ? most_levels_of_a_texture : 1); ++level) {
        const LevelExtent extent = extent_of(gl, target, level);
        if (extent == LevelExtent{}) break;
        const auto is_half = [&](int whole, int half) { return half == std::max(whole >> level, whole == 0 ? 0 : 1); };
        if (level > 0 && !(is_half(levels[0].width, extent.width) && is_half(levels[0].height, extent.height) &&
                           is_half(levels[0].depth, extent.depth) && extent.internal == levels[0].internal))
            break;
        levels.push_back(extent);
    }
    return levels;
}

class GlImage final : public GraphicsObject {
public:
    GlImage(const GlFunctions& gl, const Target& target, const PixelFormat& format, unsigned image,
            std::vector<LevelExtent> levels)
        : gl_(gl), target_(target), format_(format), image_(image), levels_(std::move(levels)) {}

    CUresult check() override {
        RF_CU(find_gl(gl_));
        const bool is_same = gl_.is_texture(image_) != 0 && levels_of(gl_, target_, image_) == levels_;
        return is_same ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    }
    CUresult read(unsigned, unsigned level, std::span<std::byte> to) override {
        const PlainPixels plain(gl_);
        const BoundObject bound(gl_, gl_.bind_texture, target_.name, target_.binding, image_);
        gl_.get_texture(target_.name, static_cast<int>(level), format_.format, format_.type, to.data());
        return CUDA_SUCCESS;
    }
    CUresult write(unsigned, unsigned level, std::span<const std::byte> from) override {
        const PlainPixels plain(gl_);
        const BoundObject bound(gl_, gl_.bind_texture, target_.name, target_.binding, image_);
        const LevelExtent& extent = levels_[level];
        if (target_.has_depth) {
            gl_.set_texture_3d(target_.name, static_cast<int>(level), 0, 0, 0, extent.width, extent.height,
                               extent.depth, format_.format, format_.type, from.data());
        } else {
            gl_.set_texture_2d(target_.name, static_cast<int>(level), 0, 0, extent.width, extent.height, format_.format,
                               format_.type, from.data());
        }
        return CUDA_SUCCESS;
    }

private:
    GlFunctions gl_;
    Target target_;
    PixelFormat format_;
    unsigned image_;
    std::vector<LevelExtent> levels_;
};

CUresult find_target(unsigned name, Target& target) {
    const auto* const found =
        std::find_if(targets.begin(), targets.end(), [&](const Target& one) { return one.name == name; });
    if (found != targets.end()) {
        target = *found;
        return CUDA_SUCCESS;
    }
    const bool is_known = name == texture_1d_array || name == texture_2d_array || name == texture_cube ||
                          name == renderbuffer || name == 0x9009 /* GL_TEXTURE_CUBE_MAP_ARRAY */;
    if (!is_known) return CUDA_ERROR_INVALID_VALUE;
    client::tell(
        "OpenGL images that are layered, cubes or renderbuffers cannot be registered with CUDA under "
        "Ringfence: use a texture of 2 or 3 dimensions");
    return CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace

CUresult register_gl_buffer(unsigned buffer, unsigned flags, CUgraphicsResource& result) {
    RF_CU(check_register_flags(flags, known_map_flags));
    GlFunctions gl;
    RF_CU(find_gl(gl));
    if (gl.is_buffer(buffer) == 0) return CUDA_ERROR_INVALID_HANDLE;
    auto resource = std::make_unique<GraphicsResource>();
    resource->bytes = bytes_of_buffer(gl, buffer);
    if (resource->bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    resource->object = std::make_unique<GlBuffer>(gl, buffer, resource->bytes);
    return register_graphics(std::move(resource), flags, result);
}

CUresult register_gl_image(unsigned image, unsigned target_name, unsigned flags, CUgraphicsResource& result) {
    RF_CU(check_register_flags(
        flags, known_map_flags | CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST | CU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER));
    Target target = {};
    RF_CU(find_target(target_name, target));
    GlFunctions gl;
    RF_CU(find_gl(gl));
    if (gl.is_texture(image) == 0) return CUDA_ERROR_INVALID_HANDLE;
    std::vector<LevelExtent> levels = levels_of(gl, target, image);
    if (levels.empty()) return CUDA_ERROR_INVALID_VALUE;
    const auto* const format = std::find_if(pixel_formats.begin(), pixel_formats.end(), [&](const PixelFormat& one) {
        return one.internal == static_cast<unsigned>(levels[0].internal);
    });
    if (format == pixel_formats.end()) return CUDA_ERROR_INVALID_VALUE;
    GraphicsImage shape;
    shape.description.Width = static_cast<std::size_t>(levels[0].width);
    shape.description.Height = static_cast<std::size_t>(levels[0].height);
    shape.description.Depth = static_cast<std::size_t>(levels[0].depth);
    shape.description.Format = format->element;
    shape.description.NumChannels = format->channels;
    shape.levels = static_cast<unsigned>(levels.size());
    auto resource = std::make_unique<GraphicsResource>();
    resource->images.push_back(shape);
    resource->object = std::make_unique<GlImage>(gl, target, *format, image, std::move(levels));
    return register_graphics(std::move(resource), flags, result);
}

}  // namespace ringfence::driver
