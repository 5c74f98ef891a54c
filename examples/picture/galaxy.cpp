#include <cmath>
#include <cstdio>
#include <numbers>
#include <random>

#include "pictures.h"
#include "png_file.h"

namespace ringfence::example {
namespace {

struct Vector {
    float x = 0, y = 0, z = 0, w = 0;
};

constexpr std::uint32_t block = 256;
constexpr std::int32_t count = 4096;
constexpr std::int32_t width = 1600;
constexpr std::int32_t height = 1000;
constexpr int steps = 300;
constexpr float time_step = 0.014F;
constexpr int exposures = 5;  // for one picture, with short steps between them
constexpr float exposure_step = 0.002F;
constexpr float pixels_per_unit = 255;

// The same numbers everywhere: the standard's generators are fixed, its distributions are not.
class Random {
public:
    double number() { return static_cast<double>(engine_()) / 4294967296.0; }

private:
    std::mt19937 engine_{7};
};

struct Stars {
    std::vector<Vector> positions;   // w: mass
    std::vector<Vector> velocities;  // w: tint, from old (0) to young (1)
};

struct Disc {
    int stars;
    double core_mass;
    double disc_mass;
    double radius;
    Vector centre;
    Vector velocity;
    double tilt;  // around the x axis
};

void add_star(Stars& stars, const Disc& disc, const Vector& position, const Vector& velocity) {
    const auto c = static_cast<float>(std::cos(disc.tilt)), s = static_cast<float>(std::sin(disc.tilt));
    stars.positions.push_back({disc.centre.x + position.x, disc.centre.y + c * position.y - s * position.z,
                               disc.centre.z + s * position.y + c * position.z, position.w});
    stars.velocities.push_back({disc.velocity.x + velocity.x, disc.velocity.y + c * velocity.y - s * velocity.z,
                                disc.velocity.z + s * velocity.y + c * velocity.z, velocity.w});
}

// A heavy core, and stars that circle it.
void add_disc(Stars& stars, const Disc& disc, Random& random) {
    add_star(stars, disc, {0, 0, 0, static_cast<float>(disc.core_mass)}, {0, 0, 0, 0});
    for (int i = 1; i < disc.stars; ++i) {
        const double part = random.number();  // of the disc's mass that lies further in
        const double radius = disc.radius * (0.03 + 0.97 * part);
        const double angle = 2 * std::numbers::pi * random.number();
        const double up = 0.05 * disc.radius * (random.number() + random.number() - 1);
        const double speed = std::sqrt((disc.core_mass + disc.disc_mass * part) * radius * radius /
                                       std::pow(radius * radius + 0.0025, 1.5));
        const double jitter = 1 + 0.06 * (random.number() - 0.5);
        const double tint = std::min(1.0, std::max(0.0, radius / disc.radius + 0.5 * (random.number() - 0.5)));
        const auto f = [](double value) { return static_cast<float>(value); };
        add_star(stars, disc,
                 {f(radius * std::cos(angle)), f(radius * std::sin(angle)), f(up), f(disc.disc_mass / disc.stars)},
                 {f(-speed * jitter * std::sin(angle)), f(speed * jitter * std::cos(angle)), 0, f(tint)});
    }
}

// On a parabola around each other, their common centre at rest, some time before they are closest.
Stars make_galaxies() {
    constexpr double masses[2] = {1.25, 0.8};
    constexpr double total = masses[0] + masses[1];
    constexpr double closest = 1.3;
    constexpr double anomaly = -1.75;    // the angle to the closest point
    constexpr double direction = -1.05;  // of the closest point
    const double speed = std::sqrt(total / (2 * closest));
    const double distance = 2 * closest / (1 + std::cos(anomaly));
    const auto turned = [](double x, double y, double factor) {
        return Vector{static_cast<float>(factor * (x * std::cos(direction) - y * std::sin(direction))),
                      static_cast<float>(factor * (x * std::sin(direction) + y * std::cos(direction))), 0, 0};
    };
    const auto place = [&](double share) {
        return turned(distance * std::cos(anomaly), distance * std::sin(anomaly), share);
    };
    const auto motion = [&](double share) {
        return turned(-speed * std::sin(anomaly), speed * (1 + std::cos(anomaly)), share);
    };
    Stars stars;
    Random random;
    const double first = -masses[1] / total, second = masses[0] / total;
    add_disc(stars, {2600, 0.8 * masses[0], 0.2 * masses[0], 1.25, place(first), motion(first), 0.5}, random);
    add_disc(stars, {count - 2600, 0.8 * masses[1], 0.2 * masses[1], 0.9, place(second), motion(second), -0.5}, random);
    return stars;
}

// Forces come in pairs, so the sum of all momenta must not change.
Result<void> check(const Stars& before, std::span<const Vector> velocities) {
    double change[3] = {}, scale = 0;
    for (std::size_t i = 0; i < velocities.size(); ++i) {
        const double mass = before.positions[i].w;
        const Vector& v = velocities[i];
        const Vector& u = before.velocities[i];
        change[0] += mass * (double{v.x} - u.x);
        change[1] += mass * (double{v.y} - u.y);
        change[2] += mass * (double{v.z} - u.z);
        scale += mass * std::sqrt(double{v.x} * v.x + double{v.y} * v.y + double{v.z} * v.z);
    }
    const double off = std::sqrt(change[0] * change[0] + change[1] * change[1] + change[2] * change[2]) / scale;
    std::printf("  momentum     is conserved to %.0e\n", off);
    if (!(off < 1e-3)) return Error::internal("galaxy: momentum is not conserved");
    return {};
}

struct Buffers {
    backend::Address positions[2];
    backend::Address velocities;
    backend::Address film;
    backend::Address half_spread;
    backend::Address glow;
    backend::Address pixels;
};

constexpr std::size_t pixel_count = std::size_t{width} * height;

Result<Buffers> upload_stars(Gpu& gpu, const Stars& stars) {
    Buffers buffers = {};
    RF_TRY(buffers.positions[0], gpu.upload(stars.positions));
    RF_TRY(buffers.positions[1], gpu.upload(stars.positions));
    RF_TRY(buffers.velocities, gpu.upload(stars.velocities));
    return buffers;
}

Result<void> add_film(Gpu& gpu, Buffers& buffers) {
    RF_TRY(buffers.film, gpu.allocate(pixel_count * 12));
    RF_TRY(buffers.half_spread, gpu.allocate(pixel_count * 12));
    RF_TRY(buffers.glow, gpu.allocate(pixel_count * 12));
    RF_TRY(buffers.pixels, gpu.allocate(pixel_count * 4));
    RF_RETURN_IF_ERROR(gpu.clear(buffers.film, pixel_count * 12));
    return gpu.wait();
}

Result<void> move_stars(Gpu& gpu, const Buffers& buffers, int step, std::uint32_t moved, float duration) {
    return gpu.launch("move_stars", {moved / block, 1, 1}, {block, 1, 1}, buffers.positions[step % 2],
                      buffers.positions[(step + 1) % 2], buffers.velocities, moved, duration);
}

Result<void> expose(Gpu& gpu, const Buffers& buffers, int step) {
    return gpu.launch("expose", {count / block, 1, 1}, {block, 1, 1}, buffers.positions[(step + 1) % 2],
                      buffers.velocities, count, buffers.film, width, height, pixels_per_unit, 1.6F / exposures);
}

// From PTX text to the first step of the first few stars.
Result<double> first_launch(const Places& places, const Stars& stars) {
    const Stopwatch watch;
    RF_TRY(const std::unique_ptr<Gpu> gpu, Gpu::open(places, "galaxy.ptx"));
    RF_TRY(const Buffers buffers, upload_stars(*gpu, stars));
    RF_RETURN_IF_ERROR(move_stars(*gpu, buffers, 0, block, time_step));
    RF_RETURN_IF_ERROR(gpu->wait());
    return watch.milliseconds();
}

Result<double> run_steps(Gpu& gpu, const Buffers& buffers) {
    const Stopwatch watch;
    for (int step = 0; step < steps; ++step)
        RF_RETURN_IF_ERROR(move_stars(gpu, buffers, step, count, time_step));
    RF_RETURN_IF_ERROR(gpu.wait());
    return watch.milliseconds();
}

Result<double> take_picture(Gpu& gpu, const Buffers& buffers) {
    const Stopwatch watch;
    for (int step = steps; step < steps + exposures; ++step) {
        RF_RETURN_IF_ERROR(move_stars(gpu, buffers, step, count, exposure_step));
        RF_RETURN_IF_ERROR(expose(gpu, buffers, step));
    }
    const backend::Dim3 grid = {blocks(pixel_count, block), 1, 1}, all_numbers = {blocks(3 * pixel_count, block), 1, 1};
    RF_RETURN_IF_ERROR(
        gpu.launch("spread", all_numbers, {block, 1, 1}, buffers.film, buffers.half_spread, width, height, 1));
    RF_RETURN_IF_ERROR(
        gpu.launch("spread", all_numbers, {block, 1, 1}, buffers.half_spread, buffers.glow, width, height, 0));
    RF_RETURN_IF_ERROR(gpu.launch("develop", grid, {block, 1, 1}, buffers.film, buffers.glow, buffers.pixels,
                                  static_cast<std::int32_t>(pixel_count)));
    RF_RETURN_IF_ERROR(gpu.wait());
    return watch.milliseconds();
}

}  // namespace

Result<void> draw_galaxy(const Places& places) {
    const Stars stars = make_galaxies();
    RF_TRY(const double compiled_ms, first_launch(places, stars));
    RF_TRY(const double cached_ms, first_launch(places, stars));
    RF_TRY(const std::unique_ptr<Gpu> gpu, Gpu::open(places, "galaxy.ptx"));
    RF_TRY(Buffers buffers, upload_stars(*gpu, stars));
    RF_RETURN_IF_ERROR(add_film(*gpu, buffers));
    RF_TRY(const double steps_ms, run_steps(*gpu, buffers));
    RF_TRY(const double picture_ms, take_picture(*gpu, buffers));

    std::printf("%d stars, %d steps, %u cores\n", count, steps, gpu->properties().multiprocessors);
    std::printf("  first launch %9.1f ms   compiled from PTX\n", compiled_ms);
    std::printf("  second       %9.1f ms   taken from the cache\n", cached_ms);
    std::printf("  kernel       %9.1f ms   %.2f thousand million interactions per second\n", steps_ms,
                double{count} * count * steps / steps_ms / 1e6);
    std::printf("  camera       %9.1f ms   exposed with atomic additions, spread, developed\n", picture_ms);

    RF_TRY(const std::vector<Vector> velocities, gpu->download<Vector>(buffers.velocities, count));
    RF_RETURN_IF_ERROR(check(stars, velocities));
    RF_TRY(const std::vector<std::uint32_t> pixels, gpu->download<std::uint32_t>(buffers.pixels, pixel_count));
    const std::string path = places.out + "/galaxy.png";
    RF_RETURN_IF_ERROR(write_png(path, pixels, width, height));
    std::printf("written: %s\n", path.c_str());
    return {};
}

}  // namespace ringfence::example
