// Compares a kernel's results with the right ones.
#pragma once

#include <string>
#include <vector>

#include "workload.h"

namespace ringfence::bench {

// The largest error, in the expectation's units.
double error_of(const Expectation& expected, const Bytes& actual);
double difference(const Expectation& expected, const Bytes& a, const Bytes& b);

}  // namespace ringfence::bench
