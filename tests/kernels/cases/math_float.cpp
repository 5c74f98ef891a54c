#include <algorithm>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 n = 1'000;

template <typename T, typename Function>
void add(std::vector<T>& all, const std::vector<float>& x, const std::vector<float>& y, Function function) {
    for (u32 i = 0; i < n; ++i)
        all.push_back(static_cast<T>(function(x[i], y[i])));
}

// The float below (above) `value`, or `value` itself where it is one.
float down(double value) {
    const auto near = static_cast<float>(value);
    return near > value ? std::nextafter(near, -INFINITY) : near;
}

float up(double value) {
    return -down(-value);
}

std::vector<float> exact(const std::vector<float>& x, const std::vector<float>& y) {
    std::vector<float> all;
    add(all, x, y, [](float a, float b) { return a / b; });
    add(all, x, y, [](float, float b) { return std::sqrt(b); });
    add(all, x, y, [](float a, float b) { return std::fma(a, b, 1.0F); });
    add(all, x, y, [](float a, float b) { return std::floor(a) + std::ceil(b); });
    add(all, x, y, [](float a, float) { return std::rint(a * 2.5F); });
    // Sums and products of two floats like these are exact in double precision.
    add(all, x, y, [](float a, float b) { return double{a} + b < 0 ? up(double{a} + b) : down(double{a} + b); });
    add(all, x, y, [](float a, float b) { return up(double{a} * b); });
    add(all, x, y, [](float a, float b) {
        const float near = a / b;
        return double{near} * b > a ? std::nextafter(near, -INFINITY) : near;
    });
    add(all, x, y, [](float a, float b) { return std::fmod(a, b); });
    add(all, x, y, [](float a, float b) {
        return static_cast<float>(static_cast<s32>(a * 100)) + static_cast<float>(static_cast<u32>(b * 100));
    });
    add(all, x, y, [](float, float b) { return 1.0F / b; });
    add(all, x, y, [](float a, float) { return std::clamp(a, 0.0F, 1.0F); });
    add(all, x, y, [](float, float b) {
        const float near = std::sqrt(b);
        return double{near} * near > b ? std::nextafter(near, 0.0F) : near;
    });
    return all;
}

std::vector<double> functions(const std::vector<float>& x, const std::vector<float>& y) {
    std::vector<double> all;
    add(all, x, y, [](double a, double) { return std::sin(a); });
    add(all, x, y, [](double a, double) { return std::cos(a); });
    add(all, x, y, [](double a, double) { return std::exp(a); });
    add(all, x, y, [](double, double b) { return std::log(b); });
    add(all, x, y, [](double a, double b) { return std::pow(b, a * 0.25); });
    add(all, x, y, [](double a, double) { return std::tanh(a); });
    add(all, x, y, [](double a, double) { return std::erf(a); });
    add(all, x, y, [](double a, double b) { return std::atan2(a, b); });
    add(all, x, y, [](double, double b) { return std::lgamma(b); });
    add(all, x, y, [](double, double b) { return 1 / std::sqrt(b); });
    add(all, x, y, [](double a, double) { return std::cbrt(a); });
    add(all, x, y, [](double a, double b) { return std::log2(b) + std::exp2(a) + std::log10(b); });
    return all;
}

std::vector<double> fast(const std::vector<float>& x, const std::vector<float>& y) {
    std::vector<double> all;
    add(all, x, y, [](double a, double) { return std::sin(a * 0.25); });
    add(all, x, y, [](double a, double) { return std::cos(a * 0.25); });
    add(all, x, y, [](double a, double) { return std::exp(a); });
    add(all, x, y, [](double, double b) { return std::log(b); });
    add(all, x, y, [](double a, double b) { return a / b; });
    add(all, x, y, [](double a, double b) { return std::pow(b, a * 0.25); });
    return all;
}

}  // namespace

KERNEL_TEST(math_float) {
    const auto x = random_values<float>(n, -10, 10, 105);
    const auto y = random_values<float>(n, 0.1, 30, 106);
    const auto a = test.upload(x);
    const auto b = test.upload(y);
    const Launch how = {{ceil_div(n, 128)}, {128}};
    const auto out = test.zeros<float>(std::size_t{13} * n);
    test.launch("exact", how, a, b, out, n);
    test.equal("exact value", test.download(out), exact(x, y));
    test.results_vary();
    const auto out_functions = test.zeros<float>(std::size_t{12} * n);
    test.launch("functions", how, a, b, out_functions, n);
    test.close("function", test.download(out_functions), functions(x, y), 2e-6);
    const auto out_fast = test.zeros<float>(std::size_t{6} * n);
    test.launch("fast", how, a, b, out_fast, n);
    test.close("fast function", test.download(out_fast), fast(x, y), 2e-5);
}
