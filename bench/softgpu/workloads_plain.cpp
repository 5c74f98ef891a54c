#include <cmath>

#include "data.h"
#include "workloads.h"

namespace ringfence::bench {
namespace {

double normal_cdf(double d) {
    const double k = 1 / (1 + 0.2316419 * std::fabs(d));
    const double polynomial =
        k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    const double cdf = 0.39894228 * std::exp(-0.5 * d * d) * polynomial;
    return d > 0 ? 1 - cdf : cdf;
}

Workload make_black_scholes(std::uint32_t count) {
    constexpr float rate = 0.02F;
    constexpr float volatility = 0.3F;
    Random random(4);
    const std::vector<float> price = random.numbers(count, 5, 30);
    const std::vector<float> strike = random.numbers(count, 1, 100);
    const std::vector<float> years = random.numbers(count, 0.25F, 10);
    Expectation call{3, true, std::vector<double>(count), 1, 1e-4};
    Expectation put{4, true, std::vector<double>(count), 1, 1e-4};
    for (std::size_t i = 0; i < count; ++i) {
        const double s = price[i];
        const double x = strike[i];
        const double t = years[i];
        const double v = volatility;
        const double d1 = (std::log(s / x) + (rate + 0.5 * v * v) * t) / (v * std::sqrt(t));
        const double d2 = d1 - v * std::sqrt(t);
        const double discounted = x * std::exp(-rate * t);
        call.values[i] = s * normal_cdf(d1) - discounted * normal_cdf(d2);
        put.values[i] = discounted * (1 - normal_cdf(d2)) - s * (1 - normal_cdf(d1));
    }
    return {std::to_string(count >> 10) + "Ki",
            plain_limit,
            {to_bytes(price), to_bytes(strike), to_bytes(years), zeros(count), zeros(count)},
            {{"black_scholes",
              {divide_up(count, 256), 1},
              {256, 1},
              {static_cast<std::int32_t>(count), rate, volatility, BufferIndex{0}, BufferIndex{1}, BufferIndex{2},
               BufferIndex{3}, BufferIndex{4}}}},
            {std::move(call), std::move(put)}};
}

void stencil_step(std::size_t width, std::size_t height, const std::vector<double>& in, std::vector<double>& out) {
    for (std::size_t y = 1; y + 1 < height; ++y) {
        for (std::size_t i = y * width + 1; i + 1 < (y + 1) * width; ++i)
            out[i] = 0.5 * in[i] + 0.125 * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
    }
}

}  // namespace

Workload saxpy() {
    constexpr std::uint32_t count = 16 << 20;
    constexpr float a = 2.5F;
    Random random(1);
    const std::vector<float> x = random.numbers(count, -1, 1);
    const std::vector<float> y = random.numbers(count, -1, 1);
    Expectation result{1, true, std::vector<double>(count), 1, 1e-6};
    for (std::size_t i = 0; i < count; ++i)
        result.values[i] = double{a} * x[i] + y[i];
    return {"16Mi",
            plain_limit,
            {to_bytes(x), to_bytes(y)},
            {{"saxpy", {count / 256, 1}, {256, 1}, {std::int32_t{count}, a, BufferIndex{0}, BufferIndex{1}}}},
            {std::move(result)}};
}

Workload matrix_product(const char* kernel, double limit) {
    constexpr std::uint32_t n = 512;
    Random random(2);
    const std::vector<float> a = random.numbers(n * n, -1, 1);
    const std::vector<float> b = random.numbers(n * n, -1, 1);
    Expectation result{2, true, std::vector<double>(n * n), 1, 1e-4};
    for (std::size_t row = 0; row < n; ++row) {
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t column = 0; column < n; ++column)
                result.values[row * n + column] += double{a[row * n + k]} * b[k * n + column];
        }
    }
    return {"512 x 512",
            limit,
            {to_bytes(a), to_bytes(b), zeros(n * n)},
            {{kernel, {n / 16, n / 16}, {16, 16}, {std::int32_t{n}, BufferIndex{0}, BufferIndex{1}, BufferIndex{2}}}},
            {std::move(result)}};
}

Workload matmul() {
    return matrix_product("matmul", plain_limit);
}

Workload stencil() {
    constexpr std::uint32_t size = 2048;
    constexpr int steps = 4;
    Random random(3);
    const std::vector<float> field = random.numbers(std::size_t{size} * size, 0, 1);
    Workload workload{"2048 x 2048, 4 steps", plain_limit, {to_bytes(field), to_bytes(field)}, {}, {}};
    std::vector<double> from(field.begin(), field.end());
    std::vector<double> to = from;
    for (std::size_t step = 0; step < steps; ++step) {
        workload.calls.push_back(
            {"stencil",
             {size / 32, size / 8},
             {32, 8},
             {std::int32_t{size}, std::int32_t{size}, BufferIndex{step % 2}, BufferIndex{1 - step % 2}}});
        stencil_step(size, size, from, to);
        std::swap(from, to);
    }
    workload.expected.push_back({0, true, std::move(from), 1, 1e-5});
    return workload;
}

Workload black_scholes() {
    return make_black_scholes(1 << 20);
}

Workload small_black_scholes() {
    return make_black_scholes(1 << 12);
}

Workload nbody() {
    constexpr std::uint32_t count = 4096;
    Random random(5);
    std::vector<float> bodies(count * 4);
    for (std::size_t i = 0; i < count * 4; ++i)
        bodies[i] = i % 4 == 3 ? random.number(0.5F, 1) / count : random.number(-1, 1);
    std::vector<double> accelerations(count * 4);
    for (std::size_t i = 0; i < count * 4; i += 4) {
        for (std::size_t j = 0; j < count * 4; j += 4) {
            const double dx = double{bodies[j]} - bodies[i];
            const double dy = double{bodies[j + 1]} - bodies[i + 1];
            const double dz = double{bodies[j + 2]} - bodies[i + 2];
            const double square = dx * dx + dy * dy + dz * dz + 0.01F;
            const double force = bodies[j + 3] / (square * std::sqrt(square));
            accelerations[i] += dx * force;
            accelerations[i + 1] += dy * force;
            accelerations[i + 2] += dz * force;
        }
    }
    return {"4096 bodies",
            plain_limit,
            {to_bytes(bodies), zeros(count * 4)},
            {{"nbody", {count / 256, 1}, {256, 1}, {std::int32_t{count}, BufferIndex{0}, BufferIndex{1}}}},
            {{1, true, std::move(accelerations), 0.1, 1e-4}}};
}

}  // namespace ringfence::bench
