#include <algorithm>
#include <cmath>

#include "data.h"
#include "workloads.h"

namespace ringfence::bench {
namespace {

// The kernel's own arithmetic: the number of steps depends on every rounding.
std::uint32_t escape_time(float cx, float cy, std::uint32_t limit) {
    float x = 0;
    float y = 0;
    std::uint32_t i = 0;
    while (i < limit && std::fma(x, x, y * y) <= 4) {
        const float next = std::fma(x, x, std::fma(-y, y, cx));
        y = std::fma(2 * x, y, cy);
        x = next;
        ++i;
    }
    return i;
}

std::uint32_t xorshift(std::uint32_t state) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^ (state << 5);
}

std::uint32_t hits_of(std::uint32_t thread, int trials) {
    std::uint32_t state = thread * 2654435761U + 12345U;
    std::uint32_t count = 0;
    for (int k = 0; k < trials; ++k) {
        state = xorshift(state);
        const float x = static_cast<float>(state >> 8) * 0x1p-24F;
        state = xorshift(state);
        const float y = static_cast<float>(state >> 8) * 0x1p-24F;
        if (std::fma(x, x, y * y) <= 1) ++count;
    }
    return count;
}

Workload make_convolution(std::uint32_t size) {
    constexpr int radius = 2;  // FILTER_RADIUS in the kernels
    Random random(10);
    const std::vector<float> filter = random.numbers(std::size_t{(2 * radius + 1) * (2 * radius + 1)}, -1, 1);
    const std::vector<float> in = random.numbers(std::size_t{size} * size, 0, 1);
    std::vector<double> out(in.size());
    const int last = static_cast<int>(size) - 1;
    for (int y = 0; y <= last; ++y) {
        for (int x = 0; x <= last; ++x) {
            double sum = 0;
            std::size_t at = 0;
            for (int dy = -radius; dy <= radius; ++dy) {
                const float* row = &in[static_cast<std::size_t>(std::clamp(y + dy, 0, last)) * size];
                for (int dx = -radius; dx <= radius; ++dx)
                    sum += double{filter[at++]} * row[std::clamp(x + dx, 0, last)];
            }
            out[static_cast<std::size_t>(y) * size + static_cast<std::size_t>(x)] = sum;
        }
    }
    const auto side = static_cast<std::int32_t>(size);
    return {
        std::to_string(size) + " x " + std::to_string(size),
        general_limit,
        {to_bytes(filter), to_bytes(in), zeros(in.size())},
        {{"convolve", {size / 16, size / 16}, {16, 16}, {side, side, BufferIndex{0}, BufferIndex{1}, BufferIndex{2}}}},
        {{2, true, std::move(out), 1, 1e-5}}};
}

}  // namespace

Workload mandelbrot() {
    constexpr std::uint32_t width = 1024;
    constexpr std::uint32_t height = 768;
    constexpr std::uint32_t limit = 256;
    constexpr float left = -2.2F;
    constexpr float top = -1.2F;
    constexpr float step = 3.2F / width;
    std::vector<double> counts;
    for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) {
            counts.push_back(escape_time(std::fma(static_cast<float>(x), step, left),
                                         std::fma(static_cast<float>(y), step, top), limit));
        }
    }
    return {"1024 x 768, 256 steps",
            general_limit,
            {zeros(counts.size())},
            {{"mandelbrot",
              {width / 16, height / 16},
              {16, 16},
              {std::int32_t{width}, std::int32_t{height}, std::int32_t{limit}, left, top, step, BufferIndex{0}}}},
            {{0, false, std::move(counts), 1, 0}}};
}

Workload spmv() {
    constexpr std::uint32_t rows = 128 << 10;
    Random random(11);
    std::vector<std::int32_t> row_begin = {0};
    std::vector<std::int32_t> column;
    std::vector<float> value;
    const std::vector<float> x = random.numbers(rows, -1, 1);
    std::vector<double> y(rows);
    for (std::uint32_t row = 0; row < rows; ++row) {
        const std::uint32_t length = 1 + random.word() % 32;
        for (std::uint32_t i = 0; i < length; ++i) {
            column.push_back(static_cast<std::int32_t>(random.word() % rows));
            value.push_back(random.number(-1, 1));
            y[row] += double{value.back()} * x[static_cast<std::size_t>(column.back())];
        }
        row_begin.push_back(static_cast<std::int32_t>(column.size()));
    }
    return {"128Ki rows, 1-32 each",
            general_limit,
            {to_bytes(row_begin), to_bytes(column), to_bytes(value), to_bytes(x), zeros(rows)},
            {{"spmv",
              {rows / 256, 1},
              {256, 1},
              {std::int32_t{rows}, BufferIndex{0}, BufferIndex{1}, BufferIndex{2}, BufferIndex{3}, BufferIndex{4}}}},
            {{4, true, std::move(y), 1, 1e-5}}};
}

Workload convolution() {
    return make_convolution(1024);
}

Workload small_convolution() {
    return make_convolution(64);
}

Workload monte_carlo() {
    constexpr std::uint32_t threads = 64 << 10;
    constexpr std::int32_t trials = 256;
    std::vector<double> hits;
    for (std::uint32_t i = 0; i < threads; ++i)
        hits.push_back(hits_of(i, trials));
    return {"64Ki threads, 256 trials",
            general_limit,
            {zeros(threads)},
            {{"monte_carlo", {threads / 256, 1}, {256, 1}, {std::int32_t{threads}, trials, BufferIndex{0}}}},
            {{0, false, std::move(hits), 1, 0}}};
}

}  // namespace ringfence::bench
