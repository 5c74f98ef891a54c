// The sum of a row, in steps of 512 elements; and of all rows by atomic additions.
#include "triton.h"

KERNEL void reduce_kernel(Pointer sums, Pointer total, Pointer in, int columns, Pointer, Pointer) {
    Pointer row = in + (long)program_id() * columns * 4;
    float parts[4] = {0, 0, 0, 0};
#pragma nounroll
    for (int first = 0; first < columns; first += 512) {
        const int at = first + thread() * 4;
        const Words words = load_four(row + at * 4L, at < columns, 0);
        for (int i = 0; i < 4; ++i)
            parts[i] += as_float(words.at[i]);
    }
    const float sum =
        reduce_block((parts[0] + parts[1]) + (parts[2] + parts[3]), 0, [](float a, float b) { return a + b; });
    asm volatile("griddepcontrol.launch_dependents;");
    u32 before;
    asm volatile(
        "{\n\t.reg .pred %%first;\n\tsetp.eq.s32 %%first, %4, 0;\n\t"
        "@%%first st.global.b32 [ %1 + 0 ], { %3 };\n\t"
        "@%%first atom.global.gpu.acq_rel.add.f32 %0, [ %2 + 0 ], %3;\n\t}"
        : "=r"(before)
        : "l"(sums + program_id() * 4L), "l"(total), "r"(as_bits(sum)), "r"(thread())
        : "memory");
}
