// What the example shows. Each opens a device of its own, prints what it did and how long it took, and fails if the
// result is not what it should be.
#pragma once

#include "base/result.h"
#include "gpu.h"

namespace ringfence::example {

Result<void> draw_mandelbrot(const Places& places);
Result<void> draw_galaxy(const Places& places);
// A kernel with a bug, and after it, on the same device, launches that work.
Result<void> show_recovery(const Places& places);

}  // namespace ringfence::example
