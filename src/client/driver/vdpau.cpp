#include "client/driver/vdpau.h"

#include <cstring>
#include <vector>

#include "base/mutex.h"
#include "client/driver/graphics.h"
#include "client/driver/state.h"
#include "client/session/tell.h"

namespace ringfence::driver {
namespace {

// Function and format numbers from vdpau.h.
enum : std::uint32_t {
    function_video_parameters = 11,
    function_video_get = 12,
    function_video_put = 13,
    function_output_parameters = 20,
    function_output_get = 21,
    function_output_put = 22,
};
constexpr std::uint32_t chroma_420 = 0;
constexpr std::uint32_t format_nv12 = 0;
constexpr std::uint32_t format_b8g8r8a8 = 0;
constexpr std::uint32_t format_r8g8b8a8 = 1;

using Planes = void* const*;
using ConstPlanes = const void* const*;
using Pitches = const std::uint32_t*;
using Parameters = unsigned (*)(std::uint32_t surface, std::uint32_t* format, std::uint32_t* width,
                                std::uint32_t* height);
using GetOutput = unsigned (*)(std::uint32_t surface, const void* rectangle, Planes data, Pitches pitches);
using PutOutput = unsigned (*)(std::uint32_t surface, ConstPlanes data, Pitches pitches, const void* rectangle);
using GetVideo = unsigned (*)(std::uint32_t surface, std::uint32_t format, Planes data, Pitches pitches);
using PutVideo = unsigned (*)(std::uint32_t surface, std::uint32_t format, ConstPlanes data, Pitches pitches);

struct VdpauDevice {
    Mutex mutex;
    std::uint32_t device RF_GUARDED_BY(mutex) = 0;
    VdpauFinder finder RF_GUARDED_BY(mutex) = nullptr;
};

VdpauDevice& vdpau_device() {
    // Never destroyed: the program's own destructors may still call us.
    static VdpauDevice* const instance = new VdpauDevice();
    return *instance;
}

template <typename Function>
bool find_vdpau(std::uint32_t number, Function& function) {
    VdpauDevice& vdpau = vdpau_device();
    const MutexLock lock(vdpau.mutex);
    void* found = nullptr;
    if (vdpau.finder == nullptr || vdpau.finder(vdpau.device, number, &found) != 0) return false;
    function = reinterpret_cast<Function>(found);
    return function != nullptr;
}

struct Extent {
    std::uint32_t format = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    friend bool operator==(const Extent&, const Extent&) = default;
};

CUresult ask_extent(Parameters parameters, std::uint32_t surface, Extent& extent) {
    const bool is_there = parameters(surface, &extent.format, &extent.width, &extent.height) == 0;
    return is_there && extent.width != 0 && extent.height != 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult as_cuda(unsigned status) {
    return status == 0 ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}

class VdpauSurface : public GraphicsObject {
public:
    VdpauSurface(Parameters parameters, std::uint32_t surface, const Extent& extent)
        : parameters_(parameters), surface_(surface), extent_(extent) {}
    CUresult check() override {
        Extent now;
        RF_CU(ask_extent(parameters_, surface_, now));
        return now == extent_ ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    }

protected:
    std::uint32_t surface() const { return surface_; }
    const Extent& extent() const { return extent_; }

private:
    Parameters parameters_;
    std::uint32_t surface_;
    Extent extent_;
};

class OutputSurface final : public VdpauSurface {
public:
    OutputSurface(Parameters parameters, GetOutput get, PutOutput put, std::uint32_t surface, const Extent& extent)
        : VdpauSurface(parameters, surface, extent), get_(get), put_(put) {}
    CUresult read(unsigned, unsigned, std::span<std::byte> to) override {
        void* const plane = to.data();
        const std::uint32_t pitch = extent().width * 4;
        return as_cuda(get_(surface(), nullptr, &plane, &pitch));
    }
    CUresult write(unsigned, unsigned, std::span<const std::byte> from) override {
        const void* const plane = from.data();
        const std::uint32_t pitch = extent().width * 4;
        return as_cuda(put_(surface(), &plane, &pitch, nullptr));
    }

private:
    GetOutput get_;
    PutOutput put_;
};

// Four images: the luma of both fields, then their chroma. A field is every second row.
class VideoSurface final : public VdpauSurface {
public:
    VideoSurface(Parameters parameters, GetVideo get, PutVideo put, std::uint32_t surface, const Extent& extent)
        : VdpauSurface(parameters, surface, extent), get_(get), put_(put) {}
    CUresult read(unsigned image, unsigned, std::span<std::byte> to) override {
        Frame frame(extent());
        RF_CU(frame.get(get_, surface()));
        for (std::size_t row = 0; row * frame.pitch() < to.size(); ++row)
            std::memcpy(to.data() + row * frame.pitch(), frame.row(image, row), frame.pitch());
        return CUDA_SUCCESS;
    }
    CUresult write(unsigned image, unsigned, std::span<const std::byte> from) override {
        Frame frame(extent());
        RF_CU(frame.get(get_, surface()));
        for (std::size_t row = 0; row * frame.pitch() < from.size(); ++row)
            std::memcpy(frame.row(image, row), from.data() + row * frame.pitch(), frame.pitch());
        return frame.put(put_, surface());
    }

private:
    class Frame {
    public:
        explicit Frame(const Extent& extent)
            : pitch_(extent.width), luma_(std::size_t{extent.width} * extent.height), chroma_(luma_.size() / 2) {}
        CUresult get(GetVideo function, std::uint32_t surface) {
            void* const planes[] = {luma_.data(), chroma_.data()};
            const std::uint32_t pitches[] = {pitch_, pitch_};
            return as_cuda(function(surface, format_nv12, planes, pitches));
        }
        CUresult put(PutVideo function, std::uint32_t surface) const {
            const void* const planes[] = {luma_.data(), chroma_.data()};
            const std::uint32_t pitches[] = {pitch_, pitch_};
            return as_cuda(function(surface, format_nv12, planes, pitches));
        }
        std::byte* row(unsigned image, std::size_t number) {
            return (image < 2 ? luma_ : chroma_).data() + (2 * number + image % 2) * pitch_;
        }
        std::uint32_t pitch() const { return pitch_; }

    private:
        std::uint32_t pitch_;
        std::vector<std::byte> luma_;
        std::vector<std::byte> chroma_;
    };

    GetVideo get_;
    PutVideo put_;
};

GraphicsImage flat_image(std::size_t width, std::size_t height, unsigned channels) {
    GraphicsImage image;
    image.description.Width = width;
    image.description.Height = height;
    image.description.Format = CU_AD_FORMAT_UNSIGNED_INT8;
    image.description.NumChannels = channels;
    return image;
}

CUresult told_of(const char* text) {
    client::tell(text);
    return CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace

void use_vdpau(std::uint32_t device, VdpauFinder finder) {
    VdpauDevice& vdpau = vdpau_device();
    const MutexLock lock(vdpau.mutex);
    vdpau.device = device;
    vdpau.finder = finder;
}

CUresult register_vdpau_output(std::uint32_t surface, unsigned flags, CUgraphicsResource& result) {
    RF_CU(check_register_flags(flags, known_map_flags));
    Parameters parameters = nullptr;
    GetOutput get = nullptr;
    PutOutput put = nullptr;
    if (!find_vdpau(function_output_parameters, parameters) || !find_vdpau(function_output_get, get) ||
        !find_vdpau(function_output_put, put))
        return CUDA_ERROR_INVALID_DEVICE;
    Extent extent;
    RF_CU(ask_extent(parameters, surface, extent));
    if (extent.format != format_b8g8r8a8 && extent.format != format_r8g8b8a8)
        return told_of(
            "a surface of VDPAU's cannot be registered with CUDA under Ringfence unless it has 8 bits for "
            "each of four channels: make it with VDP_RGBA_FORMAT_B8G8R8A8 or R8G8B8A8");
    auto resource = std::make_unique<GraphicsResource>();
    resource->images.push_back(flat_image(extent.width, extent.height, 4));
    resource->object = std::make_unique<OutputSurface>(parameters, get, put, surface, extent);
    return register_graphics(std::move(resource), flags, result);
}

CUresult register_vdpau_video(std::uint32_t surface, unsigned flags, CUgraphicsResource& result) {
    RF_CU(check_register_flags(flags, known_map_flags));
    Parameters parameters = nullptr;
    GetVideo get = nullptr;
    PutVideo put = nullptr;
    if (!find_vdpau(function_video_parameters, parameters) || !find_vdpau(function_video_get, get) ||
        !find_vdpau(function_video_put, put))
        return CUDA_ERROR_INVALID_DEVICE;
    Extent extent;
    RF_CU(ask_extent(parameters, surface, extent));
    const bool has_fields = extent.width % 2 == 0 && extent.height % 4 == 0;
    if (extent.format != chroma_420 || !has_fields)
        return told_of(
            "a video surface of VDPAU's cannot be registered with CUDA under Ringfence unless its chroma is "
            "4:2:0, its width even and its height a multiple of four");
    auto resource = std::make_unique<GraphicsResource>();
    for (int field = 0; field < 2; ++field)
        resource->images.push_back(flat_image(extent.width, extent.height / 2, 1));
    for (int field = 0; field < 2; ++field)
        resource->images.push_back(flat_image(extent.width / 2, extent.height / 4, 2));
    resource->object = std::make_unique<VideoSurface>(parameters, get, put, surface, extent);
    return register_graphics(std::move(resource), flags, result);
}

}  // namespace ringfence::driver
