// The softmax of a row of at most 1024 elements for each program.
#include "triton.h"

KERNEL void softmax_kernel(Pointer out, Pointer in, int in_stride, int out_stride, int columns, Pointer, Pointer) {
    Pointer row = in + (long)program_id() * in_stride * 4;
    Words parts[2];
    float most = as_float(0xff800000);
#pragma unroll
    for (int part = 0; part < 2; ++part) {
        const int at = thread() * 4 + part * 512;
        parts[part] = load_four(row + at * 4L, at < columns, 0xff800000);
        for (int i = 0; i < 4; ++i)
            most = larger(most, as_float(parts[part].at[i]));
    }
    most = reduce_block(most, as_float(0xff800000), [](float a, float b) { return larger(a, b); });
    float sum = 0;
#pragma unroll
    for (int part = 0; part < 2; ++part) {
        for (int i = 0; i < 4; ++i) {
            const float e = exp2((as_float(parts[part].at[i]) - most) * 1.4426950408889634f);
            parts[part].at[i] = as_bits(e);
            sum += e;
        }
    }
    sum = reduce_block(sum, 0, [](float a, float b) { return a + b; });
    Pointer to = out + (long)program_id() * out_stride * 4;
#pragma unroll
    for (int part = 0; part < 2; ++part) {
        const int at = thread() * 4 + part * 512;
        for (int i = 0; i < 4; ++i) {
            float quotient;
            asm("div.full.f32 %0, %1, %2;" : "=f"(quotient) : "f"(as_float(parts[part].at[i])), "f"(sum));
            parts[part].at[i] = as_bits(quotient);
        }
        store_four(to + at * 4L, at < columns, parts[part]);
    }
}
