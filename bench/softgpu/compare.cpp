#include "compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace ringfence::bench {
namespace {

double element(const Expectation& expected, const Bytes& bytes, std::size_t index) {
    if (expected.is_float) {
        float value = 0;
        std::memcpy(&value, &bytes.at(index * sizeof value), sizeof value);
        return double{value};
    }
    std::uint32_t value = 0;
    std::memcpy(&value, &bytes.at(index * sizeof value), sizeof value);
    return value;
}

// A NaN is as wrong as can be.
double relative(double error, double value, double scale) {
    const double result = std::fabs(error) / std::max(std::fabs(value), scale);
    return std::isnan(result) ? std::numeric_limits<double>::infinity() : result;
}

}  // namespace

double error_of(const Expectation& expected, const Bytes& actual) {
    double worst = 0;
    for (std::size_t i = 0; i < expected.values.size(); ++i) {
        const double value = expected.values[i];
        worst = std::max(worst, relative(element(expected, actual, i) - value, value, expected.scale));
    }
    return worst;
}

double difference(const Expectation& expected, const Bytes& a, const Bytes& b) {
    double worst = 0;
    for (std::size_t i = 0; i < expected.values.size(); ++i) {
        const double value = element(expected, a, i);
        worst = std::max(worst, relative(element(expected, b, i) - value, value, expected.scale));
    }
    return worst;
}

}  // namespace ringfence::bench
