// How long the first launch of a kernel takes: from loading its PTX to the end of the launch.
#pragma once

#include <string>

#include "base/result.h"

namespace ringfence::bench {

// The module with only this kernel of `ptx`.
Result<std::string> module_of(const std::string& ptx, const std::string& kernel);

// In this process, on a device of its own, in milliseconds. `kernel` is black_scholes or convolve.
Result<double> first_launch(const std::string& ptx, const std::string& kernel, const std::string& cache_directory);

// Prints the table. `program` is this one: a launch that is the first of its process needs a process of its own, which
// is started as `program --first-launch KERNEL CACHE`. `scratch` is an empty folder.
Result<void> print_first_launches(const std::string& program, const std::string& ptx, const std::string& scratch);

}  // namespace ringfence::bench
