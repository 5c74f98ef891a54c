#include <cmath>
#include <cstdio>

#include "pictures.h"
#include "png_file.h"

namespace ringfence::example {
namespace {

constexpr std::int32_t limit = 700;
constexpr std::uint32_t black = 0xff000000;

struct View {
    std::int32_t width;
    std::int32_t height;
    double centre_x = -0.74345;
    double centre_y = 0.13143;
    double picture_width = 0.0050;

    double step() const { return picture_width / width; }
    std::size_t pixels() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
};

Result<void> launch(Gpu& gpu, backend::Address pixels, const View& view) {
    const backend::Dim3 grid = {blocks(static_cast<std::uint32_t>(view.width), 16),
                                blocks(static_cast<std::uint32_t>(view.height), 16), 1};
    RF_RETURN_IF_ERROR(gpu.launch("mandelbrot", grid, {16, 16, 1}, pixels, view.width, view.height, view.centre_x,
                                  view.centre_y, view.step(), limit));
    return gpu.wait();
}

// From PTX text to the first result, a picture the size of a stamp.
Result<double> first_launch(const Places& places) {
    const View stamp{16, 10};
    const Stopwatch watch;
    RF_TRY(const std::unique_ptr<Gpu> gpu, Gpu::open(places, "mandelbrot.ptx"));
    RF_TRY(const backend::Address pixels, gpu->allocate(stamp.pixels() * 4));
    RF_RETURN_IF_ERROR(launch(*gpu, pixels, stamp));
    return watch.milliseconds();
}

bool stays(double cx, double cy) {
    double x = 0, y = 0;
    for (std::int32_t i = 0; i < limit; ++i) {
        const double next_x = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next_x;
        if (x * x + y * y > 4) return false;
    }
    return true;
}

// Computes some pixels again, here. Next to the edge of the set the last bit of a number decides, so that a few may
// differ.
Result<void> check(std::span<const std::uint32_t> pixels, const View& view) {
    int wrong = 0, looked_at = 0;
    for (std::int32_t row = 5; row < view.height; row += 25) {
        for (std::int32_t column = 5; column < view.width; column += 25) {
            int inside = 0;
            for (const double v : {0.25, 0.75})
                for (const double u : {0.25, 0.75})
                    inside += stays(view.centre_x + (column - 0.5 * view.width + u) * view.step(),
                                    view.centre_y - (row - 0.5 * view.height + v) * view.step());
            const std::size_t index =
                static_cast<std::size_t>(row) * static_cast<std::size_t>(view.width) + static_cast<std::size_t>(column);
            wrong += (inside == 4) != (pixels[index] == black);
            ++looked_at;
        }
    }
    if (wrong * 100 > looked_at)
        return Error::internal("mandelbrot: " + std::to_string(wrong) + " of " + std::to_string(looked_at) +
                               " pixels are wrong");
    return {};
}

}  // namespace

Result<void> draw_mandelbrot(const Places& places) {
    const View view{1600, 1000};
    RF_TRY(const double compiled_ms, first_launch(places));
    RF_TRY(const double cached_ms, first_launch(places));
    RF_TRY(const std::unique_ptr<Gpu> gpu, Gpu::open(places, "mandelbrot.ptx"));
    RF_TRY(const backend::Address device_pixels, gpu->allocate(view.pixels() * 4));
    const Stopwatch watch;
    RF_RETURN_IF_ERROR(launch(*gpu, device_pixels, view));
    const double kernel_ms = watch.milliseconds();
    RF_TRY(const std::vector<std::uint32_t> pixels, gpu->download<std::uint32_t>(device_pixels, view.pixels()));
    RF_RETURN_IF_ERROR(check(pixels, view));
    const std::string path = places.out + "/mandelbrot.png";
    RF_RETURN_IF_ERROR(
        write_png(path, pixels, static_cast<std::uint32_t>(view.width), static_cast<std::uint32_t>(view.height)));

    std::printf("%d x %d pixels with 4 samples each, %u cores\n", view.width, view.height,
                gpu->properties().multiprocessors);
    std::printf("  first launch %9.1f ms   compiled from PTX\n", compiled_ms);
    std::printf("  second       %9.1f ms   taken from the cache\n", cached_ms);
    std::printf("  kernel       %9.1f ms   %.2f million pixels per second\n", kernel_ms,
                static_cast<double>(view.pixels()) / kernel_ms / 1e3);
    std::printf("written: %s\n", path.c_str());
    return {};
}

}  // namespace ringfence::example
