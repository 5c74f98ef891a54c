// z = x + y, 1024 elements for each program.
#include "triton.h"

KERNEL void add_kernel(Pointer x, Pointer y, Pointer z, int count, Pointer, Pointer) {
    const int first = program_id() * 1024 + thread() * 4;
#pragma unroll
    for (int part = 0; part < 2; ++part) {
        const int at = first + part * 512;
        const bool mask = at < count;
        const Words a = load_four(x + at * 4L, mask, 0);
        const Words b = load_four(y + at * 4L, mask, 0);
        Words sum;
        for (int i = 0; i < 4; ++i)
            sum.at[i] = as_bits(as_float(a.at[i]) + as_float(b.at[i]));
        store_four(z + at * 4L, mask, sum);
    }
}
