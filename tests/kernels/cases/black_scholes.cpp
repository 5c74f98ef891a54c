#include <numbers>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 n = 3'000;
constexpr double rate = 0.02;
constexpr double volatility = 0.3;

double normal_below(double d) {
    return 0.5 * std::erfc(-d / std::numbers::sqrt2);
}

double call_price(double stock, double strike, double years) {
    const double root = std::sqrt(years);
    const double d1 = (std::log(stock / strike) + (rate + 0.5 * volatility * volatility) * years) / (volatility * root);
    return stock * normal_below(d1) - strike * std::exp(-rate * years) * normal_below(d1 - volatility * root);
}

}  // namespace

KERNEL_TEST(black_scholes) {
    test.results_vary();
    const auto stock = random_values<float>(n, 5, 30, 50);
    const auto strike = random_values<float>(n, 1, 100, 51);
    const auto years = random_values<float>(n, 0.25, 10, 52);
    std::vector<double> calls;
    std::vector<double> puts;
    for (u32 i = 0; i < n; ++i) {
        calls.push_back(call_price(stock[i], strike[i], years[i]));
        puts.push_back(calls[i] + strike[i] * std::exp(-rate * years[i]) - stock[i]);
    }
    const auto call = test.zeros<float>(n);
    const auto put = test.zeros<float>(n);
    test.launch("prices", {{ceil_div(n, 128)}, {128}}, test.upload(stock), test.upload(strike), test.upload(years),
                call, put, static_cast<float>(rate), static_cast<float>(volatility), n);
    test.close("call", test.download(call), calls, 1e-4);
    test.close("put", test.download(put), puts, 1e-4);

    const auto wide = [&](const std::vector<float>& values) {
        return test.upload(std::vector<double>(values.begin(), values.end()));
    };
    const auto call_double = test.zeros<double>(n);
    test.launch("prices_double", {{ceil_div(n, 128)}, {128}}, wide(stock), wide(strike), wide(years), call_double, rate,
                volatility, n);
    test.close("call in double precision", test.download(call_double), calls, 1e-12);
}
