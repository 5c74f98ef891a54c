// softmax(Q K^T * scale) V with heads of 64, 64 queries for each program, over keys in steps of 64 with a running
// maximum and sum.
#include "triton.h"

constexpr u32 tile_bytes = 64 * 128;

INLINE void fetch(u32 to, Pointer from, int rows) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int row = i * 16 + thread() / 8;
        const int piece = thread() & 7;
        copy_async(to + swizzled(row, piece), from + row * 128L + piece * 16, row < rows);
    }
    commit_copies();
}

KERNEL void attention_kernel(Pointer q, Pointer k, Pointer v, Pointer out, int length, float scale, Pointer, Pointer) {
    const int lane = thread() & 31;
    const int warp_row = thread() / 32 * 16;
    const int query0 = program_id() * 64;
    const u32 queries = shared_address(0);
    const u32 keys = queries + tile_bytes;
    const u32 values = keys + tile_bytes;
    fetch(queries, q + query0 * 128L, length - query0);
    asm volatile("cp.async.wait_group 0x0;" ::: "memory");
    barrier();
    Words left[4];
#pragma unroll
    for (int step = 0; step < 4; ++step)
        left[step] = load_matrices(queries + swizzled(warp_row + (lane & 15), step * 2 + lane / 16));
    float result[8][4] = {};
    float most[2] = {-1e30f, -1e30f};
    float sum[2] = {0, 0};
    scale *= 1.4426950408889634f;
#pragma nounroll
    for (int first = 0; first < length; first += 64) {
        barrier();
        fetch(keys, k + first * 128L, length - first);
        fetch(values, v + first * 128L, length - first);
        asm volatile("cp.async.wait_group 0x1;" ::: "memory");
        barrier();
        float scores[8][4] = {};
#pragma unroll
        for (int step = 0; step < 4; ++step) {
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                const Words right =
                    load_matrices(keys + swizzled(j * 16 + lane / 16 * 8 + (lane & 7), step * 2 + (lane / 8 & 1)));
                multiply_add(scores[j * 2], left[step], right.at[0], right.at[1]);
                multiply_add(scores[j * 2 + 1], left[step], right.at[2], right.at[3]);
            }
        }
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            float now = most[half];
#pragma unroll
            for (int j = 0; j < 8; ++j) {
#pragma unroll
                for (int i = half * 2; i < half * 2 + 2; ++i) {
                    const int key = first + j * 8 + (lane & 3) * 2 + (i & 1);
                    scores[j][i] = key < length ? scores[j][i] * scale : -1e30f;
                    now = larger(now, scores[j][i]);
                }
            }
            now = larger(now, butterfly(now, 2));
            now = larger(now, butterfly(now, 1));
            const float shrink = exp2(most[half] - now);
            most[half] = now;
            sum[half] *= shrink;
#pragma unroll
            for (int j = 0; j < 8; ++j) {
#pragma unroll
                for (int i = half * 2; i < half * 2 + 2; ++i) {
                    scores[j][i] = exp2(scores[j][i] - now);
                    sum[half] += scores[j][i];
                    result[j][i] *= shrink;
                }
            }
        }
        asm volatile("cp.async.wait_group 0x0;" ::: "memory");
        barrier();
#pragma unroll
        for (int step = 0; step < 4; ++step) {
            const float(&a)[4] = scores[step * 2];
            const float(&b)[4] = scores[step * 2 + 1];
            const Words weights = {
                {as_halves(a[0], a[1]), as_halves(a[2], a[3]), as_halves(b[0], b[1]), as_halves(b[2], b[3])}};
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                const Words right = load_matrices_transposed(
                    values + swizzled(step * 16 + (lane / 8 & 1) * 8 + (lane & 7), j * 2 + lane / 16));
                multiply_add(result[j * 2], weights, right.at[0], right.at[1]);
                multiply_add(result[j * 2 + 1], weights, right.at[2], right.at[3]);
            }
        }
    }
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        sum[half] += butterfly(sum[half], 2);
        sum[half] += butterfly(sum[half], 1);
        const int row = query0 + warp_row + lane / 4 + half * 8;
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float low, high;
            asm("div.full.f32 %0, %1, %2;" : "=f"(low) : "f"(result[j][half * 2]), "f"(sum[half]));
            asm("div.full.f32 %0, %1, %2;" : "=f"(high) : "f"(result[j][half * 2 + 1]), "f"(sum[half]));
            asm volatile(
                "{\n\t.reg .pred %%mask;\n\tsetp.ne.b32 %%mask, %2, 0;\n\t"
                "@%%mask st.global.b32 [ %0 + 0 ], { %1 };\n\t}" ::"l"(out + row * 128L + (j * 8 + (lane & 3) * 2) * 2),
                "r"(as_halves(low, high)), "r"((int)(row < length))
                : "memory");
        }
    }
}
