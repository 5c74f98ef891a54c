#include "fft_reference.h"

#include <cmath>
#include <numbers>

namespace ringfence::soft_libraries::fft {

namespace {

std::vector<Exact> roots_of_unity(std::int64_t n, int sign) {
    std::vector<Exact> roots;
    for (std::int64_t i = 0; i < n; ++i) {
        const long double angle = 2 * std::numbers::pi_v<long double> * static_cast<long double>(i) / n;
        roots.emplace_back(std::cos(angle), sign * std::sin(angle));
    }
    return roots;
}

// One line of values, `stride` apart.
void transform_line(Exact* line, std::int64_t n, std::int64_t stride, const std::vector<Exact>& roots) {
    std::vector<Exact> result(static_cast<std::size_t>(n));
    for (std::int64_t k = 0; k < n; ++k) {
        // Written out: the multiplication of std::complex looks for infinities.
        long double real = 0;
        long double imaginary = 0;
        for (std::int64_t i = 0; i < n; ++i) {
            const Exact& value = line[i * stride];
            const Exact& root = roots[static_cast<std::size_t>(i * k % n)];
            real += value.real() * root.real() - value.imag() * root.imag();
            imaginary += value.real() * root.imag() + value.imag() * root.real();
        }
        result[static_cast<std::size_t>(k)] = {real, imaginary};
    }
    for (std::int64_t i = 0; i < n; ++i)
        line[i * stride] = result[static_cast<std::size_t>(i)];
}

}  // namespace

void transform_by_definition(std::vector<Exact>& values, const std::array<std::int64_t, 3>& n, int sign) {
    const std::int64_t total = n[0] * n[1] * n[2];
    std::int64_t stride = total;
    for (const std::int64_t size : n) {
        stride /= size;
        if (size == 1) continue;
        const std::vector<Exact> roots = roots_of_unity(size, sign);
        for (std::int64_t start = 0; start < total; ++start) {
            if (start / stride % size == 0) transform_line(values.data() + start, size, stride, roots);
        }
    }
}

std::vector<Exact> whole_spectrum(const std::vector<Exact>& half, const std::array<std::int64_t, 3>& n) {
    const std::int64_t row = n[2] / 2 + 1;
    const auto at = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
        return half[static_cast<std::size_t>((x * n[1] + y) * row + z)];
    };
    std::vector<Exact> whole;
    for (std::int64_t x = 0; x < n[0]; ++x) {
        for (std::int64_t y = 0; y < n[1]; ++y) {
            for (std::int64_t z = 0; z < n[2]; ++z) {
                const bool kept = z < row;
                whole.push_back(kept ? at(x, y, z) : std::conj(at((n[0] - x) % n[0], (n[1] - y) % n[1], n[2] - z)));
            }
        }
    }
    return whole;
}

}  // namespace ringfence::soft_libraries::fft
