#include <complex>
#include <numbers>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 points = 512;
constexpr u32 batches = 5;

// By definition; slow and obviously right.
std::vector<double> transform(const std::vector<float>& in) {
    std::vector<std::complex<double>> turns;
    for (u32 i = 0; i < points; ++i)
        turns.push_back(std::polar(1.0, -2 * std::numbers::pi * i / points));
    std::vector<double> out;
    for (u32 i = 0; i < points * batches; ++i) {
        const u32 base = i / points * points;
        std::complex<double> sum = 0;
        for (u32 k = 0; k < points; ++k) {
            const std::complex<double> value(in[2 * (base + k)], in[2 * (base + k) + 1]);
            sum += value * turns[i % points * k % points];
        }
        out.push_back(sum.real());
        out.push_back(sum.imag());
    }
    return out;
}

}  // namespace

KERNEL_TEST(fft) {
    test.results_vary();
    const auto in = random_values<float>(std::size_t{2} * points * batches, -1, 1, 45);
    const auto spectrum = test.zeros<float>(in.size());
    const auto back = test.zeros<float>(in.size());
    test.launch("fft", {{batches}, {points / 2}}, test.upload(in), spectrum, -1);
    test.launch("fft", {{batches}, {points / 2}}, spectrum, back, 1);
    test.close("spectrum", test.download(spectrum), transform(in), 1e-4);
    test.close("signal", test.download(back), in, 1e-5);
}
