// matmul.cu as Triton writes it for Hopper: matrices are described to the tensor cores, which read shared memory
// themselves. Three steps are under way; where the next one lies is known when the kernel runs.
#include "triton.h"

constexpr int tile = 64;
constexpr u32 tile_bytes = tile * tile * 2;
constexpr u32 stage_bytes = 2 * tile_bytes;
constexpr int stages = 3;

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

// In rows of 128 bytes, swizzled; eight of them are 1024 bytes from the next eight.
INLINE unsigned long describe(u32 place) {
    return ((unsigned long)((place >> 4) & 0x3fff)) | (1UL << 62) | (64UL << 32) | (64UL << 16);
}

#define EIGHT(op, x, i) \
    op(x[i]), op(x[i + 1]), op(x[i + 2]), op(x[i + 3]), op(x[i + 4]), op(x[i + 5]), op(x[i + 6]), op(x[i + 7])
#define SUMS(x) EIGHT("+f", x, 0), EIGHT("+f", x, 8), EIGHT("+f", x, 16), EIGHT("+f", x, 24)

INLINE void multiply(float (&c)[32], unsigned long a, unsigned long b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
        "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,"
        "%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}, %32, %33, 1, 1, 1, 0, 1;"
        : SUMS(c)
        : "l"(a), "l"(b));
}
INLINE void wait_for(float (&c)[32]) {
    asm volatile(
        "// wait for regs: "
        "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,"
        "%27,%28,%29,%30,%31\n\twgmma.wait_group.sync.aligned 0;"
        : SUMS(c)::"memory");
}

KERNEL void hopper_kernel(Pointer a, Pointer b, Pointer c, int rows, int columns, int depth, int a_stride, int b_stride,
                          int c_stride, Pointer, Pointer) {
    const int across = (columns + tile - 1) / tile;
    const int row0 = program_id() / across * tile;
    const int column0 = program_id() % across * tile;
    float sums[32] = {};
    Pointer from_a = a + (long)row0 * a_stride * 2;
    Pointer from_b = b + column0 * 2L;
    const u32 base = shared_address(0);
#pragma unroll
    for (int i = 0; i < stages - 1; ++i) {
        fetch(base + i * stage_bytes, from_a, from_b, a_stride, b_stride, rows - row0, columns - column0,
              depth - i * tile);
        from_a += tile * 2;
        from_b += (long)tile * b_stride * 2;
    }
    int now = -1;
    int next = stages - 2;
#pragma nounroll
    for (int k = 0; k < depth; k += tile) {
        now = now + 1 < stages ? now + 1 : 0;
        next = next + 1 < stages ? next + 1 : 0;
        asm volatile("cp.async.wait_group 0x1;" ::: "memory");
        barrier();
        const u32 place = base + now * stage_bytes;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        // The group of four warps, the same in all lanes: the rows of this one.
        const u32 group = __nvvm_shfl_sync_idx_i32(-1, thread() / 32, 0, 31) / 4;
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int step = 0; step < 4; ++step)
            multiply(sums, describe(place + group * tile_bytes + step * 32),
                     describe(place + tile_bytes + step * 2048));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        wait_for(sums);
        fetch(base + next * stage_bytes, from_a, from_b, a_stride, b_stride, rows - row0, columns - column0,
              depth - k - (stages - 1) * tile);
        from_a += tile * 2;
        from_b += (long)tile * b_stride * 2;
    }
    asm volatile("cp.async.wait_group 0x0;" ::: "memory");
    const int lane = thread() & 31;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            const int row = row0 + thread() / 32 * 16 + lane / 4 + half * 8;
            const int column = column0 + j * 8 + (lane & 3) * 2;
            asm volatile(
                "{\n\t.reg .pred %%mask;\n\tsetp.ne.b32 %%mask, %3, 0;\n\t"
                "@%%mask st.global.v2.b32 [ %0 + 0 ], { %1, %2 };\n\t}" ::"l"(c + ((long)row * c_stride + column) * 4),
                "r"(as_bits(sums[j * 4 + half * 2])), "r"(as_bits(sums[j * 4 + half * 2 + 1])),
                "r"((int)(row < rows && column < columns))
                : "memory");
        }
    }
}
