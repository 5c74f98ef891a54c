// The third file of the program `linked`: it calls back into the second, and has the same template as the first.
#include "check.h"
#include "linked.h"

__device__ __noinline__ int twice(int x) {
    const Shape shape = {0, float(x), 2};
    return int(area(shape));
}

void launch_powers_elsewhere(int* out, int n) {
    fill_with_powers<<<1, n>>>(out, n);
}
