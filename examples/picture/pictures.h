// The pictures of the example. Each opens a device of its own, prints its steps and their times, and fails if the
// result is wrong.
#pragma once

#include "base/result.h"
#include "gpu.h"

namespace ringfence::example {

Result<void> draw_mandelbrot(const Places& places);
Result<void> draw_galaxy(const Places& places);
// A kernel with a bug, and after it, on the same device, launches that work.
Result<void> show_recovery(const Places& places);

}  // namespace ringfence::example
