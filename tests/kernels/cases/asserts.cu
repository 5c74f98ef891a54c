// Assertions that hold, in a function and in a loop: the code of the failure is there and does not run.
#include <cassert>

__device__ unsigned checked_divide(unsigned a, unsigned b) {
    assert(b != 0 && "division by zero");
    return a / b;
}

extern "C" __global__ void divide(const unsigned* a, const unsigned* b, unsigned* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(gridDim.x * blockDim.x >= n);
    if (i >= n) return;
    out[i] = checked_divide(a[i], b[i]);
    for (unsigned k = 0; k < 4; ++k)
        assert(out[i] * b[i] + k <= a[i] + k);
}
