#include "softgpu/runtime/surface_ops.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstring>

#include "softgpu/math/convert.h"
#include "softgpu/math/texture_texel.h"
#include "softgpu/runtime/bulk_reduce.h"
#include "softgpu/runtime/texture_ops.h"

namespace ringfence::softgpu {
namespace {

// An access, ready for its place to be found.
struct SurfaceAccess {
    ThreadState* thread;
    const TextureObject& object;
    SurfaceMode mode;
    SiteId site;
};

SurfaceAccess access_of(ThreadState* thread, std::uint64_t handle, std::uint32_t mode, SiteId site) {
    return {thread, object_of(thread, handle, TextureKind::Surface, site), SurfaceMode::from_bits(mode), site};
}

[[noreturn]] void fault_outside(const SurfaceAccess& access, const std::int32_t* at) {
    // Nothing that must be freed: a fault does not return.
    std::array<char, 128> message{};
    std::snprintf(message.data(), message.size(), "access outside a surface: layer %u, %s %d, y %d, z %d",
                  static_cast<unsigned>(at[0]), access.mode.samples ? "x" : "byte", at[1], at[2], at[3]);
    fault(access.thread, access.site, message.data());
}

// Brings one coordinate inside; false if it is outside and must not be.
bool fit(std::int64_t& value, std::int64_t last, Boundary boundary) {
    if (value >= 0 && value <= last) return true;
    if (boundary != Boundary::Clamp || last < 0) return false;
    value = std::clamp<std::int64_t>(value, 0, last);
    return true;
}

// The place of the access; null if it is to be left out.
std::byte* find_place(const SurfaceAccess& access, const std::int32_t* at) {
    const math::Image& image = access.object.image;
    const math::ImageLevel& level = image.levels[0];
    const SurfaceMode& mode = access.mode;
    const std::int64_t unit = mode.samples ? image.element_bytes() : 1;
    std::int64_t x = std::int64_t{at[1]} * unit;
    if (x % mode.bytes != 0) fault(access.thread, access.site, "the byte coordinate is not a multiple of the access");
    std::int64_t y = mode.dimensions > 1 ? at[2] : 0;
    std::int64_t z = mode.dimensions > 2 ? at[3] : 0;
    std::int64_t slice = mode.layered ? std::int64_t{static_cast<std::uint32_t>(at[0])} : 0;
    const std::int64_t row = std::int64_t{level.width} * image.element_bytes();
    const bool inside = fit(x, (row / mode.bytes - 1) * mode.bytes, mode.boundary) &&
                        fit(y, std::int64_t{level.height} - 1, mode.boundary) &&
                        fit(z, std::int64_t{level.depth} - 1, mode.boundary) &&
                        fit(slice, static_cast<std::int64_t>(image.slices()) - 1, mode.boundary);
    if (inside) {
        const math::Place start{0, static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(z),
                                static_cast<std::uint64_t>(slice)};
        return math::address_of(image, level, start) + x;
    }
    if (mode.boundary == Boundary::Zero) return nullptr;
    fault_outside(access, at);
}

// --- sust.p ----------------------------------------------------------------------------------------------------------

// Fits a word into a channel: floats are rounded, integers become the nearest one that the channel can hold.
std::uint32_t fitted(std::uint32_t word, math::ChannelFormat format) {
    const unsigned bits = math::channel_bytes(format) * 8;
    switch (format) {
        case math::ChannelFormat::F16:
            return static_cast<std::uint32_t>(math::convert(word, math::FormatId::F32, math::FormatId::F16, {}));
        case math::ChannelFormat::U8:
        case math::ChannelFormat::U16:
            return static_cast<std::uint32_t>(math::saturate_integer(word, {32, false}, {bits, false}));
        case math::ChannelFormat::S8:
        case math::ChannelFormat::S16:
            return static_cast<std::uint32_t>(math::saturate_integer(word, {32, true}, {bits, true}));
        default: return word;
    }
}

template <typename Integer>
void exchange(std::byte* place, std::uint64_t value) {
    const std::atomic_ref<Integer> target(*reinterpret_cast<Integer*>(place));
    target.store(static_cast<Integer>(value), std::memory_order_relaxed);
}

template <typename F>
RuntimeFunction surface_entry(const char* name, F* function) {
    return {name, reinterpret_cast<void*>(function)};
}

}  // namespace

extern "C" {

void rf_surface_load(ThreadState* thread, std::uint64_t handle, std::uint32_t mode, const std::int32_t* at, void* out,
                     SiteId site) {
    const SurfaceAccess access = access_of(thread, handle, mode, site);
    const std::byte* place = find_place(access, at);
    if (place == nullptr) {
        std::memset(out, 0, access.mode.bytes);
    } else {
        std::memcpy(out, place, access.mode.bytes);
    }
}

void rf_surface_store(ThreadState* thread, std::uint64_t handle, std::uint32_t mode, const std::int32_t* at,
                      const void* in, SiteId site) {
    const SurfaceAccess access = access_of(thread, handle, mode, site);
    if (std::byte* place = find_place(access, at)) std::memcpy(place, in, access.mode.bytes);
}

void rf_surface_store_samples(ThreadState* thread, std::uint64_t handle, std::uint32_t mode, const std::int32_t* at,
                              const std::uint32_t* in, SiteId site) {
    SurfaceAccess access = access_of(thread, handle, mode, site);
    const math::Image& image = access.object.image;
    access.mode.bytes = image.element_bytes();
    std::byte* place = find_place(access, at);
    if (place == nullptr) return;
    const std::uint32_t bytes = math::channel_bytes(image.format);
    for (std::uint32_t i = 0; i < std::min<std::uint32_t>(access.mode.channels, image.channels); ++i) {
        const std::uint32_t channel = fitted(in[i], image.format);
        std::memcpy(place + std::size_t{i} * bytes, &channel, bytes);
    }
}

void rf_surface_reduce(ThreadState* thread, std::uint64_t handle, std::uint32_t mode, const std::int32_t* at,
                       std::uint64_t value, std::uint32_t operation, std::uint32_t type, SiteId site) {
    const SurfaceAccess access = access_of(thread, handle, mode, site);
    auto integer = static_cast<BulkType>(type);
    // .p leaves the sign to the format of the surface.
    const math::ChannelFormat format = access.object.image.format;
    const bool is_signed =
        format == math::ChannelFormat::S8 || format == math::ChannelFormat::S16 || format == math::ChannelFormat::S32;
    if (access.mode.samples && is_signed) integer = integer == BulkType::U64 ? BulkType::S64 : BulkType::S32;
    std::byte* place = find_place(access, at);
    if (place == nullptr) return;
    if (reinterpret_cast<std::uintptr_t>(place) % access.mode.bytes != 0)
        fault(thread, site, "a reduction on a surface with rows that are no multiples of its size");
    if (operation != surface_exchange) {
        bulk_reduce(place, &value, access.mode.bytes, static_cast<BulkOperation>(operation), integer);
    } else if (access.mode.bytes == 4) {
        exchange<std::uint32_t>(place, value);
    } else {
        exchange<std::uint64_t>(place, value);
    }
}

}  // extern "C"

std::span<const RuntimeFunction> surface_functions() {
    static const RuntimeFunction functions[] = {
        surface_entry("rf_surface_load", rf_surface_load),
        surface_entry("rf_surface_store", rf_surface_store),
        surface_entry("rf_surface_store_samples", rf_surface_store_samples),
        surface_entry("rf_surface_reduce", rf_surface_reduce),
    };
    return functions;
}

}  // namespace ringfence::softgpu
