// A scale of colours for pictures of numbers, and pictures that are made of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "picture/png_file.h"

namespace ringfence::example {

// From 0, which is black, by way of blue, red and orange, to 1, which is nearly white.
inline std::uint32_t colour(double value) {
    constexpr double stops[][3] = {{2, 2, 14},    {40, 16, 90},   {130, 30, 110},
                                   {220, 70, 60}, {250, 160, 40}, {252, 250, 200}};
    constexpr std::size_t last = std::size(stops) - 1;
    const double at = std::clamp(value, 0.0, 1.0) * last;
    const std::size_t below = std::min(static_cast<std::size_t>(at), last - 1);
    const double part = at - static_cast<double>(below);
    std::uint32_t pixel = 0xff000000;
    for (int channel = 0; channel < 3; ++channel) {
        const double light = stops[below][channel] * (1 - part) + stops[below + 1][channel] * part;
        pixel |= static_cast<std::uint32_t>(light + 0.5) << (8 * channel);
    }
    return pixel;
}

struct Picture {
    std::uint32_t width, height;
    std::vector<std::uint32_t> pixels = std::vector<std::uint32_t>(std::size_t{width} * height);

    std::uint32_t& at(std::uint32_t x, std::uint32_t y) { return pixels[std::size_t{y} * width + x]; }

    // Ends the program if it cannot be written.
    void write(const std::string& path) const {
        if (const Result<void> written = write_png(path, pixels, width, height); !written.ok()) {
            std::fprintf(stderr, "%s\n", written.error().text().c_str());
            std::exit(EXIT_FAILURE);
        }
    }
};

}  // namespace ringfence::example
