// Shares of time on a machine that may stand still for a moment. While it does, whoever has the device keeps it, and
// that window tells nothing about the scheduler; a scheduler that is wrong is wrong in every window.
#pragma once

#include <cmath>

#include <gtest/gtest.h>

namespace ringfence {

constexpr int most_windows = 12;

// `share_of_window` measures over one window of time, in points.
template <typename Measure>
testing::AssertionResult share_becomes(double wanted, double tolerance, const Measure& share_of_window) {
    auto failure = testing::AssertionFailure() << wanted << " wanted, within " << tolerance << "; got";
    for (int i = 0; i < most_windows; ++i) {
        const double got = share_of_window();
        if (std::abs(got - wanted) <= tolerance) return testing::AssertionSuccess();
        failure << ' ' << got;
    }
    return failure;
}

// The same of what must not be too little.
template <typename Measure>
testing::AssertionResult share_reaches(double least, const Measure& share_of_window) {
    auto failure = testing::AssertionFailure() << least << " wanted at least; got";
    for (int i = 0; i < most_windows; ++i) {
        const double got = share_of_window();
        if (got >= least) return testing::AssertionSuccess();
        failure << ' ' << got;
    }
    return failure;
}

}  // namespace ringfence
