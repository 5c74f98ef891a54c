#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 n = 1'000;

template <typename Function>
void add(std::vector<double>& all, const std::vector<double>& x, const std::vector<double>& y, Function function) {
    for (u32 i = 0; i < n; ++i)
        all.push_back(function(x[i], y[i]));
}

std::vector<double> functions(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<double> all;
    add(all, x, y, [](double a, double) { return std::sin(a); });
    add(all, x, y, [](double a, double) { return std::cos(a); });
    add(all, x, y, [](double a, double) { return std::tan(a); });
    add(all, x, y, [](double a, double) { return std::exp(a); });
    add(all, x, y, [](double, double b) { return std::log(b); });
    add(all, x, y, [](double a, double b) { return std::pow(b, a); });
    add(all, x, y, [](double a, double) { return std::erf(a); });
    add(all, x, y, [](double, double b) { return std::tgamma(b); });
    add(all, x, y, [](double a, double b) { return std::atan2(a, b); });
    add(all, x, y, [](double a, double) { return std::cbrt(a); });
    add(all, x, y, [](double a, double) { return std::sinh(a); });
    add(all, x, y, [](double a, double) { return std::asin(a / 32); });
    add(all, x, y, [](double, double b) { return std::log1p(b); });
    add(all, x, y, [](double a, double) { return std::expm1(a); });
    add(all, x, y, [](double a, double b) { return std::hypot(a, b); });
    add(all, x, y, [](double a, double b) { return std::fmod(a, b); });
    return all;
}

std::vector<double> exact(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<double> all;
    add(all, x, y, [](double a, double b) { return a / b; });
    add(all, x, y, [](double, double b) { return std::sqrt(b); });
    add(all, x, y, [](double a, double b) { return std::fma(a, b, -1.0); });
    add(all, x, y, [](double a, double b) { return std::floor(a) + std::ceil(b); });
    add(all, x, y, [](double a, double) { return std::rint(a * 2.5); });
    add(all, x, y, [](double a, double b) { return std::trunc(a) - std::round(b); });
    add(all, x, y, [](double a, double b) { return std::fmod(a, b); });
    add(all, x, y, [](double a, double b) { return std::remainder(a, b); });
    add(all, x, y, [](double a, double b) { return std::copysign(b, a) + std::fmax(a, b) - std::fmin(a, b); });
    int exponent = 0;
    add(all, x, y, [&](double, double b) { return std::frexp(b, &exponent); });
    for (u32 i = 0; i < n; ++i)
        all.push_back(std::ldexp(x[i], static_cast<int>(i % 40)));
    add(all, x, y, [](double a, double b) {
        return static_cast<double>(static_cast<s64>(a * 1e6)) + static_cast<double>(static_cast<u32>(b * 1e3));
    });
    add(all, x, y, [](double a, double b) { return std::nextafter(a, b); });
    return all;
}

}  // namespace

KERNEL_TEST(math_double) {
    const auto x = random_values<double>(n, -20, 20, 103);
    const auto y = random_values<double>(n, 0.1, 30, 104);
    std::vector<s32> exponents;
    for (const double value : y)
        exponents.push_back(std::ilogb(value) + 1);
    const auto a = test.upload(x);
    const auto b = test.upload(y);
    const auto out = test.zeros<double>(std::size_t{16} * n);
    const auto out_exact = test.zeros<double>(std::size_t{13} * n);
    const auto out_exponents = test.zeros<s32>(n);
    test.launch("functions", {{ceil_div(n, 128)}, {128}}, a, b, out, n);
    test.launch("exact", {{ceil_div(n, 128)}, {128}}, a, b, out_exact, out_exponents, n);
    test.close("function", test.download(out), functions(x, y), 1e-13);
    test.equal("exact value", test.download(out_exact), exact(x, y));
    test.equal("exponent", test.download(out_exponents), exponents);
}
