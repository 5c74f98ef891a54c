// C = A B, halves with sums in single precision: a tile of 64 by 64 for each program, in steps of 64, the next step's
// copies under way while this one computes.
#include "triton.h"

constexpr int tile = 64;
constexpr u32 tile_bytes = tile * tile * 2;
constexpr u32 stage_bytes = 2 * tile_bytes;

INLINE void fetch(u32 to, Pointer a, Pointer b, int a_stride, int b_stride, int a_rows, int columns, int depth) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int row = i * 16 + thread() / 8;
        const int piece = thread() & 7;
        const u32 place = to + swizzled(row, piece);
        copy_async(place, a + ((long)row * a_stride + piece * 8) * 2, row < a_rows && piece * 8 < depth);
        copy_async(place + tile_bytes, b + ((long)row * b_stride + piece * 8) * 2, row < depth && piece * 8 < columns);
    }
    commit_copies();
}

KERNEL void matmul_kernel(Pointer a, Pointer b, Pointer c, int rows, int columns, int depth, int a_stride, int b_stride,
                          int c_stride, Pointer, Pointer) {
    const int across = (columns + tile - 1) / tile;
    const int row0 = program_id() / across * tile;
    const int column0 = program_id() % across * tile;
    const int lane = thread() & 31;
    const int warp_row = (thread() / 64) * 32;
    const int warp_column = (thread() / 32 & 1) * 32;
    float sums[2][4][4] = {};
    Pointer from_a = a + (long)row0 * a_stride * 2;
    Pointer from_b = b + column0 * 2L;
    const u32 base = shared_address(0);
    fetch(base, from_a, from_b, a_stride, b_stride, rows - row0, columns - column0, depth);
#pragma nounroll
    for (int k = 0; k < depth; k += tile) {
        from_a += tile * 2;
        from_b += (long)tile * b_stride * 2;
        const u32 now = base + ((k / tile) & 1) * stage_bytes;
        const u32 next = base + (((k / tile) & 1) ^ 1) * stage_bytes;
        fetch(next, from_a, from_b, a_stride, b_stride, rows - row0, columns - column0, depth - k - tile);
        asm volatile("cp.async.wait_group 0x1;" ::: "memory");
        barrier();
#pragma unroll
        for (int step = 0; step < 4; ++step) {
            Words left[2];
            Words right[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                left[i] = load_matrices(now + swizzled(warp_row + i * 16 + (lane & 15), step * 2 + lane / 16));
                right[i] = load_matrices_transposed(
                    now + tile_bytes +
                    swizzled(step * 16 + (lane / 8 & 1) * 8 + (lane & 7), warp_column / 8 + i * 2 + lane / 16));
            }
#pragma unroll
            for (int i = 0; i < 2; ++i) {
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    multiply_add(sums[i][j], left[i], right[j / 2].at[j % 2 * 2], right[j / 2].at[j % 2 * 2 + 1]);
            }
        }
        barrier();
    }
    asm volatile("cp.async.wait_group 0x0;" ::: "memory");
#pragma unroll
    for (int i = 0; i < 2; ++i) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                const int row = row0 + warp_row + i * 16 + lane / 4 + half * 8;
                const int column = column0 + warp_column + j * 8 + (lane & 3) * 2;
                asm volatile(
                    "{\n\t.reg .pred %%mask;\n\tsetp.ne.b32 %%mask, %3, 0;\n\t"
                    "@%%mask st.global.v2.b32 [ %0 + 0 ], { %1, %2 };\n\t}" ::"l"(c +
                                                                                  ((long)row * c_stride + column) * 4),
                    "r"(as_bits(sums[i][j][half * 2])), "r"(as_bits(sums[i][j][half * 2 + 1])),
                    "r"((int)(row < rows && column < columns))
                    : "memory");
            }
        }
    }
}
